"""Exact numbers, as the rules of this game take them."""

from sfrules.facts.exact import Exact, exact, round_down, round_half_up

__all__ = ["Exact", "exact", "round_down", "round_half_up"]
