"""Sentences as rulebooks have them, each proved in at most a line for each of its numbers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from printing import print_page
from proved import page, proof
from toy_book import BOOK

from sfrules.ground.edits import apply_fixes
from sfrules.press.things.book import Rulebook, Term


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


GAME: Rulebook = replace(
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


def test_a_fix_writes_a_number_wherever_it_is_said_again():
    lines = ("level = 3", "hits(level) = {0}", "{0}")
    prose = "Level 3 has {0} hits. With {0} hits you stand."
    wrong, right = (
        page(prose.format(many), proof(*(line.format(many) for line in lines))) for many in (19, 18)
    )
    (problem,) = print_page(wrong, GAME).problems
    assert apply_fixes([problem.fix], {problem.path: wrong}.get) == {problem.path: right}


def test_a_number_that_the_sentence_has_twice_after_a_fix_is_told_and_not_written():
    text = page("It is 5 until level 6, 6 from there on.", proof(
        "tier(20) = 5",
        "level = until 6",
        "hits(level - 5) = 6",
    ))  # fmt: skip
    (problem,) = print_page(text, GAME).problems
    assert problem.fix is None
    assert problem.hint == "write 6 here and at 1:7"
