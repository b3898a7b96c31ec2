"""The rules of a book, checked whole: what they cannot do, and what they do against expectation."""
