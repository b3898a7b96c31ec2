"""Pandas at the door of a book: its tables and facts as frames, and frames as tables to print."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from numbers import Integral
from typing import TYPE_CHECKING, Any

from sfrules.facts.exact import exact as exactly
from sfrules.facts.exact import exact_answer
from sfrules.facts.row import CellValue
from sfrules.facts.tables import Facts
from sfrules.ground.formats import format_value
from sfrules.ground.problems import Mistake
from sfrules.press.things.tables.table import Column, Spanner, Table, joined

if TYPE_CHECKING:
    import pandas as pd

MOST_OF_PANDAS = 2**63  # where its integers end


def to_frame(table: Facts | Table | Callable[[], Table], *, exact: bool = True) -> pd.DataFrame:
    """Return facts, or a table that the book prints, as a pandas DataFrame.

    The key of the rows is the index. Whole numbers are integers, `Int64` where a cell is empty; all
    other numbers are fractions, or floats with `exact=False`. The units of columns are in
    `frame.attrs["units"]`.

    Raises:
        TypeError: for anything else.
    """
    import pandas as pd

    made = table if isinstance(table, Facts) or not callable(table) else table()
    rows: Sequence[Sequence[object]]
    if isinstance(made, Facts):
        fields, keys = made.schema.by_name, made.schema.primary_key
        names = dict.fromkeys((*keys, *fields))
        labels: list[Any] = [fields[name].heading or name for name in names]
        rows, key, units = [[row[name] for name in names] for row in made], len(keys), {}
    elif isinstance(made, Table):
        pairs = [(s.heading, c.heading) if s else (c.heading, "") for s, c in made.spanned]
        is_flat = not any(spanner for spanner, _ in made.spanned)
        labels = [made.stub.heading, *([heading for heading, _ in pairs] if is_flat else pairs)]
        columns = zip(made.headings, (made.stub, *made.leaves), strict=True)
        rows, key, units = made.cells, 1, {head: each.unit for head, each in columns if each.unit}
    else:
        raise TypeError(f"a {type(made).__name__} is no table")
    cells = list(zip(*rows, strict=True)) or [()] * len(labels)
    frame = pd.DataFrame({at: _series(column, exact) for at, column in enumerate(cells)})
    if key:
        frame = frame.set_index(list(range(key))).rename_axis(index=labels[:key])
    below = labels[key:]
    spanned = any(isinstance(each, tuple) for each in below)
    frame.columns = pd.MultiIndex.from_tuples(below) if spanned else below
    frame.attrs["units"] = units
    return frame


def _series(cells: Iterable[Any], exact: bool) -> pd.Series[Any]:
    """A column with the type of its cells."""
    import pandas as pd

    floats = (float(each) if isinstance(each, Fraction) else each for each in cells)
    column = pd.Series(list(cells if exact else floats), dtype=object)
    fits = all(type(each) is int and abs(each) < MOST_OF_PANDAS for each in column.dropna())
    if fits and column.hasnans and not column.isna().all():
        return column.astype("Int64")
    return column.infer_objects()


def laid_out(frame: Any) -> tuple[list[Column | Spanner], list[dict[str, CellValue]]]:
    """Return a frame as columns and rows of a table: with its index, if that does not only count.

    Raises:
        Mistake: for a number that is not exact, or headings that a table cannot have.
    """
    import pandas as pd

    if frame.columns.nlevels > 2:  # noqa: PLR2004 — a heading, and one above it
        hint = "frame.columns = [...] gives each column its heading"
        raise Mistake(f"the frame has {frame.columns.nlevels} levels of headings", hint)
    counts = frame.index.names == [None] and pd.api.types.is_integer_dtype(frame.index)
    labels = [*(() if counts else frame.index.names), *frame.columns]
    heads = [list(_head(label)) for label in labels]
    names = [": ".join(map(format_value, head)) for head in heads]
    if twice := next((each for each in names if names.count(each) > 1), None):
        raise Mistake(f'two columns of the frame are called "{twice}"')
    cells = frame.astype(object).where(frame.notna(), None).itertuples(index=False, name=None)
    rows = [
        dict(
            zip(names, map(_exactly, names, (*(() if counts else _parts(key)), *row)), strict=True)
        )
        for key, row in zip(frame.index, cells, strict=True)
    ]
    return list(joined(map(_column, heads, names))), rows


def _column(head: Sequence[CellValue], name: str) -> Column | Spanner:
    """A column, below another heading if it has two; what they say is given to its cells."""
    *above, heading = map(format_value, head or [""])
    column = Column(heading, partial(_cell, name), given={f"n{at}": n for at, n in enumerate(head)})
    return Spanner(above[0], (column,)) if above else column


def _head(label: object) -> Iterator[CellValue]:
    parts = (_exactly("a heading", each) for each in _parts(label))
    return (part for part in parts if part not in (None, ""))


def _cell(name: str, row: Mapping[str, CellValue], **_label: object) -> CellValue:
    return row[name]


def _parts(label: object) -> tuple[object, ...]:
    return label if isinstance(label, tuple) else (label,)


def _exactly(heading: str, value: Any) -> CellValue:
    """A value of a frame as a book has it: a number exact, a day without hours, None for NaN."""
    if value is None or value != value:  # noqa: PLR0124 — no NaN is itself
        return None
    if isinstance(value, bool | Integral):
        return value if isinstance(value, bool) else int(value)
    if not isinstance(value, float | Decimal | Fraction):
        return str(value).removesuffix(" 00:00:00")
    try:
        number = (
            float(value) if isinstance(value, float) else value
        )  # numpy writes its own at length
        return exactly(exact_answer(number, heading))
    except ValueError:
        hint = "keep Fractions in the frame, or round what need not be exact: frame.round(2)"
        raise Mistake(f"{heading} has {value}, which is not exact", hint) from None
