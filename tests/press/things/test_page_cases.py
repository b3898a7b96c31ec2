"""Each folder of `cases` is a page of the toy book, and the HTML that a site shows for it.

A folder may bring a `book.py` with a `BOOK` of its own, for rules and things that the toy book lacks.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import toy_book
from printing import print_page

from sfrules.press.things.book import Rulebook

CASES = sorted(page.parent for page in Path(__file__).parent.glob("cases/*/page.md"))


def book_of(case: Path, monkeypatch: pytest.MonkeyPatch) -> Rulebook:
    own = case / "book.py"
    if not own.is_file():
        return toy_book.BOOK
    for module in ("toy_book", "toy_charts"):  # of one load, whatever other tests have loaded again
        monkeypatch.delitem(sys.modules, module, raising=False)
    return runpy.run_path(str(own))["BOOK"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_page_is_printed_as_it_was_found_right(
    case: Path, golden: Callable[[Path, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    book = book_of(case, monkeypatch)
    woven = print_page((case / "page.md").read_text(encoding="utf-8"), book)
    assert [str(problem) for problem in woven.problems] == []
    golden(case / "page.html", woven.pages["page.md"].html + "\n")
