"""Fences and comments of Python with prompts are worked out, and held against what they show."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sessions import checked, page_with, problems_of
from toy_book import BOOK

from sfrules.press.page.askable import without_marks

FORMS = {
    "pycon": "```pycon\n>>> sea.speed(3)\n8\n```",
    "python": "```python\n>>> sea.speed(3)\n8\n```",
    "py": "``` py\n>>> sea.speed(3)\n8\n```",
    "python3": "```python3\n>>> sea.speed(3)\n8\n```",
    "upper case": "```Python\n>>> sea.speed(3)\n8\n```",
    "attributes": '```pycon title="x" hl_lines="1"\n>>> sea.speed(3)\n8\n```',
    "braces": '``` { .pycon #id title="x" }\n>>> sea.speed(3)\n8\n```',
    "tildes": "~~~~pycon\n>>> sea.speed(3)\n8\n~~~~",
    "comment": "<!-- pycon\n>>> sea.speed(3)\n8\n-->",
    "comment with a remark": "<!-- python set up\n>>> sea.speed(3)\n8\n-->",
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_session_is_checked_from_its_first_prompt(form: str) -> None:
    page = page_with(f"# Title\n\n{FORMS[form]}\n")
    (check,) = page.checks
    assert (check.kind, check.place, check.expression) == (
        "session",
        "docs/page.md:4:1",
        "sea.speed(3)",
    )
    assert check.problems == page.problems
    assert [(p.place, p.message) for p in page.problems] == [
        ("docs/page.md:5:1", "the page shows 8, it is 7")
    ]


NESTED = {
    "list": ("- a\n\n    ```pycon\n    >>> sea.speed(3)\n    8\n    ```\n", "4:5"),
    "marker": ("- ```pycon\n  >>> sea.speed(3)\n  8\n  ```\n", "2:3"),
    "numbered": ("1. ```pycon\n   >>> sea.speed(3)\n   8\n   ```\n", "2:4"),
    "admonition": ("!!! tip\n\n    ```py\n    >>> sea.speed(3)\n    8\n    ```\n", "4:5"),
    "tabs": ("!!! tip\n\n\t```py\n\t>>> sea.speed(3)\n\t8\n\t```\n", "4:2"),
    "quote": ("> ```py\n> >>> sea.speed(3)\n> 8\n> ```\n", "2:3"),
    "tight quote": (">```py\n>>>> sea.speed(3)\n>8\n>```\n", "2:2"),
    "further in": ("```py\n  >>> sea.speed(3)\n  8\n```\n", "2:3"),
    "indented comment": ("- a\n\n    <!-- py\n    >>> sea.speed(3)\n    8\n    -->\n", "4:5"),
    "one line": ("a <!-- py >>> sea.sped(3) --> b\n", "1:11"),
    "front matter": ("---\na: 1\n---\n```py\n>>> sea.speed(3)\n8\n```\n", "5:1"),
}


@pytest.mark.parametrize("name", NESTED)
def test_a_session_is_found_in_whatever_it_stands_in(name: str) -> None:
    text, place = NESTED[name]
    assert checked(text) == [f"{place} 1"]


SILENT = {
    "no prompt": "```python\nsea.speed(3)\nopen('x')\n```",
    "prompt in a text": "```python\nprint('>>> sea.speed(3)')\n```",
    "other language": "```pytb\n>>> sea.speed(3)\n8\n```",
    "longer name": "```python-repl\n>>> sea.speed(3)\n8\n```",
    "only shown": "``` {.pycon .shown}\n>>> sea.speed(3)\n8\n```",
    "no language": "```\n>>> sea.speed(3)\n8\n```",
    "code span": "`pycon >>> sea.speed(3)`",
    "code span with the marks of a fence": "See ```pycon >>> sea.speed(3)``` there.",
    "other comment": "<!-- pythons like it\n>>> sea.speed(3)\n-->",
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
    text = """<!-- pycon
>>> hull = "iron"
-->

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
    assert checked(text) == ["2:1 0", "6:1 0", "14:5 0"]
    (problem,) = page_with("```pycon\n>>> hull\n'iron'\n```").problems
    assert problem.message == "NameError: name 'hull' is not defined"


