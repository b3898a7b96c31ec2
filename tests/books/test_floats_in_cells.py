"""Numbers of a column are of one type, and a float in a table's cell is told where it stands."""

from pathlib import Path

import pytest
from writing import write_files

from sfrules.press.host.check import SiteCheck

CODE = """
from sfrules import Book

book = Book("Worlds", __file__)
worlds = book.csv("worlds")
book.table("loads", "Loads", worlds, {{"World": "id", "Load": lambda world: {load}}})
"""
FILES = {
    "worlds.csv": "id,gravity,moons\nearth,1,4\nmars,0.4,2\n",
    "docs/index.md": '# Worlds\n\n{{ table("loads") }}\n',
    "mkdocs.yml": "site_name: Worlds\nmarkdown_extensions: [sfrules]\nplugins: [sfrules: {book: worlds_of_a_game}]\n",
}


@pytest.fixture
def problems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def find(load: str) -> list[str]:
        write_files(tmp_path, {**FILES, "worlds_of_a_game.py": CODE.format(load=load)})
        monkeypatch.syspath_prepend(str(tmp_path))
        found = SiteCheck(tmp_path / "mkdocs.yml").check().problems
        return [f"{each.place}: {each.message}; {each.hint}" for each in found]

    return find


def test_a_column_with_one_fraction_has_fractions_alone(problems):
    assert problems("25 / world.gravity") == []


def test_a_float_is_told_with_its_table_its_heading_and_its_row(problems):
    said = 'table "loads", Load of earth: a float cannot be printed as it is; write Fraction(a) / b'
    assert problems("world.moons / 2") == [f"worlds_of_a_game.py:6:1: {said}"]
