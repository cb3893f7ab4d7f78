"""A daemon where programs, and people, meet over board games."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("boardhub")
except PackageNotFoundError:  # run from a checkout that is not installed
    __version__ = "0.0.0"
