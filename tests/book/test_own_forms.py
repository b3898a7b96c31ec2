"""The planner and the painted map: what they ask of an author, and what their words may say."""

from __future__ import annotations

import pytest

from sfrules.book import BOOK
from sfrules.press.proving.typed_texts import unproved_words
from sfrules.press.site.weave.check import expand, page_of

STEPS = '{"a move": yards.cost}'


def told(call: str) -> list[str]:
    """The problems of a page with one macro: message, and the text that each points at."""
    text = f"# Page\n\n{{{{ {call} }}}}\n"
    expanded = expand(BOOK, page_of("docs/page.md", text, text))
    found = (*expanded.problems, *unproved_words(BOOK, expanded.page.source, expanded.pieces))
    return [f"{each.message}: {each.text[each.column - 1 :][: each.length]}" for each in found]


@pytest.mark.parametrize(
    "call",
    [
        f'planner({STEPS}, budget="Speed", title="A turn")',
        f'planner({STEPS}, budget="Speed", title="A turn", unit="yards")',
        'planner({"steps": terrain.cost}, budget=terrain.speed, title="A turn")',
        'painted_map(rows=["..#", ".~^"], title="Reach")',
        'painted_map(rows=maps.ford.rows, title="The ford", folded=true)',
    ],
)
def test_what_is_right_is_printed(call: str) -> None:
    assert told(call) == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            'planner([], budget="Speed", title="A turn")',
            'steps are a mapping of names to rules, such as {"a move": yards.cost}: []',
        ),
        (
            'painted_map(rows=["..#", ".."], title="Reach")',
            'the rows of a map are equally long, and of the letters # . ~ ^: ["..#", ".."]',
        ),
        (
            'painted_map(rows=[".=."], title="Reach")',
            'the rows of a map are equally long, and of the letters # . ~ ^: [".=."]',
        ),
        (
            'painted_map(rows=[], title="Reach")',
            "the rows of a map are equally long, and of the letters # . ~ ^: []",
        ),
        (
            f'painted_map(rows=["{41 * "."}"], title="Reach")',
            f'the map is longer than 40 squares: ["{41 * "."}"]',
        ),
        (f'painted_map(rows={41 * ["."]}, title="Reach")', "the map is longer than 40 squares: "),
        ('painted_map(rows=["."], title=3)', "title is a text, in quotes: 3"),
    ],
)
def test_what_is_wrong_is_told_at_the_argument(call: str, message: str) -> None:
    (problem,) = told(call)
    assert problem.startswith(message)


@pytest.mark.parametrize(
    "call",
    [
        'planner({"77 moves": yards.cost}, budget="Speed", title="A turn")',
        f'planner({STEPS}, budget="77 yards", title="A turn")',
        f'planner({STEPS}, budget="Speed", title="A turn of 77")',
        f'planner({STEPS}, budget="Speed", title="A turn", unit="dozen yards")',
        'painted_map(rows=["."], title="Reach of 77 squares")',
    ],
)
def test_a_number_typed_in_their_words_is_told(call: str) -> None:
    (problem,) = told(call)
    assert "77" in problem or "dozen" in problem


def test_a_map_of_forty_squares_is_the_longest() -> None:
    assert told(f'painted_map(rows={40 * [40 * "."]}, title="Reach")') == []
