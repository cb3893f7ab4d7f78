"""The amoeba game (Ursuppe): rules only."""
