"""The axes of a plot, in Vega-Lite's terms: every tick and pixel given, none left to a font."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from sfrules.press.things.charts.chart_plan import GAP, LINE, Names, Plan
from sfrules.press.things.charts.chart_ruler import TEXT_SIZE, Ruler

Json = dict[str, Any]

# Each name has an equal share of its axis, and what stands for it the middle of that.
_SHARES: dict[str, Json] = {
    "heat": {"paddingInner": 0, "paddingOuter": 0},
    "bars": {"paddingInner": 0.4, "paddingOuter": 0.2},
    "points": {"padding": 0.5},
}
_PLAIN = {"labelFontWeight": "normal", "titleFontWeight": "normal", "translate": 0}
CONFIG: Json = {
    "view": {"stroke": "transparent"},
    # What draws the plot brings this font along; on the page, the reader's own takes its place.
    "font": "Liberation Sans",
    "axis": _PLAIN
    | {
        "labelFontSize": TEXT_SIZE,
        "titleFontSize": TEXT_SIZE,
        "labelColor": "faint",
        "titleColor": "ink",
        "domainColor": "axis",
        "tickColor": "axis",
        "gridColor": "grid",
        "labelOverlap": False,
        "labelBound": False,
        "labelFlush": False,
        "labelLimit": 0,
        "titleLimit": 0,
        "tickRound": False,
    },
}


def number(value: object) -> Any:
    """A number as JSON has it; the name of a place stays what it is."""
    if isinstance(value, str):
        return value
    exact = Fraction(value)  # type: ignore[call-overload]
    return exact.numerator if exact.denominator == 1 else float(exact)


def across(plan: Plan) -> Json:
    """The axis across, below the plot."""
    axis = {
        "title": plan.chart.across.text,
        "titleY": plan.bottom - GAP / 2,
        "titleX": plan.width / 2,
        "titleAnchor": "middle",
        "titleBaseline": "alphabetic",
        "grid": False,
        "tickSize": 4,
        "labelPadding": 4,
        "labelAngle": 0,
        "labelLineHeight": LINE,
    }
    if plan.chart.mark == "heat":
        axis |= {"domain": False, "ticks": False}
    return {"field": "x"} | _measured(plan, plan.across, axis, _padding(plan))


def up(plan: Plan, panel: int = 0) -> Json:
    """The axis up, of the whole plot or of one panel; its title lies above the first."""
    bottom, top = plan.span(panel)
    axis = {
        "title": None if panel else plan.chart.up.text,
        "titleX": -plan.left,
        "titleY": LINE - plan.top - GAP / 2,
        "titleAngle": 0,
        "titleAlign": "left",
        "titleBaseline": "alphabetic",
        "orient": "left",
        "offset": 0,
        "domain": False,
        "ticks": False,
        "labelPadding": GAP,
        "grid": plan.chart.mark != "heat",
    }
    across_the_paper = {"range": [bottom, top]} if plan.chart.mark != "heat" else {}
    return {"field": "y"} | _measured(plan, plan.up, axis, across_the_paper)


def _measured(plan: Plan, measure: Ruler | Names, axis: Json, more: Json) -> Json:
    if isinstance(measure, Names):
        names = list(measure.labels)
        scale = {"domain": names, **_SHARES[plan.chart.mark], **more}
        if measure is plan.across:
            axis |= {"labelExpr": _labels(names, plan.labels)}
        return {"type": "ordinal", "sort": None, "scale": scale, "axis": axis}
    scale = {"domain": [number(measure.low), number(measure.high)], "nice": False, "zero": False}
    ticks = [number(tick) for tick in measure.ticks]
    axis |= {"values": ticks, "labelExpr": _labels(ticks, measure.labels)}
    kind = {"type": "log"} if measure.log else {"type": "linear"}
    return {"type": "quantitative", "scale": scale | kind | more, "axis": axis}


def _labels(ticks: list[Any], labels: Sequence[object]) -> str:
    """An expression that finds the label of a tick: numbers are formatted by ourselves."""
    texts, values = (json.dumps(each, ensure_ascii=False) for each in (labels, ticks))
    return f"{texts}[indexof({values}, datum.value)]"


def _padding(plan: Plan) -> Json:
    """Room between the frame and what stands for the first and the last number."""
    if isinstance(plan.across, Names):
        return {}
    widths = {"bars": plan.bar / 2 + 2, "points": 6.0}
    return {"padding": widths.get(plan.chart.mark, 0)}
