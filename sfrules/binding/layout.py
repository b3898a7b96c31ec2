"""A table as its author writes it: a caption, rows, and what each column's cells are.

    Layout("Leagues a day", terrain, {"Terrain": "name", "Days": (days, "decimal:1")})

A column is given by the name of a column of the rows, or by a function of a row. In a tuple, texts
may follow: a style, a unit, and a sentence about the column, which ends with a full stop.
A mapping of headings in place of a column makes a spanner with columns below it.
With `terrain.keys()` as rows, functions are called with keys, and names are columns of the rows.
If the rows name their sources, the table has the same sources.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import ModuleType
from typing import Any

from sfrules.facts.tables import Facts, Keys
from sfrules.ground.formats import FILTERS, n, shown
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.things.tables import Column, Spanner, Table

ColumnSpecs = Mapping[str, object]
HEADINGS = '{"Heading": "name of a column", "Other": function}'
SEVERAL = "a column is a name, a function, or (one of these, style)"
WORDS = 2  # a style and a unit


def texts_only(**said: object) -> None:
    """Raise Mistake for an argument that is not a text, or is empty."""
    for name, text in said.items():
        if not isinstance(text, str) or not text:
            raise Mistake(f"the {name} is {text!r}, and no text", "it is words in quotes")


@dataclass(frozen=True)
class Layout:
    """A table: its caption, its rows, its columns by their headings, and its notes.

    `rules` and `facts` are the rules and the names of the tables of facts that fill it. If they
    are left out, those are noted that are used while the table is made.
    """

    caption: str
    rows: Iterable[Any]
    columns: ColumnSpecs = field(default_factory=dict)
    notes: Sequence[str] | str = ()
    group: Callable[..., object] | str | None = None
    sources: Sequence[str] | str = ()
    proof: str = ""
    rules: Sequence[Callable[..., object]] = ()
    facts: Sequence[str] | str = ()

    def table(self, id: str) -> Table:
        """Return the table; its cells are computed when they are first read.

        Raises:
            Mistake: if it cannot be a table.
        """
        texts_only(caption=self.caption)
        if not isinstance(self.rows, Iterable):
            hint = "range(1, 7), a list, or a table of facts"
            raise Mistake(f"the rows are {_shown(self.rows)}", hint)
        if not isinstance(self.columns, Mapping):
            raise Mistake(f"the columns are a {type(self.columns).__name__}", HEADINGS)
        rows, columns = _rows_of(self.rows)
        if self.columns:
            columns = [_column(rows, *each) for each in self.columns.items()]
        if not columns:
            raise Mistake("the table has no columns", HEADINGS)
        stub, *others = columns
        if isinstance(stub, Spanner):
            raise Mistake("the first column names the rows: no other stands beside it")
        if not others:
            raise Mistake("the table has one column alone", "the first one only names the rows")
        group = _field(rows, self.group) if isinstance(self.group, str) else self.group
        return Table(
            id=id,
            caption=self.caption,
            stub=stub,
            columns=tuple(others),
            rows=tuple(rows),
            notes=several(self.notes),
            group=group,
            sources=several(self.sources) or _sources_of(self.rows),
            proof=self.proof,
            rules=tuple(self.rules),
            authored=several(self.facts),
        )


def several(said: Sequence[str] | str) -> tuple[str, ...]:
    """Return the texts of an argument, each once; one text alone is one of them."""
    return (said,) if isinstance(said, str) else tuple(dict.fromkeys(said))


def _sources_of(rows: Iterable[Any]) -> tuple[str, ...]:
    """Return the sources of the rows, if the rows are facts."""
    facts = rows.facts if isinstance(rows, Keys) else rows
    return facts.sources if isinstance(facts, Facts) else ()


def _rows_of(rows: Iterable[Any]) -> tuple[Iterable[Any], list[Column | Spanner]]:
    """Return the rows, and all columns of facts under their titles, or of a frame."""
    if type(rows).__name__ == "DataFrame":
        from sfrules.binding.frames import laid_out

        columns, rows = laid_out(rows)
        return rows, columns
    if type(rows).__name__ == "Series":
        raise Mistake("the rows are a Series", "series.to_frame() has its index beside its values")
    fields = rows.schema.fields if isinstance(rows, Facts) else ()
    return rows, [Column(n(f.title), _field(rows, f.name), n(f.description)) for f in fields]


def _shown(said: object) -> str:
    """Return a value for a message; a module by its name, since its path differs by machine."""
    return f"the module {said.__name__}" if isinstance(said, ModuleType) else shown(said)


def _column(rows: Iterable[Any], heading: str, said: object) -> Column | Spanner:
    if not isinstance(heading, str):
        raise Mistake(f"the heading {heading!r} is no text")
    if isinstance(said, Mapping):
        below = tuple(_column(rows, *each) for each in said.items())
        leaves = tuple(each for each in below if isinstance(each, Column))
        if len(leaves) < len(below) or not leaves:
            raise Mistake(f'below "{heading}" stand columns and nothing else')
        return Spanner(heading, leaves)
    of, style, unit, told = _parts(said, heading)
    if style and style.partition(":")[0] not in FILTERS:
        near = did_you_mean(style, FILTERS, or_list=False)
        hint = near or f'a unit stands behind a style, which may be empty: "", "{style}"'
        raise Mistake(f'below {heading} stands the style "{style}", which is none', hint)
    if isinstance(of, Column):
        return replace(of, heading=heading)
    if isinstance(of, str):
        return Column(heading, _field(rows, of), told or _description(rows, of), unit, style)
    if not callable(of):
        raise Mistake(f"below {heading} stands {_shown(of)}, which is no column", SEVERAL)
    of, given = (of.func, of.keywords) if isinstance(of, partial) and not of.args else (of, {})
    return Column(heading, of, told or _first_sentence(of), unit, style, given)


def _parts(said: object, heading: str) -> tuple[object, str, str, str]:
    """Return the column itself, its style, its unit, and the sentence about it."""
    if not isinstance(said, tuple):
        return said, "", "", ""
    of, *words = said
    texts = [word for word in words if isinstance(word, str)]
    told = [word for word in texts if word.endswith(".")]
    others = [word for word in texts if not word.endswith(".")]
    if not words or len(texts) < len(words) or len(told) > 1 or len(others) > WORDS:
        raise Mistake(f"below {heading} stands {_shown(said)}, which is no column", SEVERAL)
    style, unit = (*others, "", "")[:WORDS]
    return of, style, unit, "".join(told)


def _field(rows: Iterable[Any], name: str) -> Callable[[Any], object]:
    """Return a function that reads a column of a row, by its name or its heading."""
    facts = rows.facts if isinstance(rows, Keys) else rows
    if isinstance(facts, Facts):
        name = facts.named(name)
    if isinstance(rows, Keys):
        return lambda key: getattr(rows.facts[key], name)
    first = rows[0] if isinstance(rows, list) and rows else None
    if isinstance(first, Mapping) and name not in first:
        raise Mistake(f'the rows have no column "{name}"', did_you_mean(name, first))
    return lambda row: row[name] if isinstance(row, Mapping) else getattr(row, name)


def _description(rows: Iterable[Any], name: str) -> str:
    return n(rows.schema.by_name[rows.named(name)].description) if isinstance(rows, Facts) else ""


def _first_sentence(function: Callable[..., object]) -> str:
    """Return the first line of a rule's docstring, and "" for a built-in type such as int."""
    plain = inspect.unwrap(function)
    said = inspect.getdoc(plain) if inspect.isfunction(plain) else ""
    return n((said or "").partition("\n")[0])


def numbered_columns(table: Table) -> Iterator[str]:
    """Yield the headings of the columns of numbers, which a chart can draw."""
    for at, heading in enumerate(table.headings[1:], start=1):
        cells = [row[at] for row in table.cells if row[at] is not None]
        if cells and not any(isinstance(cell, str | bool) for cell in cells):
            yield heading
