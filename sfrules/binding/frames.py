"""Turn tables and facts into pandas DataFrames, and DataFrames into tables to print."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from numbers import Integral
from typing import TYPE_CHECKING, Any

from sfrules.facts.exact import exact as exactly
from sfrules.facts.exact import exact_answer
from sfrules.facts.row import CellValue
from sfrules.facts.tables import Facts
from sfrules.ground.formats import as_read, format_value, n
from sfrules.ground.problems import Mistake
from sfrules.press.things.tables import Column, Spanner, Table, joined

if TYPE_CHECKING:
    import pandas as pd


def to_frame(table: Facts | Table | Callable[[], Table], *, exact: bool = True) -> pd.DataFrame:
    """Return facts, or a table that the book prints, as a pandas DataFrame.

    The key of the rows is the index. Whole numbers are integers, `Int64` where a cell is empty; all
    other numbers are fractions, or floats with `exact=False`. The units of columns are in
    `frame.attrs["units"]`.
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
        columns = zip(made.headings, made.all_columns, strict=True)
        rows, key, units = made.cells, 1, {head: each.unit for head, each in columns if each.unit}
    else:
        raise TypeError(f"a {type(made).__name__} is no table")
    cells = list(zip(*rows, strict=True)) or [()] * len(labels)
    frame = pd.DataFrame({at: _series(column, exact) for at, column in enumerate(cells)})
    if key:
        frame = frame.set_index(list(range(key))).rename_axis(index=labels[:key])
    spanned = any(isinstance(each, tuple) for each in labels)
    frame.columns = pd.MultiIndex.from_tuples(labels[key:]) if spanned else labels[key:]
    frame.attrs["units"] = units
    return frame


def _series(cells: Iterable[Any], exact: bool) -> pd.Series[Any]:
    """A column with the type of its cells."""
    import pandas as pd

    floats = (float(each) if isinstance(each, Fraction) else each for each in cells)
    column = pd.Series(list(cells if exact else floats), dtype=object)
    is_whole = pd.api.types.infer_dtype(column, skipna=True) == "integer"
    with suppress(OverflowError):  # of numbers that are too large for pandas
        return column.astype("Int64") if is_whole and column.hasnans else column.infer_objects()
    return column


def laid_out(frame: Any) -> tuple[list[Column | Spanner], list[dict[str, CellValue]]]:
    """Return a frame as columns and rows of a table: with its index, if that does not only count.

    Raises:
        Mistake: for a number that is not exact, or headings that a table cannot have.
    """
    import pandas as pd

    if frame.columns.nlevels > 2:  # noqa: PLR2004 — a heading, and one above it
        hint = "frame.columns = [...] gives each column its heading"
        raise Mistake(f"the frame has {frame.columns.nlevels} levels of headings", hint)
    if frame.index.names == [None] and pd.api.types.is_integer_dtype(frame.index):
        labels, keys = [*frame.columns], [_parts(())] * len(frame)
    else:
        labels, keys = [*frame.index.names, *frame.columns], [_parts(key) for key in frame.index]
    heads = [[_exactly("a heading", part) for part in _parts(label)] for label in labels]
    heads = [[part for part in head if part not in (None, "")] for head in heads]
    names = [": ".join(map(format_value, head)) for head in heads]
    if twice := next((each for each in names if names.count(each) > 1), None):
        raise Mistake(f'two columns of the frame are called "{twice}"')
    cells = frame.itertuples(index=False, name=None)
    rows = [map(_exactly, names, (*key, *row)) for key, row in zip(keys, cells, strict=True)]
    columns = joined(map(_column, heads, names))
    return list(columns), [dict(zip(names, row, strict=True)) for row in rows]


def _column(head: list[CellValue], name: str) -> Column | Spanner:
    """A column, below another heading if it has two; they are values of the frame."""
    *above, heading = (as_read(n(part)) for part in head or [""])
    column = Column(heading, lambda row: row[name])
    return Spanner(above[0], (column,)) if above else column


def _parts(label: object) -> tuple[object, ...]:
    return label if isinstance(label, tuple) else (label,)


def _exactly(heading: str, value: Any) -> CellValue:
    """A value of a frame as a book has it: a number exact, a day without hours, None for NaN."""
    import pandas as pd

    if value is None or pd.isna(value) is True:
        return None
    if isinstance(value, bool | Integral):
        return value if isinstance(value, bool) else int(value)
    if not isinstance(value, float | Decimal | Fraction):
        return str(value).removesuffix(" 00:00:00")
    number = float(value) if isinstance(value, float) else value  # numpy has one of its own
    try:
        return exactly(exact_answer(number, heading))
    except ValueError:
        hint = "keep Fractions in the frame, or round what need not be exact: frame.round(2)"
        raise Mistake(f"{heading} has {value}, which is not exact", hint) from None
