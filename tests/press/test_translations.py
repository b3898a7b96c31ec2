"""One proof, several texts: a page in another language is proved by the proofs of its original."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from printing import print_pages
from toy_book import BOOK

import sfrules
from sfrules.ground.formats import format_value
from sfrules.press.site.weave.check import expand, page_of
from sfrules.press.things.tables.table import printed_csv

BOATS = replace(BOOK, no_loose_numbers=True)
ORIGINAL = """\
# Boats

A boat with three sails makes 7 knots.

```proof
sea.speed(3) = 7
```

## Iron

Of iron, it makes at most 6.

```proof
sea.speed(3, "iron") = at most 6
```

With a sail more, it makes 8.

```proof
sea.speed(4, "iron") = 8
```

## Wood

Wood floats.
"""
TRANSLATION = """\
---
language: de
original: ../boats.md
---

# Boote

Ein Boot mit drei Segeln macht sieben Knoten.

## Eisen

Aus Eisen macht es höchstens sechs.
Mit einem Segel mehr macht es 8.

## Holz

Holz schwimmt.
"""


@pytest.fixture
def problems(tmp_path: Path):
    """What is wrong with a translation of a page: the place and the message of each."""

    def find(text: str, original: str = ORIGINAL) -> list[str]:
        (tmp_path / "docs").mkdir(exist_ok=True)
        (tmp_path / "docs" / "boats.md").write_text(original, encoding="utf-8")
        front, _, body = text.partition("---\n\n")
        page = page_of("docs/de/boote.md", f"{front}---\n\n{body}", body, tmp_path)
        found = expand(BOATS, page).problems
        return [f"{each.line}:{each.column}: {each.message}" for each in found]

    return find


def test_a_translation_is_proved_by_the_proofs_of_its_original(problems):
    assert problems(TRANSLATION) == []


@pytest.mark.parametrize(
    ("typed", "instead", "told"),
    [
        ("sieben", "acht", "8:32: the prose says acht here, the proof says 7 next"),
        ("drei", "vier", "8:14: the prose says vier here, the proof says 3 next"),
        ("sechs", "fünf", "12:30: the prose says fünf here, the proof says at most 6 next"),
        ("höchstens ", "", "12:20: the prose says sechs here, the proof says at most 6 next"),
        ("macht es 8", "macht es 9", "13:31: the prose says 9 here, the proof says 8 next"),
        (
            "Holz schwimmt",
            "Zwei schwimmen",
            "17:1: the number Zwei is loose: no rule vouches for it",
        ),
    ],
)
def test_a_number_that_is_another_in_the_translation_is_told_there(problems, typed, instead, told):
    assert typed in TRANSLATION
    assert told in problems(TRANSLATION.replace(typed, instead))


def test_a_number_that_is_another_in_the_original_is_told_there_alone(problems):
    original = ORIGINAL.replace("makes 7 knots", "makes 9 knots")
    assert problems(TRANSLATION, original) == []
    found = expand(BOOK, page_of("docs/boats.md", original, original)).problems
    assert [(each.line, each.column) for each in found] == [(3, 31)]


@pytest.mark.parametrize(
    ("typed", "instead", "told"),
    [
        ("boats.md", "ships.md", "3:11: docs/ships.md: there is no such file"),
        (
            "../boats.md",
            "../../../boats.md",
            "3:11: ../boats.md: the file is a link that leads out of the project",
        ),
        ("## Holz", "### Holz", "15:1: this heading has 3 marks, and the one that it translates 2"),
        ("## Holz\n", "Holz\n", "10:1: the page has 2 headings, and docs/boats.md has 3"),
    ],
)
def test_a_translation_that_goes_with_no_original_is_told(problems, typed, instead, told):
    assert told in problems(TRANSLATION.replace(typed, instead))


def test_a_table_has_its_numbers_as_its_page_writes_them_and_its_texts_as_the_book_does(
    tmp_path: Path,
):
    author = sfrules.Book("Claws", tmp_path / "claws.py", gaps=True, loose_numbers=True)
    factor = Fraction(3, 2)
    damage = "2d10 × {}".format
    columns = {
        "Whose": str,
        "Factor": lambda _: factor,
        "Damage": lambda _: damage(format_value(factor)),
    }
    author.table("claws", "Claws.", ["Troll"], columns)
    book = author.bound()
    pages = {"claws.md": "", "de/krallen.md": "---\nlanguage: de\n---\n\n"}
    woven = print_pages(
        {name: f'{front}# {name}\n\n{{{{ table("claws") }}}}\n' for name, front in pages.items()},
        book,
    )
    of_book, of_page = (woven.pages[name].html for name in pages)
    assert (">1.5<" in of_book, ">1,5<" in of_page) == (True, True)
    assert ("2d10 × 1.5<" in of_book, "2d10 × 1.5<" in of_page) == (True, True)
    assert printed_csv(woven.tables["claws"]()).endswith("Troll,1.5,2d10 × 1.5\n")
