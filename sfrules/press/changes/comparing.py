"""What differs between two locks: the files of `tables/printed/` of two editions."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from sfrules.press.changes.difference import CellChange, Difference, TableChange, TableSize
from sfrules.press.changes.pairing import compare_numbers, read_numbers
from sfrules.press.changes.sheets import NoSheet, Sheet, paired_rows, read_sheet, told_apart

VALUES = "values.csv"


def difference(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> Difference:
    """All that differs, tables by id, numbers by page and heading.

    Raises:
        NoSheet: for a file that is no lock's.
    """
    old, new = _sheets(before), _sheets(after)
    numbers = compare_numbers(
        read_numbers(old.pop(VALUES, Sheet((), (), ()))),
        read_numbers(new.pop(VALUES, Sheet((), (), ()))),
    )
    both = sorted(old.keys() & new.keys())
    compared = (compare_tables(_id(name), old[name], new[name]) for name in both)
    return Difference(
        tables=tuple(table for table in compared if table),
        tables_added=tuple(_size(name, new[name]) for name in sorted(new.keys() - old.keys())),
        tables_removed=tuple(_size(name, old[name]) for name in sorted(old.keys() - new.keys())),
        numbers=numbers.changed,
        numbers_added=numbers.added,
        numbers_removed=numbers.removed,
        reworded=numbers.reworded,
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
    kept = sorted((new, old) for old, new in pairs if old is not None and new is not None)
    was, now = told_apart(before.headings[1:]), told_apart(after.headings[1:])
    common = [heading for heading in now if heading in set(was)]
    places = [(heading, was.index(heading) + 1, now.index(heading) + 1) for heading in common]
    stubs = told_apart(row[0] for row in after.rows)
    gone = told_apart(row[0] for row in before.rows)
    return TableChange(
        id=id,
        size=len(kept) * len(common),
        cells=tuple(
            CellChange(stubs[new], heading, before.rows[old][left], after.rows[new][right])
            for new, old in kept
            for heading, left, right in places
            if before.rows[old][left] != after.rows[new][right]
        ),
        rows_added=tuple(stubs[at] for at in _left(pairs, 1)),
        rows_removed=tuple(gone[at] for at in _left(pairs, 0)),
        columns_added=_without(after, was, before),
        columns_removed=_without(before, now, after),
        reordered=not (
            _rising([old for _, old in kept]) and _rising([left for _, left, _ in places])
        ),
    )


def _left(pairs: list[tuple[int | None, int | None]], side: int) -> list[int]:
    """The places of the rows of one side that the other has not."""
    found = (pair[side] for pair in pairs if pair[1 - side] is None)
    return sorted(at for at in found if at is not None)


def _without(sheet: Sheet, known: list[str], other: Sheet) -> tuple[str, ...]:
    """The columns that the other printing has not, the stub's among them if it has a new name."""
    stub = [each for each in sheet.headings[:1] if each not in other.headings[:1]]
    return (*stub, *(each for each in told_apart(sheet.headings[1:]) if each not in set(known)))


def _rising(places: list[int]) -> bool:
    return all(one < other for one, other in pairwise(places))
