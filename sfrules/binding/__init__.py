"""A book as its author writes it, and what the press makes of that."""
