"""Columns of numbers: whether they rise or fall, how they progress, and what they add up to."""
