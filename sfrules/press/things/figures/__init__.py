"""Figures: drawings on a grid of squares, and trees."""
