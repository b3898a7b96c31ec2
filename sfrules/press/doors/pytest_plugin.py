"""The door for pytest: `pytest docs/` tests each page of a book, and tells all that is wrong in it.

The doctests of a book's code are pytest's own, and bounded as the expressions of a page are.
It is loaded wherever sfrules is installed, so it imports nothing of the press until a page of a
book is collected.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path

import pytest
from _pytest.doctest import DoctestItem, DoctestTextfile

from sfrules.ground.internal_errors import internal_error
from sfrules.ground.problems import Problem, ProblemsFound, report

CONFIG = "mkdocs.yml"


class CheckedBook:
    """A book by its configuration: it is checked once in a run, when a page of it is collected."""

    def __init__(self, config_file: Path) -> None:
        self._file = config_file
        #: The page that was collected first: what is wrong beside the pages comes with it.
        self.first: Path | None = None

    @cached_property
    def docs(self) -> Path | None:
        """The folder of its pages; None for a site that is no book."""
        try:
            from sfrules.press.host.site import book_options

            options, docs = book_options(self._file)
        except (ImportError, ProblemsFound):  # the check says what is wrong with it
            return self._file.parent if b"sfrules" in self._file.read_bytes() else None
        return None if options is None else docs.resolve()

    @cached_property
    def found(self) -> tuple[Sequence[str], Sequence[Problem]]:
        """Its pages, and what is wrong; what nobody foresaw fails the book, and no other test."""
        try:
            from sfrules.press.host.check import SiteCheck

            checked = SiteCheck(self._file).check()
        except Exception as error:  # noqa: BLE001 — whatever it is, it has not been foreseen
            return (), (Problem(CONFIG, 1, 1, internal_error(error)),)
        return checked.pages, checked.problems

    def items(self, page: Path) -> Iterator[tuple[str, list[Problem]]]:
        """The items of a page, each with what is wrong: itself, and what is beside all pages."""
        shown = page.relative_to(self._file.parent).as_posix()
        pages, problems = self.found
        if shown in pages:
            yield "page", [each for each in problems if each.path == shown]
        self.first = self.first or page
        if page == self.first:
            yield "book", [each for each in problems if each.path not in pages]


_BOOKS = pytest.StashKey[dict[Path, CheckedBook]]()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Collect a page of a book, whose sessions doctest would run without the names of the book."""
    found = yield
    page = _page_file(file_path, parent)
    return (
        [page, *(each for each in found if not isinstance(each, DoctestTextfile))]
        if page
        else found
    )


def _page_file(file_path: Path, parent: pytest.Collector) -> PageFile | None:
    """The page of a book that a file is; pytest shows every file, so none is checked."""
    path = file_path.resolve()
    if path.suffix.lower() not in {".md", ".markdown"}:
        return None
    book = _book_around(path, parent.config)
    if not (book and book.docs and path.is_relative_to(book.docs)):
        return None
    page: PageFile = PageFile.from_parent(parent, path=file_path)
    page.book = book
    return page


def _book_around(path: Path, config: pytest.Config) -> CheckedBook | None:
    """The book of the nearest site around a file."""
    sites = (each / CONFIG for each in path.resolve().parents)
    if not (config_file := next(filter(Path.is_file, sites), None)):
        return None
    return config.stash.setdefault(_BOOKS, {}).setdefault(config_file, CheckedBook(config_file))


def pytest_itemcollected(item: pytest.Item) -> None:
    """Bound the time of a doctest in the code of a book: one of its rules may never end."""
    if not isinstance(item, DoctestItem):
        return
    if (book := _book_around(item.path, item.config)) and book.docs:
        from sfrules.press.expression.bounds import in_time

        run = partial(in_time, item.runtest, "the doctest")
        item.runtest = run  # type: ignore[method-assign] # pytest has no hook around it


class PageFile(pytest.File):
    """A page of a book."""

    book: CheckedBook

    def collect(self) -> Iterator[pytest.Item]:
        """The page as an item; and with the first of the book, one for what no page has."""
        for name, problems in self.book.items(self.path.resolve()):
            item: PageItem = PageItem.from_parent(self, name=name)
            item.problems = problems
            yield item


class PageItem(pytest.Item):
    """A page, or what is beside all pages."""

    problems: list[Problem]

    def runtest(self) -> None:
        """Fail with the problems, as every other door reports them."""
        if self.problems:
            pytest.fail(report(self.problems), pytrace=False)

    def reportinfo(self) -> tuple[Path, None, str]:
        """How a failure is headed."""
        return self.path, None, f"at {self.nodeid}"
