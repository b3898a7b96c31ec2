"""The ladder, what a space costs on it, and storing rate for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules.rules import impairment

# By hand, from the source's 1, 2, 5, 10, 20, 50, 100, 200, 500 and on by the same steps.
LADDER = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000]


@pytest.mark.parametrize(("n", "value"), list(enumerate(LADDER)))
def test_the_ladder_goes_1_2_5_and_again_times_ten(n, value):
    assert impairment.ladder(n) == value
    assert impairment.place_on_ladder(value) == n
    assert impairment.move_cost(n) == value


def test_the_ladder_goes_on_far_beyond_any_game():
    assert impairment.ladder(300) == 10**100
    assert impairment.ladder(301) == 2 * 10**100
    assert impairment.ladder(3000) == 10**1000


@given(st.integers(0, 2000))
def test_each_step_is_higher_and_three_are_ten_times_as_much(n):
    assert impairment.ladder(n) < impairment.ladder(n + 1)
    assert impairment.ladder(n + 3) == 10 * impairment.ladder(n)


@pytest.mark.parametrize("value", [0, -1, 3, 4, 6, 9, 11, 15, 25, 40, 99, 101, 499, 501, 10**501])
def test_a_number_off_the_ladder_is_refused(value):
    message = "; allowed: a number of the ladder 1, 2, 5, 10, 20, 50 and so on$"
    for rule in (impairment.step_up, impairment.place_on_ladder, impairment.sprint_speed):
        with pytest.raises(ValueError, match=message):
            rule(value)


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
