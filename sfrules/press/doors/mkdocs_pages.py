"""The pages of an MkDocs site, for checking them without building it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import markdown
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, get_files, set_exclusions
from mkdocs.structure.toc import AnchorLink, get_toc
from mkdocs.utils import meta

from sfrules.ground.file_door import read_source, refusal
from sfrules.ground.fixes import FixResult, settle
from sfrules.ground.ledger import Check, Entry, relative
from sfrules.ground.problems import Problem, ProblemsFound, in_order
from sfrules.ground.source import Source
from sfrules.ground.system import ALARM, MEMORY, note_missing
from sfrules.ground.unforeseen import working_on
from sfrules.press.audit.loose_numbers import taken_for_english
from sfrules.press.doors.configuration import load_site, refuse_circles, unguarded
from sfrules.press.doors.front_matter import front_matter_problems
from sfrules.press.doors.guard import GUARD
from sfrules.press.page.evaluator import saying
from sfrules.press.page.expand import ExpandedPage, Page
from sfrules.press.site.keep.cache import load, mark_of, save
from sfrules.press.site.keep.dependencies import Dependencies
from sfrules.press.site.keep.store import ConvertedPage, SiteHeading, Store
from sfrules.press.site.load.book_module import forget
from sfrules.press.site.load.site_macros import book_of_site
from sfrules.press.site.weave import long_pages
from sfrules.press.site.weave.check import check, expand, page_of
from sfrules.press.things.book import Book
from sfrules.press.things.counts.number_kinds import Audit

MANY = 8  # new pages that a question is better asked of a check for


@dataclass(frozen=True)
class SiteReport:
    """What was checked of a site, and all that is wrong; `pages` are named as places show them.

    `account` is what the book has to say of itself, if nothing is wrong.
    """

    pages: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    problems: tuple[Problem, ...] = ()
    account: str = ""
    entries: tuple[Entry, ...] = ()
    audits: Mapping[str, Audit] = field(default_factory=dict)


class _OpenSite(NamedTuple):
    config: MkDocsConfig
    pages: Mapping[str, Page]
    store: Store
    mark: bytes


def check_site(
    config_file: Path, texts: Mapping[str, str] | None = None, *, afresh: bool = False
) -> SiteReport:
    """Check the pages below the site's `docs_dir`, and the book's facts.

    `texts` replace the files of some pages; `afresh` reads the book's code again.
    """
    return SiteCheck(config_file).check(texts, afresh=afresh)


class SiteCheck:
    """Checks a site again and again, each time only what is another; with `cached`, over runs."""

    def __init__(self, config_file: Path, *, cached: bool = False) -> None:
        note_missing(MEMORY, ALARM)
        self._file = config_file
        self._root = config_file.resolve().parent
        self._cached = cached
        self.store: Store | None = None
        self.config: MkDocsConfig | None = None

    def watched(self) -> Iterator[Path]:
        """The files and folders that the last check stood on, apart from the press."""
        yield self._file.resolve()
        if self.config:
            yield Path(self.config.docs_dir)
        if self.store:
            yield from self.store.book.watch

    def check(self, texts: Mapping[str, str] | None = None, *, afresh: bool = False) -> SiteReport:
        """Check the pages; `texts` replace the files of some, `afresh` reads the code again."""
        try:
            begun = self._begun(texts or {}, afresh=afresh)
        except ProblemsFound as error:
            return SiteReport(problems=error.problems)
        unasked = unguarded(begun.config)
        woven = check(begun.store, begun.pages, _converter(begun.config))
        self._keep(begun, texts)
        paths = tuple(page.source.path for page in begun.pages.values())
        problems = tuple(in_order([*woven.problems, *unasked]))
        account = "" if problems else begun.store.book.account()
        found = paths, woven.checks, problems, account
        return SiteReport(*found, woven.entries, woven.audits)

    def printing(self, name: str) -> list[Entry]:
        """What the pages print of a rule, a row or a table, in the order of the places.

        Of an expression, these are the places that say it, whether alone or in a longer one.

        Raises:
            ProblemsFound: for a site or a book that cannot be loaded.
        """
        begun = self._begun({})
        store, pages = begun.store, begun.pages
        entries: Iterable[Entry]
        if sum(not store.is_known(each, page) for each, page in pages.items()) < MANY:
            made = (store.expanded(each, page, expand) for each, page in pages.items())
            entries = chain.from_iterable(page.entries for page in made)
        else:  # a check leaves all that it knows for the next question
            entries = check(store, pages, _converter(begun.config)).entries
            self._keep(begun)
        says = saying(name, store.book.namespaces)
        return sorted(
            entry
            for entry in entries
            if any(origin.name == name for origin in entry.origins)
            or (entry.kind == "table" and f'"{name}"' in entry.expression)
            or says(entry.expression)
        )

    def english(self) -> Counter[str]:
        """How often each number word is taken for plain English, with its neighbor.

        Raises:
            ProblemsFound: for a site or a book that cannot be loaded.
        """
        begun = self._begun({})
        book = begun.store.book
        return Counter(
            chain.from_iterable(taken_for_english(book, p) for p in begun.pages.values())
        )

    def _begun(self, texts: Mapping[str, str], *, afresh: bool = False) -> _OpenSite:
        config = self.config = load_site(self._file)
        book = self._book(config, afresh=afresh)
        pages = _pages(config, self._root, texts)
        return _OpenSite(config, pages, *self._begin(config, book))

    def _keep(self, begun: _OpenSite, texts: Mapping[str, str] | None = None) -> None:
        if self._cached and not texts and begun.store.fresh:
            save(self._root, begun.mark, begun.store)

    def _book(self, config: MkDocsConfig, *, afresh: bool) -> Book:
        options = _options(config, relative(self._file.resolve(), self._root))
        book = book_of_site(self._root, options, config)
        if afresh:
            forget((options["book"], *book.modules))
            book = book_of_site(self._root, options, config)
        return book

    def _begin(self, config: MkDocsConfig, book: Book) -> tuple[Store, bytes]:
        """The store of the last check; an empty one where pages come from files of others, too."""
        mark = mark_of([config.markdown_extensions, config.mdx_configs])
        if any("snippets" in name or "include" in name for name in config.markdown_extensions):
            self.store = None
        elif self.store is None and self._cached:
            self.store = load(self._root, mark, book)
        if self.store is None:
            self.store = Store(Dependencies(book))
        self.store.begin(book)
        return self.store, mark


def _options(config: MkDocsConfig, shown: str) -> Mapping[str, Any]:
    """What a site says of its book."""
    if "sfrules" not in config.plugins:
        hint = "plugins: - sfrules: {book: your.module}"
        message = "the site does not use the sfrules plugin"
        raise ProblemsFound([Problem(shown, 1, 1, message, hint)])
    options: Mapping[str, Any] = config.plugins["sfrules"].config
    return options


def book_and_docs(config_file: Path) -> tuple[Book, Path]:
    """The book of a site, and the folder of its pages.

    Raises:
        ProblemsFound: for a site or a book that cannot be loaded.
    """
    config, root = load_site(config_file), config_file.resolve().parent
    options = _options(config, relative(config_file.resolve(), root))
    return book_of_site(root, options, config), Path(config.docs_dir)


def fix_site(config_file: Path, site: SiteCheck | None = None) -> FixResult:
    """What would fix a site's problems; nothing is written."""
    root, checked = config_file.resolve().parent, site or SiteCheck(config_file)
    try:
        folders = [Path(load_site(config_file).docs_dir).resolve()]
    except ProblemsFound:
        folders = []  # the check reports what is wrong with the configuration
    return settle(lambda texts: checked.check(texts).problems, root, folders)


