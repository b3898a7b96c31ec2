"""The reach maps of the book: what a walker that tries everything reaches, and nothing else."""

import re
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sfrules.book import BOOK
from sfrules.book.maps import drawn_rows, map_rows
from sfrules.press.things.figures import LEVELS, Panel, figure_html

# By letter, what a straight and a diagonal step onto it cost, and what a turn pays for.
EVEN = {".": (1, 1), "~": (2, 2)}
START = (2, 4)
WALKS = {
    "reach-core": (6, {".": (1, 1), "~": (1, 1)}),
    "reach-yards": (10, EVEN),
    "reach-terrain": (10, EVEN),
    "reach-impairment": (10, EVEN),
    "reach-seconds": (15, {".": (1, Fraction(3, 2)), "~": (2, 3)}),
}
UNITS = {
    "reach-core": "6 squares to spend",
    "reach-yards": "10 yards to spend",
    "reach-terrain": "10 meters to spend",
    "reach-impairment": "a movement rate of 10",
    "reach-seconds": "15 meters to spend",
}
# The text column of a phone 390 pixels wide.
PHONE = 358
SHADES = {"#": "solid", "=": "rippled", "_": "railed", "~": "wavy"}


def walked(rows, start, budget, costs):
    """Every square offers its cost to those around it, until nobody gains."""
    best, gained = {start: 0}, True
    while gained:
        gained = False
        for x, y in list(best):
            for u, v in [(x + a, y + b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]:
                if not (0 <= v < len(rows) and 0 <= u < len(rows[0])) or rows[v][u] == "#":
                    continue
                cost = best[x, y] + costs[rows[v][u]][u != x and v != y]
                if cost <= budget and cost < best.get((u, v), budget + 1):
                    best[u, v], gained = cost, True
    return best


def panel_of(name: str) -> Panel:
    (panel,) = BOOK.figures[name]().panels
    assert isinstance(panel, Panel)
    return panel


def expected(name: str) -> dict[tuple[int, int], Fraction | int]:
    budget, costs = WALKS[name]
    return walked(map_rows("ford"), START, budget, costs)


@pytest.mark.parametrize("name", WALKS)
def test_a_map_shows_what_an_exhaustive_walker_reaches(name: str) -> None:
    panel, best = panel_of(name), expected(name)
    (reached,) = (area for area in panel.areas if area.shade == "outline")
    assert len(reached.squares) == len(set(reached.squares))
    assert set(reached.squares) == set(best)
    (start,) = panel.tokens
    assert start.square == START


@pytest.mark.parametrize("name", WALKS)
def test_each_square_but_the_start_has_its_cost_and_no_other_has_a_number(name: str) -> None:
    panel, best = panel_of(name), expected(name)
    numbers = {label.square: Fraction(label.text) for label in panel.labels}
    assert len(numbers) == len(panel.labels)
    assert numbers == {square: cost for square, cost in best.items() if cost}


@pytest.mark.parametrize("name", WALKS)
def test_each_square_has_the_shade_of_its_cost(name: str) -> None:
    panel, best, budget = panel_of(name), expected(name), WALKS[name][0]
    shades = {
        square: LEVELS.index(area.shade) + 1
        for area in panel.areas
        if area.shade in LEVELS
        for square in area.squares
    }
    assert shades.keys() == best.keys() - {START}
    for square, shade in shades.items():
        assert shade - 1 < Fraction(best[square]) * 6 / budget <= shade


@pytest.mark.parametrize("name", WALKS)
def test_walls_and_terrain_are_those_of_the_map(name: str) -> None:
    rows = drawn_rows("ford")
    panel = panel_of(name)
    drawn = {area.shade: set(area.squares) for area in panel.areas if area.name}
    for letter, shade in SHADES.items():
        squares = {(x, y) for x, y in panel.extent if rows[y][x] == letter}
        # The core game has no rule for rough ground, and its map is drawn dry.
        dry = name == "reach-core" and letter == "~"
        assert drawn.get(shade, set()) == (set() if dry else squares)


@pytest.mark.parametrize("name", WALKS)
def test_a_map_is_told_in_words(name: str) -> None:
    told, best = panel_of(name).description, expected(name)
    assert f"{len(best)} squares in reach, the start among them" in told
    pairs = re.findall(r"(\d+) at ([\d.]+\d|\d)", told)
    counts = {Fraction(cost): int(count) for count, cost in pairs}
    costs = list(best.values())
    assert counts == {Fraction(cost): costs.count(cost) for cost in costs}
    assert f"the farthest cost {float(max(costs)):g}." in told
    columns, lines = zip(*best, strict=True)
    assert f"columns {min(columns) + 1} to {max(columns) + 1} and rows {min(lines) + 1} to" in told
    assert f" {UNITS[name]}" in told


@pytest.mark.parametrize("name", UNITS)
def test_the_caption_counts_too(name: str) -> None:
    figure = BOOK.figures[name]()
    assert UNITS[name] in figure.caption
    assert f"{len(expected(name))} squares in reach" in figure.caption


@pytest.mark.parametrize("name", UNITS)
def test_a_map_can_be_read_on_a_phone_and_leaves_colours_to_the_stylesheet(name: str) -> None:
    html = figure_html(BOOK.figures[name]())
    assert html == figure_html(BOOK.figures[name]())
    assert not re.search(r"#|style=|rgb|url\(", html)
    columns = len(map_rows("ford")[0])
    for picture in ElementTree.fromstring(html).iterfind(".//svg[@role='img']"):
        side = (float(picture.get("width", "nan")) - 16) / columns
        assert float(picture.get("width", "nan")) <= PHONE
        for text in picture.iter("text"):
            size = float(text.get("font-size", "nan"))
            assert size >= 11
            wide = float(text.get("textLength", len(text.text or "") * size * 0.56))
            assert wide < side


def test_the_maps_of_pages_are_those_of_the_drawings() -> None:
    page = Path(__file__).parents[2] / "docs/systems/side-by-side.md"
    text = page.read_text("utf-8")
    assert "ford = maps.ford.rows|list" in text
    assert set(re.findall(r"reach_map\(ford, (\(.*?\)),", text)) == {"(2, 4)"}
