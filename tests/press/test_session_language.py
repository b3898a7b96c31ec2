"""A session takes an expression that Python and pages read alike, and prints what Python prints."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from corpus import read_pairs
from sessions import page_with, problems_of


def test_a_session_prints_what_python_prints() -> None:
    for (line,) in read_pairs("session_lines", "alike"):
        page = page_with(f"```pycon\n>>> {line}\n```")
        assert [str(problem) for problem in page.problems] == [], line


@pytest.mark.parametrize(("part", "before"), [("neither", "a session has no "), ("wrong", "")])
def test_what_python_and_pages_do_not_read_alike_is_refused_at_its_place(part, before) -> None:
    for line, column, what, hint in read_pairs("session_lines", part):
        (problem,) = page_with(f"```pycon\n>>> {line}\n```").problems
        place = problem.line, problem.column
        told = place, problem.message, problem.hint or "-"
        assert told == ((2, int(column)), f"{before}{what}", hint), line


VALUES = ("2", "-3", "0", "True", "'a'", "[1]", "()", "cargo(4, 2)", "cargo(3, 2)", "None")
SIGNS = "+ - * / // % ** < <= == != in and or".split()


def test_whatever_a_session_takes_is_what_python_makes_of_it() -> None:
    names = {"cargo": lambda length, beam: Fraction(length * beam, 3)}
    lines, taken = [], 0
    for left, sign, right in product(VALUES, SIGNS, VALUES):
        for code in (f"{left} {sign} {right}", f"not -{left} {sign} 2 {sign} {right}"):
            try:
                value = eval(code, names)  # noqa: S307 Python is asked what it makes of a line
                shown = "" if value is None else f"{value!r}\n"
            except (TypeError, ZeroDivisionError) as error:
                shown = f"Traceback (most recent call last):\n{type(error).__name__}: {error}\n"
            lines.append(f">>> {code.replace('cargo', 'sea.cargo')}\n{shown}")
    for first in range(0, len(lines), 100):
        problems = page_with("".join(["```pycon\n", *lines[first : first + 100], "```\n"])).problems
        assert [p.message for p in problems if "the page shows" in p.message] == []
        taken += 100 - len(problems)
    assert taken > len(lines) // 3


def test_what_is_wrong_is_told_at_the_line_of_the_code_that_it_stands_on() -> None:
    (problem,) = problems_of("(sea.speed(3),\n   'é', sea.sped(4))")
    assert (problem.line, problem.column) == (3, 17)
    (problem,) = problems_of("{1: 1,\n   **{}}")
    assert (problem.line, problem.column, problem.message) == (3, 8, "unexpected '**'")
