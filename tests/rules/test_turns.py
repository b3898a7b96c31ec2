"""Turns, actions, and going down, with figures from the later edition."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sfrules.rules import core


def test_two_saves_stop_bleeding():
    faces = list(product(range(1, 21), repeat=2))
    both = sum(one >= 11 and other >= 11 for one, other in faces)
    assert core.stabilize_chance() == Fraction(both, len(faces)) == Fraction(1, 4)
    assert core.stabilize_chance(5) == Fraction(9, 16)


def test_bleeding_lasts_four_turns_and_costs_two_surges_on_average():
    turns = [Fraction(3, 4) ** n * Fraction(1, 4) for n in range(400)]
    assert float(sum(n * chance for n, chance in enumerate(turns, 1))) == pytest.approx(4)
    assert core.expected_turns_bleeding() == 4
    assert core.expected_surges_bled() == 2


@given(st.integers(1, 60), st.integers(0, 50), st.integers(0, 60))
def test_whoever_stands_gains_what_the_healing_gives(current, healing, value):
    assert core.healed_hit_points(current, healing, value) == current + healing


@given(st.integers(-50, 0), st.integers(-50, 50), st.integers(0, 60))
def test_whoever_is_not_brought_up_to_one_stays_down(current, reached, value):
    assume(reached >= current)
    healed = core.healed_hit_points(current, reached - current, value)
    assert healed == (max(reached, value) if reached >= 1 else reached)


@pytest.mark.parametrize("modifier", range(-9, 16))
def test_bleeding_lasts_a_turn_at_least_and_costs_fewer_surges_than_turns(modifier):
    turns, surges = core.expected_turns_bleeding(modifier), core.expected_surges_bled(modifier)
    assert 0 <= surges < turns >= 1
    assert turns * core.stabilize_chance(modifier) == 1
