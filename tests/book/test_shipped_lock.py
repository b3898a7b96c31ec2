"""The lock that is committed says what the sources say."""

from pathlib import Path

from sfrules import authored
from sfrules.book import BOOK

ROOT = authored.root()


def test_the_book_keeps_a_lock() -> None:
    # That it is up to date is an item of `pytest docs/`, as all else that is wrong with the book.
    assert BOOK.lock == Path("tables/printed")


def test_the_lock_holds_the_figures_of_the_source() -> None:
    hit_points = (ROOT / "tables" / "printed" / "hit-points.csv").read_text("utf-8").splitlines()
    assert hit_points[0].startswith("Level,Low: HP,Low: Surge value,Medium: HP")
    assert hit_points[1] == "1,22,5,27,6,33,8"
    multiplier = (ROOT / "tables" / "printed" / "ability-damage-modifier.csv").read_text("utf-8")
    assert "9–10,×2,−2,+2,+4,+6,+8,+10\n" in multiplier
