"""Numbers that number, link or mark up are structure; those in code are counted apart."""

from __future__ import annotations

from dataclasses import replace

import pytest
import toy_book
from auditing import STRICT, counts
from judging import judged

from sfrules.ground.source import Source
from sfrules.press.page.expand import Page
from sfrules.press.things.tables import Column, Spanner


@pytest.mark.parametrize(
    ("lines", "verified", "code"),
    [
        ([">>> 77", "77", ">>> sea.speed(3)", "7"], 2, 2),
        (
            [">>> sails = 3", ">>> knots = sea.speed(sails)", ">>> knots", "7", ">>> later = 9"],
            2,
            1,
        ),
        ([">>> knots = sea.speed(3)", ">>> knots = 77", ">>> knots", "77"], 1, 2),
        ([">>> sails = 9", ">>> sails = 3", ">>> x = sea.speed(sails)"], 1, 1),
        (
            [">>> double = sea.speed(3) * 2", ">>> double", "14", ">>> double + 2", "16"],
            5,
            0,
        ),
        ([">>> boats.gull.sails", "3", ">>> [5, 6]", "[5, 6]"], 1, 4),
        (
            [
                ">>> sea.speed(99)",
                "Traceback (most recent call last):",
                "ValueError: sails is 99; ...",
            ],
            2,
            0,
        ),
    ],
    ids=str,
)
def test_a_line_of_a_session_is_verified_by_the_rule_that_has_a_part_in_it(
    lines: list[str], verified: int, code: int
) -> None:
    text = "\n".join(["```pycon", *lines, "```"]).replace("; ...", "; allowed: whole")
    found = counts(text)
    assert (found.get("verified", 0), found.get("code", 0)) == (verified, code)


def test_a_table_counts_its_numbers_beside_the_cells_too() -> None:
    fleet = replace(
        toy_book.fleet(),
        caption="Speed of 3 boats",
        notes=("Under three of 4 sails.",),
        columns=(
            Spanner("At 5 knots", (Column("1", toy_book.speed), Column("2", toy_book.speed))),
        ),
        rows=(1,),
    )
    book = replace(STRICT, tables={"fleet": lambda: fleet})
    found = judged(book, Page(Source("docs/page.md", '{{ table("fleet") }}'))).audit.counts
    assert found["cells"] == 3 + 1 + 2 + 3  # cells, caption, notes, headings
