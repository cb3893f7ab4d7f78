"""What journals tell: which there are, an index of them, a match told again, and why it ended."""
