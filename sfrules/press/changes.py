"""Which printed numbers differ between two editions of a book, by their locks, as Markdown.

A number has no name. It is known by its page, its heading, its kind and its expression; a cell of a
table, by the table, its row and its column; and what is alike in all of that, by its turn. What has
no partner in the other edition has been added or removed.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from sfrules.ground.git import Unreachable, commit_of, git, top_of
from sfrules.ground.problems import Mistake
from sfrules.ground.terminal import masked

VALUES = "values.csv"
COLUMNS = ("page", "anchor", "kind", "expression", "printed")
MOST = 50  # lines below one heading; more are counted
MOST_IN_ALL = 500  # lines beyond which each heading is counted
NOW = "the working tree"
_SIGNS = re.compile(r"[\\`*_\[\]<>|#&~@$]")
T = TypeVar("T")
Row = tuple[str, ...]


# The files of a lock


def files_now(folder: Path) -> dict[str, bytes]:
    """The CSV files of a folder as it stands, without links; raises Unreachable if closed."""
    try:
        found = (path for path in sorted(folder.iterdir()) if path.suffix == ".csv")
        files = (path for path in found if path.is_file() and not path.is_symlink())
        return {path.name: path.read_bytes() for path in files}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise Unreachable(f"{error.filename}: {error.strerror}") from error


def files_at(folder: Path, revision: str) -> dict[str, bytes]:
    """The CSV files of a folder at a revision; raises Unreachable if there is no such revision."""
    top = top_of(folder)
    commit = commit_of(top, revision)
    # What is a link now may have been a folder then.
    for place in (folder.parent.resolve() / folder.name, folder.resolve()):
        inside = place.relative_to(top).as_posix() if place.is_relative_to(top) else ""
        below = ["--", f"{inside}/"] if inside != "." else []
        if inside and (listed := _listed(git(top, "ls-tree", "-z", commit, *below))):
            return _contents(top, listed)
    return {}


def _listed(tree: bytes) -> dict[str, bytes]:
    """The CSV files of a tree: name and object id, without links and folders."""
    found = {}
    for entry in filter(None, tree.split(b"\0")):
        told, _, path = entry.partition(b"\t")
        mode, _, id = told.split()
        if mode.startswith(b"100") and path.endswith(b".csv"):
            found[os.fsdecode(path.rpartition(b"/")[2])] = id
    return found


def _contents(top: Path, listed: Mapping[str, bytes]) -> dict[str, bytes]:
    """The contents of files, all from one call of git."""
    asked = b"".join(id + b"\n" for id in listed.values())
    answer = io.BytesIO(git(top, "cat-file", "--batch", given=asked) if asked else b"")
    files = {}
    for name in listed:
        head = answer.readline().split()
        if head[1:2] != [b"blob"]:
            raise Unreachable(f"git lists {name}, and does not have it")
        files[name] = answer.read(int(head[2]))
        answer.readline()
    return files


class NoSheet(Mistake):
    """A text that cannot be taken for rows of cells, and why."""


@dataclass(frozen=True)
class Sheet:
    """The headings and rows of a CSV file, and the line that each row begins on, headings first."""

    headings: Row
    rows: tuple[Row, ...]
    lines: tuple[int, ...]


def read_sheet(text: str) -> Sheet:
    """The rows of a CSV text; empty lines are no rows, and a short row is filled up with blanks.

    Raises:
        NoSheet: where Python's reader gives up.
    """
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    rows, lines, line = list[Row](), list[int](), 1
    try:
        for cells in reader:
            if cells:
                rows.append(tuple(cells))
                lines.append(line)
            line = reader.line_num + 1
    except csv.Error as error:
        raise NoSheet(f"line {line}: {error}") from error
    if not rows:
        return Sheet((), (), (1,))
    headings, *below = rows
    filled = (row + ("",) * (len(headings) - len(row)) for row in below)
    return Sheet(headings, tuple(filled), tuple(lines))


# What two editions both have


@dataclass(frozen=True)
class PairedEntries(Generic[T]):
    """What two editions both have, as it was and is, and what one of them alone has."""

    both: list[tuple[T, T]]
    gone: list[T]
    new: list[T]


def paired(
    before: Iterable[T],
    after: Iterable[T],
    name: Callable[[T], object],
    look: Callable[[T], object],
) -> PairedEntries[T]:
    """Things of one name in order: those that look alike at either end are each other's.

    What lies between is paired one by one, and the longer list keeps a rest.
    """
    sides: dict[object, tuple[list[T], list[T]]] = defaultdict(lambda: ([], []))
    for side, things in enumerate((before, after)):
        for thing in things:
            sides[name(thing)][side].append(thing)
    found = PairedEntries[T]([], [], [])
    for old, new in sides.values():
        looks = [[look(each) for each in side] for side in (old, new)]
        head = first_difference(*looks)
        tail = first_difference(*(side[head:][::-1] for side in looks))
        rests = old[: len(old) - tail], new[: len(new) - tail]
        shorter = min(map(len, rests))
        found.both.extend(zip(*rests, strict=False))
        found.both.extend(zip(old[len(rests[0]) :], new[len(rests[1]) :], strict=True))
        found.gone.extend(rests[0][shorter:])
        found.new.extend(rests[1][shorter:])
    return found


def first_difference(one: Sequence[object], other: Sequence[object]) -> int:
    """The index of the first of these that differ; where one ends, that is its end."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def paired_rows(before: Sequence[Row], after: Sequence[Row], named_by: int) -> PairedEntries[int]:
    """The indexes of rows that are the same in both, known by their first cells."""
    rows = paired(enumerate(before), enumerate(after), lambda at: at[1][:named_by], itemgetter(1))
    both = [(one[0], other[0]) for one, other in rows.both]
    return PairedEntries(both, [at for at, _ in rows.gone], [at for at, _ in rows.new])


