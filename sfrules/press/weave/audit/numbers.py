"""Where the numbers of a text are, in figures and in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from sfrules.press.things.book import Book, Term
from sfrules.press.weave.audit.context import MEASURES, RULES, Nouns, Place
from sfrules.press.weave.audit.words import FIGURES, WORDS

Stretch = tuple[int, int]


def nouns_of(book: Book) -> Nouns:
    """What a book counts, for telling whether "one" and its like count there."""
    return _nouns(book.terms, book.units)


@lru_cache(maxsize=8)  # a book's own are the same for all of its pages
def _nouns(terms: tuple[Term, ...], own: frozenset[str]) -> Nouns:
    units = MEASURES | own
    return Nouns(units, units.union(_names_of_terms(terms)))


def names_of(book: Book) -> re.Pattern[str] | None:
    """The book's proper names, and terms of several words, in which there is a number word."""
    return _numbered_names(book.terms, book.names)


@lru_cache(maxsize=8)
def _numbered_names(terms: tuple[Term, ...], own: frozenset[str]) -> re.Pattern[str] | None:
    names = own.union(name for name in _names_of_terms(terms) if " " in name or "-" in name)
    numbered = sorted((name for name in names if WORDS.search(name.lower())), key=len, reverse=True)
    if not numbered:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, numbered))})(?!\w)")


def _names_of_terms(terms: tuple[Term, ...]) -> Iterator[str]:
    return (name for term in terms for name in (term.term, *term.aliases))


def numbers_in(text: str, nouns: Nouns, start: int = 0) -> list[Stretch]:
    """The stretches of a text that say a number each, in order."""
    found = [match.span() for match in FIGURES.finditer(text, start)]
    found += _words(text, nouns, start)
    return sorted(found)


def holds_number(text: str, nouns: Nouns) -> bool:
    """Whether a short text says any number."""
    return any(True for _ in FIGURES.finditer(text)) or any(True for _ in _words(text, nouns, 0))


def _words(text: str, nouns: Nouns, start: int) -> Iterable[Stretch]:
    lowered = _lowered(text)
    for match in WORDS.finditer(lowered, start):
        rule = RULES.get(match.group())
        if rule is None or rule(Place(text, *match.span(), nouns)):
            yield match.span()


def _lowered(text: str) -> str:
    """The text in small letters, as long as it was: one letter of Turkish would become two."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text.replace("\u0130", "I").lower()
