"""What the book prints, kept in files beside it."""
