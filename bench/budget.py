"""How much work a page and a save take: counted, so that the answer is the same on any machine.

    python bench/budget.py [--write]

A small book is built in this process with a page and without it, and the difference is counted:
values formatted, expressions computed, texts that Markdown converts, files read and written,
characters parsed. Calls of Python functions are told beside them as a hint. `budget.csv` holds the
most that each may be, and a count above it is an error. With `--write` the file takes lower counts
over; to raise one, a person edits its line and gives the reason there.
"""

from __future__ import annotations

import argparse
import csv
import multiprocessing
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from jinja2.lexer import Lexer
from markdown import Markdown
from measuring import asked

from sfrules.ground.formats import answer, format_value, json_of, styled
from sfrules.press.doors.mkdocs.preview import Preview
from sfrules.press.expression.walk import Walk

HERE = Path(__file__).resolve().parent
BUDGET = HERE / "budget.csv"
CODE = HERE.parent / "sfrules"
COLUMNS = ["work", "what", "most", "reason"]
HINT = "calls of Python"  # not held: a refactoring may change it, and no reader waits for it

BOATS = "".join(f"boat{n},{n + 1},{n % 5 + 1}\n" for n in range(1, 31))
FILES = {
    "boats.csv": f"id,seats,toll\n{BOATS}",
    "game.py": '''\
from sfrules import Book

book = Book("Budget", __file__, gaps=True, loose_numbers=True)
boats = book.csv("boats")

@book.rule
def fare(passengers: range(1, 100), boat: boats.ids) -> int:
    """The fare in pence: the toll for each passenger."""
    return passengers * boats[boat].toll

def fares(title, first):
    columns = {str(n): (lambda boat, n=n: fare(n, boat)) for n in range(first, first + 6)}
    book.table(title, title.title(), boats, {"Boat": "id", **columns})

for place in range(5):
    fares(f"fares-{'abcde'[place]}", 1 + 6 * place)
''',
    "mkdocs.yml": """\
site_name: Budget
theme: {name: mkdocs}
markdown_extensions: [sfrules, tables]
plugins: [{sfrules: {book: game}}]
""",
}
PROSE = "\n\n".join(
    "A ferry crosses when the bell has rung, and waits for whoever runs down the hill. " * 3
    for _ in range(20)
)
PROOF = "\n".join(f'fare({n}, "boat{n}") = {n * (n % 5 + 1)}' for n in range(2, 12))
SAID = " ".join(f"For {n} passengers, boat{n} takes {n * (n % 5 + 1)} pence." for n in range(2, 12))
PAGES = {
    "a page of prose": PROSE,
    "a page with five tables": "\n\n".join(f'{{{{ table("fares-{each}") }}}}' for each in "abcde"),
    "a proof of ten lines": f"{SAID}\n\n```proof\n{PROOF}\n```",
}
# What a save changes: the file, the text there and the new one.
SAVES = {
    "a save of a page": ("docs/other.md", "A bell", "The bell"),
    "a save of a rule": ("game.py", "return passengers *", "return 1 + passengers *"),
}
WORK = (*PAGES, *SAVES)
OTHER = {
    "docs/other.md": (
        '# Another page\n\nA bell rings at {{ game.fare(3, "boat4") }}.\n\n{{ table("fares-b") }}\n'
    ),
    "docs/third.md": "# A third page\n\nNothing is counted here.\n",
}


PARSED, READ, WRITTEN = "characters parsed", "files read", "files written"
# Functions whose calls are counted, and those that are given a text to parse.
CALLS: dict[CodeType, str] = {
    **{work.__code__: "values formatted" for work in (format_value, styled, answer, json_of)},
    Walk.value.__code__: "expressions computed",
    Markdown.convert.__code__: "conversions by Markdown",
}
PARSERS = {Markdown.convert.__code__, Lexer.tokeniter.__code__}


