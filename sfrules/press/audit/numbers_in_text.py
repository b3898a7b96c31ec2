"""Where the numbers of a text are, in figures and in words."""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Iterable, Iterator

from sfrules.press.audit.blanking import Stretch
from sfrules.press.audit.counting_words import MEASURES, RULES, Nouns, Place
from sfrules.press.audit.number_patterns import FIGURES, WORDS
from sfrules.press.audit.proper_names import is_part_of_name
from sfrules.press.things.book import Book, Term

_LATEST: deque[tuple[Book, Nouns]] = deque(maxlen=4)


def nouns_of(book: Book) -> Nouns:
    """What a book counts, for telling whether "one" and its like count there."""
    # By the book itself: to compare its terms on every page would take longer than many a page.
    for known, nouns in _LATEST:
        if known is book:
            return nouns
    units = MEASURES | book.units
    things = units.union(_names_of_terms(book.terms))
    nouns = Nouns(units, things, _numbered(book.terms, book.proper_names))
    _LATEST.appendleft((book, nouns))
    return nouns


def _numbered(terms: tuple[Term, ...], own: frozenset[str]) -> re.Pattern[str] | None:
    names = own.union(name for name in _names_of_terms(terms) if " " in name or "-" in name)
    numbered = sorted(filter(_is_numbered, names), key=len, reverse=True)
    if not numbered:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, numbered))})(?!\w)")


def _is_numbered(name: str) -> bool:
    return bool(WORDS.search(name.lower()) or FIGURES.search(name))


def _names_of_terms(terms: tuple[Term, ...]) -> Iterator[str]:
    return (name for term in terms for name in (term.term, *term.aliases))


def numbers_in(text: str, nouns: Nouns, start: int = 0, end: int = sys.maxsize) -> list[Stretch]:
    """The stretches of a text that say a number each, in order."""
    found = [match.span() for match in FIGURES.finditer(text, start, end)]
    found += _words(text, nouns, start, end)
    return sorted(found)


def unnamed_numbers_in(text: str, nouns: Nouns) -> list[Stretch]:
    """The numbers of a text that is no page, beside those that are part of a name."""
    named = [name.span() for name in nouns.names.finditer(text)] if nouns.names else []
    return [
        (start, end)
        for start, end in numbers_in(text, nouns)
        if not is_part_of_name(text, start, end)
        and not any(left <= start < right for left, right in named)
    ]


def holds_number(text: str, nouns: Nouns) -> bool:
    """Whether a short text says any number, beside those that are part of a name."""
    if nouns.names and nouns.names.search(text):
        text = nouns.names.sub("", text)
    return FIGURES.search(text) is not None or any(True for _ in _words(text, nouns))


def _words(text: str, nouns: Nouns, start: int = 0, end: int = sys.maxsize) -> Iterable[Stretch]:
    lowered = _lowered(text)
    for match in WORDS.finditer(lowered, start, end):
        rule = RULES.get(match.group())
        if rule is None or rule(Place(text, *match.span(), nouns)):
            yield match.span()


def _lowered(text: str) -> str:
    """The text in small letters, as long as it was: one letter of Turkish would become two."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text.replace("\u0130", "I").lower()
