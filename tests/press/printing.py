"""Print a page of the toy book as a site would: expanded, converted, finished."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import markdown
from mkdocs.utils import meta
from toy_book import BOOK

from sfrules.ground.edits import Edit
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.site.memo import ConvertedPage, Memo, SiteHeading
from sfrules.press.site.weave import BookResult, expand, page_of, weave

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sfrules.ground.problems import Problem
    from sfrules.press.things.book import Rulebook

TERMS_PAGE = "# Terms\n\n## Knots {#knots}\n"
EXTENSIONS = ["admonition", "attr_list", "def_list", "md_in_html", "tables", "toc", "fenced_code"]


def headings(tokens: Iterable[Mapping[str, Any]]) -> list[SiteHeading]:
    """The headings of Python-Markdown's table of contents, in order, with those below each."""
    found = []
    for token in tokens:
        found.append(SiteHeading(token["id"], token["level"], token["name"]))
        found += headings(token["children"])
    return found


def convert(_name: str, expanded: ExpandedPage) -> ConvertedPage:
    """Python-Markdown with the extensions that most books use."""
    made = markdown.Markdown(extensions=EXTENSIONS)
    html = made.convert(expanded.markdown)
    return ConvertedPage(html, headings(made.toc_tokens))  # type: ignore[attr-defined]


def print_pages(pages: Mapping[str, str], book: Rulebook = BOOK) -> BookResult:
    """All pages of a book, by name, woven together; the toy book's terms always have their page."""
    texts = {"terms.md": TERMS_PAGE, **pages}
    expanded = {
        name: expand(book, page_of(f"docs/{name}", text, meta.get_data(text)[0]))
        for name, text in texts.items()
    }
    memo = Memo(book)
    for name, page in expanded.items():
        memo.take(name, page)
    return weave(
        memo,
        expanded,
        convert,
        lambda _page, path: path.replace(".md", ".html"),
    )


def print_page(text: str, book: Rulebook = BOOK) -> BookResult:
    """One page, docs/page.md."""
    return print_pages({"page.md": text}, book)


def html_of(text: str) -> str:
    """The HTML of one page that has nothing wrong with it."""
    woven = print_page(text)
    assert not woven.problems, [str(problem) for problem in woven.problems]
    return woven.pages["page.md"].html


def problem_of(page: str) -> Problem:
    """The one problem of a page."""
    (problem,) = print_page(page).problems
    return problem


def fixed(page: str) -> str | None:
    """The page with its one problem fixed; None where there is no fix."""
    edit = problem_of(page).fix
    if edit is None:
        return None
    assert isinstance(edit, Edit)
    assert edit.path == "docs/page.md"
    assert page[edit.start : edit.end] == edit.was
    return page[: edit.start] + edit.text + page[edit.end :]
