"""Storing rate for spaces, against one who stores turn by turn."""

from hypothesis import given
from hypothesis import strategies as st

from sfrules.rules import impairment

LADDER = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def by_storing(spaces, rate, cost, keep):
    """Store turn by turn, and move as soon as a space is paid for."""
    stored = turns = 0
    while spaces > 0:
        turns, stored, moved = turns + 1, stored + rate, False
        while stored >= cost and spaces > 0:
            stored, spaces, moved = stored - cost, spaces - 1, True
        if moved and not keep:
            stored = 0
    return turns


@given(st.integers(0, 8), st.integers(1, 25), st.integers(0, 8), st.booleans())
def test_turns_are_those_of_storing_by_hand(spaces, rate, impairments, keep):
    found = impairment.turns_to_move(spaces, rate, impairments, keep_rest=keep)
    assert found == by_storing(spaces, rate, LADDER[impairments], keep)
