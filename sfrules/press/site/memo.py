"""Keep the results of each page as long as nothing has changed that could change them.

What is kept has one key: the versions of Python and of the installed packages, the settings, and
every file of code and facts that had a part in it, by its size and its times. When any of these
changes, everything is made again; when the text of a page changes, that page is.

Nothing that is kept is code, or holds any: it can be written to a file, and a book that is loaded
again leaves nothing of the old one behind. A file that is missing, damaged, or of another key is an
empty memo. Nothing but data is read from it: the classes of the press that hold data, and a few of
Python's own.
"""

from __future__ import annotations

import pickle
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, is_dataclass, replace
from functools import cached_property
from hashlib import blake2b
from html import unescape
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from sfrules.ground.internal_errors import working_on
from sfrules.ground.ledger import Origin, Statement
from sfrules.ground.problems import Problem
from sfrules.press.expression.bounds import Meter
from sfrules.press.page.expand import ExpandedPage, Page
from sfrules.press.site.load import STALE, Look, files_read, forget, look_at, noting_files
from sfrules.press.things.book import Rulebook
from sfrules.press.things.tables import PrintedTable, Table

T = TypeVar("T")
Expand = Callable[[Rulebook, Page], ExpandedPage]
Question = tuple[str, object]  # what a page asks of the others: a mapping, and a key of it
FOLDER = Path(".cache", "sfrules")
_PRESS = Path(__file__).resolve().parents[2]
_PLAIN = frozenset(
    "builtins.frozenset builtins.set builtins.str collections.Counter decimal.Decimal"
    " fractions.Fraction operator.itemgetter".split()
)
_PLACE = re.compile(r"\s(?:id|name)=[\"']([^\"']+)[\"']")
_TAG = re.compile(r"<[^<>]*>")
_NOT_OF_A_BOOK = sys.stdlib_module_names | {"__main__"}
_first: WeakKeyDictionary[ModuleType, Look] = WeakKeyDictionary()  # of each file of code


@dataclass(frozen=True)
class SiteHeading:
    """A heading of the site: its id, level and text."""

    id: str
    level: int
    title: str

    @property
    def plain(self) -> str:
        """The text without its tags."""
        return unescape(_TAG.sub("", self.title))


@dataclass(frozen=True, eq=False)
class FinishedPage:
    """The complete HTML of a page, its entries in the ledger, its problems, its tables by id."""

    html: str
    entries: tuple[Statement, ...]
    problems: tuple[Problem, ...]
    tables: Mapping[str, PrintedTable] = field(default_factory=dict)

    @cached_property
    def places(self) -> frozenset[str]:
        """The ids and names on the page that a link can lead to."""
        return frozenset(_PLACE.findall(self.html))


@dataclass(frozen=True)
class ConvertedPage:
    """A page's HTML as Markdown made it, and its headings."""

    html: str
    headings: Sequence[SiteHeading]


@dataclass
class KeptPage:
    """The results of each pass for a page."""

    #: Without its things.
    expanded: ExpandedPage
    #: Its numbered things, without code.
    things: Sequence[Any] = ()
    #: Its HTML as Markdown made it, and the same with marks at its numbers.
    as_made: ConvertedPage | None = None
    converted: ConvertedPage | None = None
    finished: FinishedPage | None = None
    #: What it asked of the other pages to be finished, with the answers; None if it is to be
    #: finished again, whatever they are.
    answers: dict[Question, object] | None = None
    receipts: str = ""
    #: The rows that it was the first to read.
    read: frozenset[Origin] = frozenset()
    #: Whether it was finished in time, and nothing of its key has changed since.
    holds: bool = False


