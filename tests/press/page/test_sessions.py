"""Fences of Python with prompts are worked out, and held against what they show."""

from __future__ import annotations

import time
from dataclasses import replace
from decimal import Decimal

import pytest
from printing import print_page
from sessions import page_with, problems_of
from toy_book import BOOK

from sfrules.press.expression import bounds
from sfrules.press.things.book import Record

FORMS = {
    "pycon": "```pycon\n>>> sea.speed(3)\n8\n```",
    "python": "```python\n>>> sea.speed(3)\n8\n```",
    "py": "``` py\n>>> sea.speed(3)\n8\n```",
    "python3": "```python3\n>>> sea.speed(3)\n8\n```",
    "upper case": "```Python\n>>> sea.speed(3)\n8\n```",
    "attributes": '```pycon title="x" hl_lines="1"\n>>> sea.speed(3)\n8\n```',
    "braces": '``` { .pycon #id title="x" }\n>>> sea.speed(3)\n8\n```',
    "tildes": "~~~~pycon\n>>> sea.speed(3)\n8\n~~~~",
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_session_is_checked(form: str) -> None:
    page = page_with(f"# Title\n\n{FORMS[form]}\n")
    assert [(p.place, p.message) for p in page.problems] == [
        ("docs/page.md:5:1", "the page shows 8, it is 7")
    ]


NESTED = {
    "list": ("- a\n\n    ```pycon\n    >>> sea.speed(3)\n    8\n    ```\n", "5:5"),
    "marker": ("- ```pycon\n  >>> sea.speed(3)\n  8\n  ```\n", "3:3"),
    "numbered": ("1. ```pycon\n   >>> sea.speed(3)\n   8\n   ```\n", "3:4"),
    "admonition": ("!!! tip\n\n    ```py\n    >>> sea.speed(3)\n    8\n    ```\n", "5:5"),
    "tabs": ("!!! tip\n\n\t```py\n\t>>> sea.speed(3)\n\t8\n\t```\n", "5:2"),
    "quote": ("> ```py\n> >>> sea.speed(3)\n> 8\n> ```\n", "3:3"),
    "tight quote": (">```py\n>>>> sea.speed(3)\n>8\n>```\n", "3:2"),
    "further in": ("```py\n  >>> sea.speed(3)\n  8\n```\n", "3:3"),
    "front matter": ("---\na: 1\n---\n```py\n>>> sea.speed(3)\n8\n```\n", "6:1"),
}


@pytest.mark.parametrize("name", NESTED)
def test_a_session_is_found_in_whatever_it_stands_in(name: str) -> None:
    text, place = NESTED[name]
    (problem,) = page_with(text).problems
    assert f"{problem.line}:{problem.column}" == place


def test_the_whole_of_what_a_page_shows_is_marked_but_no_blanks_behind_it() -> None:
    (problem,) = page_with("```pycon\n>>> sea.speed(3)\n8 knots  \n```").problems
    assert (problem.place, problem.length) == ("docs/page.md:3:1", len("8 knots"))


SILENT = {
    "no prompt": "```python\nsea.speed(3)\nopen('x')\n```",
    "prompt in a text": "```python\nprint('>>> sea.speed(3)')\n```",
    "other language": "```pytb\n>>> sea.speed(3)\n8\n```",
    "longer name": "```python-repl\n>>> sea.speed(3)\n8\n```",
    "only shown": "``` {.pycon .shown}\n>>> sea.speed(3)\n8\n```",
    "no language": "```\n>>> sea.speed(3)\n8\n```",
    "code span": "`pycon >>> sea.speed(3)`",
    "code span with the marks of a fence": "See ```pycon >>> sea.speed(3)``` there.",
    "comment": "<!-- pycon\n>>> sea.speed(3)\n8\n-->",
    "fence in a fence": "````md\n```pycon\n>>> sea.speed(3)\n8\n```\n````",
    "fence in a comment": "<!--\n```pycon\n>>> sea.speed(3)\n8\n```\n-->",
    "outside any fence": ">>> sea.speed(3)\n8",
    "a remark alone": "```pycon\n>>> # nothing\n```",
    "skipped": "```pycon\n>>> sea.speed(3)  # doctest: +SKIP\n8\n```",
}


@pytest.mark.parametrize("name", SILENT)
def test_what_is_no_session_is_left_alone(name: str) -> None:
    assert page_with(SILENT[name]).problems == ()


def test_state_is_carried_down_the_page_and_not_to_the_next() -> None:
    text = """```pycon
>>> hull = "iron"
```

```pycon
>>> fast = sea.speed(3, hull)
>>> fast
6
```

- again

    ```pycon
    >>> fast + 1
    7
    ```
"""
    assert page_with(text).problems == ()
    (problem,) = page_with("```pycon\n>>> hull\n'iron'\n```").problems
    assert problem.message == '"hull" is not a name of this book'


RIGHT = {
    "ellipsis": "sea.crew(9)  # doctest: +ELLIPSIS\n(1, 2, ..., 9)",
    "whitespace": "sea.crew(3)  # doctest: +NORMALIZE_WHITESPACE\n(1,    2,\n 3)",
    "blank line": "sea.log(3)\na\n<BLANKLINE>\nb",
    "refusal": "sea.speed(12)\nTraceback (most recent call last):\n  ...\nValueError: sails is 12; allowed: a whole number from 1 to 9",
    "refusal cut": "sea.speed(12)  # doctest: +ELLIPSIS\nTraceback (most recent call last):\nValueError: sails is 12...",
    "refusal of a kind of the book's own": "sea.sink()\nTraceback (most recent call last):\n  ...\nValueError: too deep",
    "refusal of a line that sets a name": "x = sea.sink()\nTraceback (most recent call last):\n  ...\nValueError: too deep",
    "own error": "1 // 0\nTraceback (most recent call last):\n  ...\nZeroDivisionError: integer division or modulo by zero",
    "fractions": "sea.cargo(4, 2), sea.cargo(3, 2)\n(Fraction(8, 3), Fraction(2, 1))",
    "floats and decimals of rules": "sea.tons(1)\n(0.5, Decimal('0.10'))",
    "sets in order": "sea.ports()\n{'Ely', 'Rye', 'Wick'}",
    "rules of the page's own names": "quick = sea.speed\n>>> quick(3)\n7",
    "no address": "sea.hold()\n<test_sessions.Hold object>",
}


class Refusal(ValueError):
    """What the rules of a book refuse with."""


class Log(list[str]):
    """An answer that Python shows in lines of its own."""

    def __repr__(self) -> str:
        return "\n".join(self)


class Hold:
    """An answer that Python shows by its address."""


def hold() -> Hold:
    """A rule."""
    return Hold()


def sink() -> None:
    """A rule that refuses."""
    raise Refusal("too deep")


SPOKEN = {
    **BOOK.namespaces["sea"],
    "hold": hold,
    "log": lambda lines: Log(["a", "", "b"][:lines]),
    "ports": lambda: {"Wick", "Ely", "Rye"},
    "sink": sink,
    "tons": lambda boats: (boats / 2, Decimal("0.10")),
}
SEA = replace(BOOK, namespaces={**BOOK.namespaces, "sea": SPOKEN})


@pytest.mark.parametrize("name", RIGHT)
def test_a_session_that_is_right_has_no_problem(name: str) -> None:
    page = page_with(f"```pycon\n>>> {RIGHT[name]}\n```", SEA)
    assert [str(problem) for problem in page.problems] == []


def test_the_ledger_says_what_rules_a_session_shows() -> None:
    page = page_with("```pycon\n>>> x = 1\n>>> x\n1\n>>> sea.speed(boats.gull.sails)\n7\n```")
    (entry,) = page.entries
    assert (entry.kind, entry.line, entry.column, entry.printed) == ("session", 5, 5, "7")
    assert entry.expression == "sea.speed(boats.gull.sails)"
    assert [origin.name for origin in entry.origins] == ["boats.gull", "sea.speed"]


def test_a_session_calls_rules_by_the_short_names_of_its_page() -> None:
    text = "---\nrules: sea\n---\n\n```pycon\n>>> speed(3)\n7\n>>> speed = 3\n```\n"
    (problem,) = print_page(text).problems
    assert (problem.line, problem.message) == (
        8,
        '"speed" is a name of this book',
    )


NO_EXPRESSIONS = [
    "from os import *",
    "raise SystemExit",
    "while True:\n    pass",
    "def f():\n    return f()",
    "sea.speed = 1",
    'boats["gull"] = 4',
    "(x for x in [1]).gi_frame",
    "(y := sea).__class__",
    "1\n" + "+ 1\n" * 5000,
    "x = (1, 1)\n>>> " + "x = (x, x)\n>>> " * 60 + "x == x",
    "x = 1\n" + ">>> x = [x]\n" * 1200 + ">>> x",
]


@pytest.mark.parametrize("code", NO_EXPRESSIONS, ids=lambda code: code[:24])
def test_what_is_no_expression_or_a_flood_is_one_problem(code: str) -> None:
    (problem,) = problems_of(code)
    assert problem.line > 1


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
def test_a_session_out_of_time_is_stopped_and_told_once(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "SECONDS", 0.2)
    book = replace(BOOK, namespaces={"sea": {"slow": slow}})
    problems = problems_of(f"{code}\n>>> sea.slow(30)\n>>> 1 + 1", book)
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
