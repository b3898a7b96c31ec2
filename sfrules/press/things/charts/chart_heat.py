"""A heat map: a cell for each number, shaded by it, with the number in it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sfrules.ground.formats import styled
from sfrules.press.things.charts.chart import At, Number, Trace
from sfrules.press.things.charts.chart_plan import Plan
from sfrules.press.things.charts.chart_ruler import TEXT_SIZE

Json = dict[str, Any]

SHADES = 7


def heat(plan: Plan) -> Iterator[Json]:
    """The cells, their numbers, and a frame around those that are pointed out."""
    chart = plan.chart
    values = [value for trace in chart.traces for value in trace.values]
    cells = [
        _cell(plan, trace, at, value) | {"ink": shade(value, min(values), max(values))}
        for trace in chart.traces
        for at, value in trace.points
    ]
    framed = [
        _cell(plan, chart.trace(spot.series), spot.at, chart.value_of(spot)) for spot in chart.spots
    ]
    bold = [(cell["x"], cell["y"]) for cell in framed]
    plain = [cell for cell in cells if (cell["x"], cell["y"]) not in bold]
    ink = {"color": {"field": "ink", "type": "nominal", "scale": None}}
    yield {"data": {"values": cells}, "mark": {"type": "rect"}, "encoding": ink}
    yield _numbers(plain, "normal")
    if framed:
        frame = {"type": "rect", "filled": False, "stroke": "spot", "strokeWidth": 2.5}
        yield {"data": {"values": framed}, "mark": frame}
        yield _numbers(framed, "bold")


def shade(value: Number, low: Number, high: Number) -> str:
    """The shade of a value, of as many equal steps as there are shades."""
    if low == high:
        return "heat-1"
    share = (Fraction(value) - Fraction(low)) / (Fraction(high) - Fraction(low))
    return f"heat-{min(SHADES, int(share * SHADES) + 1)}"


def _cell(plan: Plan, trace: Trace, at: At, value: Number) -> Json:
    style = plan.chart.places_style
    return {"x": trace.name, "y": styled(at, style), "text": styled(value, trace.column.style)}


def _numbers(cells: list[Json], weight: str) -> Json:
    mark = {"type": "text", "color": "cell", "fontSize": TEXT_SIZE, "fontWeight": weight}
    words = {"text": {"field": "text", "type": "nominal"}}
    return {"data": {"values": cells}, "mark": mark, "encoding": words}
