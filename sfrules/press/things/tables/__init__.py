"""Tables: rows, columns and the rules that fill them, and their HTML, CSV, JSON and Markdown."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from html import escape
from itertools import groupby
from numbers import Rational
from pathlib import Path
from typing import Any

from sfrules.ground.formats import answer, as_read, json_of, styled
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.things.thing import Contents, Desk, Kind, View, built, text_of

Of = Callable[..., object]


CELL = 32  # about how many characters of HTML a cell takes


@dataclass(frozen=True)
class Column:
    """A heading and the rule that fills the cells below it."""

    heading: str
    #: Called with the row's subject and with `given`.
    of: Of
    description: str = ""
    unit: str = ""
    #: A format of `ground.formats`: "signed", "percent", "times", "decimal:2".
    style: str = ""
    given: dict[str, object] = field(default_factory=dict)

    def cell(self, subject: object) -> object:
        """What the rule returns for one row."""
        value = self.of(subject, **self.given)
        return as_read(value) if isinstance(value, str) else value


@dataclass(frozen=True)
class Spanner:
    """A heading over several columns."""

    heading: str
    columns: tuple[Column, ...]


@dataclass(frozen=True)
class PrintedTable:
    """A table as its reader reads it on a page."""

    caption: str
    headings: tuple[str, ...]
    #: Each row's address on the page, and the texts of its cells.
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Table:
    """A caption, a stub that names the rows, columns or spanners of columns, and notes."""

    id: str
    caption: str
    stub: Column
    columns: tuple[Column | Spanner, ...]
    #: The subjects that the columns' rules are called with.
    rows: tuple[Any, ...]
    notes: tuple[str, ...] = ()
    #: Returns the same value for rows that belong together, so that a line separates the groups.
    group: Of | None = None
    #: Rules that a column's `of` does not show, as they are called inside a lambda.
    rules: tuple[Of, ...] = ()
    #: The names of the tables of facts that the rows are read from.
    authored: tuple[str, ...] = ()
    #: The ids of the facts that it is made of.
    sources: tuple[str, ...] = ()
    #: Lines that vouch for the numbers that are typed in the caption, the headings and the notes.
    proof: str = ""
    #: The rules and names of tables of facts that were asked while its cells were computed, in
    #: place of `rules` and of `authored` where these are left out.
    asked: Mapping[object, None] = field(default_factory=dict, compare=False)

    @cached_property
    def spanned(self) -> tuple[tuple[Spanner | None, Column], ...]:
        """Each column, with the spanner above it."""
        nested = ((c, c.columns) if isinstance(c, Spanner) else (None, (c,)) for c in self.columns)
        return tuple((spanner, leaf) for spanner, leaves in nested for leaf in leaves)

    @cached_property
    def leaves(self) -> tuple[Column, ...]:
        """The columns without their spanners."""
        return tuple(leaf for _, leaf in self.spanned)

    @property
    def all_columns(self) -> tuple[Column, ...]:
        """The stub and the columns."""
        return (self.stub, *self.leaves)

    @cached_property
    def cells(self) -> tuple[tuple[object, ...], ...]:
        """Each row as the stub's value and the columns' values."""
        columns = self.all_columns
        return tuple(tuple(c.cell(subject) for c in columns) for subject in self.rows)

    @cached_property
    def printed(self) -> tuple[tuple[str, ...], ...]:
        """Each row of cells as a page prints them.

        Raises:
            Mistake: for a cell that cannot be printed, such as a float.
        """
        columns = self.all_columns
        return tuple(tuple(map(partial(self._printed, row[0]), columns, row)) for row in self.cells)

    def _printed(self, stub: object, column: Column, value: object) -> str:
        try:
            return styled(value, column.style)
        except (TypeError, ValueError) as error:
            where = f'table "{self.id}", {column.heading} of {stub}'
            hint = "write Fraction(a) / b" if isinstance(value, float) else ""
            raise Mistake(f"{where}: {error}", hint) from error

    @cached_property
    def texts(self) -> tuple[bool, ...]:
        """Whether the stub, and each column, is one of text, which no number stands in."""
        columns = ([row[at] for row in self.cells] for at in range(len(self.all_columns)))
        return tuple(all(isinstance(c, str | bool | None) for c in column) for column in columns)

    @cached_property
    def starts(self) -> tuple[bool, ...]:
        """For each row, whether it opens a new group."""
        keys = [self.group(subject) if self.group else None for subject in self.rows]
        return tuple(key != above for above, key in zip(keys[:1] + keys, keys, strict=False))

    @property
    def all_rules(self) -> tuple[Of, ...]:
        """Every function that fills a cell, once, in the order of the columns."""
        own = (column.of for column in self.all_columns)
        return tuple(dict.fromkeys((*own, *(self.rules or filter(callable, self.asked)))))

    @property
    def all_authored(self) -> tuple[str, ...]:
        """The names of the tables of facts that fill its cells."""
        return self.authored or tuple(each for each in self.asked if isinstance(each, str))

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """The headings in one line: below a spanner, its heading comes before the column's own."""
        below = (f"{s.heading}: {leaf.heading}" if s else leaf.heading for s, leaf in self.spanned)
        return (self.stub.heading, *below)

    def select(
        self, rows: Iterable[object] | None = None, columns: Iterable[object] | None = None
    ) -> Table:
        """The table with only some of its rows (by stub) and columns (by heading).

        A heading below several spanners is named with one of theirs before it: "Low: HP".

        Raises:
            ValueError: for a row or column that the table does not have.
        """
        chosen = self
        if rows is not None:
            chosen = replace(chosen, rows=self._rows_named(_listed(rows, "rows")))
        if columns is not None:
            named = (self._column_named(str(name)) for name in _listed(columns, "columns"))
            chosen = replace(chosen, columns=tuple(joined(named)))
        return chosen

    def _rows_named(self, wanted: Sequence[object]) -> tuple[Any, ...]:
        by_stub: dict[object, list[object]] = {}
        for subject in self.rows:
            by_stub.setdefault(self.stub.cell(subject), []).append(subject)
        for name in wanted:
            if isinstance(name, bool | list | dict) or name not in by_stub:
                hint = _near_row(name, tuple(by_stub))
                raise ValueError(f'rows: table "{self.id}" has no row {name!r}; {hint}')
        return tuple(subject for name in wanted for subject in by_stub[name])

    def _column_named(self, name: str) -> Column | Spanner:
        known = self._by_name.get(name, [])
        if len(known) > 1:
            full = ", ".join(f'"{spanner.heading}: {name}"' for spanner in known)
            raise ValueError(f'columns: "{name}" of table "{self.id}" is one of {full}')
        if not known:
            hint = did_you_mean(name, self._by_name)
            raise ValueError(f'columns: table "{self.id}" has no column "{name}"; {hint}')
        return known[0]

    @cached_property
    def _by_name(self) -> dict[str, list[Column | Spanner]]:
        """What may be selected, by name: with and without its spanner, for a column below one."""
        names: dict[str, list[Column | Spanner]] = {}
        for spanner, leaf in self.spanned:
            if spanner:
                alone = Spanner(spanner.heading, (leaf,))
                names.setdefault(leaf.heading, []).append(alone)
                names[f"{spanner.heading}: {leaf.heading}"] = [alone]
        return names | {column.heading: [column] for column in self.columns}

    def typed_cells(self) -> Iterator[object]:
        """The numbers and texts in cells that no rule and no fact can have had a part in.

        They are those of a function that names nothing: it can only repeat what is written in it,
        or a number of a row that is written out itself.
        """
        for at, column in enumerate(self.all_columns):
            if (names := _constants_of_nameless(column)) is None:
                continue
            for row, cells in zip(self.rows, self.cells, strict=True):
                value = cells[at]
                is_number = isinstance(value, Rational) and not isinstance(value, bool)
                is_of_row = at and is_number and isinstance(row, tuple | list | dict)
                if is_of_row or (value in names and (is_number or isinstance(value, str))):
                    yield value

    def printed_csv(self) -> str:
        """The table as CSV with each cell and heading as the book prints it."""
        units = (f" ({column.unit})" if column.unit else "" for column in self.all_columns)
        return csv_text(map("".join, zip(self.headings, units, strict=True)), *self.printed)

    @property
    def length(self) -> int:
        """About how many characters of HTML a table takes."""
        return CELL * len(self.cells) * len(self.all_columns)

    def as_read(self, id: str) -> PrintedTable:
        """What a reader reads of a table that has this id on the page at hand."""
        rows = tuple(zip(_row_ids(self, id), self.printed, strict=True))
        return PrintedTable(self.caption, self.headings, rows)


