"""The lock: what the book prints, kept in files beside it; and how two editions of it differ.

`tables/printed/` has a file for each table, as printed, and `values.csv` for the numbers, formulas
and worked examples of the text. It names no lines, which move with the prose. A number has no name:
it is known by its page, its heading, its kind and its expression; a cell of a table, by the table,
its row and its column. Those that are alike in all of that are compared as the lines of a text are.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from os.path import commonprefix
from pathlib import Path
from typing import NamedTuple

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


def _rows_in(text: str) -> list[Row]:
    """The rows of a CSV text, its headings first.

    Raises:
        NoSheet: where Python's reader gives up.
    """
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        return [tuple(cells) for cells in reader if cells]
    except csv.Error as error:
        raise NoSheet(f"line {reader.line_num}: {error}") from error


class LockedNumber(NamedTuple):
    """A number of the text or a cell of a table, by what a lock knows it by."""

    #: A page and a heading on it, or the id of a table.
    place: tuple[str, ...]
    #: The kind of a number, or nothing.
    kind: str
    #: The expression that it comes from, or the row and the column.
    expression: str


class Change(NamedTuple):
    """What an edition prints and another printed; None where one of them does not."""

    number: LockedNumber
    before: str | None
    after: str | None


def changes(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> list[Change]:
    """All that differs between two locks; raises NoSheet for a file that belongs to none."""
    old, new = _by_name(before), _by_name(after)
    found = list[Change]()
    for name in dict.fromkeys((*new, *old)):
        was, now = old.get(name, []), new.get(name, [])
        if was != now:  # a page that says an expression again and again may have one more
            for _, *ends in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
                a, b, c, d = ends
                found += [Change(name, *each) for each in zip_longest(was[a:b], now[c:d])]
    return [each for each in found if each.before != each.after]


def _by_name(files: Mapping[str, bytes]) -> dict[LockedNumber, list[str]]:
    """What a lock prints for each number: the cells of its tables, then the numbers of the text."""
    found: dict[LockedNumber, list[str]] = defaultdict(list)
    for file in sorted(files, key=lambda file: (file == VALUES, file)):
        try:
            headings, *rows = _rows_in(files[file].decode("utf-8", "replace")) or [()]
        except NoSheet as error:
            raise NoSheet(f"{file} cannot be read: {error}") from error
        if file != VALUES:
            table = (file.removesuffix(".csv"),)
            for stub, *cells in rows:
                for heading, cell in zip(headings[1:], cells, strict=False):
                    found[LockedNumber(table, "", f"{stub}, {heading}")].append(cell)
            continue
        if headings and headings != COLUMNS:
            has, wanted = ", ".join(headings), ", ".join(COLUMNS)
            raise NoSheet(f"values.csv has the columns {has}; a lock's are {wanted}")
        for row in rows:
            page, anchor, kind, expression, printed, *_ = (*row, *[""] * len(COLUMNS))
            found[LockedNumber((page, anchor), kind, expression)].append(printed)
    return found


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
            problems.append(stale_problem(path, found[name], text))
    for name in sorted(found.keys() - wanted.keys()):
        path, hint = f"{folder}/{name}", "sfrules check --fix deletes it"
        fix = Rewrite(path, None)
        problems.append(Problem(path, 1, 1, "the book prints no such table", hint, fix=fix))
    return problems


def stale_problem(path: str, content: bytes, wanted: str) -> Problem:
    """The problem of a stale file, at the first cell that differs, with the fix."""
    source = Source(path, content.decode("utf-8", "replace"))
    lock, book = source.text.split("\n"), wanted.split("\n")
    lines = enumerate(zip_longest(lock, book, fillvalue=""), 1)
    ends = len(lock), ("", "")  # where the end of the last line alone is missing
    at, (says, prints) = next(((at, both) for at, both in lines if both[0] != both[1]), ends)
    alike = len(commonprefix((says, prints)))  # noqa: RUF071 characters, and no paths
    cell = says.rfind(",", 0, alike) + 1
    told = f"the lock says {_shown(says[cell:])}, the book prints {_shown(prints[cell:])}"
    if says.strip() == prints.strip():
        told = "the lines do not end as those of the lock do"
    ours, theirs = Counter(lock), Counter(book)
    if (others := max((ours - theirs).total(), (theirs - ours).total()) - 1) > 0:
        told += f"; {counted(others, 'more stale line')}"
    start = source.start_of(at)
    span = Span(source, start + cell, start + len(says))
    return problem_at(span, told, HINT, Rewrite(path, wanted))


def _shown(cell: str) -> str:
    short = cell if len(cell) <= AT_MOST else f"{cell[:AT_MOST]}…"
    return masked(short, "\N{REPLACEMENT CHARACTER}") or "nothing"


def kept_kinds(book: Rulebook) -> frozenset[str]:
    """The kinds of entries whose text the lock keeps: those of numbers, of sessions, of things."""
    kept = (kind.name for kind in kinds_of(book).values() if kind.kept)
    return frozenset({"value", "session", "proof", *kept})
