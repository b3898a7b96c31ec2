"""Numbers that number, link or mark up are structure; those in code are counted apart."""

from __future__ import annotations

from dataclasses import replace

import pytest
import toy_book
from auditing import STRICT, counts, loose
from judging import judged

from sfrules.ground.source import Source
from sfrules.press.page.expand import Page
from sfrules.press.things.tables import Column, Spanner


@pytest.mark.parametrize(
    "text",
    [
        "## 1. Combat\n\n## 2. Peace",
        "## 1 Combat\n\n### 1.1 Oars\n\n### 1.2 Sails\n\n## 2 Peace\n\n### 2.1 Song",
        "# Boats\n\n## Chapter 1: Combat\n\n## Chapter 2",
        "# Chapter 4: Combat",
        "# Part 4",
        "1. cast off\n2. steer",
        "- cast off\n\n    1. steer",
        "> 1. cast off",
        "1. cast off\n   for good\n2. steer",
        "{% if true %}\n1. cast off\n{% endif %}\n2. steer",
        "A note.[^1]\n\n[^1]: Below.",
        "[more](chapter-2.md#fleet-3)",
        "[more](<chapter 2.md>)",
        "[more][note 2]\n\n[note 2]: page.md",
        "<https://boats.example/3>",
        "# Boats {#boats-2}",
        "# Boats {: .big data-count=3 }",
        '<img src="boat.png" width="12">',
        '<svg viewBox="0 0 3 4"><path d="M3 4h5"/></svg>',
        "See [[four-handed oar]].",
        "See [[four-handed oar|the oar]].",
        "At The Three Gulls.",
        "A four-handed oar.",
        "Printed 2026-11-20.",
    ],
)
def test_structure_is_not_loose(text: str) -> None:
    assert loose(text) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Write `3 gulls`.", "loose"),
        ("```\n3 gulls\n```", "loose"),
        ("```python\nx = 3\n```", "loose"),
        ("```pycon\n>>> x = sea.speed(3)\n```", "verified"),
        ("~~~ python\n>>> x = sea.speed(3)\n~~~", "verified"),
        ("- a list\n\n    ``` { .pycon }\n    >>> x = sea.speed(3)\n    ```", "verified"),
        ("```pycon\n>>> x = 3\n```", "code"),
        ("```text\n>>> x = 3\n```", "code"),
        ("````text\n```pycon\n>>> x = 3\n```\n````", "code"),
        ("```pycon\n3 gulls\n```", "loose"),
        ("```pycon\n>>> x = 3  # doctest: +SKIP\n```", "code"),
    ],
)
def test_numbers_in_code_are_counted_by_whether_it_asks_the_rules(text: str, kind: str) -> None:
    assert counts(text) == {kind: 1}


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


@pytest.mark.parametrize(
    "text",
    [
        "<!-- 3 gulls -->",
        "{## 3 gulls ##}",
        "---\nlayout: gulls-3\nweight: 3\n---\nNone.",
        "{% set n = 3 %}",
    ],
)
def test_what_no_reader_sees_is_not_counted(text: str) -> None:
    assert counts(text) == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{ sea.speed(3) }} knots", {"computed": 1}),
        ("{{ sea.speed(3)|words }} knots", {"computed": 1}),
        ("{{ boats.gull.sails }} sails", {"computed": 1}),
        ("{{ boats.gull.name }} sails", {}),
        ("{% set n = 3 %}{{ sea.speed(n) }}", {"computed": 1}),
        ("{% for n in [1, 2] %}{{ sea.speed(n) }} {% endfor %}", {"computed": 2}),
        ('{{ table("fleet", rows=[1, 2]) }}', {"cells": 8}),
        ('{{ table("fleet", rows=[1], columns=["Slow"]) }}', {"cells": 2}),
        ('{{ figure("harbor") }}', {"cells": 1}),
        ("{{ (sea.speed(3) - 6)|words }} mast", {"computed": 1}),
        ('{{ chart("race") }}', {"cells": 36}),
        ("{{ worked(sea.cargo, length=4, beam=3) }}", {"cells": 5}),
    ],
)
def test_what_macros_print_is_counted_by_what_vouches_for_it(
    text: str, expected: dict[str, int]
) -> None:
    assert counts(text) == expected


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


def test_a_macro_in_flavour_is_counted_for_what_it_is() -> None:
    assert counts("Three gulls sang.\n{.flavour}") == {"flavour": 1}
    assert counts("Three and {{ sea.speed(3) }}.\n{.flavour}") == {"flavour": 1, "computed": 1}