def joined(columns: Iterable[Column | Spanner]) -> Iterator[Column | Spanner]:
    """The columns, with neighbors of the same spanner joined below it."""
    for heading, group in groupby(columns, lambda c: c.heading if isinstance(c, Spanner) else ""):
        if heading:
            leaves = (leaf for each in group if isinstance(each, Spanner) for leaf in each.columns)
            yield Spanner(heading, tuple(leaves))
        else:
            yield from group


def _near_row(name: object, known: Sequence[object]) -> str:
    """A hint at the row that is meant: numbers are near each other in no other way than words."""
    numbers = [each for each in known if isinstance(each, int) and not isinstance(each, bool)]
    if isinstance(name, int) and len(numbers) == len(known) and numbers:
        return f"they go from {min(numbers)} to {max(numbers)}"
    return did_you_mean(str(name), map(str, known))


def _listed(chosen: object, parameter: str) -> list[object]:
    names = list(chosen) if isinstance(chosen, Iterable) and not isinstance(chosen, str) else []
    if not names:
        raise ValueError(f"{parameter} is {chosen!r}; allowed: a list of one name or more")
    return names


def _constants_of_nameless(column: Column) -> tuple[object, ...] | None:
    """The constants of a column's function; None if it asks something by name, or holds any."""
    code = getattr(column.of, "__code__", None)
    if code is None or column.given or code.co_names or code.co_freevars:
        return None
    return code.co_consts


