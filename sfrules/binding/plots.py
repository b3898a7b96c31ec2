"""Make the charts and figures of a book from the few words that an author gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from sfrules.binding.layout import numbered_columns
from sfrules.ground.formats import n
from sfrules.ground.problems import Mistake, counted, did_you_mean
from sfrules.press.things.charts import Axis, Chart, Mark, Series
from sfrules.press.things.figures import (
    Area,
    Extent,
    Figure,
    Level,
    Panel,
    Shade,
    Side,
    Square,
    Token,
    Tree,
)
from sfrules.press.things.tables import Column, Table

MARKS = get_args(Mark)
SIDES = get_args(Side)
SHADES = tuple(name for part in get_args(Shade) for name in (get_args(part) or (part,)))
assert set(get_args(Level)) <= set(SHADES)  # noqa: S101 — a shade is a name or a level
EMPTY = " ."
Legend = Mapping[str, str | tuple[str, str]]


def chart_of(id: str, title: str, table: Table, mark: Any, **more: Any) -> Chart:
    """Return a chart of a table, by default of all its columns of numbers.

    Raises:
        Mistake: for an unknown mark, or a table without a column of numbers.
    """
    if mark not in MARKS:
        raise Mistake(f"there is no mark {mark!r}", did_you_mean(str(mark), MARKS))
    wanted = more.pop("columns", ()) or tuple(numbered_columns(table))
    if not wanted:
        raise Mistake(f'table "{table.id}" has no column of numbers to draw')
    series = tuple(each if isinstance(each, Series) else Series(each) for each in wanted)
    drawn = [leaf for one in series for leaf in table.select(columns=[one.heading]).leaves]
    across, up = more.pop("across", ""), more.pop("up", "")
    return Chart(
        id=id,
        title=title,
        caption=more.pop("caption", "") or f"{title.rstrip('.')}.",
        table=table,
        mark=mark,
        across=across if isinstance(across, Axis) else _across(across, table.stub),
        up=up if isinstance(up, Axis) else _up(up, [table.stub] if mark == "heat" else drawn),
        series=series,
        **more,
    )


def _across(title: str, stub: Column) -> Axis:
    """Return the horizontal axis, by default named after the column along it."""
    return Axis(title=title or stub.heading, unit=stub.unit)


def _up(title: str, drawn: Sequence[Column]) -> Axis:
    """Return the vertical axis, named after the heading and unit that all columns share."""
    units, styles = {column.unit for column in drawn}, {column.style for column in drawn}
    headings = {column.heading for column in drawn}
    unit = units.pop() if len(units) == 1 else ""
    name = title or (headings.pop() if len(headings) == 1 else "Value")
    return Axis(title=name, unit=unit, style=styles.pop() if len(styles) == 1 else "")


def figure_of(id: str, caption: str, drawing: object, legend: Legend, **more: Any) -> Figure:
    """Return a figure of panels, or of a map drawn with letters that the legend explains."""
    panels = _panels(drawing, legend, more.pop("description", ""))
    title = more.pop("title", "") or caption
    return Figure(id=id, title=title, caption=caption, panels=panels, **more)


def _panels(drawing: object, legend: Legend, description: str) -> tuple[Panel | Tree, ...]:
    if isinstance(drawing, Panel | Tree):
        return (drawing,)
    if isinstance(drawing, str):
        drawing = drawing.strip("\n").split("\n")
    if isinstance(drawing, Sequence) and drawing:
        if all(isinstance(each, str) for each in drawing):
            return (map_panel(drawing, legend, description),)
        if all(isinstance(each, Panel | Tree) for each in drawing):
            return tuple(drawing)
    raise Mistake(f"the drawing is {type(drawing).__name__}", "rows of a map, a Panel, or a Tree")


def map_panel(rows: Sequence[str], legend: Legend, description: str = "") -> Panel:
    """Return a map drawn with letters; a blank or a dot is an empty square.

    A letter whose legend is a name is a token; one with a name and a shade is an area.

    Raises:
        Mistake: for a letter without a legend, or an unknown shade.
    """
    squares: dict[str, list[Square]] = {letter: [] for letter in legend}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter in EMPTY and letter not in legend:
                continue
            if letter not in squares:
                hint = did_you_mean(letter, legend)
                raise Mistake(f'the legend says nothing of "{letter}"', hint)
            squares[letter].append((x, y))
    drawn = [(letter, *_said(legend[letter]), tuple(at)) for letter, at in squares.items() if at]
    extent = Extent(max(map(len, rows)), len(rows))
    counts = "; ".join(f"{name}: {n(counted(len(at), 'square'))}" for _, name, _, at in drawn)
    plain = f"A map of {n(extent.columns)} by {n(extent.rows)} squares. {counts}."
    return Panel(
        extent=extent,
        description=description or plain,
        tokens=tuple(
            Token(name, letter, look, square)  # type: ignore[arg-type] # one of the sides
            for letter, name, look, squares in drawn
            if look in SIDES
            for square in squares
        ),
        areas=tuple(Area(name, at, look) for _, name, look, at in drawn if look in SHADES),  # type: ignore[arg-type] # one of the shades
    )


def _said(said: str | tuple[str, str]) -> tuple[str, str]:
    """Return the name of what a letter stands for, and its side or shade."""
    name, look = said if isinstance(said, tuple) else (said, "object")
    if look not in (*SIDES, *SHADES):
        hint = did_you_mean(look, (*SHADES, *SIDES))
        raise Mistake(f'there is no shade "{look}"', hint)
    return name, look
