"""One page, evaluated: its regions, its syntax tree, and the walk over it."""