class Work:
    """Counts what is done while it is `counted`, of files those that stand in a folder."""

    def __init__(self, folder: Path) -> None:
        self.counts: Counter[str] = Counter()
        self._folder = f"{folder}{os.sep}"
        self._counts = False
        sys.addaudithook(self._opened)

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count what is done inside."""
        self._counts = True
        sys.setprofile(self._called)
        try:
            yield
        finally:
            sys.setprofile(None)
            self._counts = False

    def _called(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event != "call" or not _is_new(frame):
            return
        self.counts[HINT] += code.co_filename.startswith(str(CODE))
        if (what := CALLS.get(code)) and not _is_within(frame):
            self.counts[what] += 1
        if code in PARSERS:
            self.counts[PARSED] += len(frame.f_locals["source"])

    def _opened(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event != "open" or not self._counts or not isinstance(arguments[0], str | Path):
            return
        path, _mode, flags = arguments
        if str(path).startswith(self._folder) and not str(path).endswith(NOT_COUNTED):
            self.counts[WRITTEN if flags & (os.O_WRONLY | os.O_RDWR) else READ] += 1


NOT_COUNTED = (".py", ".pyc")  # read once in a process, and caches of code by chance


def _is_new(frame: FrameType) -> bool:
    """Whether a function begins; a generator that goes on has been counted."""
    return frame.f_lasti <= 0 or frame.f_code.co_flags & 0x20 == 0


def _is_within(frame: FrameType) -> bool:
    """Whether a function works on a part of what its caller in the same file works on."""
    return frame.f_back is not None and frame.f_back.f_code.co_filename == frame.f_code.co_filename


def main() -> None:
    """Print the counts; refuse what is over the budget, or keep what is below it."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--write", action="store_true", help="keep lower counts, and new ones")
    write = asked(options).write
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"  # the caches of code would be counted
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        idle, *done = pool.map(counted, ["", *WORK], chunksize=1)
    counts = {
        work: {what: n - idle[what] * (work in PAGES) for what, n in found.items()}
        for work, found in zip(WORK, done, strict=True)
    }
    for work, found in counts.items():
        told = ", ".join(f"{n:,} {what}" for what, n in sorted(found.items()) if n)
        print(f"{work}: {told}")
    if write:
        keep(counts)
    elif over := list(over_budget(counts, budget())):
        raise SystemExit("\n".join(over))


def counted(work: str) -> Counter[str]:
    """What some work takes, in this process; without a name, the build of a page that is empty."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve() / "book"
        counting = Work(root.parent)
        tempfile.tempdir = str(root.parent)  # for the site, which looks for what others have left
        pages = {"docs/index.md": f"# A page\n\n{PAGES.get(work, '')}\n", **OTHER}
        for name, content in {**FILES, **pages}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        sys.path.insert(0, str(root))
        os.chdir(root)
        preview = Preview(root / "mkdocs.yml")
        try:
            if work not in SAVES:
                with counting.counted():
                    preview.build()
            else:
                preview.build()
                name, was, becomes = SAVES[work]
                path = root / name
                text = path.read_text(encoding="utf-8")
                path.write_text(text.replace(was, becomes, 1), encoding="utf-8")
                with counting.counted():
                    preview.update({path})
        finally:
            preview.close()
            os.chdir("/")
    return counting.counts


def budget() -> dict[tuple[str, str], int]:
    """The most that each count may be."""
    with BUDGET.open(encoding="utf-8", newline="") as file:
        return {(row["work"], row["what"]): int(row["most"]) for row in csv.DictReader(file)}


def over_budget(
    counts: Mapping[str, Mapping[str, int]], most: Mapping[tuple[str, str], int]
) -> Iterator[str]:
    """A line for each count that is above the budget, or has none."""
    for work, found in counts.items():
        for what, count in found.items():
            if what != HINT and count > most.get((work, what), 0):
                allowed = most.get((work, what), 0)
                yield f"{work}: {count:,} {what}, {allowed:,} in {BUDGET.name}"


def keep(counts: Mapping[str, Mapping[str, int]]) -> None:
    """Write the counts that are lower than the budget, and those that it does not have."""
    with BUDGET.open(encoding="utf-8", newline="") as file:
        rows = {(row["work"], row["what"]): row for row in csv.DictReader(file)}
    for work, found in counts.items():
        for what, count in found.items():
            row = rows.setdefault(
                (work, what), {"work": work, "what": what, "reason": "as measured"}
            )
            row["most"] = str(min(count, int(row.get("most", count))))
    with BUDGET.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows[key] for key in sorted(rows) if key[1] != HINT)


if __name__ == "__main__":
    main()
