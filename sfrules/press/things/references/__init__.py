"""References to numbered things by their number."""
