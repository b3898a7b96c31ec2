"""What differs between two editions of a book."""
