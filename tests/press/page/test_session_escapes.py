"""A session of a page reaches nothing but the book's names, and no more than a page may have."""

from __future__ import annotations

import time
import tracemalloc
from dataclasses import replace

import pytest
from sessions import problems_of
from toy_book import BOOK

from sfrules.press.expression.bounds import Bounds
from sfrules.press.things.book import Record

ESCAPES = [
    "().__class__.__bases__[0].__subclasses__()",
    "sea.speed.__globals__",
    'sea["__class__"]',
    "sea.members",
    "boats.gull.fields",
    'open("/etc/hostname")',
    '__import__("os")',
    "__builtins__",
    "sea.crew(3).count",
    "boats.gull|attr('fields')",
    "1 }}{% set x = 1 %}{{ 1",
    "_call_(1)",
    "from os import *",
    '"{0.__class__}".format(sea)',
    'f"{sea.speed.__globals__!r}"',
    '"%s" % sea',
    "(x for x in [1]).gi_frame.f_back.f_globals",
    "@print\ndef f():\n    pass",
    "match sea:\n    case object(__class__=c):\n        c",
    "sea.speed = 1",
    'boats["gull"] = 4',
    "sea.tide(3)._secret()",
    "sea.tide(3).at.__self__",
    "(y := sea).__class__",
    '"a".translate({97: "b" * 9999999})',
    "sea.speed(lambda: 1)",
    "sea.broken(3)",
    "raise SystemExit",
    'table("fleet")',
    'sea.speed(**{"__class__": 1})',
    "[].append.__self__",
    "[x async for x in [1]]",
]


@pytest.mark.parametrize("code", ESCAPES, ids=lambda code: code[:48])
def test_an_escape_is_refused_at_its_line(code: str) -> None:
    problems = problems_of(code, replace(BOOK, modules=("toy_book",)))
    assert len(problems) == 1
    assert problems[0].line > 1


FLOODS = [
    '"%999999999d" % 1',
    'try:\n    while True:\n        pass\nexcept:\n    print("swallowed")',
    "def f():\n    return f()\n>>> f()",
    "while True:\n    pass",
    "10**10**10",
    "2 ** 4000 ** 3",
    "1 << 10**10",
    '"a" * 10**10',
    "x = (1, 1)\n>>> for i in range(60): x = (x, x)",
    "x = []\n>>> for i in range(5000): x = [x]",
    'Fraction("1e٩٩٩٩٩٩٩٩٩")',
    "(" * 500,
    "-" * 1900 + "1",
    "not " * 500 + "1",
    "+".join("1" * 9999),
    "sea.speed(" * 90 + "3" + ")" * 90,
    "9" * 5000,
    "sea.crew(100001)",
    "1\n" + "+ 1\n" * 5000,
]


@pytest.mark.parametrize("code", FLOODS, ids=lambda code: code[:48])
def test_a_flood_of_a_session_is_stopped(code: str) -> None:
    assert problems_of(code)


GROWN = "x = (0,)\n>>> " + "x = (x, x)\n>>> " * 60


@pytest.mark.parametrize(
    "code",
    [
        f"{GROWN}x == x",
        f"{GROWN}x",
        "x = [0] * 49999\n>>> [x, x, x]",
        "x = [0] * 49999\n>>> {1: x, 2: x, 3: x}",
        "x = [0] * 49999\n>>> x + x + x",
        '"a" * 100001',
        "[0] * 10**10",
        "sea.crew(100000)",
    ],
    ids=lambda code: code[-24:],
)
def test_a_value_that_is_too_large_is_weighed_before_it_is_used(code: str) -> None:
    tracemalloc.start()
    (problem,) = problems_of(code)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 50_000_000
    assert problem.message == "the value has more than 100000 items or characters"


def test_values_nested_too_deep_are_refused() -> None:
    (problem,) = problems_of("x = 1\n" + ">>> x = [x]\n" * 1200 + ">>> x")
    assert problem.message == "the value is nested too deep"


def slow(seconds: int) -> int:
    """A rule that does not end by itself."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        pass
    return seconds


@pytest.mark.parametrize(
    "code",
    [
        "sea.slow(30)",
        "x = sea.slow(30) + sea.slow(30)",
        "[sea.slow(30), sea.slow(30)] if sea.slow(30) else 1",
    ],
)
def test_a_session_out_of_time_is_stopped_and_told_once(code: str) -> None:
    book = replace(BOOK, namespaces={"sea": {"slow": slow}})
    problems = problems_of(f"{code}\n>>> sea.slow(30)\n>>> 1 + 1", book, Bounds(seconds=0.2))
    assert [(problem.line, problem.message) for problem in problems] == [
        (2, "the page takes longer than 0.2 seconds")
    ]


def test_a_page_cannot_change_what_belongs_to_the_book() -> None:
    facts = {"name": "Gull", "ports": ["Ely", ["Rye"]], "crew": {"mate": ["Ann"]}}
    answered = [1, [2]]
    book = replace(
        BOOK,
        namespaces={"boats": {"gull": Record(facts)}, "sea": {"list": lambda: answered}},
    )
    code = """ports = boats.gull.ports
>>> ports.append("Wick")
>>> ports[1].append("Wick")
>>> boats.gull.crew["cook"] = "Cy"
>>> numbers = sea.list()
>>> numbers += [3]
>>> numbers[1].append(4)
>>> numbers = numbers + [3]"""
    assert [problem.line for problem in problems_of(code, book)] == [3, 4, 5, 7, 8]
    assert facts == {"name": "Gull", "ports": ["Ely", ["Rye"]], "crew": {"mate": ["Ann"]}}
    assert answered == [1, [2]]
