"""The loose numbers of what the book hands over with a place, beside its pages.

What a term means and why a gap is left open is typed, and nothing in it can be computed: so it says
what it says without numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sfrules.ground.ledger import Origin
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.counting_words import Nouns
from sfrules.press.audit.numbers_in_text import nouns_of, unnamed_numbers_in
from sfrules.press.things.book import Book

_LONGEST = 5_000  # characters of a row
Typed = tuple[str, str, Origin | None]  # what it is, its words, and its place


def loose_in_typed_texts(book: Book) -> list[Problem]:
    """A problem for each number in a term's definition or in an exemption's reason."""
    nouns = nouns_of(book)
    return [problem for typed in _typed(book) for problem in _loose(book.root, typed, nouns)]


def _typed(book: Book) -> Iterator[Typed]:
    for term in book.terms:
        yield f'the definition of "{term.term}"', term.definition, term.origin
    for each in book.exemptions:
        yield f"the reason for {each.kind} {each.subject}", each.reason, each.origin


def _loose(root: Path, typed: Typed, nouns: Nouns) -> Iterator[Problem]:
    what, words, origin = typed
    for start, end in unnamed_numbers_in(words, nouns):
        number = words[start:end]
        message = f"the number {number} in {what} is loose: no rule vouches for it"
        yield _at(root, origin, (words, start, end), message)


def _at(root: Path, origin: Origin | None, at: tuple[str, int, int], message: str) -> Problem:
    """The problem where the words stand in the file, or at their row where that cannot be told."""
    words, start, end = at
    hint = "say it without the number"
    place = origin or Origin("", "terms", 1)
    if source := _source(root, place):
        row = source.start_of(place.line)
        found = source.text.find(_in_quotes(words), row, row + _LONGEST)
        if found >= 0:
            start = found + len(_in_quotes(words[:start]))
            return problem_at(Span(source, start, start + end - at[1]), message, hint)
    return Problem(place.path, place.line, 1, message, hint)


def _in_quotes(words: str) -> str:
    """Words as a cell of CSV has them."""
    return words.replace('"', '""')


def _source(root: Path, origin: Origin) -> Source | None:
    try:
        return Source(origin.path, (root / origin.path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
