"""Claims: numbers that authors type, compared with what the rules answer."""
