"""A daemon where programs, and people, meet over board games."""


def __getattr__(name: str) -> str:
    """
    ``__version__``, found out only when it is asked for: that takes longer
    than all that must be there before Ctrl-C is seen to (`boardhub.start`).
    """
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("boardhub")
    except PackageNotFoundError:  # run from a checkout that is not installed
        return "0.0.0"
