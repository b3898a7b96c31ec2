"""Jumps, drops, falls and tight places."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules import authored
from sfrules.rules import yards

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)

size = st.one_of(st.just(HALF), st.integers(1, 30))


@given(size, st.booleans())
def test_a_roll_doubles_a_jump_and_a_leap(size, running):
    assert yards.jump_up(size, running, doubled=True) == 2 * yards.jump_up(size, running)
    assert yards.leap(size, running, doubled=True) == 2 * yards.leap(size, running)


@pytest.mark.parametrize("wrong", [0, -1, QUARTER, 1.5, 2.5, "2", None, True])
@pytest.mark.parametrize("name", ["jump_up", "safe_drop", "leap", "squeeze_space"])
def test_a_size_is_a_half_or_whole(name, wrong):
    allowed = "; allowed: 1/2, or a whole number from 1 up$"
    with pytest.raises(ValueError, match=f"^size is .+{allowed}"):
        getattr(yards, name)(wrong)


@given(st.fractions(0, 100_000))
def test_a_fall_takes_as_many_rounds_as_falling_them_one_by_one(distance):
    fallen = rounds = 0
    while fallen < distance:
        fallen += 50 + 100 * rounds
        rounds += 1
    assert yards.rounds_to_fall(distance) == rounds


@pytest.mark.parametrize("n", [0, -1, 1.5])
def test_rounds_of_a_fall_are_counted_from_1(n):
    for name in ("fall_in_round", "fall_after"):
        with pytest.raises(ValueError, match=f"^n is {n}; allowed: a whole number from 1 up$"):
            getattr(yards, name)(n)


def test_only_one_knocked_prone_may_stop_the_fall():
    (recovers,) = [row for row in authored.rows("yards-flight") if row.recovery]
    assert recovers.id == "prone"
    assert all(other in recovers.recovery for other in ("held", "stunned", "unconscious"))
