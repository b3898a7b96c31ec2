"""The door for pytest: `pytest docs/` shows each claim, example and session of a book as a test.

It is loaded wherever sfrules is installed, so it imports nothing of the press until a page of a
book is collected.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from sfrules.press.doors.mkdocs_pages import Checked
    from sfrules.press.ground.problems import Problem

_CHECKED = pytest.StashKey[dict[Path, "Report"]]()
_DOCS = re.compile(r"^docs_dir:[ \t]*[\"']?(?P<folder>[^\"'#\n]+)", re.MULTILINE)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a page of a book; any other file is none of ours."""
    if file_path.suffix.lower() not in (".md", ".markdown"):
        return None
    config_file = _config_of(file_path)
    if config_file is None:
        return None
    report = _report(parent.config, config_file)
    shown = file_path.resolve().relative_to(report.checked.root).as_posix()
    if shown not in report.items:
        return None
    page: PageFile = PageFile.from_parent(parent, path=file_path)
    page.report, page.shown = report, shown
    return page


def _config_of(page: Path) -> Path | None:
    """The configuration of the book that a file is a page of, by the cheapest of looks."""
    for folder in page.resolve().parents:
        config_file = folder / "mkdocs.yml"
        if config_file.is_file():
            text = config_file.read_text(encoding="utf-8", errors="replace")
            named = _DOCS.search(text)
            docs = folder / (named["folder"].strip() if named else "docs")
            return config_file if "sfrules" in text and docs in page.resolve().parents else None
    return None


def _report(config: pytest.Config, config_file: Path) -> Report:
    """The report on a book, which is checked once in a run."""
    reports = config.stash.setdefault(_CHECKED, {})
    if config_file not in reports:
        from sfrules.press.doors.mkdocs_pages import check_site

        reports[config_file] = Report(check_site(config_file))
    return reports[config_file]


class Report:
    """The items of each page: name, line and problems.

    The first page has those of the whole book too: what is wrong outside the pages.
    """

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.items: dict[str, list[tuple[str, int, list[Problem]]]] = {
            page: [] for page in checked.pages
        }
        home = next(iter(checked.pages), "")
        told = {problem for check in checked.checks for problem in check.problems}
        for check in checked.checks:
            page = check.path if check.path in self.items else home
            self.items[page].append((check.place, check.line, list(check.problems)))
        rest = defaultdict[str, list["Problem"]](list)
        for problem in checked.problems:
            if problem not in told:
                rest[problem.path].append(problem)
        for path in sorted({*checked.pages, *rest}):
            page = path if path in self.items else home
            self.items.setdefault(page, []).append((path, 1, rest[path]))


class PageFile(pytest.File):
    """A page of a book."""

    report: Report
    shown: str

    def collect(self) -> Iterator[pytest.Item]:
        """Each check of the page, and the page itself for all else that can be wrong with it."""
        for name, line, problems in self.report.items[self.shown]:
            item: PageItem = PageItem.from_parent(self, name=name, nodeid=name)
            item.line, item.problems = line, problems
            yield item


class PageItem(pytest.Item):
    """One thing that was held against the rules, named by its place."""

    line: int
    problems: list[Problem]

    def runtest(self) -> None:
        """Fail with the problems that were found."""
        if self.problems:
            raise Wrong(self.problems)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: Any) -> str:
        """The problems as every other door tells them."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the check stands, and how a failure is headed."""
        return self.path, self.line - 1, f"at {self.name}"


class Wrong(Exception):
    """What is wrong at one place of a book."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        super().__init__("\n\n".join(map(str, problems)))
