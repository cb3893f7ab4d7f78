"""The worms: their rules, pure. `boardhub.protocols.wuermer` is how they are spoken."""
