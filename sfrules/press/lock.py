"""The lock: what the book prints, kept in files beside it; and how two editions of it differ.

`tables/printed/` has a file for each table, as printed, and `values.csv` for the numbers, formulas
and worked examples of the text. It names no lines, which move with the prose. A number has no name:
it is known by its page, its heading, its kind and its expression; a cell of a table, by the table,
its row and its column; and what is alike in all of that, by its turn. What has no partner in the
other edition has been added or removed.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from sfrules.ground.edits import Rewrite
from sfrules.ground.faults import cause
from sfrules.ground.git import Unreachable, commit_of, git, top_of
from sfrules.ground.ledger import Statement
from sfrules.ground.problems import Mistake, Problem, counted, problem_at
from sfrules.ground.source import Source, Span
from sfrules.ground.terminal import masked
from sfrules.press.expression.bounds import in_time
from sfrules.press.things.book import Rulebook
from sfrules.press.things.kinds import kinds_of
from sfrules.press.things.tables import csv_text

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


def difference(folder: Path, before: str, after: str) -> str:
    """How two editions of a lock differ, as Markdown; "" if neither has one.

    `before` and `after` are revisions; "" is the folder as it stands.

    Raises:
        Mistake: for a revision that cannot be read, and for a file that belongs to no lock.
    """
    old, new = files_at(folder, before), files_at(folder, after) if after else files_now(folder)
    return changes_markdown(changes(old, new), before, after) if old or new else ""


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


HINT = "sfrules check --fix writes it"
AT_MOST = 80  # characters of a cell that a message repeats
_CELL = re.compile(r'(?:^|,)("(?:[^"]|"")*"|[^,]*)')


def lock_problems(
    book: Rulebook,
    tables: Mapping[str, Callable[[], str]],
    entries: Iterable[Statement],
    *,
    complete: bool,
) -> list[Problem]:
    """What is wrong with the book's lock; nothing for a book without one.

    `tables` give the text of each table, as it is printed. If the pages have problems of their own,
    what they print is not `complete`: then the tables that they do print are compared, and the
    numbers wait.
    """
    if book.lock is None:
        return []
    folder = book.lock.as_posix()
    try:
        found = files_now(book.root / book.lock)
    except Unreachable as error:
        return [Problem(folder, 1, 1, f"the lock cannot be read: {error.message}")]
    texts: dict[str, str] = {}
    problems: list[Problem] = []
    # A page that prints some rows of a table has computed only those, within its bounds.
    for id, text_of in sorted(tables.items()):
        try:
            texts[f"{id}.csv"] = in_time(text_of, "it")
        except Exception as error:  # noqa: BLE001 a rule may fail in any way: each is a problem
            message = f'table "{id}" cannot be worked out whole: {error}'
            hint = "this comes of the book's facts, not of the page"
            here = Problem(f"{folder}/{id}.csv", 1, 1, message, hint)
            problems.append(cause(error, book.root) or here)
    if complete and not problems:
        texts[VALUES] = _locked_values(entries, kept_kinds(book))
    else:
        found = {name: found[name] for name in texts if name in found}
    return [*problems, *stale(folder, texts, found)]


def _locked_values(entries: Iterable[Statement], kept: Collection[str]) -> str:
    """The numbers of the text, page by page, in the order in which they stand on it."""
    rows = [COLUMNS]
    for entry in sorted(entries, key=lambda entry: entry.page):
        # Several lines that a macro returns are a part of the page, and no value.
        if entry.kind in kept and not (entry.kind == "value" and "\n" in entry.printed):
            printed = " ".join(entry.printed.splitlines())
            rows.append((entry.page, entry.anchor, entry.kind, entry.expression, printed))
    return csv_text(*rows)


def stale(folder: str, wanted: Mapping[str, str], found: Mapping[str, bytes]) -> list[Problem]:
    """A problem for each file that is stale, missing, or superfluous."""
    problems = []
    for name, text in wanted.items():
        path, fix = f"{folder}/{name}", Rewrite(f"{folder}/{name}", text)
        if name not in found:
            problems.append(Problem(path, 1, 1, "the lock lacks this file", HINT, fix=fix))
        elif found[name] != text.encode("utf-8"):
            keys = len(COLUMNS) - 1 if name == VALUES else 1
            problems.append(stale_problem(path, found[name], text, keys, HINT))
    for name in sorted(found.keys() - wanted.keys()):
        path, hint = f"{folder}/{name}", "sfrules check --fix deletes it"
        fix = Rewrite(path, None)
        problems.append(Problem(path, 1, 1, "the book prints no such table", hint, fix=fix))
    return problems


class StaleCell(NamedTuple):
    """What differs at a place of the file: its line, and the index of the cell on that line."""

    line: int
    cell: int
    message: str


def stale_problem(path: str, content: bytes, wanted: str, keys: int, hint: str) -> Problem:
    """The problem of a stale file, at the first cell that differs, with the fix.

    `keys` is how many cells name a row.
    """
    fix = Rewrite(path, wanted)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        return Problem(path, line, column, "the file is not UTF-8", hint, fix=fix)
    try:
        found = _found(read_sheet(text), read_sheet(wanted), keys)
    except NoSheet as error:
        return Problem(path, 1, 1, f"the file is no table: {error}", hint, fix=fix)
    # Any line end counts as one here, as it does to the reader of rows.
    source = Source(path, re.sub(r"\r\n?", "\n", text))
    if found is None:
        message, (line, column) = _as_text(source, text, wanted)
        return Problem(path, line, column, message, hint, fix=fix)
    shown, start = source.line(found.line), source.start_of(found.line)
    cells = [cell.span(1) for cell in _CELL.finditer(shown)]
    left, right = cells[found.cell] if found.cell < len(cells) else (len(shown), len(shown))
    return problem_at(Span(source, start + left, start + right), found.message, hint, fix)


def _as_text(source: Source, text: str, wanted: str) -> tuple[str, tuple[int, int]]:
    """What is wrong with a file of the right cells, such as its line ends; and the place."""
    if "\r" in text:
        return "the lines end in CR; those of the lock end in LF alone", (1, 1)
    message = "the cells are right, but they are not written as the lock writes them"
    if text.startswith("\ufeff"):
        message = "the file begins with a byte order mark"
    return message, source.position(first_difference(text, wanted))


def _found(lock: Sheet, book: Sheet, keys: int) -> StaleCell | None:
    """The first difference in the order of the lock, and how many more there are."""
    if lock.headings != book.headings:
        return _headings(lock, book)
    pairs = paired_rows(lock.rows, book.rows, keys)
    cells = {
        (old, at): pair
        for old, new in pairs.both
        for at, pair in enumerate(zip_longest(lock.rows[old], book.rows[new], fillvalue=""))
        if pair[0] != pair[1]
    }
    gone, lacking = [(old, 0) for old in pairs.gone], sorted(pairs.new)
    counts = Counter({"more cell": len(cells), "more row": len(gone) + len(lacking)})
    if first := min((*cells, *gone), default=None):
        line, at = lock.lines[first[0] + 1], first[1]
        if first in cells:
            says, prints = map(_shown, cells[first])
            message = f"the lock says {says}, the book prints {prints}"
        else:
            message = f"the book no longer prints this row: {_row(lock.rows[first[0]])}"
        counts["more cell" if first in cells else "more row"] -= 1
    elif lacking:
        above = max((old for old, new in pairs.both if new < lacking[0]), default=-1)
        line, at = lock.lines[above + 1], 0
        message = f"below this row the lock lacks another: {_row(book.rows[lacking[0]])}"
        counts["more row"] -= 1
    elif lock.rows == book.rows:
        return None
    else:
        moved, at = first_difference(lock.rows, book.rows), 0
        line = lock.lines[moved + 1]
        message = f"the rows stand in another order: here the book prints {_row(book.rows[moved])}"
    told = " and ".join(counted(count, word) for word, count in counts.items() if count)
    tail = f"; {told} {'differs' if counts.total() == 1 else 'differ'}" if told else ""
    return StaleCell(line, at, message + tail)


def _headings(lock: Sheet, book: Sheet) -> StaleCell:
    """The first heading that differs; then the rows below are not compared."""
    at = first_difference(lock.headings, book.headings)
    says, prints = (
        _shown(sheet.headings[at]) if at < len(sheet.headings) else "no more"
        for sheet in (lock, book)
    )
    message = f"the headings differ: the lock says {says}, the book prints {prints}"
    return StaleCell(lock.lines[0], at, message)


def _shown(cell: str) -> str:
    short = cell if len(cell) <= AT_MOST else f"{cell[:AT_MOST]}…"
    return masked(short, "\N{REPLACEMENT CHARACTER}") or "nothing"


def _row(row: Row) -> str:
    return _shown(", ".join(row))


def kept_kinds(book: Rulebook) -> frozenset[str]:
    """The kinds of entries whose text the lock keeps: those of numbers, of sessions, of things."""
    kept = (kind.name for kind in kinds_of(book).values() if kind.kept)
    return frozenset({"value", "session", "proof", *kept})
