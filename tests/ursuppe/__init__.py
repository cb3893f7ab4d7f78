"""The rules of the amoeba game, held against its documents."""
