"""Kinds of things that this game alone has: each with its form, its script and its style sheet."""
