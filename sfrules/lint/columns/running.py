"""Running totals: each is the one above it and a part of its row, or of the row above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sfrules.lint.columns.sums import WrongSum
from sfrules.lint.numerals import Numbers, present, written_like

GOING_ON = 5  # rows that do, before two that do not are one wrong total


def goes_on(totals: Numbers, parts: Numbers) -> bool:
    """Whether most totals are the one above and a part."""
    return any(len(gaps) - _broken(gaps) > _broken(gaps) for gaps in _ways(totals, parts))


def wrong_in_running(
    column: int, totals: Numbers, columns: Sequence[Numbers]
) -> Iterator[WrongSum]:
    """The one total that the running total steps over: too much before it is too little after."""
    ways = [gaps for parts in columns for gaps in _ways(totals, parts)]
    if not all(map(_broken, ways)):
        return
    for gaps in ways:
        if row := _stepped_over(gaps):
            known = present(totals)
            shown = written_like(known[row].value - gaps[row - 1], known)
            yield WrongSum(row, column, -gaps[row - 1], shown, "row and the total above")
            return


def _ways(totals: Numbers, parts: Numbers) -> Iterator[list[Fraction]]:
    """By how much each step of a running total misses its row's part, or that of the row above."""
    known, pieces = present(totals), present(parts)
    if len(known) == len(totals) and len(pieces) == len(parts):
        for late in (0, 1):
            yield [
                known[row].value - known[row - 1].value - pieces[row - late].value
                for row in range(1, len(known))
            ]


def _broken(gaps: Sequence[Fraction]) -> int:
    return sum(map(bool, gaps))


def _stepped_over(gaps: Sequence[Fraction]) -> int:
    """The row of the one wrong total; 0 if there is none, or more is wrong."""
    broken = [at for at, gap in enumerate(gaps) if gap]
    match broken:
        case [before, after] if after == before + 1 and not gaps[before] + gaps[after]:
            return after if len(gaps) - len(broken) >= GOING_ON else 0
    return 0
