"""The finished pages of a site as one book: a PDF for paper, and an EPUB for readers of books."""
