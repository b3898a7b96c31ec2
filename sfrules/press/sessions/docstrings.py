"""The examples in the docstrings of a book's rules."""

from __future__ import annotations

from functools import cache

from sfrules.ground.ledger import Check
from sfrules.press.sessions.output import PROMPT
from sfrules.press.things.book import Book


def check_docstrings(book: Book) -> list[Check]:
    """One check for each rule whose docstring has examples.

    This is the code of the book's own author: it runs as it is, in its own module.
    """
    rules = [each for each in book.rule_names.items() if PROMPT in (each[0].__doc__ or "")]
    if not rules:
        return []
    # Imported here, since doctest takes long to import.
    from sfrules.press.sessions.doctesting import check_docstring, file_at

    files = cache(lambda path: file_at(path, book.root))
    return [check_docstring(rule, name, files) for rule, name in rules]
