"""A number that is planted on a page of the shipped book is found."""

import os
import re
from pathlib import Path

from judging import judged
from mkdocs.utils import meta

from sfrules.book import BOOK
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.site.weave import page_of

DOCS = BOOK.root / "docs"
# The pages of the linter are none of the book's, and the Python reference is the code's own text.
PAGES = sorted(
    page for page in DOCS.rglob("*.md") if page.parent.name != "lint" and page.stem != "python"
)
EACH = 1 if os.environ.get("NIGHTLY") else 9  # pages from one that is tried to the next


def expanded(path: Path, text: str) -> ExpandedPage:
    is_sample = path.parent.name == "authoring" or path.name in {"checked.md", "data.md"}
    book = BOOK.checking(samples=("*",)) if is_sample else BOOK
    shown, body = path.relative_to(BOOK.root).as_posix(), meta.get_data(text)[0]
    return judged(book, page_of(shown, text, body))


def test_a_number_planted_at_the_end_or_in_the_middle_of_a_paragraph_is_found() -> None:
    assert BOOK.checks.no_loose_numbers
    missed = []
    for path in PAGES[::EACH]:
        lines = path.read_text(encoding="utf-8").split("\n")
        at = next(
            at
            for at, line in enumerate(lines)
            if line[:1].isupper()
            and line.endswith(".")
            and "{.flavour}" not in lines[at + 1]
            and "```proof" not in lines[at + 1 : at + 3]
        )
        # No page has a 977, so no proof below can take the planted number for its own.
        lines[at] += " Roll 977 times."
        lines += ["", "It deals 13 damage."]
        text = "\n".join([*lines, ""])
        found = expanded(path, text)
        said = " ".join(problem.message for problem in found.problems)
        if not re.search(r"\b977\b.*\b13\b", said):
            missed.append((path.name, *map(str, found.problems)))
    assert missed == []
