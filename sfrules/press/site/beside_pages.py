"""What is wrong with a book beside its pages: its terms, its index, its facts, its docstrings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from sfrules.ground.ledger import Check
from sfrules.ground.problems import Problem
from sfrules.press.audit.loose_numbers import loose_in_typed_texts
from sfrules.press.proving.typed_texts import unproved_terms
from sfrules.press.site.finish import Finished
from sfrules.press.site.numbering import Printing
from sfrules.press.site.page_links import subjects_without_a_place, terms_without_a_place
from sfrules.press.site.reach import EVERYTHING
from sfrules.press.site.store import Store


def problems_beside_pages(
    store: Store,
    finished: Mapping[str, Finished],
    printing: Printing,
    cut_short: Collection[str],
) -> Iterator[Problem]:
    """What is wrong with the book's terms, its index, its facts and its docstrings.

    No heading is missing on the pages that are `cut_short`: it may stand in what is hidden.
    """
    book = store.book
    yield from terms_without_a_place(book, finished, cut_short)
    yield from subjects_without_a_place(book, printing.headings, cut_short)
    yield from _typed_texts(store)
    yield from book.problems()
    for check in checked_docstrings(store):
        yield from check.problems


def look_beside_pages(store: Store) -> None:
    """Do what takes no page, so that it is known when somebody asks."""
    _typed_texts(store)
    checked_docstrings(store)


def _typed_texts(store: Store) -> list[Problem]:
    book = store.book

    def find() -> list[Problem]:
        loose = loose_in_typed_texts(book) if book.no_loose_numbers else ()
        return [*loose, *unproved_terms(book)]

    return store.once("typed texts", [EVERYTHING], find)


def checked_docstrings(store: Store) -> list[Check]:
    """What came of the examples in the docstrings of rules."""

    def find() -> list[Check]:
        from sfrules.press.sessions.docstrings import check_docstrings  # doctest: long to import

        return list(check_docstrings(store.book))

    return store.once("docstrings", [EVERYTHING], find)
