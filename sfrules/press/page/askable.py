"""Numbers of a page, computed or proved: a reader may ask each of them how it is known.

In the page's Markdown such a number stands between two marks, so that it reads there as it would
without them. Where nobody could ask it, in a link, in code, in a heading, the marks are taken out.
A number that the author has typed is marked only where no Markdown looks at what stands beside it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from sfrules.ground.ledger import Entry, Origin
from sfrules.press.expression.walk import Invocation
from sfrules.press.page.regions import Regions, spliced, without

if TYPE_CHECKING:
    from sfrules.press.things.book import Book

OPEN, BETWEEN, CLOSE = "\ufdd4", "\ufdd5", "\ufdd6"
# The marks say which number it is in digits of their own, in which no Markdown sees any.
_DIGITS = {ord(str(digit)): chr(0xFDE0 + digit) for digit in range(10)}
_READ = {ord(mark): chr(digit) for digit, mark in _DIGITS.items()}
MARKED = re.compile(rf"{OPEN}([\ufde0-\ufde9]+){BETWEEN}([^{OPEN}{BETWEEN}{CLOSE}]*){CLOSE}")
_ASKED = re.compile(r'<span class="number" data-receipt="(\d+)">([^<]*)</span>')
# What a reader cannot open a card in: what is pressed or read for something else, and tags.
_CLOSED = re.compile(
    r"<(a|button|code|h[1-6]|label|option|pre|script|style|summary|svg|textarea|title)\b.*?</\1\s*>"
    r"|<[^<>]*>",
    re.DOTALL | re.IGNORECASE,
)
# Before the number on its line: a heading, the title of a box, the address of a link, a tag.
_UNFIT = re.compile(
    r"\A[ \t>]*(?:(?:[-*+:]|\d+[.)])[ \t]+)*(?:#|!!!|\?\?\?|===|///|\*?\[[^\]]*\]:)"
    r"|[}>][ \t]*#|<h[1-6]\b|\]\([^()]*\Z|<[^<>]*\Z|\{[^{}]*\Z|://\S*\Z"
)
# A number or dice, and signs around them: a text that has digits in it is another thing.
_NUMBER = re.compile(
    r"(?:at least |at most |about )?(?!\D*$)[\d\s.,:/d×+−%\N{EN DASH}½¼¾⅓⅔\N{NO-BREAK SPACE}-]+"
)
UNDERLINE = re.compile(r"[ \t>]*[=-]+[ \t]*$", re.MULTILINE)
_MACRO = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")
# What a typed number may have in it and beside it: elsewhere the marks could change the reading.
_PLAIN = re.compile(r"(?:[^\W_]|[ ,./%+−×\N{EN DASH}½¼¾⅓⅔⅛⅜⅝⅞\N{NO-BREAK SPACE}-]|\n[ \t>]*)+")
_BEFORE = re.compile(
    # Behind anything but a blank or a bracket, a star may close as well as open.
    r"(?:\A|\s|[^\w\x00-\x7f]|(?<![\"'])(?:[(|>]|(?<![^\s(|>])(?:\*{1,3}|_{1,3})))[+-]?\Z|\w-\Z"
)
_BEHIND = re.compile(
    r"\Z|[\s.,;:!?)|<-]|[^\w\x00-\x7f]|\+(?!\+)|(?P<closes>\*{1,3}(?![\w*])|_{1,3}(?!\w))"
)
_BESIDE = 6  # characters
_OPENED = re.compile(r"`|\[[^\[\]]*\Z")  # before it, in text without code
_COUNTS = re.compile(r"[ \t>]*(?:(?:[-*+:]|\d+[.)])[ \t]+)*\(?\Z")  # before the number of an item
_BLANK_LINE = re.compile(r"\n[ \t>]*\n")
_PARAGRAPH = 2_000  # characters, within which a bracket may have been opened


@dataclass(frozen=True)
class AskedNumber:
    """What vouches for a number on a page: an expression, and the rules that were called for it.

    For a number that is proved, that is the line of the proof; `said` are the words that this has
    for it, if they are others. `in_words` is the expression in the book's words, if they add
    something, and `because` why the page differs.
    """

    expression: str
    origins: tuple[Origin, ...]
    calls: tuple[Invocation, ...] = ()
    said: str = ""
    in_words: str = ""
    because: str = ""
    is_proved: bool = False

    def is_of_rules(self, book: Book) -> bool:
        """Whether a rule has a part in it; what a source or a row says, its sentence says."""
        rules = book.rule_names.values()
        return any(origin.name in rules for origin in self.origins)


class ProvedNumber(NamedTuple):
    """A typed number: its offsets in the page's file, and which of the page's lines vouches."""

    start: int
    end: int
    line: int


@dataclass(frozen=True)
class ProvedNumbers:
    """The typed numbers that a reader may ask, in order, and the lines of proofs that vouch."""

    numbers: tuple[ProvedNumber, ...] = ()
    lines: tuple[AskedNumber, ...] = ()

    def marked(self, page: str, text: str, start: int) -> str:
        """A part of a page with marks at its numbers; it stands at an offset, or soon behind."""
        at = page.find(text, start) if self.numbers else -1
        if at < 0:
            return text
        here = takewhile(
            lambda number: number.end <= at + len(text),
            self.numbers[bisect_left(self.numbers, (at,)) :],
        )
        places = ((each.start - at, each.end - at, each.line) for each in here)
        return spliced(text, ((a, b, _mark(text[a:b], line)) for a, b, line in places))


def askable_ones(
    page: str, found: Regions, proved: Iterable[ProvedNumber]
) -> Iterator[ProvedNumber]:
    """Those typed numbers of a page, in order, that stand where they can be asked."""
    end, text = 0, without(page, found.of_kind("code"))
    for number in sorted(proved):
        if number.start >= end and _is_plain(text, number.start, number.end):
            yield number
            end = number.end


def _is_plain(page: str, start: int, end: int) -> bool:
    """Whether a typed number stands in plain text, in which marks are nothing to Markdown."""
    line = page.rfind("\n", 0, start) + 1
    paragraph = _BLANK_LINE.split(page[max(start - _PARAGRAPH, 0) : start])[-1]
    behind = _BEHIND.match(page[end : end + _BESIDE])
    return bool(
        not page[start].isspace()
        and _PLAIN.fullmatch(page, start, end)
        and _BEFORE.search(page[max(start - _BESIDE, line) : start])
        and behind
        and (behind["closes"] is None or paragraph.count(behind["closes"]) % 2)
        and not (page[end : end + 1] in {".", ")"} and _COUNTS.match(page[line:start]))
        and not _OPENED.search(paragraph)
        and _stands_well(page, start, end)
    )


def is_askable(printed: str, entry: Entry, page: str, macro: tuple[int, int]) -> bool:
    """Whether a macro of a page prints a number of the book, in a place where it can be asked."""
    return bool(entry.origins and _NUMBER.fullmatch(printed) and _stands_well(page, *macro))


def _stands_well(page: str, start: int, end: int) -> bool:
    """Whether a stretch of a page is in no heading, title, tag or address."""
    before = page[page.rfind("\n", 0, start) + 1 : start]
    line_end = page.find("\n", end)
    is_heading = line_end >= 0 and UNDERLINE.match(page, line_end + 1)
    return not (is_heading or _UNFIT.search(_MACRO.sub("", before)))


def marked(text: str, numbers: list[AskedNumber], number: AskedNumber) -> str:
    """A number with its marks, as the page's Markdown has it; it joins those of the page."""
    numbers.append(number)
    return _mark(text, len(numbers) - 1)


