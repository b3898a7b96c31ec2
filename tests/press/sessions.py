"""Pages with a session, to try the press on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toy_book import BOOK

from sfrules.ground.source import Source
from sfrules.press.page.expand import ExpandedPage, Page
from sfrules.press.site.weave import expand

if TYPE_CHECKING:
    from sfrules.ground.problems import Problem
    from sfrules.press.things.book import Rulebook


def page_with(text: str, book: Rulebook = BOOK) -> ExpandedPage:
    """A page, docs/page.md, expanded."""
    return expand(book, Page(Source("docs/page.md", text)))


def problems_of(code: str, book: Rulebook = BOOK) -> list[Problem]:
    """The problems of a session: its first prompt is left out, those within its code as well."""
    coded = f">>> {code}".split("\n")
    lines = [line if line.startswith(">>> ") else f"... {line}" for line in coded]
    text = "```pycon\n" + "\n".join(lines) + "\n```\n"
    return list(page_with(text, book).problems)
