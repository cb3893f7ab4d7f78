"""The page: what spectators may see of every match, live, in a browser."""
