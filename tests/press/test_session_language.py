"""A session takes an expression that Python and pages read alike, and prints what Python prints."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from sessions import page_with, problems_of

ALIKE = {
    "a power binds before a sign": "-2 ** 2, 2 ** 3 ** 2, 2 ** 0\n(-4, 512, 1)",
    "division without a rest": "7 // 2, -7 // 2, 7 % 3, -7 % 3\n(3, -4, 1, 2)",
    "a fraction stays one": "sea.cargo(3, 2), sea.cargo(4, 2) * 3, sea.cargo(4, 2) / 2\n(Fraction(2, 1), Fraction(8, 1), Fraction(4, 3))",
    "a fraction without its rest": "sea.cargo(4, 2) // 1, sea.cargo(4, 2) % 1\n(2, Fraction(2, 3))",
    "a power of a fraction": "sea.cargo(4, 2) ** 2, sea.cargo(4, 2) ** -1\n(Fraction(64, 9), Fraction(3, 8))",
    "a chain of comparisons": "1 < 2 < 3, 1 < 3 < 2, 3 > 2 in (2, 3), 1 == 1 != 2\n(True, False, True, True)",
    "words of logic": "not 1 == 2, 0 or 'a', 1 and (), not ()\n(True, 'a', (), True)",
    "a choice": "'fast' if sea.speed(3) > 6 else 'slow'\n'fast'",
    "quotes": "'a', \"b\", \"it's\", 'a\"b', 'a\\'b\"c', 'a' 'b'\n('a', 'b', \"it's\", 'a\"b', 'a\\'b\"c', 'ab')",
    "signs in a text": "'\\n\\x41\\N{EN DASH}\\u00e9', 'é'\n('\\nA–é', 'é')",
    "tuples": "(), (1,), 1,\n((), (1,), 1)",
    "lists": "[1, [2, 'a']], [] + [1] * 2\n([1, [2, 'a']], [1, 1])",
    "dicts": "{'b': 1, 'a': {2: ()}}, {1: 2}[1]\n({'b': 1, 'a': {2: ()}}, 2)",
    "truths": "True, False, None, True + True, [None]\n(True, False, None, 2, [None])",
    "numbers of any notation": "1_000, 0x1f, 0b11, 0o17\n(1000, 31, 3, 15)",
    "parts": "sea.crew(5)[1:3], sea.crew(5)[-1], sea.crew(5)[::2], 'abc'[0]\n((2, 3), 5, (1, 3, 5), 'a')",
    "names of parameters": "sea.speed(hull='iron', sails=3)\n6",
    "a range": "range(1, 4), 3 in range(4), range(9)[2]\n(range(1, 4), True, 2)",
    "of several lines": "(sea.speed(3),\n... sea.speed(4))\n(7, 9)",
    "names of the book": "sea, sea.speed, boats.gull\n(<namespace sea>, <function speed>, boats.gull)",
    "answers": "sea.tide(3).at(2), boats.gull.sails, boats['gull'].name\n(28, 3, 'Gull')",
    "None alone": "None",
    "None that is set": "nothing = None\n>>> nothing",
    "a name set again": "n = 1\n>>> n = n + 1\n>>> n\n2",
    "a remark of doctest": "sea.crew(9)  # doctest: +ELLIPSIS\n(1, 2, ..., 9)",
    "division by nothing": "1 // 0\nTraceback (most recent call last):\n  ...\nZeroDivisionError: integer division or modulo by zero",
}


@pytest.mark.parametrize("name", ALIKE)
def test_a_session_prints_what_python_prints(name: str) -> None:
    page = page_with(f"```pycon\n>>> {ALIKE[name]}\n```")
    assert [str(problem) for problem in page.problems] == []


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


NEITHER = {
    "def f(): return 1": (5, "functions or classes", "write it as a rule of the book"),
    "lambda: 1": (5, "functions or classes", "write it as a rule of the book"),
    "class A: pass": (5, "functions or classes", "write it as a rule of the book"),
    "for n in (1, 2): n": (5, "loops", "ask once on each line"),
    "while True: 1": (5, "loops", "ask once on each line"),
    "3 in [n for n in (1, 2)]": (10, "loops", "ask once on each line"),
    "{n: n for n in (1, 2)}": (5, "loops", "ask once on each line"),
    "sea.speed(n for n in ())": (14, "loops", "ask once on each line"),
    "try: 1\n... finally: 2": (5, "errors of its own", "show what a rule refuses as a traceback"),
    "raise sea": (5, "errors of its own", "show what a rule refuses as a traceback"),
    "assert 1": (5, "errors of its own", "show what a rule refuses as a traceback"),
    "a, b = 1, 2": (5, "other ways to name a value", "write name = expression"),
    "a = b = 1": (5, "other ways to name a value", "write name = expression"),
    "a += 1": (5, "other ways to name a value", "write name = expression"),
    "a: int = 1": (5, "other ways to name a value", "write name = expression"),
    "(a := 1)": (6, "other ways to name a value", "write name = expression"),
    "boats.gull.sails = 4": (
        5,
        "other ways to name a value",
        "write name = expression",
    ),
    "del sea": (5, "other ways to name a value", "write name = expression"),
    "import os": (5, "imports", "leave it out: the names of the book are there"),
    "from sfrules.rules import core": (
        5,
        "imports",
        "leave it out: the names of the book are there",
    ),
    "1 is 1": (5, "is", "compare with =="),
    "0.5": (5, "floats", "a rule answers exactly, with a Fraction"),
    "1j": (5, "floats", "a rule answers exactly, with a Fraction"),
    "f'{sea.speed(3)}'": (5, "f-strings", "show the value, and say the rest in the text"),
    "if 1: 2": (5, "if statements", "choose with … if … else …"),
    "'é', sea.crew(3)|sum": (10, "filters", "ask a rule"),
    "{1, 2}": (5, "sets", "write a list"),
    "sea.speed(*(1, 2))": (15, "unpacking", "write each value in its place"),
    "sea.speed(**{})": (15, "unpacking", "write each value in its place"),
    "1; 2": (5, "several statements on a line", "give each a prompt of its own"),
    "print(7)": (5, "functions of Python's own", "ask a rule; what a line answers is shown"),
    "list = 3": (5, "functions of Python's own", "ask a rule; what a line answers is shown"),
    "sea.speed(3) == true": (21, "true, false or none", "write True, False and None"),
    "_ + 1": (5, "names that begin with _", "begin it with a letter"),
    "_x = 1": (5, "names that begin with _", "begin it with a letter"),
    "sea = 3": (5, "new values for names of the book", "take another name"),
    "'é', r'a'": (10, "letters before a quote", "write it in plain quotes"),
    "sea.speed(3)  # knots": (19, "remarks", "say it in the text"),
    "1 @ 2": (5, "matmult", "a line is an expression, or name = expression"),
    "b'a'": (5, "bytes", "a line is an expression, or name = expression"),
    "with sea: 1": (5, "with", "a line is an expression, or name = expression"),
    "pass": (5, "pass", "a line is an expression, or name = expression"),
    "~1": (5, "invert", "a line is an expression, or name = expression"),
    "...": (5, "ellipsis", "a line is an expression, or name = expression"),
}


@pytest.mark.parametrize("code", NEITHER)
def test_what_python_and_pages_do_not_read_alike_is_refused_at_its_place(code: str) -> None:
    column, what, hint = NEITHER[code]
    (problem,) = page_with(f"```pycon\n>>> {code}\n```").problems
    place = problem.line, problem.column
    assert (place, problem.message, problem.hint) == ((2, column), f"a session has no {what}", hint)


INEXACT = "use //, or ask a rule, which answers with a Fraction"
UNFIT = {
    "7 / 2": (5, "Python's / is not exact here", INEXACT),
    "1, 2 ** -1": (8, "Python's ** is not exact here", INEXACT),
    "2 ** sea.cargo(4, 2)": (5, "Python's ** is not exact here", INEXACT),
    "'%s' % sea": (5, "a session formats no text", "show the value, and say it in the text"),
    "'a'.upper()": (9, '"upper" is closed to pages', "ask a rule, or the row that has it"),
    "sea.__class__": (9, '"__class__" is closed to pages', ""),
    "sea.sped(3)": (9, 'sea has no "sped"', "did you mean speed?"),
    "1 + speed(3)": (9, '"speed" is not a name of this book', "say sea.speed"),
    "{1: 1, **{}}": (12, "unexpected '**'", ""),
    "sea.speed(3": (14, "SyntaxError: '(' was never closed", ""),
    "1 +\n... 2": (7, "SyntaxError: invalid syntax", ""),
}


@pytest.mark.parametrize("code", UNFIT)
def test_what_is_wrong_in_a_line_is_told_at_its_place(code: str) -> None:
    column, message, hint = UNFIT[code]
    (problem,) = page_with(f"```pycon\n>>> {code}\n```").problems
    assert (problem.line, problem.column) == (2, column)
    assert (problem.message, problem.hint) == (message, hint)


def test_what_is_wrong_is_told_at_the_line_of_the_code_that_it_stands_on() -> None:
    (problem,) = problems_of("(sea.speed(3),\n   'é', sea.sped(4))")
    assert (problem.line, problem.column) == (3, 17)
    (problem,) = problems_of("{1: 1,\n   **{}}")
    assert (problem.line, problem.column, problem.message) == (3, 8, "unexpected '**'")
