"""One build of a site: the book, its pages so far, and their results."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

from sfrules.ground.git import Unreachable, git
from sfrules.ground.problems import Problem, ProblemsFound, counted
from sfrules.press.audit.numbers_in_text import nouns_of
from sfrules.press.audit.second_entry import Frame
from sfrules.press.changes import paired
from sfrules.press.doors.mkdocs.mkdocs_host import MkDocsHost
from sfrules.press.doors.site_check import book_of
from sfrules.press.doors.site_settings import SiteSettings
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.site.load.book_module import forget, restore
from sfrules.press.site.memo import PREVIEW, FinishedPage, Memo
from sfrules.press.site.publish.publishing import (
    WORKER,
    address_of_code,
    description_of,
    robots_txt,
    service_worker,
)
from sfrules.press.site.publish.search_index import SearchPage, parts_of, search_script
from sfrules.press.site.publish.swap import Staging, publish
from sfrules.press.site.weave.check import BookResult, finish_ahead, weave
from sfrules.press.things.book import Book
from sfrules.press.things.tables.table import table_csv, table_json

T = TypeVar("T")
_MAPS = ("sitemap.xml", "sitemap.xml.gz")


def opened(
    site: SiteSettings, last: Memo | None = None, *, preview: bool = False, kept: str = ""
) -> tuple[Memo, tuple[Problem, ...]]:
    """The memo for a build, of the book as it is now, and what is wrong with the book.

    It begins with what the `last` memo knows, or with what the last build has `kept` in a file.
    A preview keeps the last good book, too, where the new one fails to load.

    Raises:
        ProblemsFound: for a book that cannot be loaded, where there is no earlier one to show.
    """
    own = (site.book_options().get("book") or "", *last.book.modules) if last else ()
    dropped = forget(own)
    try:
        book = book_of(site)
    except ProblemsFound as error:
        if not last:
            raise
        forget(own)  # what could be loaded of the new one
        restore(dropped)
        last.begin()
        return last, error.problems
    if preview:
        # To look for gaps, all pages have to be made; the lock is of no use to who writes.
        book = replace(book, no_gaps=False, lock=None if kept == PREVIEW else book.lock)
    settings = (site.book_options(),)
    if memo := last:
        memo.begin(book, settings)
    elif kept:
        memo = Memo.load(site.root, book, settings, kept)
    else:
        memo = Memo(book, settings)
    memo.site = True
    return memo, ()


@dataclass
class SiteBuild:
    """One build: the book, its pages so far, and what came of them."""

    host: MkDocsHost
    memo: Memo
    staged: Staging
    problems: tuple[Problem, ...] = ()
    #: Whether the pages are shown to their author, whatever is wrong with them.
    preview: bool = False
    pages: dict[str, ExpandedPage] = field(default_factory=dict)
    woven: BookResult | None = None
    frame: Frame | None = None
    published: bool = False
    #: The descriptions that the press has given to pages, and not their authors.
    described: dict[str, str] = field(default_factory=dict)
    #: The hash of each text that stands beside the pages.
    _written: dict[str, int] = field(default_factory=dict)
    _known: dict[tuple[str, str], tuple[FinishedPage, Any]] = field(default_factory=dict)

    @property
    def book(self) -> Book:
        """The book."""
        return self.memo.book

    def weave(self) -> BookResult:
        """Finish the pages, each with the things that stand on it."""
        woven = self.woven = weave(self.memo, self._read(), self.host.convert, self.host.link)
        # In a preview, pages are right though the lock is stale.
        stale = woven.stale if self.preview else ()
        self.problems += tuple(problem for problem in woven.problems if problem not in stale)
        if self.problems and not self.preview:
            return woven
        for name, page in woven.pages.items():
            self._describe(name, page)
        if self.book.no_loose_numbers and not self.preview:
            shown = (each.titles.values() for each in woven.printing.headings.values())
            known = (*chain.from_iterable(shown), *self.described.values())
            self.frame = Frame(nouns_of(self.book), known)
        return woven

    def finish_ahead(self, names: Iterable[str]) -> Mapping[str, FinishedPage]:
        """Finish some pages before the others are made again."""
        pages = {
            name: page if name in self.memo.fresh else self.memo.again(name)
            for name, page in self._read().items()
        }
        done = finish_ahead(self.memo, pages, names, self.host.convert, self.host.link)
        for name, page in done.items():
            self._describe(name, page)
        return done

    def _read(self) -> dict[str, ExpandedPage]:
        """The pages in the order of reading."""
        names = dict.fromkeys([*self.host.reading_order(), *sorted(self.pages)])
        return {name: self.pages[name] for name in names if name in self.pages}

    def _describe(self, name: str, page: FinishedPage) -> None:
        """Let a page say what it is about, unless its author says so."""
        said = self.host.front_matter(name)
        if name in self.described or "description" not in said:
            said["description"] = self.described[name] = self._once(name, page, _about)

    def is_beside(self, name: str) -> bool:
        """Whether a file of the site stands beside the pages, and is made of what they say."""
        return name in self._written

    def _once(self, name: str, page: FinishedPage, work: Callable[[FinishedPage], T]) -> T:
        """The result of some work on a page; it is done once, as long as the page is the same."""
        key = work.__name__, name
        if key in self._known and self._known[key][0] is page:
            return self._known[key][1]  # type: ignore[no-any-return] # what this work has returned
        result = work(page)
        if self.preview:  # a build asks for each work once
            self._known[key] = page, result
        return result

    def publish(self) -> None:
        """Put the site that the host has built in its place, with what stands beside its pages."""
        if self.published:
            self._write(self.staged.site)
            return
        built = self.staged.folder
        self._write(built)
        self.published = True
        if not self.preview:  # a preview shows each change at once
            _write(built, WORKER, service_worker(built))
        publish(self.staged)

    def keep(self, file: str) -> None:
        """Leave what is known of the pages for the next build."""
        self.memo.save(self.host.site.root, file)

    def _write(self, built: Path) -> None:
        """Write what stands beside the pages: only texts that have changed."""
        before, written = self._written, dict[str, int]()
        # To make a file takes a while in which nothing is worked out.
        with ThreadPoolExecutor() as writers:
            tasks = []
            for name, text in self._beside(self.woven) if self.woven else ():
                written[name] = hash(text)
                if before.get(name) != written[name]:
                    tasks.append(writers.submit(_write, built, name, text))
        for task in tasks:
            task.result()
        if self.published:
            for name in before.keys() - written.keys():
                (built / name).unlink(missing_ok=True)
        self._written = written
        if not self.host.site.values.get("site_url"):  # a map needs addresses
            for name in _MAPS:
                (built / name).unlink(missing_ok=True)

    def _beside(self, woven: BookResult) -> Iterable[tuple[str, str]]:
        """The files beside the pages: receipts, the search, tables, what robots are told."""
        code = json.dumps(address_of_code(str(self.host.site.values.get("repo_url") or "")))
        for name in woven.pages:
            if told := self.memo.pages[name].receipts:
                address = Path(self.host.file(name)).with_suffix(".js")
                yield f"receipts/{address.as_posix()}", f"receipts({told},{code});\n"
        yield "search/index.js", self._search(woven)
        for id, table in sorted(woven.tables.items()):
            yield f"tables/{id}.csv", self.memo.written(table_csv, id, table)
            yield f"tables/{id}.json", self.memo.written(table_json, id, table)
        yield "robots.txt", robots_txt(str(self.host.site.values.get("site_url") or ""))

    def _search(self, woven: BookResult) -> str:
        parts = {name: self._once(name, page, parts_of) for name, page in woven.pages.items()}
        titles = woven.printing.titles
        return search_script(self.book, parts, {n: self._found(n, titles[n]) for n in parts})

    def _found(self, name: str, title: str) -> SearchPage:
        """A page as the search names and ranks it."""
        host, options = self.host, self.host.site.book_options()
        is_of = {kind: _matches(name, options.get(kind) or ()) for kind in ("appendices", "last")}
        rank = 2 * is_of["last"] or int(is_of["appendices"])
        module = (options.get("modules") or {}).get(name, ())
        return SearchPage(title, host.address(name), host.part(name), rank, module)


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)


def _about(page: FinishedPage) -> str:
    """What a page is about, as a search engine shows it."""
    return description_of(page.html)


def _write(built: Path, name: str, text: str) -> None:
    (built / name).parent.mkdir(parents=True, exist_ok=True)
    (built / name).write_text(text, encoding="utf-8", newline="\n")


def time_of_commit(root: Path) -> str:
    """The time that is written into the site: that of the commit, never that of the build."""
    with suppress(Unreachable):
        if found := git(root, "log", "-1", "--format=%ct").decode().strip():
            return found
    return "315532800"  # 1980, the earliest that every archive format can hold


FEW = 3  # numbers that a line about a save names


@dataclass(frozen=True)
class SaveReport:
    """What a save did: the pages that were made again, and what they say now."""

    #: The pages by their addresses.
    pages: tuple[str, ...] = ()
    #: A line for each printed number that has changed.
    numbers: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    seconds: float = 0.0
    #: Whether the whole site was built again.
    whole: bool = False
    #: Those of the pages that were shown before the others were made.
    ahead: tuple[str, ...] = ()

    def __str__(self) -> str:
        what = "the whole site" if self.whole else ", ".join(self.pages[:FEW]) or "no page"
        more = f" and {len(self.pages) - FEW} more" if len(self.pages) > FEW else ""
        wrong = f"; {counted(len(self.problems), 'problem')}" if self.problems else ""
        first = f"rebuilt {what}{'' if self.whole else more} in {self.seconds:.2f} s{wrong}"
        rest = f" and {len(self.numbers) - FEW} more" if len(self.numbers) > FEW else ""
        return "\n".join(filter(None, (first, "; ".join(self.numbers[:FEW]) + rest)))


_NAME = attrgetter("page", "anchor", "kind", "expression")
_NUMBERS = frozenset({"value", "claim", "proof", "session"})


def changed_numbers(before: FinishedPage, now: FinishedPage) -> Iterator[str]:
    """A line for each number that a page still prints, and that has changed."""
    old, new = ([e for e in page.entries if e.kind in _NUMBERS] for page in (before, now))
    for was, entry in paired(old, new, _NAME, attrgetter("printed")).both:
        if was.printed != entry.printed:
            yield f"{entry.page}:{entry.line}: {was.printed} is now {entry.printed}"
