"""A chart as a Vega-Lite specification: the whole of what is drawn, as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sfrules.press.things.charts.chart import Chart, Side, Trace
from sfrules.press.things.charts.chart_axes import CONFIG, across, up
from sfrules.press.things.charts.chart_heat import heat
from sfrules.press.things.charts.chart_layers import boundary, names_beside, series, spot
from sfrules.press.things.charts.chart_plan import Plan

Json = dict[str, Any]


def specification(chart: Chart) -> Json:
    """What to draw. The same chart gives the same specification, to the byte of its JSON."""
    plan = Plan(chart)
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "config": CONFIG,
        "autosize": "none",
        "padding": {side: getattr(plan, side) for side in ("left", "right", "top", "bottom")},
        "width": plan.width,
        "height": plan.height,
        **(_in_panels(plan) if chart.panels else _in_one(plan)),
    }


def _in_one(plan: Plan) -> Json:
    encoding = {"x": across(plan), "y": up(plan)}
    marks = heat(plan) if plan.chart.mark == "heat" else _every_series(plan)
    layers = [*_boundaries(plan, "across"), *marks, *_boundaries(plan, "up")]
    return {"encoding": encoding, "layer": layers}


def _every_series(plan: Plan) -> Iterator[Json]:
    for index in range(len(plan.chart.traces)):
        yield from series(plan, index)
    for trace in plan.chart.traces:
        yield from _spots(plan, trace)
    if plan.labelled:
        yield from names_beside(plan)


def _in_panels(plan: Plan) -> Json:
    panels = (_panel(plan, index, trace) for index, trace in enumerate(plan.chart.traces))
    return {
        "encoding": {"x": across(plan)},
        "layer": [*_boundaries(plan, "across"), *panels],
        "resolve": {"scale": {"y": "independent"}},
    }


def _panel(plan: Plan, index: int, trace: Trace) -> Json:
    layers = [*series(plan, index), *_spots(plan, trace), *_boundaries(plan, "up")]
    return {"encoding": {"y": up(plan, index)}, "layer": layers}


def _boundaries(plan: Plan, side: Side) -> Iterator[Json]:
    for line in plan.chart.boundaries:
        if line.side == side:
            yield from boundary(plan, line)


def _spots(plan: Plan, trace: Trace) -> Iterator[Json]:
    for pointed in plan.chart.spots:
        if pointed.series == trace.name:
            yield from spot(plan, pointed)
