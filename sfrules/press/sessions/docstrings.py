"""The examples in the docstrings of a book's rules, carried out as doctest has them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

from sfrules.ground.ledger import Check
from sfrules.press.sessions.docstring import File, file_at, find_docstring
from sfrules.press.sessions.output import PROMPT
from sfrules.press.things.book import Book


def check_docstrings(book: Book) -> list[Check]:
    """One check for each rule whose docstring has examples.

    This is the code of the book's own author: it runs as it is, in its own module.
    """
    files = cache(lambda path: file_at(path, book.root))
    rules = book.rule_names.items()
    return [_check(rule, name, files) for rule, name in rules if PROMPT in (rule.__doc__ or "")]


def _check(rule: Callable[..., object], name: str, files: Callable[[str], File]) -> Check:
    # Imported here: a book without such examples has no use for it.
    from sfrules.press.sessions.doctesting import problems_of

    plain: Any = inspect.unwrap(rule)
    text = rule.__doc__ or ""
    docstring = find_docstring(text, files(plain.__code__.co_filename), plain.__code__)
    prompts = (at for at, line in enumerate(docstring.lines) if PROMPT.strip() in line)
    place = docstring.place(next(prompts))
    problems = tuple(problems_of(text, name, plain.__globals__, docstring))
    return Check(place.source.path, place.line, place.column, "docstring", name, problems)
