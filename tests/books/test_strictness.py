"""Strictness by steps: a mark that nobody sees, and numbers of no game."""

import sys
from pathlib import Path

LANTERN = Path(__file__).parent / "lantern"
CHECK = (sys.executable, "-m", "sfrules", "check")


def test_the_numbers_of_each_page_are_listed_by_what_vouches_for_them(run) -> None:
    said = run(LANTERN, sys.executable, "-m", "sfrules", "show", "numbers").stdout
    assert said.startswith("docs/index.md  ")
    assert "3 proved" in said  # 2 dice, and 5 in 9
