"""The same book in another language or edition: lines that say the same with other numbers.

Lines are aligned by the structure of the files, and their numbers compared, not their words. A
number that only one of two lines says in digits may stand in the other as a word, so a pair of
lines is reported only where both have numbers of their own left over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from sfrules.ground.number_words import VULGAR
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.lint.document import Document
from sfrules.lint.files import Finder, read_file
from sfrules.lint.finding import Finding, Rule
from sfrules.lint.linter import Linted
from sfrules.lint.markdown.reading import read

PARALLEL = Rule("parallel", "Numbers that differ from those of the same line in another edition.")
HELD, BETWEEN = 4, 3  # lines with the same numbers hold those between them, and how many of them
MOST_ROUNDED = Fraction(1, 8)  # of a number: 30 feet may be 10 meters, and never 8
_BLANK = "[ \u00a0\u2009\u202f]"  # between thousands: plain, no-break, thin
# Dice are 2d6, 2D6, 2W6, 2к6, 2к6 and 2д6; a number has one separator of its language, or several.
_NUMBER = re.compile(
    rf"""
    (?<![^\W\d_])(?P<count>\d*)[dDwWкКдД](?P<faces>\d+|%)s?(?!\w)
  | (?P<whole>\d*){_BLANK}?(?P<vulgar>[{"".join(VULGAR)}])
  | (?P<over>\d+)/(?P<under>[1-9]\d*)(?![\d/])
  | (?P<digits>\d+(?:(?:[.,'\u2019]|{_BLANK}(?=\d{{3}}(?!\d)))\d+)*)
    """,
    re.VERBOSE,
)
_GROUPED = re.compile(rf"[1-9]\d{{0,2}}(?:(?:[.,'\u2019]|{_BLANK})\d{{3}})+")
Readings: TypeAlias = frozenset[object]  # what a number may be: 1,250 is two things


@dataclass(frozen=True)
class LineNumber:
    """A number of a line: where it stands, and what it may be."""

    start: int
    end: int
    readings: Readings


@dataclass(frozen=True)
class BookLine:
    """A line of a book, with what its structure is: a heading's level, a row's width, or prose."""

    line: int
    shape: tuple[str, int]
    text: str
    numbers: tuple[LineNumber, ...]


def parallels(
    paths: Iterable[Path], against: Path, finder: Finder, factors: Sequence[Fraction] = ()
) -> Linted:
    """Compare all files under some paths with those of another edition, by their names.

    `factors` are those of units that differ, such as 0.3 for feet and meters.
    """
    findings, problems, count = list[Finding](), list[Problem](), 0
    for root in paths:
        found = finder.find([root])
        problems += found.problems
        for file in found.files:
            other = against / file.relative_to(root) if root.is_dir() else against
            if not other.is_file():
                problems.append(Problem(file.as_posix(), 1, 1, f"there is no {other}"))
                continue
            one, two = read_file(file), read_file(other)
            problems += [each for each in (one, two) if isinstance(each, Problem)]
            if isinstance(one, Source) and isinstance(two, Source):
                count += 1
                pair = differences(one, two, factors)
                findings += [Finding(problem, PARALLEL.id) for problem in pair]
    return Linted(tuple(sorted(findings)), tuple(sorted(problems)), count, [PARALLEL])


def differences(one: Source, two: Source, factors: Sequence[Fraction] = ()) -> Iterator[Problem]:
    """A problem for each line whose numbers are not those of its line in the other file."""
    for here, there in aligned(book_lines(read(one)), book_lines(read(two))):
        left, right = left_over(here.numbers, there.numbers, factors)
        if left and right:
            say = [_said(line.text, rest) for line, rest in ((here, left), (there, right))]
            start = one.start_of(here.line)
            span = Span(one, start + left[0].start, start + left[0].end)
            message = f"this line says {say[0]}, the same line of the other edition {say[1]}"
            text = two.line(there.line).strip()
            yield problem_at(span, message, f"{two.path}:{there.line} reads: {text}")


def _said(text: str, numbers: Sequence[LineNumber]) -> str:
    return " and ".join(dict.fromkeys(text[each.start : each.end] for each in numbers))


def book_lines(document: Document) -> list[BookLine]:
    """The lines of a file that have a structure, in order."""
    shapes = {each.line: ("heading", each.level) for each in document.headings}
    for table in document.tables:
        if table.kind == "pipe":
            shapes |= {row.line: ("row", len(row.cells)) for row in table.rows}
            shapes[table.line] = ("row", len(table.headings))
    shapes = {each.line: ("prose", 0) for each in document.prose} | shapes
    source = document.source
    lines = ((line, shape, source.line(line)) for line, shape in sorted(shapes.items()))
    return [BookLine(*line, tuple(numbers_of(line[2]))) for line in lines]


def numbers_of(text: str) -> Iterator[LineNumber]:
    """The numbers of a line as it is written."""
    for found in _NUMBER.finditer(text):
        yield LineNumber(*found.span(), _readings(found))


def _readings(found: re.Match[str]) -> Readings:
    if faces := found["faces"]:
        return frozenset({(int(found["count"] or 1), faces.replace("100", "%"))})
    if vulgar := found["vulgar"]:
        return frozenset({int(found["whole"] or 0) + VULGAR[vulgar]})
    if over := found["over"]:
        return frozenset({Fraction(int(over), int(found["under"])), (int(over), found["under"])})
    digits, may = found["digits"], set[object]()
    if _GROUPED.fullmatch(digits):
        may.add(Fraction(re.sub(r"\D", "", digits)))
    parts = re.split(r"\D", digits)
    if len(parts) <= 2:  # noqa: PLR2004 a whole number, or one with decimals
        may.add(Fraction(".".join(parts)))
    return frozenset(may or {digits})


def aligned(
    one: Sequence[BookLine], two: Sequence[BookLine]
) -> Iterator[tuple[BookLine, BookLine]]:
    """The lines of two files that say the same, as far as their structure tells.

    Files that have the same lines are aligned line for line. In others, lines with equal numbers
    hold the few between them in place; where fewer than half have, as where a translation has its
    own alphabet, the files are in another order.
    """
    if [(each.line, each.shape) for each in one] == [(each.line, each.shape) for each in two]:
        yield from zip(one, two, strict=True)
        return
    keys, others = ([(each.shape, _key(each)) for each in lines] for lines in (one, two))
    blocks = SequenceMatcher(None, keys, others, autojunk=False).get_matching_blocks()
    equal = [key for a, _, size in blocks for _, key in keys[a : a + size] if key]
    if 2 * len(equal) < sum(1 for _, key in keys if key):
        return
    for (a, b, size), (next_a, next_b, next_size) in pairwise(blocks):
        left, right = one[a + size : next_a], two[b + size : next_b]
        before, after = keys[a : a + size], keys[next_a : next_a + next_size]
        saying = min(sum(1 for _, key in block if key) for block in (before, after))
        held = saying >= HELD and len(left) <= BETWEEN
        if held and [each.shape for each in left] == [each.shape for each in right]:
            yield from zip(left, right, strict=True)


def _key(line: BookLine) -> tuple[str, ...]:
    """The numbers of a line, in any order."""
    return tuple(sorted(str(sorted(map(str, each.readings))) for each in line.numbers))


def left_over(
    one: Sequence[LineNumber], two: Sequence[LineNumber], factors: Sequence[Fraction]
) -> tuple[list[LineNumber], list[LineNumber]]:
    """The numbers of each line that the other does not have, not even in another unit.

    As many as can be are paired: 3 inches and 10 feet are 7 cm and 3 meters.
    """
    taken: dict[int, int] = {}  # the place of each number of the other line, by that of its pair

    def pair(here: int, tried: set[int]) -> bool:
        for there, number in enumerate(two):
            if there not in tried and _alike(one[here], number, factors):
                tried.add(there)
                if there not in taken or pair(taken[there], tried):
                    taken[there] = here
                    return True
        return False

    left = [one[here] for here in range(len(one)) if not pair(here, set())]
    return left, [number for there, number in enumerate(two) if there not in taken]


def _alike(one: LineNumber, two: LineNumber, factors: Sequence[Fraction]) -> bool:
    if one.readings & two.readings:
        return True
    here, there = (
        [each for each in number.readings if isinstance(each, Fraction)] for number in (one, two)
    )
    pairs = [(a, b) for a in here for b in there]
    return any(
        _rounds_to(a * factor, b) or _rounds_to(b * factor, a)
        for factor in factors
        for a, b in pairs
    )


def _rounds_to(exactly: Fraction, number: Fraction) -> bool:
    """Whether a number is another one, rounded to the places that it has: 15.14 liters are 15."""
    if decimal := re.fullmatch(r"\d+\.(\d+)", str(float(number)).removesuffix(".0")):
        place = Fraction(1, 10 ** len(decimal[1]))
    else:
        digits = str(number.numerator)
        place = Fraction(10 ** (len(digits) - len(digits.rstrip("0"))))
    return abs(exactly - number) <= min(place / 2, number * MOST_ROUNDED)
