"""Games of local programs against each other, without a daemon."""
