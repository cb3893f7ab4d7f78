"""The toxic arena: its rules, pure. `boardhub.protocols.toxic` is how it is spoken."""
