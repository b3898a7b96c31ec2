"""Tables of facts, read and checked, and what rules accept: the same for every game."""
