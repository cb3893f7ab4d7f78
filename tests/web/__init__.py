"""The page and what serves it."""
