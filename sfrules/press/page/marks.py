"""Marks around the values that a page prints, on their way through Markdown; none is a letter.

A value stands between two marks that say which of the page's it is. When Markdown is done, the
reader of the finished page knows by them what was computed, and those that a reader may ask become
elements of their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sfrules.ground.ledger import Statement

PIECE_OPEN, PIECE_CLOSE = "\ufdd2", "\ufdd3"  # around the index of a thing, or of a proof
OPEN, BETWEEN, CLOSE = "\ufdd4", "\ufdd5", "\ufdd6"
# The marks say which value it is in digits of their own, in which no Markdown sees any.
_DIGITS = {ord(str(digit)): chr(0xFDE0 + digit) for digit in range(10)}
_READ = {ord(mark): chr(digit) for digit, mark in _DIGITS.items()}
_MARKS = re.compile(rf"{OPEN}[\ufde0-\ufde9]+{BETWEEN}|{CLOSE}")
_ASKED = re.compile(r'<span class="number" data-receipt="(\d+)">([^<]*)</span>')
# What opens a block of Markdown or HTML, and what closes one.
_BEFORE = re.compile(
    r"(?:\s|[>|#]|[-*+](?=[ \t])|\d+[.)](?=[ \t])|!!![^\n]*\n|(?:```|~~~)[^\n]*\n"
    r"|</?[a-zA-Z][^<>]*>|<!--.*?-->)*",
    re.DOTALL,
)
_BEHIND = re.compile(r"(?:\s|\||\n(?:```|~~~)|</?[a-zA-Z][^<>]*>|\{:?[ \t]*[.#][^{}\n]*\})+\Z")


def marked(text: str, which: int) -> str:
    """A text with marks around it, which say which value of the page it is.

    Those of Markdown stand within its first block and its last one, where they are nothing to it.
    """
    first, last = _BEFORE.match(text), _BEHIND.search(text)
    start, end = first.end() if first else 0, last.start() if last else len(text)
    opens = f"{OPEN}{str(which).translate(_DIGITS)}{BETWEEN}"
    if start >= end:
        return text if "\n" in text else f"{opens}{text}{CLOSE}"
    return f"{text[:start]}{opens}{text[start:end]}{CLOSE}{text[end:]}"


def which(digits: str) -> int:
    """Which value of a page a mark has."""
    return int(digits.translate(_READ))


def without_marks(text: str) -> str:
    """A text with its values as they are printed."""
    return _MARKS.sub("", text) if OPEN in text or CLOSE in text else text


def asked_on(html: str, numbers: Sequence[Statement]) -> dict[str, Statement]:
    """The numbers that a finished page has, by their names on it."""
    found = (mark[1] for mark in _ASKED.finditer(html)) if numbers else ()
    return {name: numbers[int(name)] for name in found if int(name) < len(numbers)}


def unasked(html: str) -> str:
    """The HTML of a finished page where nobody can ask its numbers, as on paper."""
    return _ASKED.sub(r"\2", html)