class LockedNumber(NamedTuple):
    """A number of the text or a cell of a table, as a lock has it."""

    #: A page and a heading on it, or the id of a table.
    place: tuple[str, ...]
    #: The kind of a number, or nothing.
    kind: str
    #: The expression that it comes from, or the row and the column.
    expression: str
    printed: str


class Change(NamedTuple):
    """What an edition prints and another printed; None where one of them does not."""

    number: LockedNumber
    before: str | None
    after: str | None


def changes(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> list[Change]:
    """All that differs between two locks; raises NoSheet for a file that belongs to none."""
    found = paired(_numbers(before), _numbers(after), itemgetter(0, 1, 2), attrgetter("printed"))
    return [
        *(Change(new, old.printed, new.printed) for old, new in found.both if old != new),
        *(Change(new, None, new.printed) for new in found.new),
        *(Change(old, old.printed, None) for old in found.gone),
    ]


def _numbers(files: Mapping[str, bytes]) -> Iterator[LockedNumber]:
    """What a lock prints: the cells of its tables, then the numbers of the text."""
    for name in sorted(files, key=lambda name: (name == VALUES, name)):
        try:
            sheet = read_sheet(files[name].decode("utf-8", "replace"))
        except NoSheet as error:
            raise NoSheet(f"{name} cannot be read: {error}") from error
        if name != VALUES:
            for stub, *cells in sheet.rows:
                for heading, cell in zip(sheet.headings[1:], cells, strict=False):
                    yield LockedNumber((name.removesuffix(".csv"),), "", f"{stub}, {heading}", cell)
            continue
        if sheet.headings and sheet.headings != COLUMNS:
            has, wanted = ", ".join(sheet.headings), ", ".join(COLUMNS)
            raise NoSheet(f"values.csv has the columns {has}; a lock's are {wanted}")
        for page, anchor, kind, expression, printed, *_ in sheet.rows:
            yield LockedNumber((page, anchor), kind, expression, printed)


# The report: what stands in the lock of a revision is anybody's text, so no control character
# reaches a terminal, and no sign of Markdown is more than a sign.


def changes_markdown(found: Sequence[Change], before: str, after: str) -> str:
    """Markdown for a pull request: a heading for each table and each place, with was and is.

    `before` and `after` name the editions; "" is the working tree.
    """
    lines = _markdown(found, before, after or NOW)
    return "".join(masked(line, "\N{REPLACEMENT CHARACTER}") + "\n" for line in lines)


def _markdown(found: Sequence[Change], before: str, after: str) -> Iterator[str]:
    places: dict[tuple[str, ...], list[Change]] = defaultdict(list)
    for change in found:
        places[change.number.place].append(change)
    counts = _counted(found) or "nothing changed"
    yield from (
        "## What the book prints",
        "",
        f"From {_signs(before)} to {_signs(after)}: {counts}.",
    )
    # The tables first, then the pages, by name.
    for place, some in sorted(places.items(), key=lambda item: (len(item[0]), item[0][0])):
        yield from ("", f"### {_link(place)}", "")
        if len(some) > MOST or len(found) > MOST_IN_ALL:
            yield f"{_counted(some)}."
            continue
        yield from ("| rule | was | is |", "| --- | --- | --- |")
        for number, was, now in some:
            sides = ("—" if side is None else _signs(side) for side in (was, now))
            yield f"| {_code(number.expression)} | {' | '.join(sides)} |"


def _counted(some: Iterable[Change]) -> str:
    kinds = Counter(
        "added" if was is None else "removed" if now is None else "changed" for _, was, now in some
    )
    order = ("changed", "added", "removed")
    return ", ".join(f"{kinds[kind]:,} {kind}" for kind in order if kinds[kind])


def _signs(text: str) -> str:
    """A text as Markdown that shows it as it is."""
    return _SIGNS.sub(r"\\\g<0>", text)


def _code(text: str) -> str:
    """A text as a code span in the cell of a table, or in a heading."""
    fence = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    space = " " if "`" in text else ""
    return f"{fence}{space}{text}{space}{fence}".replace("|", r"\|")


def _link(place: Sequence[str]) -> str:
    """A place as a heading: a table by its id, a page with a link to it."""
    name = "#".join(filter(None, place))
    if len(place) == 1:
        return f"Table {_code(name)}"
    address = re.sub(r"[^\w./#-]", "-", name).lstrip("/")
    return f"[{_code(name)}]({address})"
