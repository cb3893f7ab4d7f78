"""The subcommands of ``boardhub``, each in a module of its own."""
