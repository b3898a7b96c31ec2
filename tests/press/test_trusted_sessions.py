"""A book that trusts its pages has all of Python in their sessions, within the bounds of a page."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from sessions import page_with, problems_of
from toy_book import BOOK

from sfrules.ground.edits import Edit
from sfrules.press.expression.bounds import Bounds

TRUSTING = replace(BOOK, trusted_sessions=True)
PYTHON = """```pycon
>>> from fractions import Fraction
>>> def double(n):
...     return n * factor
>>> factor = 2
>>> for sails in (1, 2):
...     print(f"{double(sea.speed(sails)):>3}")
  6
 10
>>> try:
...     sea.speed(12)
... except ValueError as error:
...     print(error)
sails is 12; allowed: a whole number from 1 to 9
```

<!-- pycon
>>> factor = 3
-->

```pycon
>>> double(boats.gull.sails), boats.gull.name
(9, 'Gull')
>>> 7 / 2, 0.5, sum(n for n in (1, 2)), Fraction(2, 4)
(3.5, 0.5, 3, Fraction(1, 2))
>>> sea.speed(12)
Traceback (most recent call last):
    ...
ValueError: sails is 12; allowed: a whole number from 1 to 9
>>> sea.crew(99)  # doctest: +ELLIPSIS
(1, 2, ..., 99)
>>> exit()  # doctest: +SKIP
```
"""


def test_a_trusted_session_is_python_and_its_names_hold_to_the_end_of_the_page() -> None:
    page = page_with(PYTHON, TRUSTING)
    assert [str(problem) for problem in page.problems] == []


def test_no_book_trusts_its_sessions_without_a_word() -> None:
    assert problems_of("import os")[0].message == "a session has no imports"
    assert problems_of("import os", TRUSTING) == []


def test_a_wrong_output_of_a_trusted_session_is_told_and_fixed() -> None:
    text = "> ```py\n> >>> print(sum([3, 4]))\n> 8\n> >>> open('/no/such')\n> ```\n"
    wrong, failed = page_with(text, TRUSTING).problems
    assert (wrong.place, wrong.message) == ("docs/page.md:3:3", "the page shows 8, it is 7")
    assert isinstance(wrong.fix, Edit)
    assert wrong.fix.text == "> 7\n"
    assert failed.place == "docs/page.md:4:3"
    assert failed.message.startswith("FileNotFoundError: [Errno 2]")


def test_a_trusted_session_vouches_for_what_it_shows() -> None:
    page = page_with("```pycon\n>>> print(77)\n77\n>>> 8  # doctest: +SKIP\n9\n```\n", TRUSTING)
    assert page.verified == {2, 3}


def slow(seconds: int) -> int:
    """A rule that does not end by itself."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass
    return seconds


@pytest.mark.parametrize(
    "code",
    [
        "while True:\n    pass",
        "sea.slow(30)",
        "try:\n    sea.slow(30)\nexcept:\n    print('swallowed')",
        "def f():\n    try:\n        while True: pass\n    finally:\n        return 1\n>>> f()",
        "sea.slow(30)\n>>> Traceback",
    ],
)
def test_a_trusted_session_out_of_time_is_stopped_and_told(code: str) -> None:
    book = replace(TRUSTING, namespaces={"sea": {"slow": slow}})
    problems = problems_of(f"{code}\n>>> 1 + 1", book, Bounds(seconds=0.2))
    assert "the page takes longer than 0.2 seconds" in [problem.message for problem in problems]


def test_a_fault_of_a_rule_is_told_in_its_own_code() -> None:
    (problem,) = problems_of("sea.broken(3)", TRUSTING)
    assert problem.path == "tests/press/toy_book.py"
