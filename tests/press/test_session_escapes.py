"""A session of a page reaches nothing but the book's names, and no more than a page may have."""

from __future__ import annotations

import time
import tracemalloc
from dataclasses import replace

import pytest
from sessions import page_with, problems_of
from toy_book import BOOK

from sfrules.press.expression.bounds import Bounds
from sfrules.press.things.book import Record

ESCAPES = [
    "().__class__.__bases__[0].__subclasses__()",
    "sea.speed.__globals__",
    "sea.speed.__wrapped__",
    'sea["__class__"]',
    'sea["members"]',
    "sea.members",
    "boats.gull.fields",
    'compile("1", "", "eval")',
    'open("/etc/hostname")',
    '__import__("os")',
    "__builtins__",
    "_getattr_",
    'getattr(sea, "members")',
    "sea.speed(3).real",
    "sea.crew(3).count",
    'sea.crew(3)["count"]',
    "boats.gull|attr('fields')",
    "'a'.join",
    "}} {{ sea",
    "1 }}{% set x = 1 %}{{ 1",
    "_call_(1)",
    "import os",
    "from os import path",
    "from os import *",
    "from toy_book import ROOT",
    "from toy_book import __builtins__",
    "from sfrules.press.doors import cli",
    '"{0.__class__}".format(sea)',
    '"{a.__class__}".format_map({"a": sea})',
    'str.format("{0.__class__}", sea)',
    'f"{sea.__class__}"',
    'f"{sea.speed.__globals__!r}"',
    'width = 10 ** 9\n>>> f"{1:>{width}}"',
    '"%s" % sea',
    "(x for x in [1]).gi_frame",
    "(x for x in [1]).gi_frame.f_back.f_globals",
    "print.__self__",
    'print("x", file=1)',
    "@print\ndef f():\n    pass",
    "class A:\n    pass",
    "async def f():\n    pass",
    "with sea as s:\n    pass",
    "def f():\n    global x\n    x = 1",
    "match sea:\n    case object(__class__=c):\n        c",
    "sea.speed = 1",
    "sea.speed += 1",
    "del sea.speed",
    "boats.gull.sails = 4",
    'boats["gull"] = 4',
    "sea.tide(3).height = 9",
    "sea.tide(3)._secret()",
    "sea.tide(3).at.__self__",
    "sea.tide(3).at.__func__",
    "(y := sea).__class__",
    "[sea.__class__ for x in [1]]",
    'ValueError("x").with_traceback(None)',
    'ValueError("x").__traceback__',
    "ValueError.mro()",
    "ValueError.__subclasses__()",
    'ValueError("x").args',
    "def f():\n    try:\n        sea.speed(12)\n    except ValueError as e:\n        return e.__traceback__.tb_frame",
    "try:\n    sea.speed(12)\nexcept* ValueError:\n    pass",
    '"a".encode()',
    '"a".translate({97: "b" * 9999999})',
    'b"x" * 10',
    "Decimal(1).next_plus()",
    "Decimal(1).compare(2, 3)",
    "Fraction.from_float(0.5)",
    "Fraction(1, 3).__class__",
    "Fraction(1, 3)._numerator",
    "sea.speed(lambda: 1)",
    "sea.broken(3)",
    "raise SystemExit",
    "sorted([1, 2], key=print.__class__)",
    "sorted([3, 1], key=type)",
    'table("fleet")',
    "__name__",
    "__x = 1",
    "def _f():\n    pass",
    'sea.speed(**{"__class__": 1})',
    "[].append.__self__",
    "[].append.__class__",
    '"".join.__call__',
    "[x async for x in [1]]",
]


@pytest.mark.parametrize("code", ESCAPES, ids=lambda code: code[:48])
def test_an_escape_is_refused_at_its_line(code: str) -> None:
    problems = problems_of(code, replace(BOOK, modules=("toy_book",)))
    assert len(problems) == 1
    assert problems[0].line > 1


