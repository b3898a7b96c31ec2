"""Exact distributions."""

import itertools
import statistics
from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
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


def test_two_six_sided_dice():
    rolls = Counter(a + b for a, b in itertools.product(range(1, 7), repeat=2))
    two = Distribution.of(rolls)
    assert (two.mean, two.variance) == (7, Fraction(35, 6))
    assert two.at_least(1) == 1
    assert two.at_least(2) == 1
    assert two.at_least(3) == Fraction(35, 36)
    assert two.at_least(12) == Fraction(1, 36)
    assert two.at_least(13) == 0
    # The root of 35/6 is 2.4152294576982398…
    assert two.deviation == Decimal("2.415229457698")


@pytest.mark.parametrize(
    ("given_counts", "deviation"),
    [
        ({5: 1}, "0"),
        ({0: 1, 2: 1}, "1"),
        ({0: 1, 1: 1}, "0.5"),
        ({0: 1, 1: 2, 2: 1}, "0.707106781187"),  # 0.70710678118654…: rounded up
        ({0: 1, 1: 1, 2: 1}, "0.816496580928"),  # 0.81649658092772…: rounded up
        ({0: 1, 10**6: 1}, "500000"),
    ],
)
def test_the_deviation_is_rounded_correctly(given_counts, deviation):
    assert Distribution.of(given_counts).deviation == Decimal(deviation)


@given(counts)
def test_the_deviation_is_the_nearest_of_twelve_places(given_counts):
    distribution = Distribution.of(given_counts)
    found, half = Fraction(distribution.deviation), Fraction(1, 2 * 10**12)
    assert max(found - half, Fraction(0)) ** 2 <= distribution.variance <= (found + half) ** 2


def test_the_deviation_does_not_depend_on_the_precision_of_the_caller():
    distribution = Distribution.of({0: 1, 1: 2, 2: 1})
    with localcontext(prec=3):
        assert str(distribution.deviation) == "0.707106781187"


@pytest.mark.parametrize("wrong", [(), ((2, 1), (1, 1)), ((1, 1), (1, 1)), ((1, 0),), ((1, -1),)])
def test_counts_that_make_no_distribution_are_refused(wrong):
    with pytest.raises(ValueError, match="^a distribution "):
        Distribution(wrong)
