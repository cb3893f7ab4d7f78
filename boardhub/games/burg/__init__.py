"""The castle and knight game: its rules, pure. `boardhub.protocols.burg` is how it is spoken."""