def _pages(config: MkDocsConfig, root: Path, texts: Mapping[str, str]) -> dict[str, Page]:
    """The pages that a build would make, in the order of reading, by the names of their files."""
    refuse_circles(config)
    files = get_files(config)
    set_exclusions(files, config)
    sources, wrong = admitted(files, config, root)
    if wrong:
        raise ProblemsFound(in_order(chain.from_iterable(wrong.values())))
    pages = {}
    for file in files.documentation_pages():
        source = sources[file.src_uri]
        text = texts.get(source.path, source.text)
        pages[file.src_uri] = page_of(source.path, text, meta.get_data(text)[0])
    return pages


Admitted = tuple[dict[str, Source], dict[str, Sequence[Problem]]]


def admitted(files: Iterable[File], config: MkDocsConfig, root: Path) -> Admitted:
    """The pages of a site as they may be read, and what is wrong with files that may not, by name.

    What the theme or a plugin brings is no file of the book's.
    """
    docs, custom = Path(config.docs_dir), Path(config.theme.custom_dir or config.docs_dir)
    within = [root, docs, custom]
    own = [each for each in files if each.src_dir == config.docs_dir]
    sources: dict[str, Source] = {}
    wrong: dict[str, Sequence[Problem]] = {}
    for file in (each for each in own if each.inclusion.is_in_serve()):
        path = docs / file.src_uri
        try:
            if file.is_documentation_page():
                source = read_source(path, _shown(path, docs, root), within)
                sources[file.src_uri] = source
                found = list(front_matter_problems(source, config.theme.dirs))
            else:
                found = _refused(path, docs, root, within)
        except ProblemsFound as refused:
            found = list(refused.problems)
        if found:
            wrong[file.src_uri] = found
    for file, other in _at_one_address(own, config):
        shown, others = (_shown(docs / each.src_uri, docs, root) for each in (file, other))
        message = f"this page and {others} have one address: {file.dest_uri}"
        hint = "only one of them would be published: rename one, or leave it out by exclude_docs"
        wrong.setdefault(file.src_uri, [Problem(shown, 1, 1, message, hint)])
    for path in custom.rglob("*") if custom != docs else ():
        if path.is_symlink() or not path.is_dir():
            found = _refused(path, custom, root, within)
            wrong |= {str(path): found} if found else {}
    return sources, wrong


