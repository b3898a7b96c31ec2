"""The audit: for every number in a page's prose, what vouches for it."""
