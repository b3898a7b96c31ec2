"""Reading Markdown in its common dialects: blocks, what is in their lines, and HTML among them."""
