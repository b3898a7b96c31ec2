"""The door for pytest: `pytest docs/` shows each claim, example and session of a book as a test.

It is loaded wherever sfrules is installed, so it imports nothing of the press until a page of a
book is collected.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.ground.unforeseen import internal_error

if TYPE_CHECKING:
    from sfrules.press.doors.site_check import SiteReport

CONFIG = "mkdocs.yml"
MOST_SHOWN = 100  # problems of one item


class Item(NamedTuple):
    """One thing that was held against the rules; `said` is what it is, wherever it stands."""

    name: str
    line: int
    problems: Sequence[Problem]
    said: str
    #: What all work on the page took, of the item that stands for the page.
    seconds: float = 0.0


Items = dict[str, list[Item]]  # by page; those of no page by the name of the configuration
_CHECKED = pytest.StashKey[dict[Path, Items]]()
OwnFiles = frozenset[Path]  # the files of a book, or folders with all below
KnownFiles = dict[Path, OwnFiles]  # by the configuration: each is read once
_KNOWN = pytest.StashKey[KnownFiles]()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a page of a book, or what its configuration stands for; leave other files alone.

    pytest shows every file that lies beside what it was asked for, so nothing is checked here.
    """
    is_page = file_path.suffix.lower() in {".md", ".markdown"}
    if not is_page and file_path.name != CONFIG:
        return None
    config_file = _config_of(file_path, parent.config.stash.setdefault(_KNOWN, {}))
    if config_file is None:
        return None
    page: PageFile = PageFile.from_parent(parent, path=file_path)
    page.config_file = config_file
    return page


def _checked(config_file: Path) -> SiteReport:
    """The site, checked; what nobody foresaw is a failure of the book, and ends no other test."""
    from sfrules.press.doors.site_check import SiteCheck, SiteReport

    try:
        return SiteCheck(config_file).check()
    except Exception as error:  # noqa: BLE001 — whatever it is, it has not been foreseen
        return SiteReport(problems=(Problem(config_file.name, 1, 1, internal_error(error)),))


def _config_of(page: Path, known: KnownFiles) -> Path | None:
    """The configuration of the site that a file is of."""
    at = page.resolve()
    found = next(filter(Path.is_file, (each / CONFIG for each in at.parents)), None)
    if found and found not in known:
        known[found] = _own_of_site(found)
    return found if found and not known[found].isdisjoint((at, *at.parents)) else None


def _own_of_site(config_file: Path) -> OwnFiles:
    """What is of a site: its configuration and all below a folder; nothing if it is no book's."""
    try:
        from sfrules.press.doors.site_settings import read_site

        site = read_site(config_file)
    except (ImportError, ProblemsFound):  # the check says what is wrong with it
        is_book = b"sfrules" in config_file.read_bytes()
        return frozenset({config_file.resolve(), config_file.parent.resolve()} if is_book else ())
    is_book = site.options is not None
    return frozenset({config_file.resolve(), site.docs.resolve()} if is_book else ())


def _items(checked: SiteReport) -> Items:
    """The items of each page in the order of their places, and those of no page at the end."""
    shown = {problem for check in checked.checks for problem in check.problems}
    rest: dict[str, list[Problem]] = {page: [] for page in checked.pages}
    for problem in checked.problems:
        if problem not in shown:
            rest.setdefault(problem.path, []).append(problem)
    items: Items = {page: [] for page in checked.pages}
    beside: list[Item] = []
    for check in sorted(checked.checks, key=attrgetter("path", "line", "column")):
        words = " ".join(check.expression.split())
        said = f"{check.path} {check.kind} {words}"
        place = f"{check.line}:{check.column}"
        own = items.get(check.path)
        name = f"{check.place if own is None else place} {words}".rstrip()
        (beside if own is None else own).append(Item(name, check.line, check.problems, said))
    for path, problems in rest.items():
        seconds = checked.seconds.get(path, 0.0)
        item = Item("page" if path in items else path, 1, problems, path, seconds)
        items.get(path, beside).append(item)
    return {**items, CONFIG: beside} if beside else items


class PageFile(pytest.File):
    """A page of a book, or its configuration, which stands for all that no page has."""

    config_file: Path

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        """Each check of the page, and the page itself for all else that can be wrong with it.

        What belongs to no page comes with the first, under its own id, unless the configuration
        is among what pytest was asked for.
        """
        found = self.config.stash.setdefault(_CHECKED, {})
        if self.config_file not in found:  # a book is checked once in a run
            found[self.config_file] = _items(_checked(self.config_file))
        items, config_file = found[self.config_file], self.config_file.resolve()
        path = self.path.resolve()
        shown = path.relative_to(config_file.parent).as_posix()
        yield from self._shown(shown, items.get(CONFIG if path == config_file else shown, []))
        if not items.keys() - {CONFIG}:  # no page of it is known: the first that was asked for
            items[shown] = []
        is_first = shown == next((page for page in items if page != CONFIG), "")
        if is_first and path != config_file and not self._is_asked(config_file):
            name = config_file.name
            root = self.nodeid.removesuffix(shown)
            book: PageFile = PageFile.from_parent(self, path=self.config_file, nodeid=root + name)
            book.config_file = self.config_file
            yield book

    def _is_asked(self, config_file: Path) -> bool:
        here = self.config.invocation_params.dir
        asked = (here.joinpath(arg.partition("::")[0]).resolve() for arg in self.config.args)
        return any(config_file.is_relative_to(each) for each in asked)

    def _shown(self, shown: str, items: Sequence[Item]) -> Iterator[PageItem]:
        from sfrules.press.changes.comparison import with_counts

        # A report as JUnit's XML has these ids: they stay when lines above come or go.
        for each, id in zip(items, with_counts(each.said for each in items), strict=True):
            item: PageItem = PageItem.from_parent(self, name=each.name)
            item.found = each
            item.user_properties += [("id", id), ("file", shown), ("line", each.line)]
            yield item


class PageItem(pytest.Item):
    """One thing that was held against the rules, named by its place."""

    found: Item

    def runtest(self) -> None:
        """Fail with the problems that were found."""
        if self.found.problems:
            raise BookProblem(self.found.problems)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: Any) -> str:
        """The problems, as every other door reports them."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the check stands, and how a failure is headed."""
        return self.path, self.found.line - 1, f"at {self.name}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say how long the work on a page took, which was done when it was collected."""
    report = yield
    if isinstance(item, PageItem) and call.when == "call":
        report.duration += item.found.seconds
    return report


class BookProblem(Exception):
    """What is wrong at one place of a book."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        shown = [str(problem) for problem in problems]
        if len(shown) > MOST_SHOWN:
            shown[MOST_SHOWN:] = [f"and {len(shown) - MOST_SHOWN:,} more"]
        super().__init__("\n\n".join(shown))
