"""Sentences as rulebooks have them, each proved in at most a line for each of its numbers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from printing import print_page
from proved import page, proof, proved
from toy_book import BOOK

from sfrules.ground.edits import apply_fixes
from sfrules.ground.ledger import Origin
from sfrules.press.audit.numbers_in_text import nouns_of, numbers_in
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

SENTENCES = {
    "a share of a third": ("You have a 33% chance.", "chance(1, 3) ≈ 33%"),
    "a share with a decimal": ("You have a 33.3% chance.", "chance(1, 3) ≈ 33.3%"),
    "a ratio with a decimal": ("That is 4.2 times as much.", "chance(4198, 1000) ≈ 4.2 times"),
    "one in six": ("One in six fails.", "chance(1, 6) = one in six"),
    "one in six with hyphens": ("It is a 1-in-6 chance.", "chance(1, 6) = 1-in-6"),
    "seven times as much": ("It costs seven times as much.", "chance(7) = seven times as much"),
    "a range of bonuses": ("Bonuses go from +2 to +5.", "band() = +2 to +5"),
    "a range of ordinals": ("From 2nd to 5th level.", "band() = 2nd to 5th"),
    "a list": ("You have 6, 12 and 18 hits.", "[hits(1), hits(2), hits(3)] = 6, 12 and 18"),
    "a list with strokes": ("You have 4/3/2 spells.", "[tier(12), tier(9), tier(6)] = 4/3/2"),
    "respectively": (
        "At 1st, 2nd and 3rd level you have 6, 12 and 18 hits, respectively.",
        "for level in 1st, 2nd, 3rd: hits(level) = 6, 12, 18",
    ),
    "a table": (
        "| Level | Save | Hits |\n| --- | --- | --- |\n| 1 | 16 | 6 |\n| 2 | 15 | 12 |",
        "for level in 1 to 2: level, save(level), hits(level)",
    ),
    "one or the other": (
        "On levels 1–2 the save is 16 or 15.",
        "for level in 1–2: save(level) = 16 or 15",
    ),
    "every third": (
        "Every third level, you rise one level more.",
        "for level in 1 to 20: tier(level + 3) - tier(level) = one",
    ),
    "half, rounded down": (
        "Add half your level, rounded down: 3 at level 7.",
        "for level in 1 to 20: half_level(level) = half of level, rounded down",
        "3 = half_level(7)",
    ),
    "twice as fast": ("It walks twice as fast.", "chance(2) = twice as fast"),
    "three times as far": ("It leaps three times as far.", "chance(3) = three times as far"),
    "half as long": ("It lasts half as long.", "chance(1, 2) = half as long"),
    "five times faster": ("It is five times faster.", "chance(5) = five times faster"),
    "odds": ("The odds are 5:1.", "chance(5) = 5:1"),
    "odds against": ("It is 5 to 1 against you.", "chance(1, 6) = 5 to 1 against"),
    "hours by the clock": ("It takes 3:30 h.", "chance(210) = 3:30 h"),
    "a power": ("They are 10^6 or 10⁶ in all.", "chance(1000000) = 10^6", "10⁶"),
    "money in short": ("It costs €1.5M, or $20.", "chance(1500000) = €1.5M", "chance(20) = $20"),
    "said again": ("At level 3 you have 18 hits. With 18 hits you stand.", "hits(3) = 18"),
    "behind its answer": ("You have 12 hits at level 2.", "hits(2) = 12"),
    "in another order": (
        "A save of 16 at level 1, and 12 hits at level 2.",
        "hits(2) = 12",
        "save(1) = 16",
    ),
    "hours and minutes": ("It takes 1 h 30 min.", "chance(90) = 1 h 30 min"),
    "a range of shares": (
        "It is 40 to 60 %.",
        "[chance(2, 5), chance(3, 5)] = 40 to 60 %",
    ),
    "a blank for thousands": ("They are 12 000 in all.", "chance(12000) = 12 000"),
    "a comma for thousands": ("They are 1,200 in all.", "chance(1200) = 1,200"),
    "a range in words": ("They are two to five.", "band() = two to five"),
    "up to a maximum": (
        "You take 1 point for every 10 feet, up to a maximum of 20.",
        "1 = fall(10)",
        "for feet in 0 to 900: fall(feet) = up to a maximum of 20",
    ),
    "cannot have more": (
        "You cannot have more than 5.",
        "for n in 0 to 15: tier(n) = cannot have more than 5",
    ),
    "one player in three": ("One player in three fails.", "chance(1, 3) = one player in three"),
    "a die in words": ("Roll a ten-sided die.", "fate() = ten-sided die"),
    "no fewer and no more": (
        "No fewer than two and no more than five come.",
        "band() = no fewer than two and no more than five",
    ),
    "two dozen": ("They are two dozen.", "chance(24) = two dozen"),
    "one and a half": ("It is 1½ as wide: ×1.5.", "chance(3, 2) = 1½", "×1.5"),
    "half again": ("It is half again as much.", "chance(3, 2) = half again as much"),
}


@pytest.mark.parametrize(
    ("prose", "lines"), [(p, ls) for p, *ls in SENTENCES.values()], ids=SENTENCES
)
def test_a_sentence_is_proved_as_it_is_said(prose, lines):
    found = numbers_in(prose, nouns_of(GAME))
    wrong = proved(prose, *lines, book=GAME)
    assert wrong == []
    assert len(lines) <= max(len(found), 1)


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


# Numbers that the words beside them tell apart are still those of their own lines.
CONFUSED = {
    "exchanged between lines": (
        "A save of 12 at level 1, and 16 hits at level 2.",
        ["hits(2) = 12", "save(1) = 16"],
    ),
    "levels exchanged": (
        "A save of 16 at level 2, and 12 hits at level 1.",
        ["hits(2) = 12", "save(1) = 16"],
    ),
    "another number of the same": (
        "At level 3 you have 18 hits. With 17 hits you stand.",
        ["hits(3) = 18"],
    ),
    "the same number of something else": (
        "At level 3 you have 18 hits. With 18 spells you stand.",
        ["hits(3) = 18"],
    ),
    "bounded the second time": (
        "At level 3 you have 18 hits. With at least 18 hits you stand.",
        ["hits(3) = 18"],
    ),
    "exchanged between lines of one rule": (
        "You have 12 hits as you begin, and later 6 hits.",
        ["hits(1) = 6", "hits(2) = 12"],
    ),
    "a level again for another": (
        "At level 3 you have 18 hits. At level 3 you have 24 hits.",
        ["hits(3) = 18", "hits(4) = 24"],
    ),
    "another level again": (
        "At level 3 you have 18 hits. Those of level 4 are hits.",
        ["hits(3) = 18"],
    ),
}


@pytest.mark.parametrize(("prose", "lines"), CONFUSED.values(), ids=CONFUSED)
def test_what_could_be_confused_is_refused(prose, lines):
    assert proved(prose, *lines, book=GAME)


def test_a_fix_writes_a_number_wherever_it_is_said_again():
    text = page("Level 3 has 19 hits. With 19 hits you stand.", proof("hits(3) = 19"))
    fixed = page("Level 3 has 18 hits. With 18 hits you stand.", proof("hits(3) = 18"))
    (problem,) = print_page(text, GAME).problems
    assert apply_fixes([problem.fix], {problem.path: text}.get) == {problem.path: fixed}


ENGLISH = (
    "In the first round of drinks nobody paid.",
    "His hit points fall below zero.",
    "Nobody rolls twice in a row.",
    "> *“Three figures step out of the mist,”* she says, *“and one of them waves.”*",
    "> Three figures step out of the mist.\n{.flavour}",
)


@pytest.mark.parametrize("prose", ENGLISH)
def test_what_counts_nothing_needs_no_proof(prose):
    from proved import problems

    strict = replace(GAME, no_loose_numbers=True, terms=())
    assert problems(f"{prose}\n", strict) == []
