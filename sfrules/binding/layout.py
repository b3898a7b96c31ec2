"""A table as a literal of the author's: a caption, rows, and a heading with a rule for each column.

    Layout("Leagues a day", terrain, {"Terrain": "name", "Days": (days, "decimal:1")})

What stands behind a heading is the name of a column of the rows, or a function of a row. Words may
follow it: a style, a unit, and a sentence that says what the column holds, known by its full stop.
A mapping of more headings stands below a spanner.
Rows that are `terrain.keys` have the keys for functions, and the columns of their rows for names.
Where rows say from which source they are, so does their table.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import ModuleType
from typing import Any

from sfrules.facts.domain import shown
from sfrules.facts.facts import Facts, Keys
from sfrules.facts.row import Row, identifier
from sfrules.ground.formats import FILTERS
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.things.tables.table import Column, Spanner, Table

Columns = Mapping[str, object]
HEADINGS = '{"Heading": "name of a column", "Other": function}'
SEVERAL = "a column is a name, a function, or (one of these, style)"
WORDS = 2  # a style and a unit


@dataclass(frozen=True)
class Layout:
    """What a table says: its caption, its rows, its columns by their headings, and its notes.

    `rules` and `facts`, the names of tables of facts, are what fills it; if they are not said, all
    that is asked for while it is made.
    """

    caption: str
    rows: Iterable[Any]
    columns: Columns = field(default_factory=dict)
    notes: Sequence[str] | str = ()
    group: Callable[..., object] | str | None = None
    sources: Sequence[str] | str = ()
    proof: str = ""
    rules: Sequence[Callable[..., object]] = ()
    facts: Sequence[str] | str = ()

    def table(self, id: str) -> Table:
        """The table, whose cells are not worked out yet.

        Raises:
            Mistake: for what is no table, with what is wrong in it as its parameter.
        """
        if not isinstance(self.caption, str):
            hint = 'as in "Leagues a day"'
            raise Mistake(f"the caption is {self.caption!r}, no text", hint, str(self.caption))
        if not isinstance(self.rows, Iterable):
            hint = "range(1, 7), a list, or a table of facts"
            raise Mistake(f"the rows are {_shown(self.rows)}", hint, str(self.rows))
        if type(self.rows).__name__ == "DataFrame":
            hint = "book.facts makes rows of it, and book.frame prints it as it is"
            raise Mistake("the rows are a DataFrame", hint)
        if not isinstance(self.columns, Mapping):
            raise Mistake(f"the columns are a {type(self.columns).__name__}", HEADINGS)
        columns = self.columns or _all_of(self.rows)
        stub, *others = (_column(self.rows, *each) for each in columns.items())
        if isinstance(stub, Spanner):
            raise Mistake("the first column names the rows: no other stands beside it", "",
                          stub.heading)  # fmt: skip
        if not others:
            raise Mistake("the table has one column alone", "the first one only names the rows")
        group = _field(self.rows, self.group) if isinstance(self.group, str) else self.group
        return Table(
            id=id,
            caption=self.caption,
            stub=stub,
            columns=tuple(others),
            rows=tuple(self.rows),
            notes=_several(self.notes),
            group=group,
            sources=_several(self.sources) or _sources_of(self.rows),
            proof=self.proof,
            rules=tuple(self.rules),
            authored=_several(self.facts),
        )


def _several(said: Sequence[str] | str) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(dict.fromkeys(said))


def _sources_of(rows: Iterable[Any]) -> tuple[str, ...]:
    """Where the facts are from that are the rows."""
    facts = rows.facts if isinstance(rows, Keys) else rows
    return facts.sources if isinstance(facts, Facts) else ()


def _all_of(rows: Iterable[Any]) -> Columns:
    """Every column of a table of facts, below its own heading."""
    if isinstance(rows, Facts):
        return {field.title: field.name for field in rows.schema.fields}
    raise Mistake("the table has no columns", HEADINGS)


def _shown(said: object) -> str:
    """A value in a message; a module by its name alone, whose file is elsewhere each time."""
    return f"the module {said.__name__}" if isinstance(said, ModuleType) else shown(said)


def _column(rows: Iterable[Any], heading: str, said: object) -> Column | Spanner:
    if not isinstance(heading, str):
        raise Mistake(f"the heading {heading!r} is no text", "", str(heading))
    if isinstance(said, Mapping):
        below = tuple(_column(rows, *each) for each in said.items())
        leaves = tuple(each for each in below if isinstance(each, Column))
        if len(leaves) < len(below) or not leaves:
            raise Mistake(f'below "{heading}" stand columns and nothing else', "", heading)
        return Spanner(heading, leaves)
    of, style, unit, told = _parts(said, heading)
    if style and style.partition(":")[0] not in FILTERS:
        raise Mistake(f'there is no style "{style}"', did_you_mean(style, FILTERS), style)
    if isinstance(of, Column):
        return replace(of, heading=heading)
    if isinstance(of, str):
        return Column(heading, _field(rows, of), told or _description(rows, of), unit, style)
    if not callable(of):
        raise Mistake(f"below {heading} stands {_shown(of)}, which is no column", SEVERAL, heading)
    of, given = (of.func, of.keywords) if isinstance(of, partial) and not of.args else (of, {})
    return Column(heading, of, told or _first_sentence(of), unit, style, given)


def _parts(said: object, heading: str) -> tuple[object, str, str, str]:
    """What fills the cells, the style, the unit, and what the column holds."""
    if not isinstance(said, tuple):
        return said, "", "", ""
    of, *words = said
    texts = [word for word in words if isinstance(word, str)]
    told = [word for word in texts if word.endswith(".")]
    others = [word for word in texts if not word.endswith(".")]
    if not words or len(texts) < len(words) or len(told) > 1 or len(others) > WORDS:
        raise Mistake(
            f"below {heading} stands {_shown(said)}, which is no column", SEVERAL, heading
        )
    style, unit = (*others, "", "")[:WORDS]
    return of, style, unit, "".join(told)


def _field(rows: Iterable[Any], name: str) -> Callable[[Any], object]:
    """A column of the rows, by its name or its heading."""
    facts = rows.facts if isinstance(rows, Keys) else rows
    if isinstance(facts, Facts):
        found = facts.named(name)
        if not found:
            hint = did_you_mean(name, facts.schema.columns)
            raise Mistake(f'{facts.name} has no column "{name}"', hint, name)
        name = found
    if isinstance(rows, Keys):
        return lambda key: getattr(rows.facts[key], name)
    return lambda row: _of_row(row, name)


def _of_row(row: Any, name: str) -> object:
    if isinstance(row, Mapping):
        return row[name]
    return getattr(row, identifier(name) if isinstance(row, Row) else name)


def _description(rows: Iterable[Any], name: str) -> str:
    if isinstance(rows, Facts):
        found = next((f for f in rows.schema.fields if f.name == rows.named(name)), None)
        return found.description if found else ""
    return ""


def _first_sentence(function: Callable[..., object]) -> str:
    """What a rule says of itself; a type of Python's own, such as int, says nothing of the game."""
    plain = inspect.unwrap(function)
    said = inspect.getdoc(plain) if inspect.isfunction(plain) else ""
    return (said or "").partition("\n")[0]


def numbered_columns(table: Table) -> Iterator[str]:
    """The headings of the columns that a chart can draw: those of numbers."""
    for at, heading in enumerate(table.headings[1:], start=1):
        cells = [row[at] for row in table.cells if row[at] is not None]
        if cells and not any(isinstance(cell, str | bool) for cell in cells):
            yield heading
