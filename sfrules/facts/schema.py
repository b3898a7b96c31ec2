"""The schema of each table: its Table Schema, read from datapackage.json.

One property of a schema is our own; other readers of the package ignore it:

    "contiguous": {"from": "from_level", "to": "to_level"}  rows cover every level from 1 up
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from sfrules.facts.description import DescriptionPart
from sfrules.facts.domain import (
    AnyFraction,
    DecimalNumber,
    Domain,
    ExactNumber,
    OneOf,
    Text,
    WholeNumber,
    YesOrNo,
    accepts,
)
from sfrules.facts.exact import exact
from sfrules.facts.row import CellValue
from sfrules.ground.formats import decimal_places, plain_number
from sfrules.ground.number_words import as_written, number_in
from sfrules.ground.problems import did_you_mean

# The constraints that are checked. Others of Table Schema are refused, or they would go unchecked.
CONSTRAINTS = ("required", "unique", "enum", "minimum", "maximum", "pattern")
_OF_FIELDS = ("name", "type", "title", "description", "constraints")
_OF_SCHEMAS = ("fields", "primaryKey", "foreignKeys", "contiguous")

SOURCES = "sources"  # the table that lists where the facts come from
_PLAIN_NAME = re.compile(r"[a-z][a-z0-9_]*")
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,18}(\.[0-9]{1,18})?")


def _whole(text: str) -> int | None:
    return int(text) if _WHOLE.fullmatch(text) else None


def _number(text: str) -> int | Fraction | None:
    plain = as_written(text)
    return exact(Fraction(plain)) if _DECIMAL.fullmatch(plain) else None


def as_digits(text: str) -> str:
    """What a cell has for the number that a text says: 8 for "eight", 1000 for "1,000"; or ""."""
    number = number_in(text)
    is_decimal = number is not None and decimal_places(number) is not None
    return as_written(plain_number(number)) if number is not None and is_decimal else ""


def _truth(text: str) -> bool | None:
    return {"true": True, "false": False}.get(text)


# For each type: the function that reads a cell (None if wrong), and the cells that it may hold.
TYPES: Mapping[str, tuple[Callable[[str], CellValue], Domain]] = {
    "integer": (_whole, WholeNumber()),
    "number": (_number, DecimalNumber()),
    "boolean": (_truth, YesOrNo()),
    "string": (str, Text()),
}


@dataclass(frozen=True)
class SchemaField:
    """A column of a table, which Table Schema calls a field, with what its cells may hold."""

    name: str
    #: A key of TYPES.
    type: str
    domain: Domain
    #: The heading that readers see.
    title: str = ""
    description: str = ""
    required: bool = False
    unique: bool = False
    #: The heading in the file, if that is not `name`.
    heading: str = ""

    def read(self, text: str) -> CellValue:
        """Return the value of a cell, or None if it is empty or wrong.

        Of what the text may say, it is the first that the domain accepts. In a column that may hold
        fractions, each number is one: otherwise `25 / row.gravity` would be exact in one row and a
        float in the next.
        """
        for kind in (self.type, *TYPES) if text else ():
            value = TYPES[kind][0](text)
            if value is not None and accepts(self.domain, value):
                may_be_part = type(self.domain) in (ExactNumber, AnyFraction, DecimalNumber)
                return Fraction(value) if may_be_part and isinstance(value, int) else value
        return None


@dataclass(frozen=True)
class ForeignKey:
    """Columns whose values have to occur in columns of another table."""

    columns: tuple[str, ...]
    table: str
    their_columns: tuple[str, ...]
    reference: DescriptionPart = field(compare=False, repr=False)


@dataclass(frozen=True)
class Schema:
    """A table as the package describes it."""

    name: str
    path: str
    description: str
    fields: tuple[SchemaField, ...]
    primary_key: tuple[str, ...]
    foreign_keys: tuple[ForeignKey, ...]
    #: Of a step table, the columns that hold the first and the last step of each row.
    steps: tuple[str, ...] = ()
    #: The facts that its rows state, as a whole.
    sources: tuple[str, ...] = ()

    @cached_property
    def by_name(self) -> dict[str, SchemaField]:
        """The columns by their names."""
        return {field.name: field for field in self.fields}

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns, in the file's order."""
        return tuple(field.name for field in self.fields)

    @property
    def source_columns(self) -> tuple[str, ...]:
        """The columns that name the source of a row, rather than hold a fact."""
        return tuple(c for key in self.foreign_keys if key.table == SOURCES for c in key.columns)

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """The headings in the file, in its order."""
        return tuple(field.heading or field.name for field in self.fields)

    @property
    def in_words(self) -> str:
        """The columns with what their cells may hold: "name: a text, leagues: a whole number"."""
        return ", ".join(f"{field.name}: {field.domain.allowed}" for field in self.fields)

    @cached_property
    def key(self) -> str:
        """The column of the primary key; "" if there is none, or it has several."""
        return self.primary_key[0] if len(self.primary_key) == 1 else ""

    @cached_property
    def stands_for(self) -> str:
        """The column whose cell stands for its row: `value`, in a table of a key and a value."""
        facts = [each for each in self.columns if each not in self.source_columns]
        return "value" if self.key and facts == [self.key, "value"] else ""


