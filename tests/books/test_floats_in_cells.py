"""Numbers of a column are of one type, and a float in a table's cell is told where it stands."""

from pathlib import Path

import pytest

from sfrules.press.host.check import SiteCheck

CODE = """
from sfrules import Book

book = Book("Worlds", __file__)
worlds = book.csv("worlds")
book.table("loads", "Loads", worlds, {{"World": "id", "Load": lambda world: {load}}})
"""
WORLDS = "id,gravity,moons\nearth,1,4\nmars,0.4,2\n"


@pytest.fixture
def problems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def find(load: str) -> list[str]:
        (tmp_path / "docs").mkdir()
        page = '# Worlds\n\n{{ table("loads") }}\n'
        (tmp_path / "docs" / "index.md").write_text(page, encoding="utf-8")
        (tmp_path / "worlds.csv").write_text(WORLDS, encoding="utf-8")
        (tmp_path / "worlds_of_a_game.py").write_text(CODE.format(load=load), encoding="utf-8")
        settings = "site_name: Worlds\nmarkdown_extensions: [sfrules]\nplugins:\n  - sfrules: {book: worlds_of_a_game}\n"
        (tmp_path / "mkdocs.yml").write_text(settings, encoding="utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))
        found = SiteCheck(tmp_path / "mkdocs.yml").check().problems
        return [f"{each.place}: {each.message}; {each.hint}" for each in found]

    return find


def test_a_column_with_one_fraction_has_fractions_alone(problems):
    assert problems("25 / world.gravity") == []


def test_a_float_is_told_with_its_table_its_heading_and_its_row(problems):
    said = 'table "loads", Load of earth: a float cannot be printed as it is; write Fraction(a) / b'
    places = ("docs/index.md:3:4", "worlds_of_a_game.py:6:1")
    assert problems("world.moons / 2") == [f"{place}: {said}" for place in places]
