"""The ways in which a column of numbers goes on evenly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sfrules.lint.numerals import in_figures

Values = Sequence[Fraction]
Wanted = Callable[[int], Fraction]

ROWS_OF_A_LAW = 3  # as many as any of the laws needs to be known


@dataclass(frozen=True)
class Law:
    """A way in which a column goes on.

    `from_row` reads it off three rows from one on, and gives what it wants at any row; None where
    those three do not go on so. `says` puts it in words.
    """

    from_row: Callable[[Values, int], Wanted | None]
    says: Callable[[Wanted], str]

    def holds(self, values: Values) -> bool:
        """Whether all rows go on so."""
        return self.from_row(values, 0) is not None and not self.departures(values, 0)

    def departures(self, values: Values, start: int) -> list[tuple[int, Fraction]]:
        """The rows that depart from the law of three rows, with what it wants; two at the most.

        No more, so that a ratio is never raised far beyond the numbers that the column holds.
        """
        wanted = self.from_row(values, start)
        departed: list[tuple[int, Fraction]] = []
        for row, value in enumerate(values if wanted else ()):
            if wanted and wanted(row) != value:
                departed.append((row, wanted(row)))
            if len(departed) > 1:
                break
        return departed


def _line(values: Values, start: int) -> Wanted | None:
    first, second, third = values[start : start + ROWS_OF_A_LAW]
    step = second - first
    if not step or third - second != step:
        return None
    return lambda row: first + step * (row - start)


def _ratio(values: Values, start: int) -> Wanted | None:
    first, second, third = values[start : start + ROWS_OF_A_LAW]
    if min(first, second, third) <= 0 or first == second or second**2 != first * third:
        return None
    ratio = second / first
    return lambda row: first * ratio ** (row - start)


def _curve(values: Values, start: int) -> Wanted | None:
    first, second, third = values[start : start + ROWS_OF_A_LAW]
    step, bend = second - first, third - 2 * second + first
    if not bend:
        return None
    return lambda row: first + step * (row - start) + bend * (row - start) * (row - start - 1) / 2


def _says_line(wanted: Wanted) -> str:
    step = wanted(1) - wanted(0)
    return f"each number is {_more_or_less(step)} than the one before"


def _says_ratio(wanted: Wanted) -> str:
    ratio = wanted(1) / wanted(0)
    if ratio < 1:
        return f"each number is the one before divided by {in_figures(1 / ratio)}"
    return f"each number is {in_figures(ratio)} times the one before"


def _says_curve(wanted: Wanted) -> str:
    bend = wanted(2) - 2 * wanted(1) + wanted(0)
    return f"each step is {_more_or_less(bend)} than the step before"


def _more_or_less(change: Fraction) -> str:
    return f"{in_figures(abs(change))} {'more' if change > 0 else 'less'}"


LINE = Law(_line, _says_line)
RATIO = Law(_ratio, _says_ratio)
CURVE = Law(_curve, _says_curve)
LAWS = (LINE, RATIO, CURVE)
