"""One daemon that hosts board games for programs and people."""
