"""The rules, held to figures that somebody has worked out by hand."""

from fractions import Fraction

import pytest
from game import chance, fare, trips


@pytest.mark.parametrize(("passengers", "coracle", "barge"), [(1, 1, 1), (12, 6, 1), (13, 7, 2)])
def test_the_last_trip_may_be_half_empty(passengers, coracle, barge):
    assert (trips(passengers, "coracle"), trips(passengers, "barge")) == (coracle, barge)


def test_a_fare_is_tolls_and_trips():
    assert fare(13, "barge") == 43


@pytest.mark.parametrize(("skill", "share"), [(0, Fraction(1, 4)), (10, Fraction(3, 4))])
def test_rapids_leave_few_faces_of_the_die(skill, share):
    assert chance(skill, "rapids") == share


def test_nobody_takes_a_boat_that_there_is_not():
    with pytest.raises(ValueError, match='boat is "raft"; allowed: "coracle" or "barge"'):
        trips(3, "raft")