def read_schema(resource: DescriptionPart) -> Schema:
    """Read the description of one table.

    Raises:
        ProblemsFound: if it is wrong, or uses what this reader does not support.
    """
    name, path = resource.text("name"), resource.text("path")
    if path.startswith("/") or ".." in path.split("/"):
        resource.at("path").refuse(f"the path {path} leads out of tables/")
    said = resource.at("schema", otherwise={})
    fields = tuple(_field(each) for each in said.only(_OF_SCHEMAS, "a schema").each("fields"))
    columns = {column.name: column for column in fields}
    schema = Schema(
        name=name,
        path=f"tables/{path}",
        description=resource.text("description", ""),
        fields=fields,
        primary_key=_columns(said, "primaryKey", columns, name),
        foreign_keys=tuple(_foreign_key(key, columns, name) for key in said.each("foreignKeys")),
        steps=_steps(said, columns, name),
        sources=tuple(source.text("title") for source in resource.each("sources")),
    )
    for column, often in Counter(column.name for column in fields).items():
        if often > 1:
            said.refuse(f"column {column} is described twice")
    return schema


def _field(described: DescriptionPart) -> SchemaField:
    name, kind = described.text("name"), described.text("type")
    described.only(_OF_FIELDS, f"column {name}")
    if not _PLAIN_NAME.fullmatch(name):
        described.at("name").refuse(f"the column name {name} is not in lower_case")
    if kind not in TYPES:
        message = f"column {name} has the type {kind}; known: {', '.join(TYPES)}"
        described.at("type").refuse(message, did_you_mean(kind, TYPES, or_list=False))
    said = described.at("constraints", otherwise={}).only(CONSTRAINTS, f"column {name}")
    return SchemaField(
        name=name,
        type=kind,
        domain=_domain(said, kind),
        title=described.text("title", name),
        description=described.text("description", ""),
        required=said.at("required", bool, otherwise=False).value,
        unique=said.at("unique", bool, otherwise=False).value,
    )


def _domain(said: DescriptionPart, kind: str) -> Domain:
    """Return the domain of a column with these constraints."""
    if options := said.each("enum"):
        return OneOf(tuple(_value(option, "enum", kind) for option in options))
    if said.get("enum"):
        said.at("enum").refuse("enum allows no value at all")
    limits = {key: part for key in ("minimum", "maximum") if (part := said.get(key))}
    if limits and kind not in ("integer", "number"):
        next(iter(limits.values())).refuse(f"a limit of numbers, and the column is of type {kind}")
    ends = {key: _value(part, key, kind) for key, part in limits.items()}
    if len(ends) > 1 and ends["maximum"] < ends["minimum"]:
        message = f"maximum is {ends['maximum']}, below the minimum, {ends['minimum']}"
        limits["maximum"].refuse(message)
    if ends:
        return (WholeNumber if kind == "integer" else DecimalNumber)(**ends)
    if not (part := said.get("pattern")):
        return TYPES[kind][1]
    if kind != "string":
        part.refuse(f"a pattern is of texts, and the column is of type {kind}")
    try:
        return Text(re.compile(said.text("pattern"), re.DOTALL))
    except re.error as wrong:
        part.refuse(f"the pattern cannot be read: {wrong}")


def _value(part: DescriptionPart, key: str, kind: str) -> Any:
    """Return the value of a cell that says the same as a value of the JSON."""
    read, domain = TYPES[kind]
    text = part.value if kind == "string" else json.dumps(part.value)
    value = read(text) if isinstance(part.value, str) == (kind == "string") else None
    if value is None or value == "":
        part.refuse(f"{key} is {part}; allowed: {domain.allowed}")
    return value


def _columns(
    said: DescriptionPart, key: str, columns: Mapping[str, SchemaField], table: str
) -> tuple[str, ...]:
    """Read names of columns, which have to be the table's own."""
    names = said.names(key)
    for name in names:
        if name not in columns:
            message = f"a key of {table} names {name}, which is no column of it"
            said.at(key).refuse(message, did_you_mean(name, columns, or_list=False))
    return names


def _foreign_key(
    said: DescriptionPart, columns: Mapping[str, SchemaField], table: str
) -> ForeignKey:
    own, reference = _columns(said, "fields", columns, table), said.get("reference")
    if not own or reference is None:
        said.refuse("a foreign key has fields, and a reference to those of a table")
    # A reference that names no table means the table itself.
    theirs = reference.names("fields")
    if len(theirs) != len(own):
        reference.refuse(f"a key of {len(own)} columns refers to {len(theirs)}")
    return ForeignKey(own, reference.text("resource", "") or table, theirs, reference)


def _steps(
    said: DescriptionPart, columns: Mapping[str, SchemaField], table: str
) -> tuple[str, ...]:
    """Read the columns of a step table, which hold whole numbers; the first is required."""
    part = said.get("contiguous")
    if part is None:
        return ()
    part.only(("from", "to"), "contiguous")
    named = *_columns(part, "from", columns, table), *_columns(part, "to", columns, table)
    if len(named) != 2:  # noqa: PLR2004 — from and to
        part.refuse("contiguous names two columns, from and to")
    if not (columns[named[0]].required and {columns[name].type for name in named} == {"integer"}):
        part.refuse("steps are whole numbers, and the first is required")
    return named
