"""Tables that are written again elsewhere, cell for cell."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from sfrules.ground.problems import Problem
from sfrules.lint.document import Document
from sfrules.lint.finding import problem_in
from sfrules.lint.repeats.table_contents import Content, PlacedTable, contents

OFTEN = 4  # copies of a table; one that comes more often is a form
REPRINTED = 3  # tables copied from elsewhere, and half of all, that make a file a reprint


def copies(documents: Sequence[Document]) -> Iterator[Problem]:
    """Tables that are found elsewhere already, cell for cell."""
    repeated = [same for same in written_again(contents(documents)) if len(same) <= OFTEN]
    reprints = _reprints(documents, repeated)
    for first, *others in repeated:
        for other in others:
            if _is_one_too_many(first, other, reprints):
                yield _problem(first, other)


def written_again(tables: Sequence[Content]) -> list[list[Content]]:
    """Groups of two or more tables that say the same."""
    alike: dict[object, list[Content]] = defaultdict(list)
    for table in tables:
        alike[table.identity].append(table)
    return [same for same in alike.values() if len(same) > 1]


def _reprints(documents: Sequence[Document], repeated: Sequence[Sequence[Content]]) -> set[str]:
    """The files that reprint other files: a whole book in one file, or an older edition."""
    again: Counter[str] = Counter()
    for same in repeated:
        files = {table.placed.file for table in same}
        again.update(files if len(files) > 1 else ())
    tables = {document.source.path: len(document.tables) for document in documents}
    return {
        file for file, count in again.items() if count >= REPRINTED and count * 2 >= tables[file]
    }


def _is_mirrored(one: PlacedTable, other: PlacedTable) -> bool:
    """Whether two files have the same name, in two folders, and the same headings."""
    if PurePath(one.file).name != PurePath(other.file).name:
        return False
    headings = ([h.text for h in placed.document.headings] for placed in (one, other))
    return next(headings) == next(headings)


def _is_one_too_many(first: Content, other: Content, reprints: set[str]) -> bool:
    one, two = first.placed, other.placed
    if one.is_repeated_on_purpose or two.is_repeated_on_purpose:
        return False
    if one.file != two.file and (reprints & {one.file, two.file} or _is_mirrored(one, two)):
        return False
    return first.names_things or first.is_wordy or one.address(two) == two.address(one)


def _problem(first: Content, other: Content) -> Problem:
    table = other.placed.table
    place = first.placed.at(first.placed.table.headings[0])
    return problem_in(
        other.placed.document.source,
        table.headings[0],
        f"this table is written again: it stands at {place} already, with the same cells",
        "link to that one, so that a change has one place",
    )
