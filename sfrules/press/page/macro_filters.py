"""What pages of a site with macros of its own are used to: more filters, and pages to include."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from jinja2 import filters

from sfrules.ground.file_door import read_source
from sfrules.ground.ledger import relative
from sfrules.ground.number_words import exact
from sfrules.ground.problems import Mistake, ProblemsFound, did_you_mean
from sfrules.ground.source import Source
from sfrules.press.expression.tree import Markdown
from sfrules.press.things.book import Book

PLAIN_FILTERS: dict[str, Callable[..., Any]] = {
    "float": lambda value, default=0: exact(filters.do_float(value, default)),
    "indent": filters.do_indent,
    "int": filters.do_int,
    "replace": lambda value, old, new: Markdown(str(value).replace(str(old), str(new))),
    "round": lambda value, places=0: Fraction(round(Fraction(exact(value)), places)),
    "safe": Markdown,
    "string": str,
    "trim": lambda value: Markdown(str(value).strip()),
    "wordcount": filters.do_wordcount,
}


def included(book: Book, name: Any) -> Source:
    """A page of those that pages may include; raises Mistake where there is none."""
    folder = book.supplies.includes
    if folder is None:
        raise Mistake("pages have no {% include %}", "unless include_dir names a folder for them")
    path = folder / str(name)
    if not path.is_file():
        known = [each.relative_to(folder).as_posix() for each in folder.rglob("*.*")]
        raise Mistake(f'there is no "{name}" to include', did_you_mean(str(name), known))
    try:
        return read_source(path, relative(path, book.root), [folder])
    except ProblemsFound as found:
        raise Mistake(found.problems[0].message, found.problems[0].hint) from None
