"""Round numbers along the axes, room for every letter, and names that stay clear of each other."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from toy_charts import CHARTS, bars, line, step

from sfrules.press.things.charts import (
    LINE,
    WIDTH,
    Axis,
    PlotLayout,
    Series,
    beside,
    ruler_across,
    ruler_up,
    text_width,
    wrapped,
)

PLAIN, PERCENT = Axis(title="x"), Axis(title="x", style="percent")


def labels_up(*values, axis=PLAIN):
    return ruler_up(axis, values).labels


def labels_across(first, last, room=300, axis=PLAIN):
    places = [Fraction(at) for at in range(first, last + 1)]
    return ruler_across(axis, places, room, places[-1]).labels


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ((33, 240), ("0", "50", "100", "150", "200", "250")),
        ((1, 8), ("0", "2", "4", "6", "8")),
        ((-3, 4), ("\N{MINUS SIGN}4", "\N{MINUS SIGN}2", "0", "2", "4")),
        ((0, 0), ("0", "1")),
        (
            (-7, -2),
            ("\N{MINUS SIGN}8", "\N{MINUS SIGN}6", "\N{MINUS SIGN}4", "\N{MINUS SIGN}2", "0"),
        ),
        ((1000, 48000), ("0", "10,000", "20,000", "30,000", "40,000", "50,000")),
        ((Fraction(1, 4),), ("0", "0.05", "0.1", "0.15", "0.2", "0.25")),
    ],
)
def test_the_axis_up_goes_from_nothing_to_a_round_number(values, labels):
    assert labels_up(*values) == labels


def test_chances_are_written_as_percentages():
    assert labels_up(Fraction(1, 12), axis=PERCENT) == ("0%", "2%", "4%", "6%", "8%", "10%")
    assert labels_up(1, Fraction(1, 4), axis=PERCENT)[-1] == "100%"


@pytest.mark.parametrize(
    ("first", "last", "labels"),
    [
        (1, 30, ("1", "5", "10", "15", "20", "25", "30")),
        (-1, 3, ("\N{MINUS SIGN}1", "0", "1", "2", "3")),
        (1, 1, ("1",)),
        (2, 35, ("2", "5", "10", "15", "20", "25", "30", "35")),
        (3, 35, ("5", "10", "15", "20", "25", "30", "35")),
        (6, 104, ("10", "20", "30", "40", "50", "60", "70", "80", "90", "100")),
        (0, 23, ("0", "2", "4", "6", "8", "10", "12", "14", "16", "18", "20", "22")),
    ],
)
def test_the_axis_across_writes_round_numbers_and_its_ends(first, last, labels):
    assert labels_across(first, last) == labels


def test_places_that_are_fractions_have_round_labels_too():
    sevenths = [Fraction(n, 7) for n in range(15)]
    assert ruler_across(PLAIN, sevenths, 300, sevenths[-1]).labels == (
        "0",
        "0.2",
        "0.4",
        "0.6",
        "0.8",
        "1",
        "1.2",
        "1.4",
        "1.6",
        "1.8",
        "2",
    )
    tenths = [Fraction(0), Fraction(1, 10), Fraction(10**6)]
    assert len(ruler_across(PLAIN, tenths, 300, tenths[-1]).labels) == 3


def test_less_room_takes_fewer_labels():
    assert labels_across(0, 10, room=300) == tuple(map(str, range(11)))
    assert labels_across(0, 10, room=100) == ("0", "2", "4", "6", "8", "10")


def test_a_step_is_as_wide_as_the_others_for_the_last_number_too():
    layout = PlotLayout(step())
    assert (layout.across.low, layout.across.high) == (1, 10)
    assert layout.across.labels[-1] == "9"


@pytest.mark.parametrize("make", CHARTS.values(), ids=CHARTS)
def test_a_plot_fits_a_phone(make):
    layout = PlotLayout(make())
    assert layout.left + layout.width + layout.right == WIDTH == 358
    assert layout.width > 150


@pytest.mark.parametrize("make", CHARTS.values(), ids=CHARTS)
def test_the_labels_of_the_axes_have_room(make):
    layout = PlotLayout(make())
    assert all(text_width(label) < layout.left for label in layout.up.labels)
    room = layout.width / len(layout.across.labels)
    assert all(text_width(part) <= room + 8 for lines in layout.labels for part in lines)


def test_a_long_name_is_written_in_lines():
    assert wrapped("Hole & Cove beyond", 66) == ["Hole &", "Cove", "beyond"]
    assert wrapped("Constantinople", 20) == ["Constantinople"]
    assert PlotLayout(bars()).bottom > PlotLayout(step()).bottom


@pytest.mark.parametrize("speeds", [(5, 5, 5), (0, 0, 1), (40, 40, 40), (40, 20, 0), (20, 21, 22)])
def test_names_beside_the_plot_keep_clear_of_each_other_and_within_it(speeds):
    columns = tuple(
        replace(column, of=lambda hour, top=top: hour * top)
        for column, top in zip(line().table.columns, speeds, strict=True)
    )
    table = replace(line().table, columns=columns)
    series = tuple(Series(column.heading) for column in columns)
    layout = PlotLayout(replace(line(), table=table, series=series, boundaries=()))
    middles = sorted(beside(layout))
    assert all(below - above >= LINE for above, below in pairwise(middles))
    assert middles[0] > -LINE
    assert middles[-1] <= layout.height
