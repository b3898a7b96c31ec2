"""Numbers that only say where they stand: faces of a die."""

from __future__ import annotations

from dataclasses import replace

import pytest
from auditing import STRICT

from sfrules.press.site.weave.check import expand, page_of

DICE = replace(STRICT, dice=frozenset({4, 6, 8, 20}), check_die=20)


def table(head: str, *cells: str) -> str:
    """A table typed by hand, whose first column has a head and cells."""
    rows = "\n".join(f"| {cell} | gulls |" for cell in cells)
    return f"| {head} | Birds |\n| --- | --- |\n{rows}\n"


def told(text: str) -> list[str]:
    """What is loose on a page of a game with d4, d6, d8 and d20."""
    found = expand(DICE, page_of("docs/page.md", text, text)).audit.loose
    return [each.text[each.column - 1 :][: each.length] for each in found]


FACES = {
    "a die": table("d4", "1", "2", "3", "4"),
    "one die": table("1d4", "1", "2", "3", "4"),
    "a capital": table("D4", "1", "2", "3", "4"),
    "bold": table("**d4**", "**1**", "**2**", "**3**", "**4**"),
    "no head": table(" ", "1", "2", "3", "4"),
    "a roll": table("Roll", "1", "2", "3", "4"),
    "ranges": table("d20", "1–5", "6-10", "11–19", "20"),
    "in a box": "!!! note\n\n    " + table("d4", "1", "2", "3", "4").replace("\n", "\n    "),
    "in a quotation": "> " + table("d4", "1", "2", "3", "4").strip().replace("\n", "\n> "),
    "side by side": "| d4 | Bird | d4 | Bird |\n| - | - | - | - |\n"
    "| 1 | gull | 3 | tern |\n| 2 | auk | 4 | owl |\n",
    "no bars at the ends": "d4 | Bird\n--- | ---\n1 | gull\n2 | tern\n3 | auk\n4 | owl\n",
}
NO_FACES = {
    "one left out": (table("d4", "1", "2", "4"), ["d4", "1", "2", "4"]),
    "one too few": (table("d4", "1", "2", "3"), ["d4", "1", "2", "3"]),
    "one too many": (table("d4", "1", "2", "3", "4", "5"), ["d4", "1", "2", "3", "4", "5"]),
    "they begin late": (table("d4", "2", "3", "4"), ["d4", "2", "3", "4"]),
    "backwards": (table("d4", "2–1", "3", "4"), ["d4", "2–1", "3", "4"]),
    "no die of so many faces": (table(" ", "1", "2", "3"), ["1", "2", "3"]),
    "a word over them": (table("Level", "1", "2", "3", "4"), ["1", "2", "3", "4"]),
    "a cell beside them": (
        table("d4", "1", "2", "3", "4").replace("gulls", "7 gulls", 1),
        ["7"],
    ),
    "another column": (
        "| Bird | |\n| - | - |\n| auk | 1 |\n| tern | 2 |\n| gull | 3 |\n| owl | 4 |\n",
        ["1", "2", "3", "4"],
    ),
}


@pytest.mark.parametrize("text", FACES.values(), ids=FACES)
def test_the_faces_of_a_die_are_structure(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(("text", "numbers"), NO_FACES.values(), ids=NO_FACES)
def test_what_counts_no_die_in_a_table_is_loose(text: str, numbers: list[str]) -> None:
    assert told(text) == numbers


def test_a_game_without_the_die_has_no_such_faces() -> None:
    (problem, *_) = expand(
        DICE, page_of("docs/page.md", table("d3", "1", "2", "3"), table("d3", "1", "2", "3"))
    ).problems
    assert problem.message == "the game has no such die: d3"
