"""
Makes ``twistd boardhub`` and ``twist boardhub`` known to Twisted.

It imports nothing of boardhub: a plugin file is read by every ``twistd``
command, and a broken boardhub must not break the others.
"""

from twisted.application.service import ServiceMaker

boardhub = ServiceMaker(
    "Boardhub", "boardhub.tap", "Let programs play board games over TCP.", "boardhub"
)