RIGHT = {
    "ellipsis": "sea.crew(9)  # doctest: +ELLIPSIS\n(1, 2, ..., 9)",
    "whitespace": "sea.crew(3)  # doctest: +NORMALIZE_WHITESPACE\n(1,    2,\n 3)",
    "blank line": 'print("a\\n\\nb")\na\n<BLANKLINE>\nb',
    "refusal": "sea.speed(12)\nTraceback (most recent call last):\n  ...\nValueError: sails is 12; allowed: a whole number from 1 to 9",
    "refusal cut": "sea.speed(12)  # doctest: +ELLIPSIS\nTraceback (most recent call last):\nValueError: sails is 12...",
    "own error": "1 / 0\nTraceback (most recent call last):\n  ...\nZeroDivisionError: division by zero",
    "floats": "0.1 + 0.2, 7 / 2, 7 // 2, 2 ** -1\n(0.30000000000000004, 3.5, 3, 0.5)",
    "fractions": "sea.cargo(4, 2), Fraction(1, 3) + 1\n(Fraction(8, 3), Fraction(4, 3))",
    "decimals": "Decimal(\"0.10\") + 1\nDecimal('1.10')",
    "loop": "for n in range(3):\n...     n, sea.speed(n + 1)\n...\n(0, 3)\n(1, 5)\n(2, 7)",
    "function": "def f(n):\n...     return n if n < 2 else f(n - 1) + f(n - 2)\n>>> f(10)\n55",
    "while": "n = 0\n>>> while n < 3:\n...     n += 1\n>>> n\n3",
    "try": "try:\n...     sea.speed(12)\n... except ValueError as e:\n...     print('no:', e)\nno: sails is 12; allowed: a whole number from 1 to 9",
    "f-string": "f'{sea.speed(3):>4}|{7 / 2:.2f}|{sea.speed(3)!r}|{3=}'\n'   7|3.50|7|3=3'",
    "comprehensions": "[n for n in sea.crew(3)], {n: n * n for n in (1, 2)}, {n % 2 for n in (3, 4)}\n([1, 2, 3], {1: 1, 2: 4}, {0, 1})",
    "sets in order": "{'c', 'b', 'a'}, list({'c', 'b', 'a'})\n({'a', 'b', 'c'}, ['a', 'b', 'c'])",
    "unpacking": "a, *b = sea.crew(3)\n>>> a, b, [*b, 4], max(*b)\n(1, [2, 3], [2, 3, 4], 3)",
    "items": "d = {'a': [1]}\n>>> d['b'] = [2, 3]\n>>> del d['a']\n>>> d, d['b'][-1], d.items()\n({'b': [2, 3]}, 3, dict_items([('b', [2, 3])]))",
    "lists": "x = y = [3, 1]\n>>> x += (2,)\n>>> x.sort(key=lambda n: -n)\n>>> y[0:1] = [5, 4]\n>>> y\n[5, 4, 2, 1]",
    "functions": "sorted(zip('ba', [1, 2])), sum([1, 2]), list(map(sea.drift, (1, 2))), dict(a=1), round(2.5)\n([('a', 2), ('b', 1)], 3, [-1, -2], {'a': 1}, 2)",
    "texts": "'a,b'.split(','), ' x '.strip().upper(), '-'.join(str(n) for n in (1, 2))\n(['a', 'b'], 'X', '1-2')",
    "last value": "sea.speed(3)\n7\n>>> _ + 1\n8",
    "names of the book": "sea, sea.speed, boats.gull\n(<namespace sea>, <function speed>, Record(name='Gull', sails=3, hull='wood'))",
    "answers": "sea.tide(3).at(2), boats.gull.sails, boats['gull'].name\n(28, 3, 'Gull')",
    "a set by walrus": "[y := 2, y * y]\n[2, 4]",
    "no output": "print(end='')",
    "no line's end": "print('a', 'b', sep='-', end='!')\na-b!",
    "trailing blanks": "print('a  ')\na",
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_session_that_is_right_has_no_problem(name: str) -> None:
    assert [
        str(problem) for problem in page_with(f"```pycon\n>>> {RIGHT[name]}\n```").problems
    ] == []


@pytest.mark.parametrize(
    "code",
    [
        "from toy_book import sea\n>>> quick = sea.speed",
        "from toy_book.sea import speed, cargo as load\n>>> quick = speed",
        "from toy_book import speed\n>>> quick = speed",
        "from fractions import Fraction as F\n>>> from decimal import Decimal\n>>> half = F(1, 2)",
    ],
)
def test_an_import_gives_what_the_page_has_anyway(code: str) -> None:
    assert problems_of(code, replace(BOOK, modules=("toy_book",))) == []


def test_a_mistake_that_comes_of_another_is_not_told_again() -> None:
    code = "x = sea.sped(3)\n>>> y = x + 1\n>>> def f(n): return m +\n>>> f(y)\n>>> x = 1\n>>> x = x + z"
    assert [(p.line, p.column, p.message) for p in problems_of(code)] == [
        (2, 1, 'sea has no "sped"'),
        (4, 24, "SyntaxError: invalid syntax"),
        (7, 1, "NameError: name 'z' is not defined"),
    ]


def test_the_ledger_says_what_rules_a_session_shows() -> None:
    page = page_with("```pycon\n>>> x = 1\n>>> x\n1\n>>> sea.speed(boats.gull.sails)\n7\n```")
    (entry,) = page.entries
    assert (entry.kind, entry.line, entry.column, entry.printed) == ("session", 5, 5, "7")
    assert entry.expression == "sea.speed(boats.gull.sails)"
    assert [origin.name for origin in entry.origins] == ["boats.gull", "sea.speed"]


def test_a_page_with_macros_has_its_sessions_checked_as_well() -> None:
    page = page_with("{{ sea.speed(3) }}\n\n```pycon\n>>> sea.speed(3)\n7\n```\n")
    assert without_marks(page.markdown).startswith("7\n\n```pycon")
    assert [check.place for check in page.checks] == ["docs/page.md:4:1"]
    assert page.problems == ()