def _at_one_address(own: Sequence[File], config: MkDocsConfig) -> Iterator[tuple[File, File]]:
    """The pages that would be published where another file is, each with that file.

    MkDocs has dropped a README beside an index without any but a warning.
    """
    names = {file.src_uri for file in own}
    beside = {Path(name).with_name("README.md").as_posix() for name in names if _is_index(name)}
    left_out = [
        File(name, config.docs_dir, config.site_dir, config.use_directory_urls)
        for name in sorted(beside - names)
        if (Path(config.docs_dir) / name).is_file()
    ]
    set_exclusions(left_out, config)
    first: dict[str, File] = {}
    published = [file for file in (*own, *left_out) if file.inclusion.is_included()]
    for file in sorted(published, key=File.is_documentation_page):
        other = first.setdefault(file.dest_uri, file)
        if other is not file:
            yield file, other


def _is_index(name: str) -> bool:
    return Path(name).name == "index.md"


def _refused(path: Path, folder: Path, root: Path, within: Sequence[Path]) -> list[Problem]:
    """What is wrong with a file that is published as it is."""
    mistake = refusal(path, within)
    shown = _shown(path, folder, root)
    return [Problem(shown, 1, 1, mistake.message, mistake.hint)] if mistake else []


def _shown(path: Path, folder: Path, root: Path) -> str:
    """A file in a folder as its author knows it: a link by what it leads to, if that is his."""
    real = Path(os.path.realpath(path))
    if not (real.is_relative_to(root) and real.exists()):
        real = Path(os.path.realpath(folder)) / path.relative_to(folder)
    return relative(real, root)


# What pages of a book are written with: boxes, ids of headings, terms with definitions, HTML.
EXTENSIONS = ("admonition", "attr_list", "def_list", "md_in_html", long_pages.__name__)


def add_extensions(config: MkDocsConfig) -> None:
    """Give a site the Markdown extensions that pages rely on, where it does not name them.

    It loses the guard, which is for hosts where no press is at work.
    """
    known = [name for name in config.markdown_extensions if name != GUARD]
    config.markdown_extensions = [*known, *(name for name in EXTENSIONS if name not in known)]


def _converter(config: MkDocsConfig) -> Callable[[str, ExpandedPage], ConvertedPage]:
    add_extensions(config)

    def convert(_name: str, expanded: ExpandedPage) -> ConvertedPage:
        made = markdown.Markdown(
            extensions=config.markdown_extensions, extension_configs=config.mdx_configs
        )
        with working_on(expanded.page.source.path):
            html = made.convert(expanded.markdown)
        return ConvertedPage(html, headings(get_toc(getattr(made, "toc_tokens", []))))

    return convert


def headings(toc: Iterable[AnchorLink]) -> list[SiteHeading]:
    """The headings of a table of contents, in order, with those below each."""
    found = []
    for link in toc:
        found += [SiteHeading(link.id, link.level, link.title), *headings(link.children)]
    return found
