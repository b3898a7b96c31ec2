"""Formulas and worked examples, read from the code of rules."""
