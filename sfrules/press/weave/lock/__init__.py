"""What the book prints, kept in files, and compared between editions."""
