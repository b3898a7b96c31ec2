"""Exact distributions."""

import statistics
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from sfrules.rules.distribution import Distribution

counts = st.dictionaries(st.integers(-50, 50), st.integers(1, 20), min_size=1, max_size=12)


@given(counts)
def test_mean_and_variance_are_those_of_the_outcomes_written_out(given_counts):
    every = [Fraction(outcome) for outcome, n in given_counts.items() for _ in range(n)]
    distribution = Distribution.of(given_counts)
    assert distribution.mean == statistics.mean(every)
    assert distribution.variance == statistics.pvariance(every)
    assert (distribution.minimum, distribution.maximum) == (min(every), max(every))


@given(counts)
def test_chances_add_up_to_one(given_counts):
    distribution = Distribution.of(given_counts)
    assert sum(chance for _, chance in distribution) == 1
    assert [outcome for outcome, _ in distribution] == list(distribution.outcomes)


@given(counts, st.integers(-60, 60))
def test_at_least_counts_its_own_threshold(given_counts, n):
    distribution = Distribution.of(given_counts)
    expected = sum((chance for outcome, chance in distribution if outcome >= n), Fraction(0))
    assert distribution.at_least(n) == expected
    assert distribution.chance(n) == distribution.at_least(n) - distribution.at_least(n + 1)


@given(counts)
def test_the_deviation_is_the_nearest_of_twelve_places(given_counts):
    distribution = Distribution.of(given_counts)
    found, half = Fraction(distribution.deviation), Fraction(1, 2 * 10**12)
    assert max(found - half, Fraction(0)) ** 2 <= distribution.variance <= (found + half) ** 2
