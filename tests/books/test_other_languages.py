"""A book in another language: figures, dice and units are held, number words are off."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from printing import print_page
from python_process import python
from toy_book import BOOK
from writing import write_files

GAME = '''"""Maut: was ein Karren am Tor zahlt."""

from fractions import Fraction

from sfrules import Book

book = Book("Maut", __file__, dice=[6], gaps=True, decimal=",")
karren = book.csv("karren")
book.unit("Pfennig", ["Pfennig"], of=["maut"])
book.unit("Meilen", ["Meile", "Meilen"], of=["meilen"])


@book.rule
def maut(achsen: range(2, 13), wagen: karren.ids) -> Fraction:
    """Pfennige am Tor: die Achsen mal dem Satz des Karrens."""
    return achsen * karren[wagen].satz


@book.rule
def schaden(wagen: karren.ids) -> str:
    return "2d6"


@book.rule
def tage(meilen: range(1, 99)) -> Fraction:
    return Fraction(meilen, 20)
'''
FACTS = "id;satz\nwagen;2,5\nkutsche;1250,25\n"
CONFIG = """site_name: Maut
theme: {{name: material, font: false, language: {language}}}
markdown_extensions: [sfrules]
plugins: [{{sfrules: {{book: game}}}}]
"""
PAGE = """# Maut

Zwei Karren: mit 3 Achsen zahlt ein Wagen {pence} {unit}, eine Kutsche mit 12 Achsen 15.003 Pfennig.
Ein Wagen macht {dice} Schaden, und zu zweit {{{{ maut(9, "wagen") }}}}; six ist auch nur ein Wort.

```proof
achsen = 3
maut(achsen, "wagen") = 7,5
mehr = 12
maut(mehr, "kutsche") = 15.003
schaden("wagen") = 2d6
```
"""
RIGHT = {"pence": "7,5", "unit": "Pfennig", "dice": "2d6"}
CASES = {
    "as it is": ("de", RIGHT, ""),
    "another number": ("de", RIGHT | {"pence": "7,6"}, "the prose says 7,6, its proof says 7,5"),
    "the other sign": ("de", RIGHT | {"pence": "7.5"}, "the prose says 7.5, its proof says 7,5"),
    "another unit": ("de", RIGHT | {"unit": "Meilen"}, "the prose says Meilen here"),
    "other dice": ("de", RIGHT | {"dice": "3d6"}, "the prose says 3d6, its"),
    "in English, where six is a number": ("en", RIGHT, "the prose says six"),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_held_in_german(tmp_path: Path, case: str) -> None:
    language, said, told = CASES[case]
    files = {"game.py": GAME, "karren.csv": FACTS, "docs/index.md": PAGE.format(**said)}
    write_files(tmp_path, {**files, "mkdocs.yml": CONFIG.format(language=language)})
    checked = python(tmp_path, os.environ, "-m", "sfrules", "check")
    assert told in checked.stdout
    assert bool(checked.returncode) is bool(told), checked.stdout


def test_two_books_in_one_process_each_have_their_decimal_sign() -> None:
    german = replace(BOOK, checks=replace(BOOK.checks, decimal=","))
    page = "It holds {} of it.\n\n```proof\nsea.cargo(5, 3) / 2 = {}\n```\n"
    for _ in range(2):  # what was kept of the one book must not be read for the other
        for book, right, wrong in ((german, "2,5", "2.5"), (BOOK, "2.5", "2,5")):
            assert not print_page(page.format(right, right), book).problems
            assert print_page(page.format(wrong, wrong), book).problems
