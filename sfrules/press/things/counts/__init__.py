"""How many numbers of each kind the book has."""
