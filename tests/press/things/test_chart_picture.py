"""Each line, bar, cell and letter of a plot lies where its number says, to the hundredth of a pixel."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from toy_charts import CHARTS, bars, heat, line, step

from sfrules.press.things.charts import Boundary, PlotLayout, Series, picture


def drawn(chart, ink, kind="*"):
    """What is drawn in an ink: of each thing, its attributes, and its text if it has one."""
    groups = [group for group in picture(PlotLayout(chart)) if group.get("class") == f"chart-{ink}"]
    found = [part for group in groups for part in group.iter(kind) if part is not group]
    return [dict(part.attrib) | ({"text": part.text} if part.text else {}) for part in found]


def rules(chart, ink):
    """The straight lines of an ink, each from where to where."""
    ends = ("x1", "y1", "x2", "y2")
    return [tuple(float(part[end]) for end in ends) for part in drawn(chart, ink, "line")]


def words(chart, ink):
    """The texts of an ink, and where the foot of each is."""
    return {
        part["text"]: (float(part["x"]), float(part["y"]))
        for kind in ("text", "tspan")
        for part in drawn(chart, ink, kind)
        if "text" in part
    }


def paths(chart, ink):
    return [(part["d"], part["transform"]) for part in drawn(chart, ink, "path")]


def centers(chart, ink):
    """Where the symbols of an ink are."""
    places = [re.findall(r"[\d.]+", place) for d, place in paths(chart, ink) if "A" in d]
    return [(float(x), float(y)) for x, y in places]


# The frame of the lines: 32 pixels from the left, 40 from the top, 275 wide, 220 high; −10 to 40.


def test_the_grid_has_a_line_for_each_number_of_the_axis_up():
    assert rules(line(), "grid") == [
        (32, 260, 307, 260),
        (32, 216, 307, 216),
        (32, 172, 307, 172),
        (32, 128, 307, 128),
        (32, 84, 307, 84),
        (32, 40, 307, 40),
    ]


def test_the_axis_across_has_ticks_below_it_and_is_a_line_itself():
    ticks = [32, 77.83, 123.67, 169.5, 215.33, 261.17, 307]
    assert rules(line(), "axis") == [*((x, 260, x, 264) for x in ticks), (32, 260, 307, 260)]


def test_numbers_stand_below_their_ticks_and_beside_their_lines():
    faint = words(line(), "faint")
    assert (faint["2"], faint["12"]) == ((77.83, 277), (307, 277))
    assert (faint["\N{MINUS SIGN}10"], faint["40"]) == ((24, 264), (24, 44))


def test_the_titles_stand_above_and_below_the_plot():
    ink = words(line(), "ink")
    assert ink["Miles (from the mole)"] == (0, 12)
    assert ink["Hour (h)"] == (169.5, 296)


def test_a_line_goes_through_its_numbers_with_a_dot_on_each():
    # 10 + hour on the axis: 132 pixels down, and 4.4 less for each mile.
    (d, place), *dots = paths(line(), "series-1")
    assert d.startswith("M0,132L22.92,127.6L45.83,123.2L68.75,118.8L")
    assert d.endswith("L275,79.2")
    assert place == "translate(32 40)"
    assert {d for d, _ in dots} == {"M1.8,0A1.8,1.8,0,1,1,-1.8,0A1.8,1.8,0,1,1,1.8,0"}
    assert [place for _, place in dots][::12] == ["translate(32 172)", "translate(307 119.2)"]


def test_a_line_of_many_numbers_has_no_dots():
    long = replace(line(), table=replace(line().table, rows=tuple(range(17))))
    assert centers(long, "series-1") == []
    short = replace(line(), table=replace(line().table, rows=tuple(range(16))))
    assert (len(centers(short, "series-1")), len(centers(long, "series-1"))) == (16, 0)


def test_a_line_runs_from_left_to_right_whatever_the_order_of_the_rows():
    table = replace(line().table, rows=tuple(reversed(line().table.rows)))
    backwards = replace(line(), table=table)
    assert paths(backwards, "series-1")[0] == paths(line(), "series-1")[0]


def test_a_step_is_level_until_the_next_number_and_goes_on_after_the_last():
    (d, place), *none = paths(step(), "series-1")
    assert none == []
    assert d.startswith("M0,187L32.44,187L32.44,165L64.89,165L64.89,143L")
    assert d.endswith("L259.56,11L292,11L292,11")
    assert place == "translate(23 28)"


def test_a_bar_stands_on_zero_and_takes_six_tenths_of_its_share():
    # 308 pixels for four names: 77 each, 46.2 for the bar and 15.4 beside it.
    assert paths(bars(), "bar") == [
        ("M15.4,85h46.2v85h-46.2Z", "translate(42 40)"),
        ("M92.4,30.91h46.2v139.09h-46.2Z", "translate(42 40)"),
        ("M169.4,85h46.2v85h-46.2Z", "translate(42 40)"),
        ("M246.4,85h46.2v85h-46.2Z", "translate(42 40)"),
    ]


def test_a_bar_carries_its_number_six_pixels_above_it():
    assert words(bars(), "ink")["81.8%"] == (157.5, 64.91)


def test_a_name_of_several_lines_is_written_below_its_bar_line_by_line():
    faint = words(bars(), "faint")
    assert (faint["Hole & Cove"], faint["beyond"]) == ((157, 227), (157, 243))


def test_a_bar_below_zero_hangs_from_it():
    # −3 to 3 on an axis from −4 to 4, in 170 pixels: 21.25 for each.
    column = replace(line().table.columns[0], of=lambda hour: 3 - 3 * hour)
    table = replace(line().table, columns=(column,), rows=(0, 1, 2))
    chart = replace(line(), table=table, mark="bars", series=(Series("Gull"),), boundaries=())
    heights = [re.search(r",([\d.]+)h[\d.]+v([\d.]+)h", d).groups() for d, _ in paths(chart, "bar")]
    assert heights == [("21.25", "63.75"), ("85", "0"), ("85", "63.75")]


def test_the_cells_of_a_heat_map_lie_side_by_side_in_the_order_of_the_table():
    # 225 pixels for three columns, 27 for each of four rows, less one at each side of a cell.
    (first, place), *_ = paths(heat(), "heat-2")
    assert (first, place) == ("M1,1h73v25h-73Z", "translate(125 28)")
    assert words(heat(), "cell")["85.7%"] == (162.5, 72.5)
    assert words(heat(), "faint")["Quay"] == (117, 99)
    assert words(heat(), "faint")["full"] == (312, 149)


def test_a_boundary_goes_through_the_plot_and_is_named_at_its_end():
    assert rules(line(), "boundary") == [(169.5, 27, 169.5, 260)]
    assert words(line(), "faint")["Noon & after"] == (172.5, 35)


def test_a_boundary_at_the_edge_of_the_frame_needs_no_line():
    chart = replace(line(), boundaries=(Boundary(0, "Dawn"),))
    assert rules(chart, "boundary") == []
    assert words(chart, "faint")["Dawn"] == (35, 35)


def test_a_series_is_named_beside_its_end():
    assert words(line(), "series-1")["Gull"] == (315, 123.2)
    assert words(line(), "series-2") == {"Tern": (315, 54.6), "<late>": (315, 68.6)}


@pytest.mark.parametrize("make", CHARTS.values(), ids=CHARTS)
def test_things_side_by_side_that_look_alike_share_a_group(make):
    groups = picture(PlotLayout(make()))
    assert all(one.attrib != other.attrib for one, other in pairwise(groups))
    assert all(len(group) for group in groups)
