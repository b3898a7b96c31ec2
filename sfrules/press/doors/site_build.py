"""One build of a site: the book, its pages so far, and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files

from sfrules.ground.ledger import entry_lines, provenance
from sfrules.ground.problems import Problem
from sfrules.press.audit.frame import Frame
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.site.keep.store import FinishedPage, Store
from sfrules.press.site.publish.publishing import ListedPage, description_of
from sfrules.press.site.publish.swap import Staging
from sfrules.press.site.weave.check import BookResult
from sfrules.press.things.book import Book
from sfrules.press.things.tables.text import table_csv, table_json

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page


T = TypeVar("T")


def _lines(page: FinishedPage) -> str:
    return entry_lines(page.entries)


def about(page: FinishedPage) -> str:
    """What a page is about, as a search engine shows it."""
    return description_of(page.html)


@dataclass
class SiteBuild:
    """One build: the book, its pages so far, and what came of them."""

    store: Store
    staged: Staging
    files: Files = field(default_factory=lambda: Files([]))
    env: Environment | None = None
    nav: Navigation | None = None
    order: list[str] = field(default_factory=list)
    pages: dict[str, ExpandedPage] = field(default_factory=dict)
    woven: BookResult | None = None
    search: str = ""
    listed: list[ListedPage] = field(default_factory=list)
    described: dict[str, str] = field(default_factory=dict)  # by the press, not by its author
    problems: tuple[Problem, ...] = ()
    frame: Frame | None = None
    published: bool = False
    texts: dict[str, str] = field(default_factory=dict)  # that stand beside the pages
    _known: dict[tuple[str, str], tuple[FinishedPage, object]] = field(default_factory=dict)

    def once(self, name: str, page: FinishedPage, work: Callable[[FinishedPage], T]) -> T:
        """What some work comes to for a page; it is done once, as long as the page is the same."""
        key = work.__name__, name
        if key not in self._known or self._known[key][0] is not page:
            self._known[key] = page, work(page)
        answer: T = self._known[key][1]  # type: ignore[assignment] # it is what this work came to
        return answer

    def ledger(self, pages: Mapping[str, FinishedPage]) -> str:
        """The lines of all pages in the ledger, in the order of their paths."""
        known = ((name, page) for name, page in pages.items() if page.entries)
        lines = [(page.entries[0].page, self.once(name, page, _lines)) for name, page in known]
        return provenance(text for _, text in sorted(lines))

    @property
    def book(self) -> Book:
        """The book, which notes what its pages ask of it."""
        return self.store.book

    def page(self, name: str) -> Page:
        """A page as MkDocs knows it."""
        file = self.files.src_uris[name]
        if file.page is None:
            raise PluginError(f"{name} is no page")
        return file.page


def write_ledger(edition: SiteBuild, built: Path) -> None:
    """Write what the book prints beside its pages: the ledger, and each table; new texts alone."""
    woven = edition.woven
    if woven is None:
        return
    texts = {"provenance.json": edition.ledger(woven.pages)}
    for name in woven.pages:
        if script := edition.store.pages[name].receipts:
            address = Path(edition.page(name).file.dest_uri).with_suffix(".js")
            texts[f"receipts/{address.as_posix()}"] = script
    texts["search/index.js"] = edition.search
    for id, table in sorted(woven.tables.items()):
        texts[f"tables/{id}.csv"] = edition.store.written(table_csv, id, table)
        texts[f"tables/{id}.json"] = edition.store.written(table_json, id, table)
    for name, text in texts.items():
        if edition.texts.get(name) != text:
            (built / name).parent.mkdir(parents=True, exist_ok=True)
            (built / name).write_text(text, encoding="utf-8", newline="\n")
    if edition.published:
        for name in edition.texts.keys() - texts.keys():
            (built / name).unlink(missing_ok=True)
    edition.texts = texts
