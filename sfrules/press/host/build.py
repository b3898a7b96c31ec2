"""One build of a site by MkDocs: the book, its pages so far, and what came of them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc
from mkdocs.utils import get_relative_url

from sfrules.ground.file_door import read_source
from sfrules.ground.git import Unreachable, git
from sfrules.ground.internal_errors import working_on
from sfrules.ground.ledger import relative
from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.ground.source import FRONT_MATTER
from sfrules.press.host.guard import foreign
from sfrules.press.host.steps import RenderedPage, put_back, render, say_again, settings_of_pages
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.site.finish import plain_markdown
from sfrules.press.site.load import book_of_site, forget, noting_files
from sfrules.press.site.memo import (
    PREVIEW,
    SITE,
    ConvertedPage,
    FinishedPage,
    Memo,
    SiteHeading,
    changed_modules,
)
from sfrules.press.site.publish import (
    WORKER,
    Staging,
    address_of_code,
    description_of,
    digest,
    publish,
    robots_txt,
    service_worker,
)
from sfrules.press.site.search_index import SearchPage, parts_of, search_script
from sfrules.press.site.weave import BookResult, expand, page_of, weave
from sfrules.press.things.tables import table_csv, table_json

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import File, Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.toc import AnchorLink

# Where the theme's plugin of tags puts a listing once all pages are there; it is no number of ours.
_LISTING = re.compile(r"<h[1-6][^<>]+:\d+-\d+/slug\".*?</h[1-6]>")
_HERE = "<!-- listing -->"
_MAPS = ("sitemap.xml", "sitemap.xml.gz")


def root_of(config: MkDocsConfig) -> Path:
    """The folder of a site, whatever links lead to it."""
    return Path(config.config_file_path).resolve().parent


def opened(
    config: MkDocsConfig,
    options: Mapping[str, Any],
    last: Memo | None,
    kept: str,
    *,
    again: bool = False,
) -> Memo:
    """The memo for a build, which begins with what the `last` one knows, or with what a file has.

    Raises:
        ProblemsFound: for a book that cannot be loaded.
    """
    root = root_of(config)
    if last and again:
        forget((options.get("book") or "", *last.book.modules, *changed_modules(last.book)))
    book = book_of_site(root, options, Path(config.docs_dir))
    if kept == PREVIEW:  # a lock is of no use to who writes, and no gap
        book = replace(book.checking(no_gaps=False), lock=None)
    if memo := last:
        memo.begin(book, (options,))
    elif kept:
        memo = Memo.load(root, book, (options,), kept)
    else:
        memo = Memo(book, (options,))
    memo.site = kept in {SITE, PREVIEW}
    return memo


@dataclass
class SiteBuild:
    """One build: what MkDocs has read so far, and what came of it."""

    config: MkDocsConfig
    options: Mapping[str, Any]
    memo: Memo
    staged: Staging
    #: What is wrong beside the text of pages.
    wrong: tuple[Problem, ...] = ()
    #: Whether the pages are shown to their author, whatever is wrong with them.
    preview: bool = False
    files: Files = field(init=False)
    nav: Navigation = field(init=False)
    env: Environment = field(init=False)
    pages: dict[str, ExpandedPage] = field(default_factory=dict)
    woven: BookResult | None = None
    _rendered: dict[str, RenderedPage] = field(default_factory=dict)
    #: Stands for all but its Markdown that has a part in the HTML of a page.
    _key: str = ""
    _converted: dict[str, ConvertedPage] = field(default_factory=dict)
    _listings: dict[str, list[str]] = field(default_factory=dict)
    #: The descriptions that the press has given to pages, and not their authors.
    _described: dict[str, str] = field(default_factory=dict)
    #: The hash of each text that stands beside the pages.
    _written: dict[str, int] = field(default_factory=dict)
    #: What the search finds on each page.
    _found_on: dict[str, tuple[FinishedPage, Any]] = field(default_factory=dict)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that is wrong, as far as it is known."""
        return self.wrong + (self.woven.problems if self.woven else ())

    def shown(self, file: File) -> str:
        """A file as its author knows it: a link by what it leads to, if that is his."""
        root = root_of(self.config)
        path = Path(file.abs_src_path or Path(self.config.docs_dir, file.src_uri))
        real = Path(os.path.realpath(path))
        if not (real.is_relative_to(root) and real.exists()):
            real = Path(self.config.docs_dir).resolve() / file.src_uri
        return relative(real, root)

    def admit(self, files: Files, texts: Mapping[str, str]) -> None:
        """Take the files of a site, some with other texts; one that cannot be read is left out."""
        for file in list(files.documentation_pages()):
            if path := file.abs_src_path:
                try:
                    read_source(Path(path), self.shown(file))
                except ProblemsFound as error:
                    self.wrong += error.problems
                    files.remove(file)
                if (text := texts.get(self.shown(file))) is not None:
                    file.content_string, file.abs_src_path = text, path

    def order(self, nav: Navigation, files: Files) -> None:
        """Take the navigation; of two files at one address, only one would be published."""
        self.nav, self.files, self._key = nav, files, digest(settings_of_pages(self.config, files))
        first: dict[str, File] = {}
        included = (file for file in files if file.inclusion.is_included())
        for file in sorted(included, key=lambda file: file.is_documentation_page()):
            other = first.setdefault(file.dest_uri, file)
            if other is not file:
                message = f"this page and {self.shown(other)} have one address: {file.dest_uri}"
                hint = "only one would be published: rename one, or leave it out by exclude_docs"
                self.wrong += (Problem(self.shown(file), 1, 1, message, hint),)

    def expand(self, page: Page, markdown: str) -> str:
        """Expand the Markdown of a page, to which other plugins may have done something."""
        name, path, text = page.file.src_uri, self.shown(page.file), page.file.content_string
        if self._is_made(page.file) and not foreign(markdown):
            return markdown
        if not page.meta and (front := FRONT_MATTER.match(text)) and front[0] in markdown:
            message = "what stands between the lines --- is not YAML, so it would be printed"
            self.wrong += (Problem(path, 1, 1, message),)
        source = page_of(path, text, markdown)
        expanded = self.memo.expanded(name, source, expand)
        if type(page) is not Page and name not in self.memo.fresh:  # its plugin takes parts of it
            expanded = self.memo.made(name, source)
        self.pages[name] = expanded
        self._described.pop(name, None)
        page.render = lambda *_: self._render(page, expanded)  # type: ignore[method-assign]
        return expanded.markdown

    def _is_made(self, file: File) -> bool:
        """Whether a page is made by another plugin: it is no file of the site."""
        path = Path(file.abs_src_path or "/")
        own = Path(self.config.docs_dir), Path(self.config.config_file_path).absolute().parent
        return not any(path.is_relative_to(folder) for folder in own)

    def _render(self, page: Page, expanded: ExpandedPage) -> None:
        """Let MkDocs convert a page, within the page's bounds; of one beyond them, nothing.

        What it has made of the same Markdown, with the same settings and files, is put back.
        """
        name, key = page.file.src_uri, f"{self._key} {digest(page.markdown or '')}"
        work = f"html of {name}"
        made = self._rendered.get(name) or self.memo.works.get(work, (None,))[0]
        if made is not None and made.key == key:
            say_again(made)
        else:
            page.content, page.toc = "", get_toc([])
            with working_on(expanded.page.source.path), noting_files():
                made = expanded.meter.within(lambda: render(page, self.config, self.files, key))
        if made is not None:
            put_back(page, made, self.files)
            self._rendered[name], self.memo.works[work] = made, (made, frozenset())

    def take(self, page: Page, html: str) -> None:
        """Take the article of a page as all plugins have made it."""
        if (name := page.file.src_uri) in self.pages:
            self._listings[name] = _LISTING.findall(html)
            headings = [each for each in _headings(page.toc) if not each.id.endswith("/slug")]
            self._converted[name] = ConvertedPage(_LISTING.sub(_HERE, html), headings)

    def page(self, name: str) -> Page:
        """A page as MkDocs knows it."""
        page = self.files.src_uris[name].page
        assert page is not None  # noqa: S101 — it is a page of Markdown
        return page

    def weave(self) -> BookResult:
        """Finish the pages, each with the things that stand on it, in the order of reading."""
        listed = (page.file.src_uri for page in self.nav.pages)
        names = dict.fromkeys([*listed, *sorted(self.pages)])
        pages = {name: self.pages[name] for name in names if name in self.pages}

        def convert(name: str, _: ExpandedPage) -> ConvertedPage:
            return self._converted[name]

        self.woven = weave(self.memo, pages, convert, self._link)
        return self.woven

    def show(self, name: str) -> None:
        """Give a page of MkDocs its finished article, and what it is about."""
        if self.woven:
            page, finished = self.page(name), self.woven.pages[name]
            listings = iter(self._listings[name])
            page.content = re.sub(_HERE, lambda _: next(listings), finished.html)
            if type(page) is not Page and name in self.memo.fresh:
                page.markdown = plain_markdown(self.pages[name])
            page.present_anchor_ids = set(finished.places)  # MkDocs has not seen those of things
            if name in self._described or "description" not in page.meta:
                self._described[name] = description_of(finished.html)
                page.meta["description"] = self._described[name]

    def _address(self, name: str) -> str:
        file = self.files.src_uris.get(name)
        return file.url if file else name

    def _link(self, page: str, path: str) -> str:
        return get_relative_url(self._address(path), self._address(page))

    def publish(self) -> None:
        """Put the site that MkDocs has built in its place, with what stands beside its pages."""
        built = self.staged.folder
        self.write_beside(built)
        if not self.preview:  # a preview shows each change at once
            _write(built, WORKER, service_worker(built))
        publish(self.staged)
        for file in self.files:  # whoever writes a page again writes it there
            file.dest_dir = str(self.staged.site)
            vars(file).pop("abs_dest_path", None)

    def write_beside(self, site: Path) -> None:
        """Write what stands beside the pages: only texts that have changed."""
        before, self._written = self._written, {}
        for name, text in self._beside(self.woven) if self.woven else ():
            self._written[name] = hash(text)
            if before.get(name) != self._written[name]:
                _write(site, name, text)
        unused = before.keys() - self._written.keys()
        for name in (*unused, *(() if self.config.site_url else _MAPS)):  # a map needs addresses
            (site / name).unlink(missing_ok=True)

    def _beside(self, woven: BookResult) -> Iterable[tuple[str, str]]:
        """The files beside the pages: receipts, the search, tables, what robots are told."""
        code = json.dumps(address_of_code(self.config.repo_url or ""))
        for name in woven.pages:
            if told := self.memo.pages[name].receipts:
                address = Path(self.files.src_uris[name].dest_uri).with_suffix(".js")
                yield f"receipts/{address.as_posix()}", f"receipts({told},{code});\n"
        yield "search/index.js", self._search(woven)
        for id, table in sorted(woven.tables.items()):
            yield f"tables/{id}.csv", self.memo.written(table_csv, id, table)
            yield f"tables/{id}.json", self.memo.written(table_json, id, table)
        yield "robots.txt", robots_txt(self.config.site_url or "")

    def _search(self, woven: BookResult) -> str:
        for name, page in woven.pages.items():  # a page that is the same is read once
            if name not in self._found_on or self._found_on[name][0] is not page:
                self._found_on[name] = page, parts_of(page)
        parts = {name: self._found_on[name][1] for name in woven.pages}
        titles = woven.printing.titles
        found = {name: self._found(name, titles[name]) for name in parts}
        return search_script(self.memo.book, parts, found)

    def _found(self, name: str, title: str) -> SearchPage:
        """A page as the search names and ranks it."""
        is_of = {
            kind: any(fnmatch(name, each) for each in self.options[kind])
            for kind in ("appendices", "last")
        }
        rank = 2 * is_of["last"] or int(is_of["appendices"])
        parts = [str(section.title) for section in self.page(name).ancestors]
        module = self.options["modules"].get(name, ())
        return SearchPage(title, self._address(name), parts[-1] if parts else "", rank, module)


def _headings(toc: Iterable[AnchorLink]) -> list[SiteHeading]:
    """The headings of a table of contents, in order, with those below each."""
    found = []
    for link in toc:
        found += [SiteHeading(link.id, link.level, link.title), *_headings(link.children)]
    return found


def _write(built: Path, name: str, text: str) -> None:
    (built / name).parent.mkdir(parents=True, exist_ok=True)
    (built / name).write_text(text, encoding="utf-8", newline="\n")


def time_of_commit(root: Path) -> str:
    """The time that is written into the site: that of the commit, never that of the build."""
    with suppress(Unreachable):
        if found := git(root, "log", "-1", "--format=%ct").decode().strip():
            return found
    return "315532800"  # 1980, the earliest that every archive format can hold
