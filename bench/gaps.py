"""Take one row out of each whole table by dice or levels, and count how often lint notices.

    python bench/gaps.py --csv bench/gaps.csv ~/books/*

What a whole table is, this script decides by itself: its first column counts from 1, or from the
lowest sum of two dice, to the greatest face, each row right after the one above. The row that goes
is drawn at random, the first and the last with the others. Of a table by levels, ranks or steps,
which rise by one, it is drawn among the rows between: nobody knows where such a table has to begin
and to end. A kind of head is a line of the answer.
"""

from __future__ import annotations

import argparse
import csv
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path

from measuring import asked

from sfrules.ground.source import Source
from sfrules.lint.columns.sequences import sequences
from sfrules.lint.dice.coverage import coverage
from sfrules.lint.dice.rolls import A_DIE
from sfrules.lint.document import Document, MarkdownTable
from sfrules.lint.files import Finder, read_file
from sfrules.lint.markdown.reading import read

CASES = Path(__file__).resolve().parents[1] / "tests" / "lint" / "cases"
EXAMPLES = [CASES / "coverage", CASES / "sequence"]
ROWS = 3
TOPS = {4, 6, 8, 10, 12, 20, 30, 100, 1000}
SUMS = {(2, 12), (3, 18), (2, 8), (2, 16), (2, 20), (2, 24), (2, 40), (3, 12), (4, 24)}
KINDS = {
    "d20": r"\W*(?:dice:\s*)?\d?d(?:\d+|%)\W*(?:roll|result)?\W*",
    "k20, к20": r"\W*\d?[kкק](?:\d+|%)\W*",
    "W20": r"\W*\d?w(?:\d+|%)\W*",
    "T20": r"\W*\d?t(?:\d+|%)\W*",
    "Roll": r"\W*(?:die |dice )?(?:rolls?|dice|die)(?: result)?\W*",
    "Result": r"\W*results?\W*",
    "#": r"\W*(?:#|no\.?|nr\.?|№)\W*",
    "(blank)": r"\W*",
}
LEVELS = "Level"
OF_LEVELS = r"(?:\S+ ){0,2}(?:level|lvl|rank|tier|grade|circle|step|stage|stufe|nivel|niveau)s?"
LEAST = 7  # rows of a table by levels: lint asks for six beside the one that is missing
LEVEL = re.compile(r"(\d{1,3})(?:st|nd|rd|th)?")
FACES = re.compile(r"(\d{1,4})(?:\s?[-–—]\s?(\d{1,4}))?\.?")


def main() -> None:
    """Read the books, and print a line for each kind of head."""
    arguments = _arguments()
    found, whole, missed = Counter[str](), Counter[str](), list[str]()
    files = Finder().find(arguments.books).files
    with ProcessPoolExecutor() as pool:
        for kind, is_found, place in (
            t for each in pool.map(tried, files, chunksize=32) for t in each
        ):
            whole[kind] += 1
            found[kind] += is_found
            missed += [] if is_found else [f"{kind}  {place}"]
    rows = [(kind, whole[kind], found[kind], f"{found[kind] / whole[kind]:.1%}") for kind in whole]
    rows.sort(key=lambda row: -row[1])
    heads = ("head", "tables", "noticed", "share")
    for row in (heads, *rows):
        print("{:<12}{:>8}{:>9}{:>8}".format(*row))
    if arguments.missed:
        print(*missed, sep="\n")
    if arguments.csv:
        with arguments.csv.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([heads, *rows])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("books", type=Path, nargs="*")
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--missed", action="store_true", help="name each gap that goes unseen")
    given = asked(parser, books=EXAMPLES)
    if not given.books:
        parser.error("name the folders of some books")
    return given


def tried(path: Path) -> list[tuple[str, bool, str]]:
    """Each whole table of a file: its kind of head, and whether its gap is noticed."""
    source = read_file(path)
    if not isinstance(source, Source):
        return []
    document = read(source)
    clean = _found(document)
    return [
        (kind, _findings(source, document, line) > clean, f"{path}:{line}")
        for kind, line in _chosen(document, random.Random(path.name))
    ]


def _chosen(document: Document, dice: random.Random) -> Iterator[tuple[str, int]]:
    """A row at random of each whole table, by the kind of its head."""
    for table in document.tables:
        if table.kind == "pipe" and _is_headed(table, OF_LEVELS) and _counts_levels(table):
            yield LEVELS, dice.choice(table.rows[1:-1]).line
        kind = next((k for k, form in KINDS.items() if _is_headed(table, form)), "")
        if kind and table.kind == "pipe" and _is_whole(table) and _is_rolled(table, kind):
            yield kind, dice.choice(table.rows).line


def _is_headed(table: MarkdownTable, form: str) -> bool:
    return re.fullmatch(form, table.headings[0].text, re.IGNORECASE) is not None


def _is_rolled(table: MarkdownTable, kind: str) -> bool:
    """Whether rows that are only numbered are for a die: they have ranges, or one is named."""
    around = f"{table.caption} {table.section}"
    ranges = any(re.search(r"\d\W+\d", cell.text) for cell in table.column(0))
    return kind not in ("#", "(blank)") or ranges or bool(A_DIE.search(around))


def _is_whole(table: MarkdownTable) -> bool:
    faces = [FACES.fullmatch(cell.text.strip()) for cell in table.column(0)]
    if len(faces) < ROWS or not all(faces):
        return False
    rows = [(int(each[1]), int(each[2] or each[1]) or 100) for each in faces if each]
    ends = rows[0][0], rows[-1][1]
    joined = all(two[0] == one[1] + 1 for one, two in pairwise(rows))
    return joined and ((ends[0] == 1 and ends[1] in TOPS) or ends in SUMS)


def _counts_levels(table: MarkdownTable) -> bool:
    levels = [LEVEL.fullmatch(cell.text.strip()) for cell in table.column(0)]
    if len(levels) < LEAST or not all(levels):
        return False
    return all(int(two[1]) == int(one[1]) + 1 for one, two in pairwise(filter(None, levels)))


def _found(document: Document) -> int:
    return len(list(coverage(document))) + len(list(sequences(document)))


def _findings(source: Source, document: Document, line: int) -> int:
    """How much lint finds once a row is gone."""
    lines = document.source.text.split("\n")
    text = "\n".join([*lines[: line - 1], *lines[line:]])
    return _found(read(Source(source.path, text)))


if __name__ == "__main__":
    sys.exit(main())
