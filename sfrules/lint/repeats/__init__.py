"""Tables that a book has twice: with cells that contradict each other, or all the same."""
