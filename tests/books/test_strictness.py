"""Strictness by steps: a mark that nobody sees, numbers of no game, larger results."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from sfrules.ground.source import Source
from sfrules.press.page.expand import Page
from sfrules.press.site.weave.check import expand
from sfrules.press.things.book import Book

LANTERN = Path(__file__).parent / "lantern"
CHECK = (sys.executable, "-m", "sfrules", "check")
BOOK = Book("Dates", Path(__file__).parent, {}, no_loose_numbers=True)


def loose(line: str) -> list[str]:
    page = Page(Source("docs/page.md", f"{line}\n"))
    return [span.text[span.column - 1 :][: span.length] for span in expand(BOOK, page).problems]


@pytest.mark.parametrize(
    "line",
    [
        "On the 3rd of May 1974 the game began.",
        "It began on the sixth of June.",
        "In 1998, the second edition was printed.",
        "It was first printed in 2012.",
        "It is a game of the 1980s.",
        "It is set in the 21st century.",
        "See chapter 3, and section 4.2 on page 14.",
        "Since 1998 it has been printed twice in a row.",
        "The quarters of the town are old.",
        "She quarters the room for the night.",
        "The lighthouse has 199 steps. <!-- no rule -->",
        "It has 199 steps, and [3 doors](x.md). <!--no rule-->",
    ],
)
def test_a_number_of_no_game_is_not_loose(line: str) -> None:
    assert loose(line) == []


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("A fall of 1998 feet quarters the damage.", ["1998", "quarters"]),
        ("In 2000 feet of water, you drown.", ["2000"]),
        ("A hero has 7 lives. <!-- no rules -->", ["7"]),
        ("A hero has 7 lives.<!-- no rule --> A dragon has 9.", ["9"]),
        ("<!-- no rule --> A hero has 7 lives.", ["7"]),
        ("He is the third of 4.", ["third", "4"]),
    ],
)
def test_a_number_of_the_game_is_loose_beside_them(line: str, numbers: list[str]) -> None:
    assert loose(line) == numbers


def test_the_numbers_of_each_page_are_listed_by_what_vouches_for_them(run) -> None:
    said = run(LANTERN, sys.executable, "-m", "sfrules", "show", "numbers").stdout
    assert said.startswith("docs/index.md  ")
    assert "3 proved" in said  # 2 dice, and 5 in 9


def test_a_site_may_have_larger_results(tmp_path: Path, run) -> None:
    book = shutil.copytree(LANTERN, tmp_path / "lantern", ignore=shutil.ignore_patterns("__*"))
    page, config = book / "docs" / "index.md", book / "mkdocs.yml"
    text, settings = page.read_text(encoding="utf-8"), config.read_text(encoding="utf-8")
    long = "{% set sails = 'x' * oil(90000, 'candle') %}"
    page.write_text(f"{text}\n{long}\n{{% set more = sails ~ sails %}}\n", encoding="utf-8")
    assert "has more than 100000 items or characters" in run(book, *CHECK).stdout
    option = settings.replace("book: lantern", "book: lantern\n      largest_result: 200000")
    config.write_text(option, encoding="utf-8")
    assert run(book, *CHECK).stdout == "no problems\n"