# What a spreadsheet takes for a formula, wide signs as well; a text such as "-5" is a number to it.
_FORMULA = re.compile(r"(?![+-]?[0-9]+(\.[0-9]+)?\Z)[=+\-@\t\n\uff1d\uff0b\uff0d\uff20]")


def table_csv(table: Table) -> str:
    """The table as CSV: exact numbers, one line of headings, and no text that is a formula."""
    exact = ([v if type(v) is int else _exact(v) for v in row] for row in table.cells)
    return csv_text(map(_exact, table.headings), *exact)


def _exact(value: object) -> str:
    """A value as it is; a text that a spreadsheet would work out has a quotation mark in front."""
    if not isinstance(value, str):
        return "" if value is None else answer(value)
    text = value.replace("\r", "\n")  # which the writer of CSV puts in quotes
    return f"'{text}" if _FORMULA.match(text) else text


def csv_text(*rows: Iterable[object]) -> str:
    """Some rows as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def table_json(table: Table) -> str:
    """The table as JSON: its caption, and a list of rows by heading."""
    heads = [f"{json_of(heading)}: " for heading in table.headings]
    rows = (map(str.__add__, heads, map(json_of, row)) for row in table.cells)
    lines = ",\n  ".join(f"{{{', '.join(row)}}}" for row in rows)
    head = f'{{\n "id": {json_of(table.id)},\n "caption": {json_of(table.caption)},\n'
    return f'{head} "rows": [\n  {lines}\n ]\n}}\n'


def table_markdown(table: Table) -> str:
    """The table as a pipe table, for places that take only Markdown."""
    rows = ([cell.replace("|", "\\|") for cell in row] for row in (table.headings, *table.printed))
    aligns = ["---", *("---" if text else "--:" for text in table.texts[1:])]
    head, *body = (f"| {' | '.join(row)} |" for row in rows)
    notes = (f"\n{note}" for note in table.notes)
    below = f"| {' | '.join(aligns)} |"
    return "\n".join([f"**{table.caption}**\n", head, below, *body, *notes]) + "\n"


HERE = Path(__file__).parent
FEW = 15  # rows, beyond which a reader looks for some of them
#: Leaves those rows or items of what follows it that have the words in it.
FILTER = (
    '<p class="filter"><label>Filter <input type="search" autocomplete="off"></label>'
    "<output></output></p>"
)
_NO_LETTERS = re.compile(r"[^\w]+")
_ESCAPED = re.compile(r"[&<>\"']")


def filter_of(count: int) -> str:
    """A field that filters the rows or items below it, if there are many."""
    return FILTER if count > FEW else ""


def table_html(table: Table, page: View | None = None) -> str:
    """The table; only on a page does it have a number, and a filter if it is long."""
    id = page.own_id(f"table-{table.id}") if page else f"table-{table.id}"
    rows, name = f"{_head(table)}{_body(table, id)}", ""
    if page:
        # Two regions of a page may not have the same name.
        before = [other.caption for other in page.tables.values()].count(table.caption)
        name = f"{table.caption}{', again' * before}" if before else ""
        page.tables[id] = table
    above = filter_of(len(table.rows)) if page else ""
    return above + framed(id, _caption(table, id, page), rows, _notes(table), name)


def framed(id: str, caption: str, rows: str, below: str, name: str = "") -> str:
    """A table in a region that scrolls, can be focused, and is named by the caption."""
    named = f'aria-label="{escape(name)}"' if name else f'aria-labelledby="{id}-caption"'
    return (
        f'<div class="table-wrap" id="{id}">'
        f'<div class="table-scroll" role="region" tabindex="0" {named}>'
        f'<table class="rules-table"><caption id="{id}-caption">{caption}</caption>{rows}</table>'
        f"</div>{below}</div>"
    )


def _caption(table: Table, id: str, page: View | None) -> str:
    """The caption; its number is the address of the table, and opens what it is made from."""
    number = page.number_of(table) if page else ""
    numbered = f'<a class="table-number" href="#{id}">{number}.</a> ' if number else ""
    return f"{numbered}{escape(table.caption)}"


def _head(table: Table) -> str:
    span = ' rowspan="2"' if any(spanner for spanner, _ in table.spanned) else ""
    leaves = list(zip(table.spanned, table.texts[1:], strict=True))
    alone = iter([text for (spanner, _), text in leaves if not spanner])
    upper = _header(table.stub, table.texts[0], span) + "".join(
        f'<th scope="colgroup" class="span-start" colspan="{len(column.columns)}">'
        f"{escape(column.heading)}</th>"
        if isinstance(column, Spanner)
        else _header(column, next(alone), span)
        for column in table.columns
    )
    lower = "".join(
        _header(column, text, opens_spanner=column is spanner.columns[0])
        for (spanner, column), text in leaves
        if spanner
    )
    return f"<thead><tr>{upper}</tr>{lower and f'<tr>{lower}</tr>'}</thead>"


def _header(column: Column, text: bool, span: str = "", *, opens_spanner: bool = False) -> str:
    told = escape(column.description)
    title = f' aria-description="{told}"' if told else ""
    classes = _classes("text" if text else "", "span-start" if opens_spanner else "")
    unit = f' <span class="unit">({escape(column.unit)})</span>' if column.unit else ""
    return f'<th scope="col"{span}{classes}{title}>{escape(column.heading)}{unit}</th>'


def _classes(*names: str) -> str:
    given = " ".join(filter(None, names))
    return f' class="{given}"' if given else ""


def _row_ids(table: Table, id: str) -> list[str]:
    """The address of each row below a table's own: what the row is called, in small letters.

    No two are the same, and none is the id of a second printing of the table, which ends in "--2".
    """
    seen: Counter[str] = Counter()
    ids = []
    for own in (row_id(id, str(row[0])) for row in table.cells):
        seen[own] += 1
        ids.append(own if seen[own] == 1 else f"{own}.{seen[own]}")
    return ids


def row_id(id: str, name: str) -> str:
    """The address of a row that no other row of the table is called like."""
    return f"{id}.{_NO_LETTERS.sub('-', name).strip('-').casefold()}"


def _body(table: Table, id: str) -> str:
    number = _classes("" if table.texts[0] else "num")
    cells = f'<th scope="row"{number}>%s</th>'
    for (spanner, column), text in zip(table.spanned, table.texts[1:], strict=True):
        opens = spanner is not None and column is spanner.columns[0]
        classes = _classes("" if text else "num", "span-start" if opens else "")
        cells += f"<td{classes}>%s</td>"
    rows = []
    for own, starts, row in zip(_row_ids(table, id), table.starts, table.printed, strict=True):
        texts = tuple(map(escape, row)) if _ESCAPED.search("".join(row)) else row
        classes = _classes("group-start" if starts else "")
        rows.append(f'<tr id="{escape(own)}"{classes}>{cells % texts}</tr>')
    return f"<tbody>{''.join(rows)}</tbody>"


def _notes(table: Table) -> str:
    notes = "".join(f"<p>{escape(note)}</p>" for note in table.notes)
    return notes and f'<div class="table-notes">{notes}</div>'


def table(
    desk: Desk,
    id: str,
    rows: Iterable[object] | None = None,
    columns: Iterable[str] | None = None,
    caption: str | None = None,
    **arguments: object,
) -> Table:
    """A table of the book, or some of its rows and columns; then it may have its own caption."""
    if arguments:
        own, wrong = "-".join(map(str, (id, *arguments.values()))), next(iter(arguments))
        known = "there are rows, columns and caption"
        hint = f'table("{own}")' if own in desk.book.tables else known
        raise Mistake(f'table "{id}" has no parameter {wrong}', hint, wrong)
    table = built(desk.book.tables, id, "table").select(rows, columns)
    if caption is not None:
        table = replace(table, caption=text_of(caption, "caption"))
    # Its cells are computed here, where a rule's refusal has a place and a bound on time.
    desk.spend(table.length)
    return table


def contents_of(table: Table) -> Contents:
    """What a table says, and the rules and tables of facts that it is made from."""
    return Contents(
        text=table.caption,
        words=_words(table),
        table=table,
        rules=table.all_rules,
        facts=table.all_authored,
    )


def _words(table: Table) -> Iterator[str]:
    """The texts of a table beside its cells."""
    yield table.caption
    yield from (column.heading for column in table.columns if isinstance(column, Spanner))
    for leaf in table.all_columns:
        yield from (leaf.heading, leaf.unit, leaf.description)
    yield from table.notes


TABLE = Kind(
    name="table",
    makes=Table,
    html=table_html,
    macros=(table,),
    contents=contents_of,
    computed_in="tbody, .table-number",
    files=(HERE / "tables.css", HERE / "tables.js"),
    numbered="table",
)

TABLE_FORMATS: Mapping[str, Callable[[Table], str]] = {
    "md": table_markdown,
    "csv": table_csv,
    "json": table_json,
    "html": lambda table: f"{table_html(table)}\n",
}
