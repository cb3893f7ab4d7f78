"""
Who may ask for the page, and what a browser may do with it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from ipaddress import ip_address

from attrs import frozen
from twisted.web.http import Request

#: Nothing but our own files and our own stream; no script, style or markup that came with a text.
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ]
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "boardhub",
}

_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[\w.-]+)(:\d{1,5})?", re.ASCII)


@frozen
class Guard:
    """
    Refuses what another site has made a browser ask for: the Host must be an
    address, ``localhost`` or one of ``names``, and an Origin must be ours.
    """

    names: Collection[str] = ()

    def refusal(self, request: Request) -> str | None:
        """Why this request is not answered, in a sentence; None: it is."""
        hosts = _all(request, b"host")
        found = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
        if found is None or not self._is_ours(found[1]):
            return "This host is none of boardhub's: see --web-names."
        for origin in _all(request, b"origin"):
            _scheme, _, host = origin.partition("://")
            if host.lower() != hosts[0].lower():
                return "Another site may not ask."
        return None

    def _is_ours(self, host: str) -> bool:
        name = host.lower().rstrip(".")
        return name == "localhost" or name in self.names or _is_address(host.strip("[]"))


def _all(request: Request, header: bytes) -> list[str]:
    """Its values, a character for each byte: these may be any, and need be no text."""
    return [each.decode("latin-1") for each in request.requestHeaders.getRawHeaders(header, [])]


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
