"""Pages as a book: checked, numbered, linked and finished."""