class Memo:
    """What is known of a book's pages."""

    #: The names of the files that a check, a build and a preview save their memo in.
    CHECK, SITE, PREVIEW = "check", "site", "preview"
    _expand: Expand

    def __init__(self, book: Rulebook, settings: Iterable[object] = ()) -> None:
        self.book = book
        self.pages: dict[str, KeptPage] = {}
        #: The results of other work on the book, by its name, with the rows that it read.
        self.works: dict[str, tuple[Any, frozenset[Origin]]] = {}
        #: The pages that were made since, with all their things.
        self.fresh: dict[str, ExpandedPage] = {}
        #: Whether the pages get receipts, which a check has no use for.
        self.site = False
        self._mark = _mark_of(settings)
        self._files: dict[str, Look] = {}
        self._unread: list[Origin] | None = None

    def forget(self, module: str) -> None:
        """Drop the book's modules, and those that have changed since: they are loaded again."""
        files = {name: getattr(each, "__file__", None) for name, each in list(sys.modules.items())}
        late, own = self.book.loaded * 1e9, __name__.partition(".")[0]
        changed = (
            name
            for name, file in files.items()
            if file and name.partition(".")[0] != own and _time(look_at(file)) > late
        )
        forget((module, *self.book.modules, *changed))

    def begin(self, book: Rulebook | None = None, settings: Iterable[object] = ()) -> None:
        """Begin another build, of a book that may have been loaded again."""
        if book and book is not self.book:
            mark = _mark_of(settings)
            if self.pages and not (mark == self._mark and self._holds(book)):
                self.clear()
            self.book, self._mark = book, mark
        self.fresh.clear()
        self._unread = None

    def clear(self) -> None:
        """Make everything again; until then, the other pages are numbered by what was known."""
        for kept in self.pages.values():
            kept.holds = False
        self.works.clear()
        self.fresh.clear()
        self._files = {}

    def _holds(self, book: Rulebook) -> bool:
        """Whether all code and facts are what they were for the book before."""
        self._settle()
        return not _is_stale(self._files) and files_of(book).items() <= self._files.items()

    @property
    def files(self) -> Collection[str]:
        """The files that were read, as far as it is known."""
        return files_read().keys() | self._files.keys()

    def _settle(self) -> None:
        """Note all files that may have had a part in what is known, as they looked then."""
        self._files = files_of(self.book) | self._files

    def expanded(self, name: str, page: Page, expand: Expand) -> ExpandedPage:
        """An expanded page; one that is known has no things."""
        self._expand = expand
        kept, fresh = self.pages.get(name), self.fresh.get(name)
        if fresh and fresh.page == page:
            return fresh
        if kept and kept.holds and kept.expanded.page == page and not fresh:
            return self.again(name)
        return self.made(name, page)

    def again(self, name: str) -> ExpandedPage:
        """A page as it is known."""
        return replace(self.pages[name].expanded, meter=Meter())

    def made(self, name: str, page: Page) -> ExpandedPage:
        """An expanded page, whatever is known of it."""
        with working_on(page.source.path), self.reading() as read:
            made = self._expand(self.book, page)
        self.take(name, made)
        self.pages[name].read = frozenset(read)
        return made

    def take(self, name: str, made: ExpandedPage) -> ExpandedPage:
        """Note a page that was made."""
        self.fresh[name] = made
        entries = tuple(replace(each, calls=()) for each in made.entries)
        light = replace(made, pieces=(), entries=entries, meter=Meter())
        self.pages[name] = KeptPage(light)
        return made

    def once(self, name: str, work: Callable[[], T]) -> T:
        """The result of some work on the book, done once."""
        if name not in self.works:
            with self.reading() as read:
                answer = work()
            self.works[name] = answer, frozenset(read)
        return self.works[name][0]

    def written(self, write: Callable[[Table], T], id: str, table: Callable[[], Table]) -> T:
        """A table of the book as a text, or what is to be said of it."""
        return self.once(f"{write.__name__} {id}", lambda: write(table()))

    @contextmanager
    def reading(self) -> Iterator[set[Origin]]:
        """Note the files that some work reads, and the rows that it is the first to read.

        The rows are noted in a book that asks for all of them.
        """
        read, asks = set[Origin](), self.book.checks.no_gaps
        if asks and self._unread is None:
            self._unread = list(self.book.facts.unread())
        before = self._unread or []
        with noting_files():
            yield read
        if asks:
            self._unread = left = list(self.book.facts.unread())
            if len(left) < len(before):
                read.update(set(before).difference(left))

    def unread(self) -> list[Origin]:
        """The rows that nothing has read, by what is known of all work."""
        works = (read for _, read in self.works.values())
        read = frozenset().union(*(kept.read for kept in self.pages.values()), *works)
        return [row for row in self.book.facts.unread() if row not in read]

    @classmethod
    def load(cls, root: Path, book: Rulebook, settings: Iterable[object], file: str) -> Memo:
        """What the last check or build has saved; an empty memo if the key has changed."""
        memo = cls(book, settings)
        # Damaged in whatever way, it is of no use.
        with suppress(Exception), (root / FOLDER / file).open("rb") as kept:
            if kept.read(len(memo._mark)) == memo._mark:
                files, count, works = _Reader(kept).load()
                now = files_of(book)
                # A module that is loaded only now may answer otherwise than what was there before.
                if now.items() <= files.items() and not _is_stale(files | now):
                    pages = dict(_Reader(kept).load() for _ in range(count))
                    memo._files, memo.pages, memo.works = files, pages, works
        return memo

    def save(self, root: Path, file: str) -> None:
        """Leave this for the next time; a folder that cannot be written to is left alone."""
        self._settle()
        if _is_stale(self._files):
            return
        folder, pages = root / FOLDER, {n: kept for n, kept in self.pages.items() if kept.holds}
        with suppress(OSError, pickle.PicklingError, TypeError, AttributeError):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / ".gitignore").write_text("*\n", encoding="utf-8", newline="\n")
            half = folder / f"{file}-half"
            try:
                with half.open("wb") as kept:
                    kept.write(self._mark)
                    pickle.dump((self._files, len(pages), self.works), kept)
                    for page in pages.items():  # each by itself, so that none is held twice
                        pickle.dump(page, kept)
                half.replace(folder / file)
            finally:
                half.unlink(missing_ok=True)


