"""Charts: plots of tables."""
