"""One daemon that hosts board games for programs and people."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("boardhub")
except PackageNotFoundError:  # run from a checkout that is not installed
    __version__ = "0.0.0"
