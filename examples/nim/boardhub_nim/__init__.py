"""Nim, a game for boardhub in a package of its own."""
