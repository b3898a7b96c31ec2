"""Numbers that a page computes and prints: a reader may ask each of them how it is known.

In the page's Markdown such a number stands between two marks, so that it reads there as it would
without them. Where nobody could ask it, in a link, in code, in a heading, the marks are taken out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sfrules.ground.ledger import Entry
from sfrules.press.expression.walk import Invocation

OPEN, BETWEEN, CLOSE = "\ufdd4", "\ufdd5", "\ufdd6"
MARKED = re.compile(rf"{OPEN}(\d+){BETWEEN}([^{OPEN}{BETWEEN}{CLOSE}]*){CLOSE}")
# What a reader cannot open a card in: what is pressed or read for something else, and tags.
_CLOSED = re.compile(
    r"<(a|button|code|h[1-6]|label|option|pre|script|style|summary|svg|textarea|title)\b.*?</\1\s*>"
    r"|<[^<>]*>",
    re.DOTALL | re.IGNORECASE,
)
# Before the number on its line: a heading, the title of a box, the address of a link, a tag.
_UNFIT = re.compile(
    r"\A[ \t>]*(?:#|!!!|\?\?\?|===|\[[^\]]*\]:)|[}>][ \t]*#|\]\([^()]*\Z|<[^<>]*\Z|\{[^{}]*\Z|://\S*\Z"
)
# A number or dice, and signs around them: a text that has digits in it is another thing.
_NUMBER = re.compile(
    r"(?:at least |at most |about )?(?!\D*$)[\d\s.,:/d×+−%\N{EN DASH}½¼¾⅓⅔\N{NO-BREAK SPACE}-]+"
)
UNDERLINE = re.compile(r"[ \t>]*(?:={2,}|-{2,})[ \t]*$", re.MULTILINE)
_MACRO = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")


@dataclass(frozen=True)
class AskedNumber:
    """A number on a page: what the ledger says of it, and the rules that were called for it."""

    entry: Entry
    calls: tuple[Invocation, ...]


def is_askable(printed: str, entry: Entry, page: str, macro: tuple[int, int]) -> bool:
    """Whether a macro of a page prints a number of the rules, in a place where it can be asked."""
    if not entry.origins or not _NUMBER.fullmatch(printed):
        return False
    start, end = macro
    before = page[page.rfind("\n", 0, start) + 1 : start]
    line_end = page.find("\n", end)
    is_heading = line_end >= 0 and UNDERLINE.match(page, line_end + 1)
    return not (is_heading or _UNFIT.search(_MACRO.sub("", before)))


def marked(text: str, numbers: list[AskedNumber], number: AskedNumber) -> str:
    """A number with its marks, as the page's Markdown has it; it joins those of the page."""
    numbers.append(number)
    return f"{OPEN}{len(numbers) - 1}{BETWEEN}{text}{CLOSE}"


def without_marks(text: str) -> str:
    """A text with its numbers as they are printed."""
    return MARKED.sub(r"\2", text) if OPEN in text else text


def as_asked(html: str) -> str:
    """The HTML of a page with each number that can be asked in an element of its own."""
    if OPEN not in html:
        return html
    open_to_all = _CLOSED.sub(lambda part: without_marks(part[0]), html)
    return MARKED.sub(r'<span class="number" data-receipt="\1">\2</span>', open_to_all)


def asked_on(html: str, numbers: Sequence[AskedNumber]) -> dict[str, AskedNumber]:
    """The numbers that a finished page has, by their names on it."""
    found = re.findall(r'<span class="number" data-receipt="(\d+)">', html) if numbers else []
    return {name: numbers[int(name)] for name in found if int(name) < len(numbers)}
