"""A rulebook whose every number is computed from its rules, or checked against them."""

__version__ = "0.1.0"
