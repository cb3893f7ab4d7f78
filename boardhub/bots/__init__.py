"""Reference players, which know only what the wire tells them."""
