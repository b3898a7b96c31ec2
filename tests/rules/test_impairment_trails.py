"""Trails, crises, dives, height and drift."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules.rules import impairment

ALONG = [(1, 0), (-1, 0), (0, 1), (0, -1), (Fraction(3, 5), Fraction(4, 5))]


@given(st.lists(st.sampled_from(ALONG), max_size=12), st.randoms())
def test_drift_goes_by_no_order_and_is_never_farther_than_its_actions(actions, random):
    x, y = impairment.drift(actions)
    shuffled = list(actions)
    random.shuffle(shuffled)
    assert impairment.drift(shuffled) == (x, y)
    assert x * x + y * y <= len(actions) ** 2
    assert (x, y) == (sum(a for a, _ in actions), sum(b for _, b in actions))


@pytest.mark.parametrize(
    "actions",
    [
        None,
        3,
        "east",
        [1],
        [(1,)],
        [(1, 1)],
        [(2, 0)],
        [(0, 0)],
        [(0.5, 0.5)],
        [(True, 0)],
        [(1, 0), (0, 0, 1)],
        [(1, 0, 0, 0)],
        [(1, 0)] * 1001,
    ],
)
def test_actions_are_vectors_of_length_1(actions):
    with pytest.raises(
        ValueError, match="^actions is .+; allowed: a list of vectors of length 1, all"
    ):
        impairment.drift(actions)
