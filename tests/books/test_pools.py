"""A game of dice pools: rules take lists of dice, and limits of a file go by their names."""

import os
import shutil
from pathlib import Path

import pytest
from python_process import python
from writing import write_files

CODE = '''
from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Annotated

from sfrules import Book

book = Book("Pools", __file__, gaps=True, dice=[6])
limits = book.csv("limits")


@book.rule
def hits(faces: list[range(1, 7)], worth: (1, 2) = 1) -> int:
    """The hits of a pool, by what each is worth."""
    return worth * sum(face >= limits.hit for face in faces)


@book.rule
def missed(dice: range(1, 4)) -> Fraction:
    """The chance that no die of a pool hits."""
    found = Counter(hits(faces) for faces in product(range(1, 7), repeat=dice))
    return Fraction(found[0], found.total())


@book.rule
def carry(strength: range(1, 10)) -> int:
    """What one carries."""
    return limits.base_carry + limits.carry_per_strength * strength


@book.rule
def pips(faces: Annotated[list[range(1, 7)], "what was rolled"]) -> int:
    """The sum of the faces."""
    return sum(faces)
'''
PAGE = """# Pools

Of 6, 5, 3 and 1, two are hits. With two dice, the chance of none is 4/9. One of strength 3 carries 25.

```proof
best = 6
good = 5
poor = 3
worst = 1
hits([best, good, poor, worst]) = two
dice = two
missed(dice) = 4/9
strength = 3
carry(strength) = 25
```

{{ limits.hit }} and {{ limits["base_carry"] }}.

{{ formula(carry) }}

{{ distribution(hits) }}

{{ distribution(pips) }}
"""


@pytest.fixture(scope="module")
def pools(tmp_path_factory) -> Path:
    files = {
        "pools.py": CODE,
        "limits.csv": "id,value\nhit,5\nbase_carry,10\ncarry_per_strength,5\n",
        "docs/index.md": PAGE,
        "mkdocs.yml": "site_name: Pools\nmarkdown_extensions: [sfrules]\nplugins:\n  - sfrules: {book: pools}\n",
    }
    return write_files(tmp_path_factory.mktemp("pools"), files)


def sfrules(folder: Path, *words: str) -> str:
    ran = python(folder, os.environ, "-m", "sfrules", *words)
    return ran.stdout + ran.stderr


def test_pools_and_limits_stand_on_pages_and_in_proofs(pools):
    assert sfrules(pools, "check") == "no problems\n"


def test_a_list_whose_dice_do_not_add_up_has_no_form(pools):
    best = "\n@book.rule\ndef best(faces: list[range(1, 7)]) -> int:\n    return max(faces)\n"
    page = "# Best\n\n{{ distribution(best) }}\n"
    book = pools.parent / "best"
    shutil.copytree(pools, book)
    write_files(book, {"pools.py": f"{CODE}{best}", "docs/index.md": page})
    assert "two dice do not count the sum of what each counts alone" in sfrules(book, "check")


def test_a_list_is_held_die_by_die(pools):
    assert sfrules(pools, "calc", "hits([6, 5, 5])") == "3\n"
    allowed = "allowed: a list, each a whole number from 1 to 6"
    assert sfrules(pools, "calc", "hits([6, 7])") == f"error: faces is [6, 7]; {allowed}\n"
    assert sfrules(pools, "calc", "hits(6)") == f"error: faces is 6; {allowed}\n"
    assert "a list stands in brackets: pools.pips([…])" in sfrules(pools, "calc", "pips(6, 5)")


def test_a_formula_calls_a_limit_by_its_id(pools):
    formula, figures, answer = sfrules(pools, "explain", "carry(3)").splitlines()[:3]
    assert formula == "Carry = base carry + carry per strength × strength"
    assert (figures, answer) == ("= 10 + 5 × 3", "= 25")
