"""Where a page's expressions run: the book's names, exact arithmetic, bounds, and no more."""
