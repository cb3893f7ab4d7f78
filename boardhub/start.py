"""
Where the command ``boardhub`` starts, before it is loaded: that takes a
moment, in which Ctrl-C just ends it. Then `boardhub.cli` sees to that.
"""

from __future__ import annotations

import signal


def main() -> int:
    """Load the command and run it. Returns the exit code."""
    interrupt = signal.getsignal(signal.SIGINT)
    # Who has us ignore it, as a shell does in the background, means it.
    if interrupt is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from boardhub import cli

    signal.signal(signal.SIGINT, interrupt)
    return cli.main()
