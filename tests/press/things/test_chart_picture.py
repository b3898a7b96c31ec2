"""What a plot draws of odd numbers; `cases/charts` has plots of each kind on a page."""

import re
from dataclasses import replace

from toy_charts import line

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


def test_a_line_of_many_numbers_has_no_dots():
    long = replace(line(), table=replace(line().table, rows=tuple(range(17))))
    assert centers(long, "series-1") == []
    short = replace(line(), table=replace(line().table, rows=tuple(range(16))))
    assert (len(centers(short, "series-1")), len(centers(long, "series-1"))) == (16, 0)


def test_a_line_runs_from_left_to_right_whatever_the_order_of_the_rows():
    table = replace(line().table, rows=tuple(reversed(line().table.rows)))
    backwards = replace(line(), table=table)
    assert paths(backwards, "series-1")[0] == paths(line(), "series-1")[0]


def test_a_bar_below_zero_hangs_from_it():
    # −3 to 3 on an axis from −4 to 4, in 170 pixels: 21.25 for each.
    column = replace(line().table.columns[0], of=lambda hour: 3 - 3 * hour)
    table = replace(line().table, columns=(column,), rows=(0, 1, 2))
    chart = replace(line(), table=table, mark="bars", series=(Series("Gull"),), boundaries=())
    heights = [re.search(r",([\d.]+)h[\d.]+v([\d.]+)h", d).groups() for d, _ in paths(chart, "bar")]
    assert heights == [("21.25", "63.75"), ("85", "0"), ("85", "63.75")]


def test_a_boundary_at_the_edge_of_the_frame_needs_no_line():
    chart = replace(line(), boundaries=(Boundary(0, "Dawn"),))
    assert rules(chart, "boundary") == []
    assert words(chart, "faint")["Dawn"] == (35, 35)
