"""Strictness by steps: a baseline that only shrinks, a mark that nobody sees, numbers of no game."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
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


def test_a_page_may_have_as_many_as_its_baseline_and_not_one_more() -> None:
    page = Page(Source("docs/page.md", "Heroes have 7 lives, 2 hands and 4 friends.\n"))
    found = [
        len(expand(replace(BOOK, baseline={"docs/page.md": count}), page).problems)
        for count in (2, 3, 4)
    ]
    assert found == [3, 0, 0]


def test_the_baseline_of_a_book_only_shrinks(tmp_path: Path, run) -> None:
    book = shutil.copytree(LANTERN, tmp_path / "lantern", ignore=shutil.ignore_patterns("__*"))
    page, file = book / "docs" / "index.md", book / "loose.csv"
    text = page.read_text(encoding="utf-8")

    told: list[str] = []

    def with_numbers(count: int) -> int:
        said = "".join(f"\nThere are {20 + n} bogs.\n" for n in range(count))
        page.write_text(text + said, encoding="utf-8")
        done = run(book, *CHECK, "--baseline")
        told.extend(row for row in done.stderr.splitlines() if row.startswith("loose.csv:"))
        return done.returncode

    assert with_numbers(3) == 0
    assert file.read_text(encoding="utf-8") == "page,loose\ndocs/index.md,3\n"
    assert run(book, *CHECK).returncode == 0
    assert with_numbers(4) == 1
    assert with_numbers(1) == 0
    assert file.read_text(encoding="utf-8") == "page,loose\ndocs/index.md,1\n"
    assert with_numbers(2) == 1
    assert with_numbers(0) == 0
    assert file.read_text(encoding="utf-8") == "page,loose\n"
    assert told == [
        "loose.csv: 3 loose numbers",
        "loose.csv: 3 loose numbers, 3 before",
        "loose.csv: 1 loose number, 3 before",
        "loose.csv: 1 loose number, 1 before",
        "loose.csv: 0 loose numbers, 1 before",
    ]


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
