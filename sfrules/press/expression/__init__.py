"""Expressions: one tree, read from pages and from rules, and worked out by one walk."""
