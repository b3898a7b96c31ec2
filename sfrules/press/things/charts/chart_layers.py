"""What is drawn on a plot, layer by layer, in Vega-Lite's terms.

Where Vega-Lite takes a colour it is given a name here, such as "series-1": what draws the plot
passes it on, and `charts_svg` makes a class of it, so that the stylesheet has all colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sfrules.ground.formats import styled
from sfrules.press.things.charts.chart import Boundary, Spot, Trace
from sfrules.press.things.charts.chart_axes import number
from sfrules.press.things.charts.chart_plan import GAP, LINE, Plan, beside, wrapped
from sfrules.press.things.charts.chart_ruler import TEXT_SIZE

Json = dict[str, Any]

# Series are told apart by dashes or shapes before colours, and by their names beside them.
DASHES = ([1, 0], [7, 4], [2, 4], [10, 4, 2, 4], [4, 3], [12, 4])
SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross")
LINE_HEIGHT = 14
# More bars than this have no room for their numbers.
NAMED_BARS = 12
# A line through more numbers than this would lose its dashes below the dots.
DOTTED_LINE = 16


def series(plan: Plan, index: int) -> Iterator[Json]:
    """A series: its line, points or bars, and the name of its panel."""
    # Panels are told apart by standing apart.
    trace, ink = plan.chart.traces[index], _ink(0 if plan.chart.panels else index)
    rows = [_row(trace, at) for at in range(len(trace.points))]
    if plan.chart.mark == "step":
        rows.append(rows[-1] | {"x": number(plan.end)})
    yield _layer(rows, _mark(plan, index, ink))
    if plan.chart.mark == "line" and len(rows) <= DOTTED_LINE:
        yield _layer(rows, {"type": "point", "filled": True, "size": 13, "color": ink})
    if plan.chart.mark == "bars" and not plan.chart.panels and len(rows) <= NAMED_BARS:
        yield _layer(
            rows, _text("ink", align="center", baseline="bottom", dy=-3), text=_field("text")
        )
    if plan.chart.panels:
        _, top = plan.span(index)
        words = _text("ink", align="right", baseline="bottom", text=trace.name, fontWeight="bold")
        yield _layer([{}], words, x={"value": plan.width}, y={"value": top - 3})


def _mark(plan: Plan, index: int, ink: str) -> Json:
    match plan.chart.mark:
        case "bars":
            named = bool(plan.chart.names)
            return {"type": "bar", "color": "bar"} | ({} if named else {"size": plan.bar})
        case "points":
            shape = SHAPES[index % len(SHAPES)]
            return {"type": "point", "filled": True, "size": 46, "shape": shape, "color": ink}
        case mark:
            way = "step-after" if mark == "step" else "linear"
            dash = DASHES[index % len(DASHES)]
            return {"type": "line", "color": ink, "interpolate": way, "strokeDash": dash}


def _row(trace: Trace, index: int) -> Json:
    at, value = trace.points[index]
    return {"x": number(at), "y": number(value), "text": styled(value, trace.column.style)}


def boundary(plan: Plan, line: Boundary) -> Iterator[Json]:
    """A line through the whole plot, named at its upper or its right end."""
    at, rule = number(line.at), {"type": "rule", "color": "boundary", "strokeDash": [2, 3]}
    if line.side == "up":
        words = _text("faint", align="right", baseline="bottom", dy=-3, text=line.name)
        yield _layer([{"y": at}], rule, x={"value": 0}, x2={"value": plan.width})
        yield _layer([{"y": at}], words, x={"value": plan.width})
        return
    words = _text("faint", align="left", baseline="alphabetic", dx=3, text=line.name)
    if plan.share(line.at) > 0:
        yield _layer([{"x": at}], rule, y={"value": -LINE + 3}, y2={"value": plan.height})
    yield _layer([{"x": at}], words, y={"value": -5})


def names_beside(plan: Plan) -> Iterator[Json]:
    """The name of each series, beside its end."""
    for index, (trace, middle) in enumerate(zip(plan.chart.traces, beside(plan), strict=True)):
        lines = wrapped(trace.name)
        top = middle - (len(lines) - 1) * LINE_HEIGHT / 2
        words = _text(_ink(index), align="left", baseline="middle")
        named = words | {"text": lines, "lineHeight": LINE_HEIGHT, "fontWeight": "bold"}
        yield _layer([{}], named, x={"value": plan.width + GAP}, y={"value": top})


def spot(plan: Plan, pointed: Spot) -> Iterator[Json]:
    """A ring around what is plotted at a place, and its name beside it."""
    value = plan.chart.value_of(pointed)
    rows = [{"x": number(pointed.at), "y": number(value)}]
    ring = {"type": "point", "filled": False, "size": 120, "strokeWidth": 1.5, "color": "spot"}
    yield _layer(rows, ring)
    left = plan.share(pointed.at) > 1 / 2
    align, dx = ("right", -LINE / 2) if left else ("left", LINE / 2)
    yield _layer(
        rows, _text("ink", align=align, baseline="bottom", dx=dx, dy=-5, text=pointed.name)
    )


def _ink(index: int) -> str:
    return f"series-{index % len(DASHES) + 1}"


def _layer(rows: list[Json], mark: Json, **encoding: Json) -> Json:
    made: Json = {"data": {"values": rows}, "mark": mark}
    return made | ({"encoding": encoding} if encoding else {})


def _field(name: str) -> Json:
    return {"field": name, "type": "nominal"}


def _text(ink: str, **how: object) -> Json:
    return {"type": "text", "color": ink, "fontSize": TEXT_SIZE} | how
