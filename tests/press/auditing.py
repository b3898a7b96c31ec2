"""Audit a text of the toy book: which numbers in it are loose, and how many of each kind."""

from __future__ import annotations

from dataclasses import replace

from judging import judged
from mkdocs.utils import meta
from toy_book import BOOK

from sfrules.press.site.weave import page_of
from sfrules.press.things.book import BookChecks, Term
from sfrules.press.things.counts import Audit

TERMS = (
    *BOOK.terms,
    Term("hp", "hit points", "What keeps a sailor up.", "terms.md", aliases=("HP",), unit=True),
    Term("action-point", "action point", "An effort.", "terms.md", unit=True),
    Term("sail", "sail", "What catches the wind.", "terms.md", aliases=("sails",), unit=True),
    Term("square", "square", "Where a boat lies.", "terms.md", unit=True),
    Term("turn", "turn", "When a boat moves.", "terms.md", unit=True),
    Term("will", "Will", "What keeps a sailor sober.", "terms.md"),
    Term("class", "class", "A calling.", "terms.md", aliases=("classes",)),
    Term("four-handed", "four-handed oar", "An oar for a crew.", "terms.md"),
)
# The toy book, with the audit switched on and more to count.
STRICT = replace(
    BOOK,
    terms=TERMS,
    checks=BookChecks(
        no_loose_numbers=True, proper_names=frozenset({"The Three Gulls", "SF-17", "T-01"})
    ),
)


def audited(text: str) -> Audit:
    """The audit of docs/page.md."""
    page = page_of("docs/page.md", text, meta.get_data(text)[0])
    return judged(STRICT, page).audit


def loose(text: str) -> list[str]:
    """The loose numbers of a page as they stand in it."""
    audit, lines = audited(text), text.split("\n")
    typed = [
        (text.count("\n", 0, a) + 1, a - text.rfind("\n", 0, a), text[a:b]) for a, b in audit.places
    ]
    others = [
        (each.line, each.column, lines[each.line - 1][each.column - 1 :][: each.length])
        for each in audit.loose
        if (each.line, each.column) not in {place[:2] for place in typed}
    ]
    return [words for _, _, words in sorted([*typed, *others])]


def counts(text: str) -> dict[str, int]:
    """How many numbers a page has of each kind that it has."""
    return {kind: count for kind, count in audited(text).counts.items() if count}
