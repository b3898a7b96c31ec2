"""The output that a session shows is put right in place, with its own margin."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sessions import page_with
from toy_book import BOOK

from sfrules.ground.edits import Edit, apply_fixes


class Log(str):
    """An answer that Python shows as it is."""

    __slots__ = ()
    __repr__ = str.__str__


def log(text: str) -> Log:
    """A rule that answers what is to be shown."""
    return Log(text)


SEA = replace(
    BOOK,
    namespaces={
        **BOOK.namespaces,
        "sea": {**BOOK.namespaces["sea"], "log": log},
    },
)

BEFORE = """# Boats

```pycon title="speeds"
>>> sea.speed(3)
8
>>> (sea.speed(1),
...     sea.speed(2))
(3, 4)
5

>>> sea.cargo(4, 2)
>>> x = 1
2
```

> ~~~py
> >>> sea.log("a\\n\\nb")
> a
> ~~~

- a
    ```pycon
    >>> sea.speed(12)
    Traceback (most recent call last):
      File "boats", line 1
    ValueError: no
    >>> sea.speed(3)
    Traceback (most recent call last):
      ...
    ValueError: no
    ```
"""

AFTER = """# Boats

```pycon title="speeds"
>>> sea.speed(3)
7
>>> (sea.speed(1),
...     sea.speed(2))
(3, 5)

>>> sea.cargo(4, 2)
Fraction(8, 3)
>>> x = 1
```

> ~~~py
> >>> sea.log("a\\n\\nb")
> a
> <BLANKLINE>
> b
> ~~~

- a
    ```pycon
    >>> sea.speed(12)
    Traceback (most recent call last):
      File "boats", line 1
    ValueError: sails is 12; allowed: a whole number from 1 to 9
    >>> sea.speed(3)
    7
    ```
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_wrong_output_is_written_in_its_place(end: str) -> None:
    problems = page_with(BEFORE, SEA).problems
    assert len(problems) == 7
    assert {problem.hint for problem in problems} == {"sfrules check --fix writes it"}
    files = {"docs/page.md": BEFORE.replace("\n", end)}
    changed = apply_fixes([problem.fix for problem in problems if problem.fix], files.get)
    assert changed == {"docs/page.md": AFTER.replace("\n", end)}
    assert page_with(AFTER, SEA).problems == ()


LEFT = {
    "an ellipsis": (">>> sea.crew(3)  # doctest: +ELLIPSIS\n(1, ..., 4)", "write (1, 2, 3)"),
    "an error": (">>> sea.speed(12)\n7", ""),
    "an output like a prompt": (">>> sea.log('>>> x')\n7", "write >>> x"),
    "an output like more code": (">>> sea.log('...')\n7", "write ..."),
    "an output like a fence": (">>> sea.log('```')\n7", "write ```"),
    "an output like a comment's end": (">>> sea.log('-->')\n7", "write -->"),
    "an output of control signs": (">>> sea.log('\\x1b[m')\n7", "write \\x1b[m"),
}


@pytest.mark.parametrize("name", LEFT)
def test_what_needs_a_persons_look_is_left_to_them(name: str) -> None:
    code, hint = LEFT[name]
    (problem,) = page_with(f"```pycon\n{code}\n```", SEA).problems
    assert (problem.fix, problem.hint) == (None, hint)


def test_a_long_output_is_cut_in_the_message() -> None:
    (problem,) = page_with("```pycon\n>>> sea.crew(100)\n7\n```").problems
    assert problem.message == (
        "the page shows 7, it is (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,…"
    )


def test_the_first_line_that_differs_is_pointed_at() -> None:
    text = "```pycon\n>>> sea.log('0\\n1\\n2\\n3')\n0\n1\n3\n3\n```"
    (problem,) = page_with(text, SEA).problems
    assert (problem.line, problem.message) == (5, "the page shows 3, it is 2")


def test_a_session_in_a_quote_in_a_list_is_read_and_fixed() -> None:
    text = "1. > ```pycon\n   > >>> sea.speed(3)\n   > 8\n   > ```\n"
    (problem,) = page_with(text).problems
    assert problem.message == "the page shows 8, it is 7"
    assert isinstance(problem.fix, Edit)
    assert problem.fix.text == "   > 7\n"
