"""The door for pytest: `pytest docs/` shows each claim, example and session of a book as a test.

It is loaded wherever sfrules is installed, so it imports nothing of the press until a page of a
book is collected.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.ground.unforeseen import internal_error

if TYPE_CHECKING:
    from sfrules.press.doors.checker import SiteReport

SETTINGS = "pyproject.toml"
MOST_SHOWN = 100  # problems of one item


class Item(NamedTuple):
    """One thing that was held against the rules; `said` is what it is, wherever it stands."""

    place: str
    line: int
    problems: Sequence[Problem]
    said: str


Items = dict[str, list[Item]]  # by page
_CHECKED = pytest.StashKey[dict[Path, Items]]()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a page of a book, and leave every other file alone."""
    if file_path.suffix.lower() not in (".md", ".markdown"):
        return None
    config_file = _config_of(file_path) or _settings_of(file_path)
    if config_file is None:
        return None
    found = parent.config.stash.setdefault(_CHECKED, {})
    if config_file not in found:  # a book is checked once in a run
        found[config_file] = _items(_checked(config_file))
    shown = file_path.resolve().relative_to(config_file.resolve().parent).as_posix()
    # If the book cannot be loaded, the first page has all items.
    items = found[config_file].get(shown) or found[config_file].pop("", [])
    if not items:
        return None
    page: PageFile = PageFile.from_parent(parent, path=file_path)
    page.shown, page.items = shown, items
    return page


def _checked(config_file: Path) -> SiteReport:
    """The site, checked; what nobody foresaw is a failure of the book, and ends no other test."""
    from sfrules.press.doors.checker import SiteReport

    try:
        if config_file.name == SETTINGS:
            from sfrules.press.doors.documents import DocumentCheck, read_settings

            return DocumentCheck(read_settings(config_file.parent)).check()
        from sfrules.press.doors.site_check import check_site

        return check_site(config_file)
    except Exception as error:  # noqa: BLE001 — whatever it is, it has not been foreseen
        return SiteReport(problems=(Problem(config_file.name, 1, 1, internal_error(error)),))


def _config_of(page: Path) -> Path | None:
    """The configuration of the book that a file is a page of."""
    folders = page.resolve().parents
    config_file = next(filter(Path.is_file, (each / "mkdocs.yml" for each in folders)), None)
    if config_file is None:
        return None
    try:
        from sfrules.press.doors.site_settings import read_site

        site = read_site(config_file)
    except (ImportError, ProblemsFound):  # the check says what is wrong with it
        return config_file if b"sfrules" in config_file.read_bytes() else None
    return config_file if site.options is not None and site.docs.resolve() in folders else None


def _settings_of(page: Path) -> Path | None:
    """The settings of a project that has a file as one of its documents, outside of any site."""
    found = next(filter(Path.is_file, (each / SETTINGS for each in page.resolve().parents)), None)
    if found is None or b"[tool.sfrules]" not in found.read_bytes():
        return None
    from sfrules.press.doors.documents import read_settings

    try:
        said = read_settings(found.parent)
        own = (said.root / name for name in said.documents())
        return found if page.resolve() in map(Path.resolve, own) else None
    except ProblemsFound:
        return found  # the check says what is wrong with them


def _items(checked: SiteReport) -> Items:
    """The items of each page; what is wrong outside of all stands with the first of them."""
    shown = {problem for check in checked.checks for problem in check.problems}
    rest: dict[str, list[Problem]] = {page: [] for page in checked.pages}
    for problem in checked.problems:
        if problem not in shown:
            rest.setdefault(problem.path, []).append(problem)
    home = next(iter(checked.pages), "")
    items: Items = defaultdict(list)
    for check in checked.checks:
        page = check.path if check.path in checked.pages else home
        said = f"{check.path} {check.kind} {check.expression}"
        items[page].append(Item(check.place, check.line, check.problems, said))
    for path, problems in rest.items():
        items[path if path in checked.pages else home].append(Item(path, 1, problems, path))
    return items


class PageFile(pytest.File):
    """A page of a book."""

    shown: str
    items: list[Item]

    def collect(self) -> Iterator[pytest.Item]:
        """Each check of the page, and the page itself for all else that can be wrong with it."""
        said = Counter[str]()
        for each in self.items:
            item: PageItem = PageItem.from_parent(
                self, name=each.place, nodeid=self._place_of(each.place)
            )
            item.line, item.problems = each.line, each.problems
            said[each.said] += 1
            again = f" ({said[each.said]})" if said[each.said] > 1 else ""
            # A report as JUnit's XML has these: the id stays when lines above come or go.
            item.user_properties += [
                ("id", each.said + again),
                ("file", self.shown),
                ("line", each.line),
            ]
            yield item

    def _place_of(self, name: str) -> str:
        """A place as an id, from pytest's own root: two books may have pages of the same name."""
        if name.startswith(self.shown):
            return self.nodeid + name.removeprefix(self.shown)
        return f"{self.nodeid}::{name}"


class PageItem(pytest.Item):
    """One thing that was held against the rules, named by its place."""

    line: int
    problems: Sequence[Problem]

    def runtest(self) -> None:
        """Fail with the problems that were found."""
        if self.problems:
            raise BookProblem(self.problems)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: Any) -> str:
        """The problems, as every other door reports them."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the check stands, and how a failure is headed."""
        return self.path, self.line - 1, f"at {self.name}"


class BookProblem(Exception):
    """What is wrong at one place of a book."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        shown = [str(problem) for problem in problems]
        if len(shown) > MOST_SHOWN:
            shown[MOST_SHOWN:] = [f"and {len(shown) - MOST_SHOWN:,} more"]
        super().__init__("\n\n".join(shown))
