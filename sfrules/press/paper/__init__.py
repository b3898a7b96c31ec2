"""The finished pages of a site as one book, a PDF."""
