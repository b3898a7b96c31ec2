"""Lantern, a whole book of few lines, built and checked by the installed wheel, far from here."""

import json
import shutil
import sys
from pathlib import Path

import pytest

LANTERN = Path(__file__).parent / "lantern"
PYTHON = sys.executable


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("book") / "lantern"
    return shutil.copytree(LANTERN, copy, ignore=shutil.ignore_patterns("__*"))


def test_nothing_is_wrong_with_it(book, run) -> None:
    checked = run(book, PYTHON, "-m", "sfrules", "check")
    assert (checked.stdout, checked.stderr, checked.returncode) == ("no problems\n", "", 0)


def test_it_is_built_with_its_tables(book, run) -> None:
    built = run(book, PYTHON, "-m", "mkdocs", "build", "--strict", "--quiet")
    assert built.returncode == 0, built.stderr
    page = (book / "site" / "index.html").read_text(encoding="utf-8")
    assert page.count('<table class="rules-table">') == 4
    assert "The numbers are in" in page  # below the chart, whose table the page prints already
    assert page.count("<svg") >= 2
    way = json.loads((book / "site" / "tables" / "terrain.json").read_text(encoding="utf-8"))
    assert "10/3" in json.dumps(way)


# Commands, and what they say; the answers are worked out by hand from the two CSV files.
SAID = """
calc chance(2) ⇒ 5/9
calc days(20, "Heath") ⇒ 10/3
calc days(21, terrain.old_road) ⇒ 2.1
calc lamps.beacon.price ⇒ 90
show tables ⇒ terrain.csv  terrain: a text, leagues_a_day: a whole number,
show rules ⇒ days(leagues, over)
show numbers ⇒ 3 proved
show table lamps --format csv ⇒ lantern,4,12,3
calc days(20, 'longsword') ⇒ over is "longsword"; allowed: "Old Road", "Heath" or "Bog"
calc days(99, 'Bog') ⇒ leagues is 99; allowed: a whole number from 1 to 98
calc chance(2, 3) ⇒ target is 3; allowed: 4, 5 or 6
calc core.hit_points(1, 'low') ⇒ "core" is not a name of this book
"""


@pytest.mark.parametrize("folder", [".", "docs"])
def test_every_command_in_its_folder_is_about_it(book, run, folder) -> None:
    for line in SAID.strip().splitlines():
        command, said = line.split(" ⇒ ")
        words = command.split(" ", 1) if command.startswith("calc") else command.split()
        asked = run(book / folder, PYTHON, "-m", "sfrules", *words)
        assert said in asked.stdout + asked.stderr, line
