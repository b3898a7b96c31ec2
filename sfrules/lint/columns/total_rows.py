"""Rows that say Total: each of their numbers is the sum of those above it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from sfrules.lint.document import MarkdownTable
from sfrules.lint.quantities import (
    Quantities,
    Quantity,
    is_blank,
    present,
    quantities_in,
    written_like,
)

_TOTAL = re.compile(
    r"(?:grand |sub-?)?(?:totals?|sum)(?: (?:cost|price|weight|points|value|gp|slots))?",
    re.IGNORECASE,
)
_NAMED_TOTAL = re.compile(r"[^\W\d_]+ (?:totals?|sum)", re.IGNORECASE)
_TRAILING = " :.=*"
ADDENDS = 3  # that a sum needs if nothing else in its row supports it
GROUP = 12  # rows that a number above them may be the sum of
TOTALS = 12  # rows that say so in a table; if there are more, they are not sums
RIGHT_OF_SOMETHING = 2  # right sums that show a total of something to be a sum
# Columns that a total does not add up; rows that it leaves out, or that are part of another row.
_NOT_ADDED = re.compile(
    r"\b(?:per|each|unit|rate|max\w*|min\w*|average|mean|levels?|ranks?|ratio|ac|dc"
    r"|armou?r class|defen[cs]e|saves?|modifiers?|mod|bonus|roll|\d*d\d+|cumulative|running"
    r"|balance)\b|[/@]|d%",
    re.IGNORECASE,
)
_NOT_COUNTED = re.compile(
    r"\b(?:of which|includ\w+|optional\w*|or|base|less|minus|discount|refund|remaining|left"
    r"|starting|budget|carried|average|mean|maximum|limit|capacity|if|without|not|qty|quantity"
    r"|amount|number|count|pieces|multipl\w*|times)\b|[(#×]|\bx\d",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class WrongSum:
    """A cell that is not the sum it claims to be.

    `excess` is how much more the parts are; `adds_up_to` is their sum as the cell would write it.
    """

    row: int
    column: int
    excess: Fraction
    adds_up_to: str
    of: str  # "row" or "column"


def says_total(text: str) -> bool:
    """Whether a heading or a row's name announces a plain sum.

    >>> says_total("Total cost"), says_total("Total XP"), says_total("Hit Dice total")
    (True, False, False)
    """
    return _TOTAL.fullmatch(text.strip().strip(_TRAILING)) is not None


def says_whose_total(text: str) -> bool:
    """Whether a row's name announces a total of something, which may or may not be a sum.

    >>> says_whose_total("Year total"), says_whose_total("Total")
    (True, False)
    """
    return _NAMED_TOTAL.fullmatch(text.strip().strip(_TRAILING)) is not None


def added(parts: Iterable[Quantity]) -> Fraction:
    """The sum of printed numbers."""
    return sum((part.value for part in parts), Fraction(0))


def fits(total: Quantity, parts: Sequence[Quantity], value: Fraction | None = None) -> bool:
    """Whether a printed total is the sum of printed parts, each of which may be rounded.

    Whole numbers are exact; percentages and decimals may each be half a step off. `value` is what
    the parts should amount to, if not their sum.
    """
    exact = added(parts) if value is None else value
    places = max((number.decimals for number in (total, *parts)), default=0)
    if not places and total.unit != "%":
        return exact == total.value
    return abs(exact - total.value) <= Fraction(len(parts) + 1, 2 * 10**places)


@dataclass(frozen=True)
class Sum:
    """A number in a row that says Total, with the numbers above it."""

    column: int
    total: Quantity
    above: Quantities
    first: int  # the row after the total before
    totals: Sequence[int]  # the rows above that say Total

    @property
    def parts(self) -> list[Quantity]:
        """The numbers since the total before."""
        return present(self.above[self.first :])

    @property
    def adds_up(self) -> bool:
        """Whether it is the sum since the total before, of all rows, or of all totals."""
        items = present(n for at, n in enumerate(self.above) if at not in self.totals)
        before = present(self.above[at] for at in self.totals)
        ways = (self.parts, items, before, [*before[-1:], *self.parts])
        return any(fits(self.total, parts) for parts in ways)

    def counts(self, pieces: Quantities) -> bool:
        """Whether it is the sum of the numbers, each times its count of pieces."""
        pairs = zip(self.above[self.first :], pieces[self.first :], strict=True)
        products = [one.value * (count.value if count else 1) for one, count in pairs if one]
        return fits(self.total, self.parts, sum(products, Fraction(0)))

    @property
    def is_plain(self) -> bool:
        """Whether it adds up whole numbers, one in each row, and exceeds each, so is not a mean."""
        numbers = [*self.parts, self.total]
        whole = all(n.value.denominator == 1 and n.value >= 0 and not n.signed for n in numbers)
        full = ADDENDS <= len(self.parts) == len(self.above) - self.first
        return whole and full and self.total.value > max(part.value for part in self.parts)

    @property
    def has_headed_groups(self) -> bool:
        """Whether some number is the sum of those right below it, which would then count twice."""
        parts = [part.value for part in self.parts]
        heads = [part for at, part in enumerate(parts) if _heads(parts[at + 1 : at + GROUP], part)]
        return sum(parts) - sum(heads) == self.total.value


def _heads(after: Sequence[Fraction], value: Fraction) -> bool:
    so_far = list(accumulate(after))
    return value in so_far[1:]


def wrong_in_rows(table: MarkdownTable) -> Iterator[WrongSum]:
    """The wrong sums in rows that say Total, if that is certain."""
    names = [_name(row.texts) for row in table.rows]
    totals = [at for at, name in enumerate(names) if says_total(name) or says_whose_total(name)]
    for place, at in enumerate(totals if len(totals) <= TOTALS else ()):
        yield from _wrong_in(table, at, totals[:place])


def _name(texts: Sequence[str]) -> str:
    return next((text for text in texts if not is_blank(text)), "")


def _wrong_in(table: MarkdownTable, row: int, totals: Sequence[int]) -> Iterator[WrongSum]:
    """The wrong sums of a row, if most of the row adds up, or a lone sum can be nothing else."""
    sums = list(_sums(table, row, totals))
    wrong = [one for one in sums if not one.adds_up]
    others, right = len(sums) - 1, len(sums) - len(wrong)
    is_plain = says_total(_name(table.rows[row].texts))
    alone = bool(wrong) and _is_certain(table, wrong[0])
    is_supported = right * 2 > others if others else alone
    if not is_plain and right < RIGHT_OF_SOMETHING:
        return
    if not wrong or not is_supported or any(_counts_pieces(table, one) for one in wrong):
        return
    for one in wrong:
        value = added(one.parts)
        shown = written_like(value, [*one.parts, one.total])
        yield WrongSum(row, one.column, value - one.total.value, shown, "column")


def _sums(table: MarkdownTable, row: int, totals: Sequence[int]) -> Iterator[Sum]:
    """The sums of a row that says Total: its numbers with numbers of the same kind above."""
    first = totals[-1] + 1 if totals else 0
    for column in range(1, len(table.headings)):
        numbers = _numbers(table, column, row + 1)
        if numbers and not _NOT_ADDED.search(table.headings[column].text):
            *above, total = numbers
            if total and len(present(above[first:])) > 1:
                yield Sum(column, total, above, first, totals)


def _numbers(table: MarkdownTable, column: int, rows: int) -> list[Quantity | None]:
    return quantities_in(row.texts[column] for row in table.rows[:rows]) or []


def _counts_pieces(table: MarkdownTable, one: Sum) -> bool:
    columns = range(len(table.headings))
    numbers = (_numbers(table, column, len(one.above)) for column in columns)
    return any(pieces and one.counts(pieces) for pieces in numbers)


def _is_certain(table: MarkdownTable, one: Sum) -> bool:
    """Whether a lone column can only be a sum: no hint of pieces, choices or groups."""
    names = [_name(row.texts) for row in table.rows[one.first : len(one.above)]]
    texts = [*names, *(heading.text for heading in table.headings)]
    hinted = any(_NOT_COUNTED.search(text) for text in texts)
    return one.is_plain and not hinted and not one.has_headed_groups
