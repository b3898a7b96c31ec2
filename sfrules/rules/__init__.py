"""The games: pure functions on exact numbers, with no input and no output."""
