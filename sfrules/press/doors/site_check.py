"""The check of a site, at every door that asks for it: no host need be there."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple

import markdown

from sfrules.ground.command import Refused
from sfrules.ground.fixes import FixResult, settle
from sfrules.ground.ledger import Entry
from sfrules.ground.problems import Mistake, Problem, ProblemsFound, in_order
from sfrules.ground.source import Source
from sfrules.ground.unforeseen import working_on
from sfrules.press.doors.front_matter import split_page
from sfrules.press.doors.site_files import pages_of
from sfrules.press.doors.site_settings import (
    GUARD,
    NamedFunction,
    RelativePath,
    SiteSettings,
    checked_site,
    unguarded,
)
from sfrules.press.page.evaluator import saying
from sfrules.press.page.expand import ExpandedPage, Page
from sfrules.press.site.load.book_module import book_of_site, forget
from sfrules.press.site.memo import CHECK, ConvertedPage, Memo, SiteHeading
from sfrules.press.site.weave.check import check, expand, page_of
from sfrules.press.things.book import Book
from sfrules.press.things.counts.number_kinds import Audit

MANY = 8  # new pages that a question is better asked of a check for
# What pages of a book are written with: boxes, ids of headings, terms with definitions, HTML.
EXTENSIONS = ("admonition", "attr_list", "def_list", "md_in_html")


def extensions_of(site_extensions: Iterable[str]) -> list[str]:
    """The Markdown extensions of a site with those that pages rely on.

    The guard is not among them: it is for hosts where no press is at work.
    """
    known = [name for name in site_extensions if name != GUARD]
    return [*known, *(name for name in EXTENSIONS if name not in known)]


def headings(tokens: Iterable[Mapping[str, Any]]) -> list[SiteHeading]:
    """The headings of Python-Markdown's table of contents, in order, with those below each."""
    found = []
    for token in tokens:
        found.append(SiteHeading(token["id"], token["level"], token["name"]))
        found += headings(token["children"])
    return found


@dataclass(frozen=True)
class FolderHost:
    """A folder of pages as its own host: it converts them, and publishes nothing."""

    site: SiteSettings
    #: What replaces the files of some pages, by their paths.
    texts: Mapping[str, str] = field(default_factory=dict)

    def pages(self) -> dict[str, Page]:
        """The pages in the order of reading.

        Raises:
            ProblemsFound: for files that may not be read.
        """
        return {name: self._page(source) for name, source in pages_of(self.site).items()}

    def _page(self, source: Source) -> Page:
        now = Source(source.path, self.texts.get(source.path, source.text))
        return page_of(now.path, now.text, split_page(now)[1])

    def convert(self, name: str, expanded: ExpandedPage) -> ConvertedPage:
        """The HTML of a page's Markdown, and its headings."""
        made = self.reader(posixpath.dirname(name))
        with working_on(expanded.page.source.path):
            html = made.convert(expanded.markdown)
        return ConvertedPage(html, headings(getattr(made, "toc_tokens", ())))

    def reader(self, folder: str = "") -> markdown.Markdown:
        """Python-Markdown with the extensions of the site, for a page of a folder."""
        configs = _resolved(self.site.values["mdx_configs"], self.site, folder)
        return markdown.Markdown(extensions=self._extensions, extension_configs=configs)

    @cached_property
    def _extensions(self) -> list[str]:
        return extensions_of(self.site.extensions)

    def refuse_extensions(self) -> None:
        """Refuse Markdown extensions that cannot be loaded.

        Raises:
            ProblemsFound: for the first of them, at the setting that names them.
        """
        try:
            self.reader()
        except Exception as error:  # noqa: BLE001 what an extension raises, its author chose
            wrong = Mistake(f"a Markdown extension cannot be loaded: {error}")
            raise ProblemsFound([self.site.problem_at("markdown_extensions", wrong)]) from None


def _resolved(value: Any, site: SiteSettings, folder: str) -> Any:
    """The settings of an extension with the functions and paths that they name, for a page."""
    if isinstance(value, NamedFunction):
        function = resolve_name(value.name)
        if value.arguments is None:
            return function
        return function(*value.arguments, **dict(value.keywords))
    if isinstance(value, RelativePath):
        start, _, rest = value.path.partition("/")
        begins = {"$docs_dir": site.docs, "$config_dir": site.file.parent}
        return str(begins[start] / rest if start in begins else site.docs / folder / value.path)
    if isinstance(value, Mapping):
        return {key: _resolved(each, site, folder) for key, each in value.items()}
    return [_resolved(each, site, folder) for each in value] if isinstance(value, list) else value


@dataclass(frozen=True)
class SiteReport:
    """What was checked of a site, and all that is wrong."""

    #: The pages in the order of reading, as places show them.
    pages: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    #: What the book has to say of itself, if nothing is wrong.
    account: str = ""
    entries: tuple[Entry, ...] = ()
    audits: Mapping[str, Audit] = field(default_factory=dict)


class _OpenSite(NamedTuple):
    host: FolderHost
    pages: Mapping[str, Page]
    memo: Memo


