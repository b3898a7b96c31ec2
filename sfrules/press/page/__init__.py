"""One page worked out: its regions, its syntax tree, and the walk over it."""
