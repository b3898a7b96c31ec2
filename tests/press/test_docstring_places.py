"""A fix of a docstring is written where that docstring stands, or nowhere."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

import pytest

from sfrules.press.sessions.examples import docstring_problems
from sfrules.press.things.book import Book

RULES = '''\
def printing(knots):
    """Print, \\\\ and say nothing.

    >>> import sys; _ = sys.stdout.write("a\\\\n")
    """
    return knots


def continued(knots):
    """Goes on.
    >>> speed(3)
    3

    and \\
    on
    >>> speed(4)
    9
    """
    return knots


def twin(knots):
    """Goes on.
    >>> speed(3)
    3

    and on
    >>> speed(4)
    9
    """
    return knots


def speed(sails):
    """Speed.
    >>> speed(3)
    5
    """
    return sails


def brief(sails):
    """>>> brief(3)
    """; return sails


def bare(sails):
    """Bare.

    >>> bare(3)
    5
    """
'''


@pytest.fixture
def sea(tmp_path):
    file = tmp_path / "places_of_sea.py"
    file.write_text(RULES, encoding="utf-8")
    spec: Any = importlib.util.spec_from_file_location("places_of_sea", file)
    module = importlib.util.module_from_spec(spec)
    sys.modules["places_of_sea"] = module
    spec.loader.exec_module(module)
    yield tmp_path, module
    del sys.modules["places_of_sea"]


@pytest.mark.parametrize(
    ("rule", "lines"),
    [
        ("printing", [(1, None)]),
        ("continued", [(9, None)]),
        ("twin", [(29, "    4\n")]),
        ("speed", [(37, "    3\n")]),
        ("brief", [(43, None)]),
        ("bare", [(51, "")]),
    ],
)
def test_what_an_example_gives_is_written_below_it_or_nowhere(sea, rule, lines):
    root, module = sea
    book = Book("Sea", root, {"sea": {rule: getattr(module, rule)}})
    problems = docstring_problems(book)
    assert [(p.line, getattr(p.fix, "text", None)) for p in problems] == lines
