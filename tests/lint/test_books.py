"""Three rulebooks that were written before the linter was: right, and with faults planted in them."""

from __future__ import annotations

import json
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from sfrules.press.doors.cli import app

BOOKS = Path(__file__).parent / "books"
NAMES = ["iron-parishes", "lantern-below", "tidewrights"]
RULES = """
    average conflict copy coverage dead-link direction
    duplicate-id progression reference render total width
""".split()


class Fault(NamedTuple):
    """A place in a book, and the rule that finds fault with it."""

    path: str
    line: int
    rule: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.rule}"


def expected(book: str) -> list[Fault]:
    lines = (BOOKS / book / "expected.txt").read_text(encoding="utf-8").splitlines()
    faults = []
    for line in lines:
        place, rule = line.split(" # ")[0].split()
        path, _, number = place.rpartition(":")
        faults.append(Fault(path, int(number), rule))
    return faults


def found(book: str, form: str, monkeypatch: pytest.MonkeyPatch) -> list[Fault]:
    """What the command finds, run in the book's own folder."""
    monkeypatch.chdir(BOOKS / book)
    result = CliRunner().invoke(app, ["lint", form, "--format", "json", "--select", "all"])
    assert result.exit_code in {0, 1}, result.output
    findings = json.loads(result.stdout)
    assert result.exit_code == bool(findings)
    return sorted(Fault(each["path"], each["line"], each["rule"]) for each in findings)


def pages(folder: Path) -> dict[str, list[str]]:
    files = sorted(folder.iterdir())
    return {file.name: file.read_text(encoding="utf-8").splitlines() for file in files}


def places_that_differ(one: list[str], other: list[str]) -> int:
    changes = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    return sum(kind != "equal" for kind, *_ in changes)


@pytest.mark.parametrize("book", NAMES)
def test_a_book_that_is_right_has_no_findings(book: str, monkeypatch: pytest.MonkeyPatch):
    assert list(map(str, found(book, "clean", monkeypatch))) == []


@pytest.mark.parametrize("book", NAMES)
def test_each_planted_fault_is_found_and_nothing_else(book: str, monkeypatch: pytest.MonkeyPatch):
    faults = list(map(str, found(book, "flawed", monkeypatch)))
    assert faults == list(map(str, expected(book)))


@pytest.mark.parametrize("book", NAMES)
def test_a_book_with_faults_differs_from_the_right_one_at_each_fault_alone(book: str):
    clean, flawed = pages(BOOKS / book / "clean"), pages(BOOKS / book / "flawed")
    assert list(clean) == list(flawed)
    planted = Counter(fault.path for fault in expected(book))
    differing = {
        f"flawed/{name}": places_that_differ(clean[name], flawed[name])
        for name in clean
        if clean[name] != flawed[name]
    }
    assert differing == planted


@pytest.mark.parametrize("book", NAMES)
def test_a_list_of_faults_is_in_order_with_each_once_and_its_reason(book: str):
    faults = expected(book)
    assert faults == sorted(set(faults))
    text = (BOOKS / book / "expected.txt").read_text(encoding="utf-8")
    assert all(line.count(" # ") == 1 for line in text.splitlines())


@pytest.mark.parametrize("book", NAMES)
def test_each_fault_stands_at_a_line_that_is_not_empty(book: str):
    flawed = pages(BOOKS / book / "flawed")
    for path, line, _ in expected(book):
        assert flawed[path.removeprefix("flawed/")][line - 1].strip()


@pytest.mark.parametrize("book", NAMES)
def test_a_book_has_ten_faults_or_more_of_nearly_every_kind(book: str):
    faults = expected(book)
    assert len(faults) >= 10
    assert {fault.rule for fault in faults} == set(RULES)


def test_over_the_books_each_rule_is_expected_at_least_twice():
    counts = Counter(fault.rule for book in NAMES for fault in expected(book))
    assert sorted(counts) == RULES
    assert min(counts.values()) >= 2


def test_the_books_are_written_in_every_kind_of_markdown():
    endings = {file.suffix for file in BOOKS.glob("*/clean/*")}
    assert endings == {".md", ".markdown", ".Rmd", ".qmd"}
