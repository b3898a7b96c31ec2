"""A plot on a page, in the stylesheet's colours; `cases/charts` has each kind as a page prints it."""

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


@EACH
def test_every_ink_is_one_that_the_stylesheet_knows(make):
    used = {part.get("class", "") for part in ElementTree.fromstring(html(make))[0].iter("g")}
    series = {f"series-{n}" for n in range(1, len(DASHES) + 1)}
    shades = {f"heat-{n}" for n in range(1, SHADES + 1)}
    assert {name.removeprefix("chart-") for name in used} <= INKS | series | shades
    css = STYLESHEET.read_text(encoding="utf-8")
    assert all(re.search(rf"\.{name}\b[^{{]*{{ color:", css) for name in used)


def test_letters_do_not_shrink_with_the_plot_in_a_box_on_the_smallest_phone():
    css = STYLESHEET.read_text(encoding="utf-8")
    size = re.search(r"max-width: 340px\) \{\s*\.chart text \{\s*font-size: (\d+)px", css)[1]
    assert int(size) * 288 / 358 >= 11


def test_shades_go_from_the_lowest_value_to_the_highest_in_equal_steps():
    assert [shade(value, 0, 7) for value in (0, 1, 3, 6, 7)] == [
        "heat-1", "heat-2", "heat-4", "heat-7", "heat-7",
    ]  # fmt: skip
    assert shade(5, 5, 5) == "heat-1"


def test_a_chart_without_a_number_says_none():
    assert "Figure" not in html(line, numbers=("", "Table 3"))
    assert "<summary>The numbers</summary>" in html(line, "", ("", ""))
