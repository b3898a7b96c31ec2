"""An exact distribution: whole outcomes, each with the whole number of ways to reach it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import cached_property

DEVIATION_PLACES = 12


@dataclass(frozen=True)
class Distribution:
    """Whole outcomes in rising order, each with the number of equally likely ways to it.

    >>> two_coins = Distribution(((0, 1), (1, 2), (2, 1)))
    >>> two_coins.mean, two_coins.at_least(1)
    (Fraction(1, 1), Fraction(3, 4))
    """

    counts: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        """Refuse counts that make no distribution.

        Raises:
            ValueError: for no outcome, outcomes out of order, or a count below 1.
        """
        outcomes = self.outcomes
        if not outcomes or list(outcomes) != sorted(set(outcomes)):
            raise ValueError("a distribution needs outcomes, each once, in rising order")
        if any(count < 1 for _, count in self.counts):
            raise ValueError("a distribution counts each outcome at least once")

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> Distribution:
        """Build a distribution from a mapping of outcomes to counts."""
        return cls(tuple(sorted(counts.items())))

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        """Go through the outcomes, each with its chance."""
        return ((outcome, Fraction(count, self.total)) for outcome, count in self.counts)

    @property
    def outcomes(self) -> tuple[int, ...]:
        """Every outcome that can come up, in rising order."""
        return tuple(outcome for outcome, _ in self.counts)

    @cached_property
    def total(self) -> int:
        """The number of equally likely ways in all."""
        return sum(count for _, count in self.counts)

    @property
    def minimum(self) -> int:
        """The lowest outcome."""
        return self.counts[0][0]

    @property
    def maximum(self) -> int:
        """The highest outcome."""
        return self.counts[-1][0]

    @cached_property
    def mean(self) -> Fraction:
        """The average outcome."""
        return Fraction(sum(outcome * count for outcome, count in self.counts), self.total)

    @cached_property
    def variance(self) -> Fraction:
        """The average squared distance from the mean."""
        squares = sum(outcome * outcome * count for outcome, count in self.counts)
        return Fraction(squares, self.total) - self.mean**2

    @property
    def deviation(self) -> Decimal:
        """The standard deviation, the root of the variance: to 12 places, correctly rounded.

        A root is seldom a fraction, so this alone is not exact. It is found with whole numbers.
        """
        scaled = 4 * self.variance * 100**DEVIATION_PLACES
        doubled = math.isqrt(math.floor(scaled))
        digits = Decimal((doubled + 1) // 2)
        # Wide enough for every digit: in the caller's own context it could be rounded once more.
        wide = Context(prec=len(str(doubled)) + 1)
        return digits.scaleb(-DEVIATION_PLACES, wide).normalize(wide)

    def at_least(self, n: int) -> Fraction:
        """Return the chance of n or more."""
        return Fraction(sum(count for outcome, count in self.counts if outcome >= n), self.total)

    def chance(self, n: int) -> Fraction:
        """Return the chance of n exactly."""
        return Fraction(dict(self.counts).get(n, 0), self.total)
