"""Sentences as rulebooks have them, each proved in at most a line for each of its numbers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from printing import print_page
from proved import page, proof, proved
from toy_book import BOOK

from sfrules.ground.edits import apply_fixes
from sfrules.ground.ledger import Origin
from sfrules.press.things.book import Book, Record, Term


def hits(level: int) -> int:
    """Hits of a hero: six for each level."""
    return 6 * level


def save(level: int) -> int:
    """What a save has to reach."""
    return 17 - level


def tier(level: int) -> int:
    """Steps, one for every third level."""
    return level // 3


def half_level(level: int) -> int:
    """Half of the level, rounded down."""
    return level // 2


def chance(part: int, whole: int = 1) -> Fraction:
    """The chance of a part in a whole."""
    return Fraction(part, whole)


def fall(feet: int) -> int:
    """Points for a fall, one for every ten feet, and no more than 20."""
    return min(feet // 10, 20)


def band() -> tuple[int, int]:
    """How many come, at least and at most."""
    return 2, 5


def fate() -> str:
    """The die of fate."""
    return "d10"


ORIGIN = Origin("loads", "loads.csv", 2)
GAME: Book = replace(
    BOOK,
    namespaces={
        "game": {
            each.__name__: each for each in (hits, save, tier, half_level, chance, fall, band, fate)
        }
    },
    open=("game",),
    terms=tuple(Term(each, each, "", "terms.md", unit=True) for each in ("level", "hit", "spell")),
    dice=frozenset({4, 6, 8, 10, 12, 20}),
)

ROWS = (
    "| Load | Explore |\n| --- | --: |\n| 0–400 | 120 |\n| 401–1,600 | 30 |",
    "for load in loads: load.coins, load.explore",
)
LOADS = replace(
    GAME,
    namespaces={
        **GAME.namespaces,
        "loads": {
            "light": Record({"coins": "0-400", "explore": 120}, ORIGIN),
            "full": Record({"coins": "401-1600", "explore": 30}, ORIGIN),
        },
    },
)


def test_a_table_is_proved_by_the_rows_of_a_file_with_their_ranges():
    assert proved(*ROWS, book=LOADS) == []
    (problem,) = proved(ROWS[0].replace("400", "401"), ROWS[1], book=LOADS)
    assert "the prose says 401 here" in problem


def test_a_table_whose_line_fails_is_one_problem():
    (problem,) = proved(ROWS[0], ROWS[1].replace("load.coins", "load.coin"), book=LOADS)
    assert 'the row has no "coin"' in problem


def test_a_fix_writes_a_number_wherever_it_is_said_again():
    text = page("Level 3 has 19 hits. With 19 hits you stand.", proof("hits(3) = 19"))
    fixed = page("Level 3 has 18 hits. With 18 hits you stand.", proof("hits(3) = 18"))
    (problem,) = print_page(text, GAME).problems
    assert apply_fixes([problem.fix], {problem.path: text}.get) == {problem.path: fixed}