FLOODS = [
    'f"{1:>999999999}"',
    'f"{1:.999999999f}"',
    '"%999999999d" % 1',
    'try:\n    while True:\n        pass\nexcept:\n    print("swallowed")',
    'try:\n    while True:\n        pass\nexcept Exception:\n    print("swallowed")',
    "def f():\n    while True:\n        try:\n            while True:\n                pass\n        finally:\n            continue\n>>> f()",
    "def f():\n    try:\n        f()\n    finally:\n        f()\n>>> f()",
    "def f():\n    return f()\n>>> f()",
    "f = lambda: f()\n>>> f()",
    "while True:\n    pass",
    'while 1: print("x" * 9999)',
    'int("9" * 10**6)',
    "10**10**10",
    "2 ** 4000 ** 3",
    "1 << 10**10",
    '"a" * 10**10',
    "[0] * 10**10",
    "sum([[0] * 9999] * 9999, [])",
    "for i in range(10**9): pass",
    "for i in range(10000):\n    for j in range(10000):\n        pass",
    "[1 for i in range(10000) for j in range(10000)]",
    "sorted(i for i in iter(int, 1))",
    "def f():\n    while True:\n        yield 1\n>>> sorted(f())",
    'print("x" * 49999, "y" * 49999, sep="z" * 49999)\n>>> [print("x" * 49999) for i in range(9999)]',
    'print(*["x" * 49999] * 9999)',
    '"a".join(["b" * 999] * 9999)',
    '("a" * 49999).replace("a", "b" * 49999)',
    '("a" * 49999).replace("", "b" * 49999)',
    "x = [1]\n>>> for i in range(60): x.append(x)",
    "x = [1]\n>>> for i in range(60): x.extend(x)",
    "x = [1]\n>>> for i in range(60): x += x",
    "x = [1]\n>>> for i in range(60): x[0:0] = x",
    "x = (1, 1)\n>>> for i in range(60): x = (x, x)",
    "x = {}\n>>> for i in range(60):\n    y = {}\n    y[0] = x\n    y[1] = x\n    x = y",
    "x = []\n>>> for i in range(5000): x = [x]",
    'd = {}\n>>> for i in range(20000): d[i] = "a" * 49999',
    'from decimal import Decimal\n>>> Decimal("1e999999999")',
    'Decimal("1e500") ** 5',
    "Decimal((0, (1,), 10**9))",
    "f\"{Decimal('1e900'):.99999f}\"",
    'Fraction("1e999999999")',
    'Fraction("1e٩٩٩٩٩٩٩٩٩")',
    "Fraction(1, 3) ** 10**9",
    "Fraction(1, 10**1200).limit_denominator(10**1300)",
    "round(1, -10**10)",
    "divmod(10**999, 0)",
    "(" * 500,
    "-" * 1900 + "1",
    "x" + ".upper()" * 240,
    "not " * 500 + "1",
    "+".join("1" * 9999),
    "sea.speed(" * 90 + "3" + ")" * 90,
    "9" * 5000,
    "9" * 2000,
    "range(20001)",
    "sea.crew(100001)",
    "1\n" + "+ 1\n" * 5000,
]


@pytest.mark.parametrize("code", FLOODS, ids=lambda code: code[:48])
def test_a_flood_of_a_session_is_stopped(code: str) -> None:
    assert problems_of(code)


def test_a_long_output_of_blanks_is_read_all_the_same() -> None:
    blanks = "\N{IDEOGRAPHIC SPACE}\n" * 64_000
    text = f"```pycon\n>>> 1\nTraceback (most recent call last):\n{blanks}>>> 1\n1\n```"
    (problem,) = page_with(text).problems
    assert problem.message == "the page shows Traceback (most recent call last):, it is 1"


def test_a_long_line_of_directives_is_read_all_the_same() -> None:
    (problem,) = problems_of("1" + "  # doctest: +SKIP" * 50_000 + "'")
    assert problem.message == "a session has no remarks"


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
    (problem,) = problems_of("x = 1\n" + ">>> x = [x]\n" * 5000 + ">>> x")
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
