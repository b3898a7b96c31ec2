"""Each mistake that an author can make is a folder: the page, and the exact message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from printing import print_page
from test_vacuous import STILL
from toy_book import BOOK

from sfrules.ground.problems import report

GULL = BOOK.namespaces["boats"]["gull"].origin
MISTAKES = sorted(p for p in (Path(__file__).parent / "mistakes").iterdir() if p.is_dir())
# Of a book that is nothing but facts, of which nobody's code has read one.
FACTS = replace(
    BOOK,
    namespaces={"boats": BOOK.namespaces["boats"]},
    **{key: {} for key in ("tables", "figures", "charts")},
    no_gaps=True,
    unread=lambda: [GULL],
)
BOOKS = {
    "proof_of_a_bound_at_a_point": STILL,
    "proof_of_a_fact_that_nothing_else_reads": FACTS,
    "proof_that_goes_beyond_a_bound": STILL,
    "proof_with_a_choice_that_answers_nothing": replace(BOOK, no_loose_numbers=True),
}


@pytest.mark.parametrize("folder", MISTAKES, ids=lambda folder: folder.name)
def test_a_mistake_is_reported_in_these_words(
    folder: Path, golden: Callable[[Path, str], None]
) -> None:
    page, book = (folder / "page.md").read_text(encoding="utf-8"), BOOKS.get(folder.name, BOOK)
    said = report(print_page(page, book).problems) + "\n"
    golden(folder / "error.txt", said)


def test_there_are_at_least_twenty_mistakes() -> None:
    assert len(MISTAKES) >= 20
