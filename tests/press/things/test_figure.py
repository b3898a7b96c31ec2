"""A drawing on the grid: what it may hold, and its geometry; `cases/figures` has it on a page."""

import doctest
import re
from itertools import pairwise
from math import dist, isclose, sqrt
from pathlib import Path
from xml.etree import ElementTree

import pytest
from drawings import HALL

from sfrules.press.things import figures as shapes
from sfrules.press.things import svg as svg_element
from sfrules.press.things.figures import (
    Area,
    Arrow,
    Extent,
    Figure,
    Label,
    Mark,
    Panel,
    PanelLayout,
    Point,
    Square,
    Token,
    common_side,
    figure_html,
    hatching,
    outline,
)

STYLESHEET = Path(__file__).parents[3] / "sfrules/press/things/figures/figures.css"
RING = tuple((x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1))
PINCHED = ((0, 0), (1, 1))
# The text column of a phone 390 pixels wide.
PHONE = 358


def drawn(*panels: Panel) -> ElementTree.Element:
    """The figure of these panels, parsed as XML."""
    figure = Figure(id="castle", title="A <castle>", caption="Bats & co.", panels=panels)
    return ElementTree.fromstring(figure_html(figure))


@pytest.mark.parametrize("columns", range(1, 21))
def test_no_text_is_smaller_than_eleven_pixels_on_a_phone(columns: int) -> None:
    panel = Panel(
        description="",
        extent=Extent(columns, 2),
        tokens=(Token("knight", "K", "ally", (0, 0)),),
        labels=(Label("12", (0, 0)),),
        arrows=(Arrow((0, 0), (0, 1), "2"),),
    )
    for picture in drawn(panel, HALL).iter("svg"):
        scale = min(1.0, PHONE / float(picture.get("width", "nan")))
        sizes = [float(part.get("font-size", "nan")) for part in picture.iter("text")]
        assert all(size * scale >= 11 for size in sizes), (columns, sizes)


def test_a_figure_fits_a_phone_and_a_small_one_is_not_blown_up() -> None:
    widths = [PanelLayout(Extent(n, 1), common_side([_empty(n)])).width for n in range(1, 21)]
    assert max(widths) <= PHONE
    assert widths[0] < 60


def test_the_panels_of_a_figure_share_one_size_of_square() -> None:
    assert common_side([_empty(3), _empty(20), _empty(7)]) == common_side([_empty(20)])


def _empty(columns: int) -> Panel:
    return Panel(description="", extent=Extent(columns, 1))


def signed_area(line: list[Point]) -> float:
    """The area inside a closed line, below zero if it runs the other way round, as a hole does."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise(line)) / 2


@pytest.mark.parametrize("squares", [RING, PINCHED, ((2, 0), (2, 1), (1, 1)), ((0, 0),), ()])
def test_an_outline_encloses_exactly_the_squares_of_an_area(squares: tuple[Square, ...]) -> None:
    lines = outline(PanelLayout(Extent(3, 3), side=10), squares)
    assert all(line[0] == line[-1] for line in lines)
    assert sum(map(signed_area, lines)) == 100 * len(squares)


def test_squares_are_counted_from_the_corner_of_the_extent() -> None:
    layout = PanelLayout(Extent(3, 3, left=4, top=-1), side=10, margin=2)
    assert (layout.corner((4, -1)), layout.corner((6, 0))) == ((2, 2), (22, 12))


def test_an_outline_has_a_point_at_each_corner_and_nowhere_else() -> None:
    around, hole = outline(PanelLayout(Extent(3, 3), side=10, margin=0), RING)
    assert around == [(0, 0), (30, 0), (30, 30), (0, 30), (0, 0)]
    assert sorted(hole[:-1]) == [(10, 10), (10, 20), (20, 10), (20, 20)]


def test_hatching_covers_each_square_alike_in_as_few_lines_as_can_be() -> None:
    lines = hatching(PanelLayout(Extent(3, 3), side=16), RING)
    whole = hatching(PanelLayout(Extent(3, 3), side=16), [*RING, (1, 1)])
    # Seven diagonals to a square, a quarter, a half … of the longest: four times its length.
    assert isclose(sum(dist(*line) for line in lines), len(RING) * 4 * 16 * sqrt(2))
    assert len(whole) == 4 * (3 + 3) - 1


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda: _empty(0), "a panel is 0 by 1 squares; allowed: 1 to 20 across, 1 or more down"),
        (lambda: _empty(21), "a panel is 21 by 1 squares"),
        (lambda: Panel(description="", extent=Extent(3, 0)), "a panel is 3 by 0 squares"),
        (
            lambda: Panel(description="", extent=Extent(3, 3), areas=(Area("", ((0, 3),)),)),
            r"square \(0, 3\) is outside of its panel",
        ),
        (
            lambda: Panel(description="", extent=Extent(3, 3, 1, 1), marks=(Mark("", (0, 1)),)),
            r"square \(0, 1\) is outside of its panel",
        ),
        (
            lambda: Panel(description="", extent=Extent(3, 3), arrows=(Arrow((0, 0), (3, 0)),)),
            r"square \(3, 0\) is outside of its panel",
        ),
        (lambda: Arrow((1, 1), (1, 1)), r"the arrow starts and ends in square \(1, 1\)"),
        (lambda: Token("bat", "BAT", "foe", (0, 0)), 'label is "BAT"; allowed: one or two'),
        (lambda: Token("bat", "", "foe", (0, 0)), 'label is ""; allowed: one or two'),
        (
            lambda: Figure(id="A b", title="", caption="", panels=(HALL,)),
            'id is "A b"; allowed: lower-case words joined by hyphens',
        ),
        (lambda: Figure(id="a", title="", caption="", panels=()), "figure a has no panel"),
    ],
)
def test_a_figure_that_cannot_be_drawn_is_refused(wrong: object, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        wrong()  # type: ignore[operator]


def test_every_class_of_a_drawing_is_known_to_the_stylesheet() -> None:
    styled = set(re.findall(r"\.(drawing[a-z-]*)", STYLESHEET.read_text("utf-8")))
    # Placed and coloured with others of their kind; these names are for books that want more.
    plain = {"drawing-panel", "drawing-token", "drawing-token--object", "drawing-area"}
    plain |= {"drawing-area--plain", "drawing-border--plain", "drawing-border--dotted"}
    used = {name for part in drawn(HALL).iter() for name in part.get("class", "").split()}
    assert used - plain - {"drawing-label"} <= styled


@pytest.mark.parametrize("module", [svg_element, shapes])
def test_the_examples_of_the_geometry_hold(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]