def _mark(text: str, number: int) -> str:
    return f"{OPEN}{str(number).translate(_DIGITS)}{BETWEEN}{text}{CLOSE}"


def which(mark: re.Match[str]) -> int:
    """Which number of a page a mark has, of those that may be asked."""
    return int(mark[1].translate(_READ))


def without_marks(text: str) -> str:
    """A text with its numbers as they are printed."""
    return MARKED.sub(r"\2", text) if OPEN in text else text


def as_asked(html: str, answered: Collection[int]) -> str:
    """The HTML of a page with an element of its own for each number that a rule answers."""
    if OPEN not in html:
        return html

    def put(mark: re.Match[str]) -> str:
        name = which(mark)
        if name not in answered:
            return mark[2]
        return f'<span class="number" data-receipt="{name}">{mark[2]}</span>'

    return MARKED.sub(put, _CLOSED.sub(lambda part: without_marks(part[0]), html))


def asked_on(html: str, numbers: Sequence[AskedNumber]) -> dict[str, AskedNumber]:
    """The numbers that a finished page has, by their names on it."""
    found = (mark[1] for mark in _ASKED.finditer(html)) if numbers else ()
    return {name: numbers[int(name)] for name in found if int(name) < len(numbers)}


def unasked(html: str) -> str:
    """The HTML of a finished page where nobody can ask its numbers, as on paper."""
    return _ASKED.sub(r"\2", html)
