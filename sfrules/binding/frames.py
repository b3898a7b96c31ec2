"""Makes a table of the book from a pandas DataFrame, with exact numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from operator import itemgetter
from typing import Any

from sfrules.facts.exact import exact
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.things.tables.table import Column, Spanner, Table


def framed(id: str, caption: str, frame: object, styles: Mapping[str, str]) -> Table:
    """Return the table of a frame. The index names the rows; if it only counts, the first column.

    Raises:
        Mistake: if it is not a DataFrame, or a style names a column that it does not have.
    """
    import pandas as pd

    if not isinstance(frame, pd.DataFrame):
        raise Mistake(f"a {type(frame).__name__} is no DataFrame", "book.table takes other rows")
    index: Any = frame.index
    names: Any = frame.columns
    if isinstance(index, pd.RangeIndex) and index.name is None:
        frame = frame.set_index(names[0])
        names = frame.columns
    headings = [each if isinstance(each, tuple) else ("", each) for each in names]
    known = [str(heading) for _, heading in headings]
    for heading in styles:
        if heading not in known:
            hint = did_you_mean(heading, known)
            raise Mistake(f'the frame has no column "{heading}"', hint, heading)
    columns = [
        (str(spanner), Column(str(heading), itemgetter(at), style=styles.get(str(heading), "")))
        for at, (spanner, heading) in enumerate(headings, start=1)
    ]
    rows = tuple(tuple(map(exactly, row)) for row in frame.itertuples(name=None))
    stub = Column(str(frame.index.names[0] or ""), itemgetter(0))
    return Table(id=id, caption=caption, stub=stub, columns=_spanned(columns), rows=rows)


def exactly(value: Any) -> object:
    """Return a frame's value for a cell: numbers are exact, and a missing value is None."""
    kind = type(value).__name__
    if value is None or isinstance(value, str | bool | Fraction | Decimal):
        return value
    if isinstance(value, Integral):
        return int(value)
    if kind in ("NAType", "NaTType") or value != value:  # noqa: PLR0124 — no NaN is itself
        return None
    if kind in ("bool", "bool_"):
        return bool(value)
    return exact(float(value)) if isinstance(value, Real) else str(value)


def _spanned(columns: Sequence[tuple[str, Column]]) -> tuple[Column | Spanner, ...]:
    """Return the columns, with neighbors below the same spanner joined."""
    made: list[Column | Spanner] = []
    for heading, column in columns:
        above = made[-1] if made else None
        if not heading:
            made.append(column)
        elif isinstance(above, Spanner) and above.heading == heading:
            made[-1] = Spanner(heading, (*above.columns, column))
        else:
            made.append(Spanner(heading, (column,)))
    return tuple(made)
