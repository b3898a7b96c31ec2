"""What a session takes from the book is its own to change; the book's stays as it is."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

import pytest
from sessions import problems_of
from toy_book import BOOK

from sfrules.press.sessions.scopes import names_meant


class Crew(NamedTuple):
    """An answer that is a tuple of a kind of its own."""

    names: list[str]
    size: int


class Watches(list[list[int]]):
    """An answer that is a list of a kind of its own."""


CREW = Crew(["Ann"], 1)
PORTS = OrderedDict(east=["Ely"])
TIDES = MappingProxyType({"spring": [4]})
WATCHES = Watches([[1]])
SPOKEN_FOR = replace(
    BOOK,
    namespaces={
        "sea": {
            "crew": lambda: CREW,
            "ports": lambda: PORTS,
            "tides": lambda: TIDES,
            "watches": lambda: WATCHES,
        }
    },
)


@pytest.mark.parametrize(
    "code",
    [
        "names, size = sea.crew()\n>>> names.clear()",
        "((names, size), rest) = (sea.crew(), 1)\n>>> names.clear()",
        "(names, size) = both = sea.crew()\n>>> names.clear()",
        "for names, size in [sea.crew()]: names.clear()",
        "for each in sea.crew():\n    if each != 1: each.clear()",
        "def f(names, size): names.clear()\n>>> f(*sea.crew())",
        'ports = dict(sea.ports())\n>>> ports["east"].clear()',
        'ports = {**sea.ports()}\n>>> ports["east"].clear()',
        'ports = {} | sea.ports()\n>>> ports["east"].clear()',
        'tides = {}\n>>> tides.update(sea.tides())\n>>> tides["spring"].clear()',
        "max(sea.watches()).clear()",
        "watches = [] + sea.watches()\n>>> watches[0].clear()",
    ],
)
def test_what_a_rule_answers_is_a_copy_whatever_its_kind(code: str) -> None:
    assert problems_of(code, SPOKEN_FOR) == []
    assert Crew(["Ann"], 1) == CREW
    assert PORTS == {"east": ["Ely"]}
    assert TIDES == {"spring": [4]}
    assert WATCHES == [[1]]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("a, b  = (", {"a", "b"}),
        ("  a = (", {"a"}),
        ("a == (", set()),
        ("def f(:", {"f"}),
        ("for a, b in (:", {"a", "b"}),
        ("print(", set()),
    ],
)
def test_the_names_of_a_faulty_line_are_told_by_its_first_words(
    source: str, names: set[str]
) -> None:
    assert names_meant(source) == names


@pytest.mark.parametrize("source", [" " * 2000 + "!", "a" + " " * 2000 + "!", "for " + "a " * 1000])
def test_the_names_of_a_long_faulty_line_are_told_soon(source: str) -> None:
    began = time.process_time()
    assert not names_meant(source)
    assert time.process_time() - began < 0.1
