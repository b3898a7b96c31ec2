"""A chart says what it shows, and in words what there is to see; what it cannot show is refused."""

from dataclasses import replace
from fractions import Fraction

import pytest
from toy_charts import CHARTS, KNOTS, SAILS, bars, heat, line, logs, panels, points, step

from sfrules.binding.plots import chart_of
from sfrules.press.things.charts.chart import Axis, Boundary, Series, Spot
from sfrules.press.things.charts.html import description
from sfrules.press.things.tables.table import Column, Spanner, Table


def odd_table(*cells):
    """A table of one column, with these cells below one another."""
    return Table(
        id="odd",
        caption="Odd",
        stub=Column("Sails", int),
        columns=(Column("Speed", cells.__getitem__),),
        rows=tuple(range(len(cells))),
    )


def odd(*cells, **changes):
    """A line through these cells."""
    plain = {
        "across": SAILS,
        "up": KNOTS,
        "series": (Series("Speed"),),
        "boundaries": (),
        "spots": (),
    }
    return replace(line(), table=odd_table(*cells), **plain | changes)


@pytest.mark.parametrize("make", CHARTS.values(), ids=CHARTS)
def test_what_is_plotted_are_the_cells_of_the_table(make):
    chart = make()
    cells = {cell for row in chart.table.cells for cell in row[1:]}
    plotted = {value for trace in chart.traces for value in trace.values}
    assert plotted <= cells
    assert all(len(trace.points) <= len(chart.table.rows) for trace in chart.traces)


def test_a_series_has_the_numbers_of_its_column_by_those_of_the_stub():
    gull, tern, _ = line().traces
    assert gull.points[:3] == ((0, 10), (1, 11), (2, 12))
    assert (tern.name, tern.points[-1]) == ("Tern <late>", (12, 36))


def test_a_spanner_stands_for_each_of_its_columns():
    assert [trace.name for trace in heat().traces] == ["new", "half", "full"]


def test_a_blank_cell_is_left_out():
    assert [at for at, _ in points().traces[1].points] == ["Mole", "Hole & Cove beyond", "Quay"]


def test_another_column_than_the_stub_may_go_along_the_axis():
    chart = replace(line(), along="Tern", series=(Series("Gull"),), boundaries=(), spots=())
    assert chart.traces[0].points[:2] == ((0, 10), (3, 11))


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda: replace(line(), id="The Race"), 'id is "The Race"; allowed: lower-case words'),
        (lambda: replace(line(), series=(Series("Gul"),)), 'no column "Gul"; did you mean Gull?'),
        (lambda: replace(line(), along="Our"), 'no column "Our"'),
        (lambda: replace(line(), series=()), "chart crossing: there is no series"),
        (
            lambda: replace(line(), series=(Series("Gull"), Series("Tern", "Gull"))),
            "two series share a name: Gull, Gull",
        ),
        (
            lambda: replace(line(), spots=(Spot("Gul", 12, ""),)),
            'no series "Gul"; did you mean Gull?',
        ),
        (lambda: replace(line(), spots=(Spot("Gull", 13, ""),)), "Gull has nothing at 13"),
        (lambda: odd(1, "two"), "Speed at 1 is 'two', no number"),
        (lambda: odd(1, True), "Speed at 1 is True, no number"),  # noqa: FBT003 — a cell
        (lambda: odd(None, None), "Speed is blank"),
        (lambda: odd(1, 0, up=Axis(title="", scale="log")), "0 is plotted up; a logarithm needs"),
        (lambda: odd(1, 2, across=Axis(title="", scale="log")), "not every place across is one"),
        (lambda: replace(points(), mark="line"), "a line runs along numbers, not 'Mole'"),
        (lambda: replace(points(), mark="bars"), "bars of several series need panels"),
        (lambda: replace(bars(), up=Axis(title="", scale="log")), "bars have no logarithmic scale"),
        (lambda: replace(bars(), boundaries=(Boundary(1, ""),)), "these places have names"),
        (lambda: replace(heat(), panels=True), "a heat map has neither panels nor boundaries"),
    ],
)
def test_what_cannot_be_plotted_is_refused(wrong, why):
    with pytest.raises(ValueError, match=".") as refused:
        wrong()
    assert why in str(refused.value)


