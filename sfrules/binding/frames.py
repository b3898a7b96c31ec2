"""Pandas at the edge of a book: tables as frames, and frames as tables and as facts, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from sfrules.facts.exact import exact, exact_answer
from sfrules.facts.fact_rows import Facts, key_of
from sfrules.facts.row import CellValue, Row, RowPlace, identifier
from sfrules.facts.schema import Schema, SchemaField
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.things.tables.table import Column, Spanner, Table, frame_of, joined

if TYPE_CHECKING:
    import pandas as pd

EXACT = "keep Fractions in the frame, or round what need not be exact: frame.round(2)"
_TYPES = {int: "integer", Fraction: "number", bool: "boolean"}


def to_frame(table: Facts | Table | Callable[[], Table]) -> pd.DataFrame:
    """A table of facts, or a table that the book prints, as a pandas DataFrame.

    The key of the rows is the index. Whole numbers are integers, `Int64` where a cell is empty, and
    all other numbers are fractions. The units of columns are in `frame.attrs["units"]`.

    Raises:
        TypeError: for anything else.
    """
    if isinstance(table, Facts):
        fields = {field.heading or field.name: field.name for field in table.schema.fields}
        cells = [[getattr(row, name) for name in fields.values()] for row in table]
        frame = frame_of(list(fields), cells)
        keys = [heading for heading, name in fields.items() if name in table.schema.primary_key]
        return frame.set_index(keys) if keys else frame
    made = table() if callable(table) else table
    if not isinstance(made, Table):
        raise TypeError(f"a {type(made).__name__} is no table")
    return made.to_frame()


def framed(id: str, caption: str, frame: object, styles: Mapping[str, str]) -> Table:
    """Return the table of a frame. The index names the rows; if it only counts, the first column.

    Raises:
        Mistake: for what is no frame, a number that is not exact, or a style of a column that the
            frame does not have.
    """
    plain = _plain(frame, levels=2)
    stub, *columns = (_column(at, label, styles) for at, label in enumerate(plain.columns))
    known = [column.heading for _, column in columns]
    for heading in styles:
        if heading not in known:
            hint = did_you_mean(heading, known)
            raise Mistake(f'the frame has no column "{heading}"', hint)
    above = joined(Spanner(name, (each,)) if name else each for name, each in columns)
    rows = tuple(_rows(plain))
    return Table(id, caption, stub=stub[1], columns=tuple(above), rows=rows)


@dataclass(frozen=True)
class _Cell:
    """A cell of a row, by its place in it."""

    at: int

    def __call__(self, row: Sequence[object], **_: object) -> object:
        return row[self.at]


def _column(at: int, label: object, styles: Mapping[str, str]) -> tuple[str, Column]:
    """A column, and the heading over it and others; numbers in a label are given, as cells are."""
    above, below = _levels(label)
    spanner, heading = (above, below) if below else ("", above)
    parts = label if isinstance(label, tuple) else (label,)
    numbers = {f"label_{n}": _exactly(heading, each) for n, each in enumerate(parts)}
    given: dict[str, object] = {
        name: each for name, each in numbers.items() if isinstance(each, int | Fraction)
    }
    return spanner, Column(heading, _Cell(at), style=styles.get(heading, ""), given=given)


def facts_in(name: str, frame: Any, place: RowPlace) -> tuple[Schema, tuple[Row, ...]]:
    """The columns and rows of facts that a frame holds; the index is their key, if it has a name.

    Raises:
        Mistake: for what is no frame, a number that is not exact, or columns or rows that cannot be
            told apart.
    """
    plain = _plain(frame, levels=1)
    rows = list(_rows(plain))
    if not rows:
        raise Mistake("the frame has no rows")
    columns = list(zip(*rows, strict=True))
    fields = tuple(map(_field, map(str, plain.columns), columns))
    names = [field.name for field in fields]
    if twice := next((each for each in names if names.count(each) > 1), None):
        raise Mistake(f"two columns would both be called {twice}")
    key = tuple(names[: len(names) - len(frame.columns)]) or key_of(names, columns)
    keys = Counter(zip(*(columns[names.index(each)] for each in key), strict=True))
    for said, times in keys.items():
        if times > 1:
            raise Mistake(f"two rows have the key {', '.join(map(str, said))}")
    schema = Schema(name, place.path, name, "", fields, key, (), None, ())
    made = (Row(dict(zip(names, row, strict=True)), place, schema.key) for row in rows)
    return schema, tuple(made)


def _field(heading: str, cells: Sequence[CellValue]) -> SchemaField:
    kinds = {_TYPES.get(type(cell), "string") for cell in cells if cell is not None}
    kinds = {"number"} if kinds == {"integer", "number"} else kinds
    kind = kinds.pop() if len(kinds) == 1 else "string"
    return SchemaField(identifier(heading), kind, title=heading, heading=heading)


def _plain(frame: object, levels: int) -> pd.DataFrame:
    """The frame with its index among its columns, unless that only counts the rows."""
    import pandas as pd

    if not isinstance(frame, pd.DataFrame):
        raise Mistake(
            f"a {type(frame).__name__} is no DataFrame",
            "book.table takes other rows, and book.csv reads facts from a file",
        )
    if not len(frame.columns):
        raise Mistake("the frame has no columns")
    if frame.columns.nlevels > levels:
        hint = "frame.columns = [...] gives each column its heading"
        raise Mistake(f"the frame has {frame.columns.nlevels} levels of headings", hint)
    index = frame.index
    if index.names == [None] and pd.api.types.is_integer_dtype(index):
        return frame
    return frame.rename_axis(index=[str(name or "") for name in index.names]).reset_index()


def _levels(label: object) -> tuple[str, str]:
    """A column's heading and the one below it, if there are two levels."""
    above, below = label if isinstance(label, tuple) else (label, "")
    return str(above), str(below)


def _rows(frame: pd.DataFrame) -> Iterator[tuple[CellValue, ...]]:
    headings = [": ".join(filter(None, _levels(label))) for label in frame.columns]
    for row in frame.itertuples(index=False, name=None):
        yield tuple(map(_exactly, headings, row))


def _exactly(heading: str, value: Any) -> CellValue:
    """A value of a frame as the book has it: a number exact, what is missing as None."""
    kind = type(value).__name__
    if value is None or kind in ("NAType", "NaTType") or value != value:  # noqa: PLR0124 — no NaN is itself
        return None
    if kind in ("bool", "bool_"):
        return bool(value)
    if isinstance(value, str) or not isinstance(value, Real | Decimal):
        return str(value)
    try:
        if isinstance(value, Integral):
            return int(value)
        number = value if isinstance(value, Fraction | Decimal) else float(value)
        return exact(exact_answer(number, heading))
    except ValueError:
        said = f"{heading} has {value}, which is not exact"
        raise Mistake(said, EXACT) from None
