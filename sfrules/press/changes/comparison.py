"""Two locks compared: the files of `tables/printed/` of two editions.

A number has no name. It is known by its page, its heading, its kind and its expression, and by its
index among those that are alike. A number that finds no partner in this way is looked for in wider
and wider circles: the same expression with another result typed in it, a heading with another id,
the same words on another page, other words for the same number. If both then print the same, only
words have changed, and that is counted and not listed. The rest has been added or removed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import attrgetter

from sfrules.press.changes.difference import (
    CellChange,
    Difference,
    LockedNumber,
    NumberChange,
    TableChange,
    TableSize,
)
from sfrules.press.changes.sheets import (
    NoSheet,
    Sheet,
    numbered,
    paired,
    paired_rows,
    read_sheet,
    with_counts,
)

VALUES = "values.csv"
COLUMNS = ("page", "anchor", "kind", "expression", "printed")
# What the author typed, and changes with the rule: the first argument of a claim, and result=.
_TYPED = re.compile(
    r"""(?:^printed\(\s*(?:printed\s*=\s*)?|\bresult\s*=\s*)
    (?:"[^"]*"|'[^']*'|\[[^\]]*\]|\([^)]*\)|[^,)]*)""",
    re.VERBOSE,
)


def difference(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> Difference:
    """All that differs between two locks; raises NoSheet for a file that belongs to none."""
    old, new = _sheets(before), _sheets(after)
    numbers = [read_numbers(sheets.pop(VALUES, Sheet((), (), ()))) for sheets in (old, new)]
    both = sorted(old.keys() & new.keys())
    compared = (compare_tables(_id(name), old[name], new[name]) for name in both)
    return replace(
        compare_numbers(*numbers),
        tables=tuple(table for table in compared if table),
        tables_added=tuple(_size(name, new[name]) for name in sorted(new.keys() - old.keys())),
        tables_removed=tuple(_size(name, old[name]) for name in sorted(old.keys() - new.keys())),
    )


def _sheets(files: Mapping[str, bytes]) -> dict[str, Sheet]:
    sheets = {}
    for name, content in files.items():
        try:
            sheets[name] = read_sheet(content.decode("utf-8", "replace"))
        except NoSheet as error:
            raise NoSheet(f"{name} cannot be read: {error}") from error
    return sheets


def _id(name: str) -> str:
    return name.removesuffix(".csv")


def _size(name: str, sheet: Sheet) -> TableSize:
    return TableSize(_id(name), len(sheet.rows), len(sheet.headings))


def compare_tables(id: str, before: Sheet, after: Sheet) -> TableChange:
    """What differs between two printings of a table: rows by their stub, columns by heading."""
    pairs = paired_rows(before.rows, after.rows)
    kept = sorted((new, old) for old, new in pairs.both)
    was, now = with_counts(before.headings[1:]), with_counts(after.headings[1:])
    places = [(name, was.index(name) + 1, now.index(name) + 1) for name in now if name in was]
    stubs = with_counts(row[0] for row in after.rows)
    gone = with_counts(row[0] for row in before.rows)
    return TableChange(
        id=id,
        size=len(kept) * len(places),
        cells=tuple(
            CellChange(stubs[new], heading, before.rows[old][left], after.rows[new][right])
            for new, old in kept
            for heading, left, right in places
            if before.rows[old][left] != after.rows[new][right]
        ),
        rows_added=tuple(stubs[at] for at in sorted(pairs.new)),
        rows_removed=tuple(gone[at] for at in sorted(pairs.gone)),
        columns_added=_without(after, was, before),
        columns_removed=_without(before, now, after),
        reordered=not (
            _rising([old for _, old in kept]) and _rising([left for _, left, _ in places])
        ),
    )


def _without(sheet: Sheet, known: list[str], other: Sheet) -> tuple[str, ...]:
    """The columns that the other printing lacks; the stub counts as one if it has a new name."""
    stub = [each for each in sheet.headings[:1] if each not in other.headings[:1]]
    return (*stub, *(each for each in with_counts(sheet.headings[1:]) if each not in known))


def _rising(places: list[int]) -> bool:
    return all(one < other for one, other in pairwise(places))


def rule_of(number: LockedNumber) -> str:
    """The expression without what its author typed of its result."""
    return _TYPED.sub("…", number.expression)


BY: tuple[Callable[[LockedNumber], Hashable], ...] = (
    lambda n: n.name,
    lambda n: (n.page, n.anchor, n.kind, rule_of(n)),
    lambda n: (n.page, n.kind, rule_of(n)),
    lambda n: (n.kind, rule_of(n), n.printed),
    lambda n: (n.page, n.anchor, n.kind, n.printed),
)


def read_numbers(sheet: Sheet) -> list[LockedNumber]:
    """The lines of `values.csv`; raises NoSheet where it has other columns."""
    if sheet.headings and sheet.headings != COLUMNS:
        has, wanted = ", ".join(sheet.headings), ", ".join(COLUMNS)
        raise NoSheet(f"values.csv has the columns {has}; a lock's are {wanted}")
    rows = [row[: len(COLUMNS)] for row in sheet.rows]
    found = zip(rows, numbered(row[:-1] for row in rows), strict=True)
    return [
        LockedNumber(page, anchor, kind, expression, printed, index)
        for (page, anchor, kind, expression, printed), (_, index) in found
    ]


def compare_numbers(before: Sequence[LockedNumber], after: Sequence[LockedNumber]) -> Difference:
    """Each number of the one beside its own in the other, in the order of their pages."""
    was = {number: at for at, number in enumerate(before)}
    now = {number: at for at, number in enumerate(after)}
    old, new, met = list(before), list(after), list[tuple[LockedNumber, LockedNumber]]()
    for known in BY:
        pairs = paired(old, new, known, attrgetter("printed"))
        met += pairs.both
        old, new = sorted(pairs.gone, key=was.__getitem__), sorted(pairs.new, key=now.__getitem__)
    met.sort(key=lambda pair: now[pair[1]])
    return Difference(
        numbers=tuple(NumberChange(*pair) for pair in met if pair[0].printed != pair[1].printed),
        numbers_added=tuple(NumberChange(None, other) for other in new),
        numbers_removed=tuple(NumberChange(one, None) for one in old),
        reworded=sum(one.printed == other.printed and one.name != other.name for one, other in met),
    )