def test_an_axis_is_titled_with_its_unit_and_a_word_for_a_logarithmic_scale():
    assert KNOTS.text == "Speed (knots)"
    assert SAILS.text == "Sails"
    assert Axis(title="Depth", unit="m", scale="log").text == "Depth (m, log scale)"
    assert Axis(title="Depth", scale="log").text == "Depth (log scale)"


def test_lines_are_told_by_their_ends_and_where_they_meet_and_cross():
    assert description(line()) == (
        "Miles (from the mole) by hour (h), from 0 to 12. "
        "Gull: 10 miles at hour 0, 22 miles at hour 12; rising all the way. "
        "Tern <late>: 0 miles at hour 0, 36 miles at hour 12; rising all the way. "
        "Wreck: \N{MINUS SIGN}2 miles throughout. "
        "Gull and Tern <late> are equal at hour 5. Tern <late> passes Gull at hour 6. "
        "Lines: Noon & after at hour 6 and Buoy at 20. "
        "Marked: Gull, 22 miles at hour 12, home."
    )


def test_lines_that_never_meet_are_told_in_order():
    assert "They never meet; from the top: Wood and Iron." in description(step())


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ((1, 2, 2, 5, 5, 6, 7, 8, 9), "1 at sails 0, 9 at sails 8; never falling."),
        ((9, 8, 7, 6, 5, 4, 3, 2, 1), "9 at sails 0, 1 at sails 8; falling all the way."),
        ((9, 9, 7, 6, 5, 4, 3, 2, 1), "9 at sails 0, 1 at sails 8; never rising."),
        (
            (3, 4, 9, 4, 3, 1, 2, 3, 3),
            "3 at sails 0, 3 at sails 8; highest 9 at sails 2; lowest 1 at sails 5.",
        ),
        ((4, 5), "4 at sails 0 and 5 at sails 1."),
        ((4,), "4 throughout."),
    ],
)
def test_a_series_is_told_by_its_ends_its_way_and_its_extremes(cells, told):
    assert description(odd(*cells)).endswith(f"Speed: {told}")


def test_places_where_lines_are_equal_are_told_as_ranges():
    table = replace(
        odd_table(1, 2, 3, 4, 5, 6),
        columns=(
            Column("Fast", [1, 2, 3, 4, 5, 6].__getitem__),
            Column("Slow", [1, 2, 2, 4, 4, 4].__getitem__),
        ),
    )
    chart = replace(odd(1, 2), table=table, series=(Series("Fast"), Series("Slow")))
    told = "Fast and Slow are equal at sails 0 to 1 and 3."
    assert description(chart).endswith(told)


def test_a_few_bars_are_told_one_by_one():
    assert description(bars()) == (
        "Chance by harbor, from Mole to Hole. "
        "Chance: 50% at Mole, 81.8% at Hole & Cove beyond, 50% at Quay and 50% at Hole."
    )


def test_a_heat_map_is_told_by_its_sides_its_extremes_and_what_is_marked():
    assert description(heat()) == (
        "Harbor from Mole to Hole downward. Moon from new to full across. "
        "Lowest: 50% at Mole and half. Highest: 85.7% at Hole & Cove beyond and new. "
        "Marked: 50% at Quay and half, a coin's toss."
    )


def test_panels_are_told_one_by_one():
    told = description(panels())
    assert "Wood: 3 knots at sails 1, 19 knots at sails 9; rising all the way." in told
    assert "meet" not in told
    assert "Marked: Iron, 4 at sails 2, x." in told


def test_a_logarithmic_scale_is_told():
    assert description(logs()).startswith("Fear (log scale) by depth (m, log scale), from 0.1 to ")


def test_a_description_follows_the_cells():
    tenth = Fraction(1, 10)
    assert description(odd(tenth, 3)).endswith("Speed: 0.1 at sails 0 and 3 at sails 1.")


def test_a_spanner_of_several_columns_cannot_share_one_name():
    twice = Spanner("Both", (Column("A", int), Column("B", int)))
    table = replace(odd_table(1, 2), columns=(twice,))
    with pytest.raises(ValueError, match="two series share a name: Sloop, Sloop"):
        replace(odd(1, 2), table=table, series=(Series("Both", "Sloop"),))


@pytest.mark.parametrize(("mark", "title"), [("line", "Speed"), ("heat", "Sails")])
def test_what_runs_up_a_chart_is_named_after_its_column_and_in_a_heat_map_after_the_rows(
    mark, title
):
    assert chart_of("odd", "Odd", odd_table(2, 5), mark).up.title == title
