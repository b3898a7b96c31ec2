"""The shipped book has no loose number, and a planted one is found on every page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from mkdocs.utils import meta

from sfrules.book import BOOK
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.site.weave.check import expand, page_of

DOCS = BOOK.root / "docs"
# The pages of the linter are none of the book's, and the Python reference is the code's own text.
PAGES = sorted(
    page for page in DOCS.rglob("*.md") if page.parent.name != "lint" and page.stem != "python"
)
pages = pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(DOCS)))


def expanded(path: Path, text: str) -> ExpandedPage:
    is_sample = path.parent.name == "authoring" or path.name == "checked.md"
    book = replace(BOOK, samples=("*",)) if is_sample else BOOK
    shown, body = path.relative_to(BOOK.root).as_posix(), meta.get_data(text)[0]
    return expand(book, page_of(shown, text, body))


def test_the_book_asks_for_the_audit() -> None:
    assert BOOK.no_loose_numbers
    assert len(PAGES) >= 28


@pages
def test_no_number_is_loose(path: Path) -> None:
    clean = expanded(path, path.read_text(encoding="utf-8"))
    assert [str(problem) for problem in clean.problems] == []


@pages
def test_a_number_planted_at_the_end_or_in_the_middle_of_a_paragraph_is_found(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    at = next(
        at
        for at, line in enumerate(lines)
        if line[:1].isupper() and line.endswith(".") and "{.flavour}" not in lines[at + 1]
    )
    # No page has a 977, so no proof below can take the planted number for its own.
    lines[at] += " Roll 977 times."
    lines += ["", "It deals 13 damage at first level."]
    planted = expanded(path, "\n".join([*lines, ""]))
    in_middle, *at_end = [(problem.line, problem.column) for problem in planted.problems]
    assert in_middle == (at + 1, len(lines[at]) - len("977 times.") + 1)
    assert at_end == [(len(lines), 10), (len(lines), 23)]
    assert planted.audit.loose[-2:] == planted.problems[1:]
