"""Read a page: what of it is template, and its tokens, each at its place."""