class SiteCheck:
    """Checks a site again and again, each time only what has changed; with `cached`, over runs.

    With `pages`, or folders of them, it reports what is wrong in these alone.
    """

    def __init__(
        self, config_file: Path, pages: Iterable[Path] = (), *, cached: bool = False
    ) -> None:
        self._file = config_file
        self._pages = [page.resolve() for page in pages]
        self.root = config_file.resolve().parent
        self._cached = cached
        self.memo: Memo | None = None

    def folders(self) -> list[Path]:
        """The folder of the pages, which may lie outside of the site's own."""
        try:
            return [checked_site(self._file).docs.resolve()]
        except ProblemsFound:
            return []  # the check reports what is wrong with the configuration

    def check(self, texts: Mapping[str, str] | None = None, *, afresh: bool = False) -> SiteReport:
        """Check the pages; `texts` replace the files of some, `afresh` reads the code again.

        Raises:
            Refused: where only some pages are meant, for what is none, and no folder with one.
        """
        try:
            begun = self._begun(texts or {}, afresh=afresh)
        except ProblemsFound as error:
            return SiteReport(problems=tuple(in_order(error.problems)))
        woven = check(begun.memo, begun.pages, begun.host.convert)
        self._keep(begun, texts)
        paths = tuple(page.source.path for page in begun.pages.values())
        problems = tuple(in_order([*woven.problems, *unguarded(begun.host.site)]))
        account = "" if problems or self._pages else begun.memo.book.account()
        if self._pages:
            problems = tuple(self._asked_for(problems, paths))
        return SiteReport(paths, problems, account, woven.entries, woven.audits)

    def _asked_for(self, problems: Iterable[Problem], paths: Iterable[str]) -> Iterable[Problem]:
        """Those problems that lie in the pages that are meant."""
        known = set[Path]().union(*map(self._places, paths))
        for page in self._pages:
            if page not in known:
                raise Refused(f"{page} is no page of the site, and no folder with one")
        return (each for each in problems if self._places(each.path).intersection(self._pages))

    def _places(self, path: str) -> set[Path]:
        """A file, and all folders that it lies in."""
        there = (self.root / path).resolve()
        return {there, *there.parents}

    def printing(self, name: str) -> list[Entry]:
        """What the pages print of a rule, a row, a table or an expression, by their places.

        Raises:
            ProblemsFound: for a site or a book that cannot be loaded.
        """
        begun = self._begun({})
        memo, pages = begun.memo, begun.pages
        entries: Iterable[Entry]
        if sum(not memo.is_known(each, page) for each, page in pages.items()) < MANY:
            made = (memo.expanded(each, page, expand) for each, page in pages.items())
            entries = chain.from_iterable(page.entries for page in made)
        else:  # a check leaves all that it knows for the next question
            entries = check(memo, pages, begun.host.convert).entries
            self._keep(begun)
        return sorted(printing(memo.book, name, entries))

    def _begun(self, texts: Mapping[str, str], *, afresh: bool = False) -> _OpenSite:
        site = checked_site(self._file)
        book = book_of(site)
        if afresh:
            forget((site.book_options().get("book") or "", *book.modules))
            book = book_of(site)
        host = FolderHost(site, texts)
        host.refuse_extensions()
        return _OpenSite(host, host.pages(), self._begin(site, book))

    def _keep(self, begun: _OpenSite, texts: Mapping[str, str] | None = None) -> None:
        if self._cached and not texts and begun.memo.fresh:
            begun.memo.save(self.root, CHECK)

    def _begin(self, site: SiteSettings, book: Book) -> Memo:
        """The memo of the last check."""
        settings = (site.extensions, site.values["mdx_configs"], site.book_options())
        if self.memo is None and self._cached:
            self.memo = Memo.load(self.root, book, settings, CHECK)
        elif self.memo is None:
            self.memo = Memo(book, settings)
        self.memo.begin(book, settings)
        return self.memo


def fixes_of(site: SiteCheck) -> FixResult:
    """What would fix the problems of a site; nothing is written."""
    return settle(lambda texts: site.check(texts).problems, site.root, site.folders())


def book_of(site: SiteSettings) -> Book:
    """The book of a site.

    Raises:
        ProblemsFound: for a book that cannot be loaded, or none.
    """
    return book_of_site(site.root, site.book_options(), site.values)


def printing(book: Book, name: str, entries: Iterable[Entry]) -> list[Entry]:
    """Those of some entries that print something of a rule, a row or a table.

    Of an expression, these are the places that say it, whether alone or in a longer one.
    """
    spaces = book.namespaces.items()
    full = [f"{space}.{name}" for space, members in spaces if name in members]
    name = full[0] if len(full) == 1 else name  # a page may leave the namespace out
    says = saying(name, book.namespaces)
    return [
        entry
        for entry in entries
        if any(origin.name == name for origin in entry.origins)
        or (entry.kind == "table" and f'"{name}"' in entry.expression)
        or says(entry.expression)
    ]
