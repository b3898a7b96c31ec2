"""Which printed answers move with a fact or a constant, on the book of Caravan."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from sfrules.analysis.sensitivity import sways
from sfrules.facts.watched import recording

CARAVAN = Path(__file__).parents[1] / "books" / "caravan"


@pytest.fixture(scope="module")
def moves():
    sys.path.insert(0, str(CARAVAN))
    try:
        caravan = importlib.import_module("caravan")
    finally:
        sys.path.remove(str(CARAVAN))
    calls = []
    with recording(calls):
        for level in (1, 4, 5):
            caravan.bonus(level)
        caravan.defense("boy", 4)
        caravan.toll(99), caravan.toll(100)
        caravan.water(3, 5), caravan.water(3, 6)
    found = {
        (s.span.source.path, *at(s.span), s.what): s for s in sways(caravan.book.model(), calls)
    }
    again = [caravan.bonus(4), caravan.defense("boy", 4), caravan.toll(100)]
    return found, again


def at(span):
    return span.source.position(span.start)


# The bonus of rank hand is that of levels 4 and 5, and of the boy at level 4. Its first level
# moves level 4 alone; its last one, 7, neither. Whatever is changed of the beasts' water, five of
# them drink none: they are none too many, or one too many and count as none.
@pytest.mark.parametrize(
    ("place", "used", "moved"),
    [
        (("ranks.csv", 3, 10, "bonus"), 3, ["caravan.bonus(4) == 1", "caravan.bonus(5) == 1", 'caravan.defense("boy", 4) == 11']),
        (("guards.csv", 2, 7, "armor"), 1, ['caravan.defense("boy", 4) == 11']),
        (("ranks.csv", 3, 8, "to_level"), 3, []),
        (("caravan.py", 66, 17, "100"), 2, ["caravan.toll(100) == 15", "caravan.toll(99) == 9"]),
        (("caravan.py", 67, 18, "5"), 2, ["caravan.toll(100) == 15"]),
        (("caravan.py", 122, 20, "2"), 2, ["caravan.water(3, 6) == 9"]),
        (("caravan.py", 122, 41, "5"), 2, ["caravan.water(3, 6) == 9"]),
        (("caravan.py", 122, 56, "5"), 2, ["caravan.water(3, 6) == 9"]),
        (("caravan.py", 122, 63, "0"), 2, ["caravan.water(3, 5) == 3"]),
    ],
)  # fmt: skip
def test_a_fact_or_a_constant_moves_the_answers_that_a_person_says(moves, place, used, moved):
    found, _ = moves
    sway = found[place]
    assert (sway.used, sorted(sway.moved)) == (used, sorted(moved))


def test_facts_and_rules_are_as_they_were_afterwards(moves):
    _, again = moves
    assert again == [1, 11, 15]


def test_the_command_counts_what_moves_nothing(tmp_path):
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: Pay\nplugins:\n  - sfrules:\n      book: pay\n"
    )
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Pay\n\nA cook has {{ pay.wage(2, 3) }} coins.\n")
    (tmp_path / "pay.py").write_text(
        "from sfrules import Book\nbook = Book('Pay', __file__)\n\n\n@book.rule\n"
        "def wage(rank: range(9), days: range(9)) -> int:\n"
        "    return rank * days if days < 7 else 99\n"
    )
    run = [sys.executable, "-m", "sfrules", "analyze", "--sensitivity", "--book", "pay"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        "pay.py:7:41: 99: 0 of 1 printed answers move",
        "pay.py:7:34: 7: 0 of 1 printed answers move",
        "2 facts and constants, 2 of which move nothing that is printed",
    ]
    assert done.returncode == 0
