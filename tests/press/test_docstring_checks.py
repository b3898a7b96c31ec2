"""The examples in the docstrings of a book's rules are held against the rules."""

from __future__ import annotations

import importlib.util
import sys
from typing import TYPE_CHECKING, Any

import pytest
from printing import print_pages

from sfrules.ground.edits import apply_fixes
from sfrules.ground.fixes import read_below
from sfrules.press.sessions.examples import docstring_problems
from sfrules.press.things.book import Book

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RULES = '''"""Rules of the sea."""

import functools

WOOD = 1


def logged(rule):
    @functools.wraps(rule)
    def checked(*args):
        return rule(*args)

    return checked


@logged
def speed(sails):
    """Speed in knots.

    >>> speed(3)
    8
    >>> for sails in (1, 2):
    ...     print(speed(sails))
    3
    4

    >>> speed(WOOD)
    """
    if sails > 9:
        raise ValueError(f"sails is {sails}")
    return sails * 2 + WOOD


def drift(knots):
    """Drift.

    >>> drift(3)
    -3
    >>> speed(12)
    Traceback (most recent call last):
        ...
    ValueError: too many
    >>> drift("a")
    'a'
    >>> drift(1)  # doctest: +ELLIPSIS
    2...
    """
    return -knots


def plain(knots):
    """Nothing to try."""
    return knots


def escaped(knots):
    """Escaped.\t>>> no example

    >>> "a\\tb"
    'ab'
    """


def last(knots):
    """>>> last(1)
    3"""
    return 2


def malformed(knots):
    """Malformed.

    >>>malformed(1)
    >>> malformed(1)
    """
'''


@pytest.fixture
def sea(tmp_path: Path) -> Iterator[tuple[Path, Any]]:
    """A module of rules in a folder of its own."""
    file = tmp_path / "rules" / "deep_sea.py"
    file.parent.mkdir()
    file.write_text(RULES, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("deep_sea", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["deep_sea"] = module
    spec.loader.exec_module(module)
    yield tmp_path, module
    del sys.modules["deep_sea"]


def book_of(root: Path, *rules: Any) -> Book:
    return Book("Sea", root, {"sea": {rule.__name__: rule for rule in rules}})


def told(book: Book) -> list[tuple[int, int, str]]:
    return [(p.line, p.column, p.message) for p in docstring_problems(book)]


def test_a_wrong_example_is_told_at_its_output(sea: tuple[Path, Any]) -> None:
    root, module = sea
    assert told(book_of(root, module.speed, module.drift)) == [
        (21, 5, "the docstring shows 8, it is 7"),
        (25, 5, "the docstring shows 4, it is 5"),
        (27, 5, "the docstring shows nothing, it is 3"),
        (42, 5, "the docstring shows ValueError: too many, it is ValueError: sails is 12"),
        (43, 5, "TypeError: bad operand type for unary -: 'str'"),
        (46, 5, "the docstring shows 2..., it is -1"),
    ]


def test_a_wrong_example_is_fixed_where_it_stands(sea: tuple[Path, Any]) -> None:
    root, module = sea
    problems = docstring_problems(book_of(root, module.speed, module.drift))
    fixes = [p.fix for p in problems if p.fix]
    changed = apply_fixes(fixes, read_below(root))
    expected = (
        RULES.replace("    8\n", "    7\n")
        .replace("    3\n    4\n", "    3\n    5\n")
        .replace("    >>> speed(WOOD)\n", "    >>> speed(WOOD)\n    3\n")
        .replace("    ValueError: too many\n", "    ValueError: sails is 12\n")
    )
    assert changed == {"rules/deep_sea.py": expected}


def test_what_does_not_stand_in_the_file_as_it_is_read_is_not_fixed(
    sea: tuple[Path, Any],
) -> None:
    root, module = sea
    rules = (module.escaped, module.last)
    problems = docstring_problems(book_of(root, *rules))
    assert [(p.line, p.message, p.fix) for p in problems] == [
        (56, "the docstring shows 'ab', it is 'a      b'", None),
        (66, "the docstring shows     3, it is 2", None),
    ]


def test_the_rules_of_an_installed_package_are_checked_and_not_fixed(
    sea: tuple[Path, Any],
) -> None:
    root, module = sea
    book = book_of(root / "elsewhere", module.speed)
    problems = docstring_problems(book)
    assert [p.fix for p in problems] == [None, None, None]
    assert problems[0].hint == "write 7"


def test_a_docstring_that_doctest_cannot_read_is_told(sea: tuple[Path, Any]) -> None:
    root, module = sea
    assert told(book_of(root, module.malformed)) == [(73, 5, "the line lacks blank after >>>")]


def test_what_is_woven_tells_of_sessions_and_docstrings(sea: tuple[Path, Any]) -> None:
    root, module = sea
    book = Book("Sea", root, {"sea": {"speed": module.speed}})
    woven = print_pages({"page.md": "```pycon\n>>> sea.speed(3)\n8\n```\n"}, book)
    assert [problem.path for problem in woven.problems] == [
        "docs/page.md",
        *["rules/deep_sea.py"] * 3,
    ]
