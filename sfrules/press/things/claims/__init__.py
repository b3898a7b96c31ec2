"""Claims: numbers that authors type, held against the rules."""
