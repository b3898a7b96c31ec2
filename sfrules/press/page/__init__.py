"""One page: its regions, the Jinja sandbox that runs it, and the Markdown that comes of it."""
