"""Columns of numbers: which way they go, how they go on, and what they add up to."""
