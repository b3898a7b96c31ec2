"""Dice and ordinals that no reader takes as they are written: `3d1O`, `ld8`, `1dd10`, `1nd`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sfrules.ground.problems import Problem
from sfrules.lint.document import Document, PlacedText
from sfrules.lint.rule import edit_of, part_of, problem_in

# Letters that a scan takes for digits, beside a `d` and a digit; an O only behind a digit, so that
# the names of things (`Od5`) are left alone. A `d` twice is a slip of the finger.
_DICE = re.compile(r"(?<![\w.#/-])(?:[\dlI][\dlIOo]?)?d{1,2}[\dlI%][\dlIOo]{0,2}(?![\w/-])")
_DIGITS = str.maketrans("lIOo", "1100")
_USUAL = {"2", "3", "4", "6", "8", "10", "12", "20", "30", "66", "100", "00", "%"}
_ORDINAL = re.compile(
    r"(?<![\w.,-])((?:\d{1,3}(?:,\d{3})+|\d{1,6}))(st|nd|rd|th)(?![\w-])", re.IGNORECASE
)
_STONE = re.compile(r"\s?\d")  # behind 12st: a weight, in stone and pounds
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_TEENS = range(11, 14)


def misspelt_numbers(document: Document) -> Iterator[Problem]:
    """Dice with a letter for a digit, and ordinals with the ending of another number."""
    cells = (cell for table in document.tables for row in table.rows for cell in row.cells)
    heads = (head for table in document.tables for head in table.headings)
    for text in (*document.headings, *document.prose, *document.statistics, *heads, *cells):
        yield from _dice(document, text)
        yield from _ordinals(document, text)


def _dice(document: Document, text: PlacedText) -> Iterator[Problem]:
    for found in _DICE.finditer(text.text):
        written = found[0]
        meant = written.translate(_DIGITS).replace("dd", "d")
        has_digit = any(sign.isdecimal() for sign in written)
        if written == meant or not has_digit or meant.partition("d")[2] not in _USUAL:
            continue
        place = part_of(document.source, text, *found.span())
        fix = edit_of(document.source, place, written, meant)
        yield problem_in(document.source, place, f"{written} is no die", f"write {meant}", fix)


def _ordinals(document: Document, text: PlacedText) -> Iterator[Problem]:
    for found in _ORDINAL.finditer(text.text):
        number = int(found[1].replace(",", ""))
        right = "th" if number % 100 in _TEENS else _ENDINGS.get(number % 10, "th")
        ending = found[2].lower()
        if ending == right or (ending == "st" and _STONE.match(text.text, found.end())):
            continue
        place = part_of(document.source, text, *found.span())
        hint = f"write {found[1]}{right}, or the number that goes with -{ending}"
        yield problem_in(document.source, place, f"{found[0]} is no ordinal", hint)
