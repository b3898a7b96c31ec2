"""A session speaks Python as it is: its scopes, its words for errors, its ways through a try."""

from __future__ import annotations

import time
from dataclasses import replace
from types import MappingProxyType

import pytest
from sessions import page_with, problems_of
from toy_book import BOOK

from sfrules.press.expression.bounds import Bounds

RIGHT = {
    "a closure sees what is set later": "def outer():\n...     def inner(): return n\n...     n = 3\n...     return inner()\n>>> outer()\n3",
    "a local name hides that of the page": "n = 1\n>>> def f():\n...     n = 2\n...     return n\n>>> f(), n\n(2, 1)",
    "a comprehension keeps its names": "n = 1\n>>> [n for n in (2, 3)], n\n([2, 3], 1)",
    "a walrus leaves the comprehension": "[last := n for n in (2, 3)], last\n([2, 3], 3)",
    "defaults of the time of the definition": "n = 1\n>>> def f(x=n): return x\n>>> n = 2\n>>> f()\n1",
    "rest and keywords": "def f(a, /, *rest, b=2, **named): return a, rest, b, named\n>>> f(1, 2, 3, b=4, c=5)\n(1, (2, 3), 4, {'c': 5})",
    "else of a loop": "for n in (1, 2):\n...     if n == 3: break\n... else:\n...     print('no three')\nno three",
    "break and continue": "for n in range(9):\n...     if n % 2: continue\n...     if n > 4: break\n...     n\n0\n2\n4",
    "finally decides": "def f():\n...     try: return 1\n...     finally: return 2\n>>> f()\n2",
    "finally is run": "def f():\n...     try: return 1\n...     finally: print('shut')\n>>> f()\nshut\n1",
    "else of a try": "try: n = 1\n... except ValueError: n = 2\n... else: n += 4\n>>> n\n5",
    "raised once more": "try:\n...     try: sea.speed(12)\n...     except ValueError: raise\n... except Exception as e: print(e)\nsails is 12; allowed: a whole number from 1 to 9",
    "from an error": "raise KeyError('a') from ValueError('b')\nTraceback (most recent call last):\n  ...\nKeyError: 'a'",
    "a chain of comparisons": "1 < 2 < 3, 1 < 3 < 2, 1 is 1 is not 2\n(True, False, True)",
    "any stops early": "any(1 / n for n in (1, 0))\nTrue",
    "functions of functions": "(lambda f: f(f))(lambda f: 7)\n7",
    "deep calls": "def f(n): return n and f(n - 1)\n>>> f(300)\n0",
    "starred targets": "(a, *b), c = (1, 2, 3), 4\n>>> a, b, c\n(1, [2, 3], 4)",
    "names": "def f():\n...     def g(): pass\n...     return g, (n for n in [])\n>>> f()\n(<function f.<locals>.g>, <generator object f.<locals>.<genexpr>>)",
    "in place": "x = [1]\n>>> y = x\n>>> y += (n for n in (2, 3))\n>>> y *= 2\n>>> x\n[1, 2, 3, 1, 2, 3]",
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_python_does_a_session_does(name: str) -> None:
    page = page_with(f"```pycon\n>>> {RIGHT[name]}\n```")
    assert [str(problem) for problem in page.problems] == []


WORDS = {
    "f()": "f() missing 1 required positional argument: 'a'",
    "f(1, 2, 3)": "f() takes from 1 to 2 positional arguments but 3 were given",
    "f(1, a=2)": "f() got multiple values for argument 'a'",
    "f(1, c=2)": "f() got an unexpected keyword argument 'c'",
    "f(**{1: 2})": "keywords must be strings",
    "len(1, 2)": "len() takes exactly one argument (2 given)",
    "print(1, x=2)": "print() got an unexpected keyword argument 'x'",
    "f + 1": "unsupported operand type(s) for +: 'function' and 'int'",
    "a, b = 1": "cannot unpack non-iterable int object",
    "a, b = [1]": "not enough values to unpack (expected 2, got 1)",
    "a, b = 1, 2, 3": "too many values to unpack (expected 2)",
    "a, *b, c = [1]": "not enough values to unpack (expected at least 2, got 1)",
    "{**1}": "'int' object is not a mapping",
    "raise 1": "exceptions must derive from BaseException",
    "raise": "No active exception to reraise",
    "round(1, Fraction(1))": "'Fraction' object cannot be interpreted as an integer",
}


@pytest.mark.parametrize("code", WORDS)
def test_an_error_is_in_pythons_own_words(code: str) -> None:
    end = f"def f(a, b=1): pass\n>>> {code}\nTraceback (most recent call last):\n  ...\n"
    page = page_with(f"```pycon\n>>> {end}Error: {WORDS[code]}\n```")
    (problem,) = page.problems
    kind = problem.hint if problem.mend is None else problem.mend.text.split("\n")[-2]
    assert kind.partition(": ")[2] == WORDS[code]


GRAMMAR = {
    "return 1": (2, 5, "SyntaxError: 'return' outside function"),
    "break": (2, 5, "SyntaxError: 'break' outside loop"),
    "while 0:\n    def f(): continue": (3, 18, "SyntaxError: 'continue' not properly in loop"),
    "for n in []: pass\nelse: break": (3, 11, "SyntaxError: 'break' outside loop"),
    "def f(x, x): pass": (2, 14, "SyntaxError: duplicate argument 'x' in function definition"),
    "*a = [1]": (2, 5, "SyntaxError: starred assignment target must be in a list or tuple"),
    "*a": (2, 5, "SyntaxError: can't use starred expression here"),
    "*a, *b = 1": (2, 5, "SyntaxError: multiple starred expressions in assignment"),
    "def f():\n    import os": (3, 9, "a session imports no modules"),
    "if 0:\n    a @ b": (3, 9, "a session has no @"),
    "lambda: x.__class__": (2, 13, '"__class__" is closed to pages'),
}


@pytest.mark.parametrize("code", GRAMMAR)
def test_what_no_session_may_say_is_refused_before_it_is_run(code: str) -> None:
    assert [(p.line, p.column, p.message) for p in problems_of(code)] == [GRAMMAR[code]]


ALARMS = {
    "return": "def f():\n    try:\n        sea.slow(30)\n    finally:\n        return 1\n>>> f()",
    "break": "for n in (1, 2):\n    try:\n        sea.slow(30)\n    finally:\n        break",
    "print": "try:\n    sea.slow(30)\nfinally:\n    print('swallowed')",
    "handler": "try:\n    sea.slow(30)\nexcept:\n    pass",
}


@pytest.mark.parametrize("name", ALARMS)
def test_an_alarm_passes_every_handler_and_finally(name: str) -> None:
    def slow(seconds: int) -> None:
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            pass

    book = replace(BOOK, namespaces={"sea": {"slow": slow}})
    problems = problems_of(ALARMS[name], book, Bounds(seconds=0.2))
    assert [problem.message for problem in problems] == ["the page takes longer than 0.2 seconds"]


def test_a_refusal_passes_every_finally() -> None:
    code = "def f():\n    try: sea.sped(3)\n    finally: return 1\n>>> f()"
    assert [problem.message for problem in problems_of(code)] == ['sea has no "sped"']


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ('Fraction("1e000000000100000000")', "the number has more than 999 places"),
        ("round(1, 10**9)", "round() has no more than 999 places"),
        ("raise NameError(name=5)", "NameError"),
        ('raise NameError("no", name="x")', "NameError: no"),
        ('sea["\\ud800"]', 'sea has no "\\ud800"'),
        ("y = y + 1", "NameError: name 'y' is not defined"),
    ],
)
def test_what_is_wrong_is_reported_and_never_a_traceback(code: str, message: str) -> None:
    (problem,) = problems_of(f"x = sea.sped(3)\n>>> {code}")[1:]
    assert problem.message == message
    problem.message.encode()


def test_a_long_output_of_blanks_is_read_soon() -> None:
    blanks = "\N{IDEOGRAPHIC SPACE}\n" * 64_000
    began = time.process_time()
    page = page_with(f"```pycon\n>>> 1\nTraceback (most recent call last):\n{blanks}>>> 1\n1\n```")
    assert len(page.problems) == 1
    assert time.process_time() - began < 5


def test_a_mapping_of_any_kind_becomes_a_dict() -> None:
    tides = MappingProxyType({"spring": 4})
    book = replace(BOOK, namespaces={"sea": {"tides": lambda: tides}})
    page = page_with(
        "```pycon\n>>> dict(sea.tides()), {**sea.tides()}\n({'spring': 4}, {'spring': 4})\n```",
        book,
    )
    assert page.problems == ()