def files_of(book: Rulebook) -> dict[str, Look]:
    """Every file of code and facts that may have a part in a page, with how it looks now.

    One that was saved after the book was loaded is stale: what is in memory may be older.
    """
    watched = (each for path in book.watch for each in (path, *path.rglob("*")))
    files = {str(each): look_at(str(each)) for each in (*watched, *_PRESS.rglob("*.py"))}
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None)  # without one, another module has made it
        if path and name.partition(".")[0] not in _NOT_OF_A_BOOK:
            look = files[path] = look_at(path) or STALE
            if _first.setdefault(module, look) != look:
                files[path] = STALE
    files |= files_read()
    late = book.loaded * 1e9 or float("inf")
    return {path: STALE if _time(look) > late else look for path, look in files.items()}


def _time(look: Look) -> float:
    """When a file was saved, or put in its place; 0 for a folder, and for none."""
    return max((each for each in look or () if isinstance(each, int)), default=0)


def _is_stale(files: Mapping[str, Look]) -> bool:
    """Whether any file has changed."""
    return any(look == STALE or look_at(path) != look for path, look in files.items())


def _mark_of(settings: Iterable[object]) -> bytes:
    """A digest of what a file must begin with to be of use: versions and settings."""
    folders = (Path(entry) for entry in sys.path if Path(entry).is_dir())
    packages = chain.from_iterable(folder.glob("*.dist-info") for folder in folders)
    installed = sorted(f"{each} {each.stat().st_mtime_ns}" for each in packages)
    key = repr((sys.version, installed, [repr(each) for each in settings]))
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest().encode()


class _Reader(pickle.Unpickler):
    """Reads data, and no name of anything that could be called to some effect."""

    def find_class(self, module: str, name: str) -> Any:
        if f"{module}.{name}" in _PLAIN:
            return super().find_class(module, name)
        if module.startswith("sfrules.") and module in sys.modules:
            found = getattr(sys.modules[module], name, None)
            if isinstance(found, type) and (is_dataclass(found) or issubclass(found, tuple | str)):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no data")
