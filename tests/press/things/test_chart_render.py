"""A plot on a page: whole, readable on a phone, in the stylesheet's colours, the same each time."""

import re
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from toy_book import BOOK
from toy_charts import CHARTS, line

from sfrules.press.things.charts import DASHES, SHADES, Chart, chart_html, shade
from sfrules.press.things.thing import NamedLink

STYLESHEET = Path(__file__).parents[3] / "sfrules/press/things/charts/charts.css"
INKS = {"ink", "faint", "axis", "grid", "boundary", "cell", "bar"}
EACH = pytest.mark.parametrize("make", CHARTS.values(), ids=CHARTS)


def html(make, whole="table-fleet", numbers=("Figure 2", "Table 3"), id="figure-toy"):
    """A chart as a page has it; `whole` is the id of its table there, if the page prints it."""
    page = SimpleNamespace(
        book=BOOK,
        own_id=lambda its: id if its.startswith("figure-") else its,
        number_of=lambda thing: numbers[not isinstance(thing, Chart)],
        address_of_whole=lambda _: whole,
        address=str,
        tables={},
        formula_of=NamedLink,
        row_of=lambda _id, name: NamedLink(name),
    )
    return chart_html(make(), page)


def plotted(make, **how):
    """A chart as a page has it, read as XML."""
    return ElementTree.fromstring(html(make, **how))


def words(root):
    return ["".join(part.itertext()) for part in root.iter("text")]


@EACH
def test_the_image_is_named_and_described(make):
    svg = plotted(make)[0]
    by_id = {part.get("id"): part.text for part in svg if part.get("id")}
    named = [by_id[id] for id in svg.get("aria-labelledby").split()]
    assert named[0] == make().title
    assert named[1] == "The numbers are in Table 3."


@EACH
def test_no_colour_is_left_in_the_drawing_but_that_of_the_text(make):
    svg = html(make).partition("</svg>")[0]
    assert not re.search(r"#|rgb|style=|url\(|font-family|opacity", svg.partition("<g")[2])
    assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', svg)) <= {"none", "currentColor"}


@EACH
def test_every_ink_is_one_that_the_stylesheet_knows(make):
    used = {part.get("class", "") for part in plotted(make)[0].iter("g")}
    series = {f"series-{n}" for n in range(1, len(DASHES) + 1)}
    shades = {f"heat-{n}" for n in range(1, SHADES + 1)}
    assert {name.removeprefix("chart-") for name in used} <= INKS | series | shades
    css = STYLESHEET.read_text(encoding="utf-8")
    assert all(re.search(rf"\.{name}\b[^{{]*{{ color:", css) for name in used)


def test_letters_do_not_shrink_with_the_plot_in_a_box_on_the_smallest_phone():
    css = STYLESHEET.read_text(encoding="utf-8")
    size = re.search(r"max-width: 340px\) \{\s*\.chart text \{\s*font-size: (\d+)px", css)[1]
    assert int(size) * 288 / 358 >= 11


@EACH
def test_everything_lies_on_the_paper(make):
    svg = plotted(make)[0]
    width, height = (float(svg.get(side)) for side in ("width", "height"))
    for part in svg.iter():
        for at, end in (("x", width), ("x1", width), ("x2", width), ("y", height), ("y1", height)):
            assert 0 <= float(part.get(at, 0)) <= end


@EACH
def test_coordinates_are_short(make):
    assert not re.search(r"\d\.\d{3}", html(make))


@EACH
def test_numbers_below_zero_have_a_true_minus(make):
    assert not any(text.startswith("-") for text in words(plotted(make)))


def test_series_are_told_apart_by_dashes_and_by_name():
    assert len(set(DASHES)) == len(DASHES)
    svg = plotted(line)[0]
    lines = [
        group
        for group in svg.iter("g")
        if "series" in group.get("class", "") and group.get("stroke")
    ]
    assert len({group.get("stroke-dasharray") for group in lines}) == 3
    named = {
        words(group)[0]: group.get("class") for group in svg.iter("g") if group.get("font-weight")
    }
    assert named == {
        "Gull": "chart-series-1",
        "Tern<late>": "chart-series-2",
        "Wreck": "chart-series-3",
    }


def test_shades_go_from_the_lowest_value_to_the_highest_in_equal_steps():
    assert [shade(value, 0, 7) for value in (0, 1, 3, 6, 7)] == [
        "heat-1", "heat-2", "heat-4", "heat-7", "heat-7",
    ]  # fmt: skip
    assert shade(5, 5, 5) == "heat-1"


def test_a_chart_without_a_number_says_none():
    assert "Figure" not in html(line, numbers=("", "Table 3"))
    assert "<summary>The numbers</summary>" in html(line, "", ("", ""))
