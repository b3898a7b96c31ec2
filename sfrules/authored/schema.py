"""The description of each table: its Table Schema, read from datapackage.json.

Two properties of a schema are our own; other readers of the package ignore them:

    "contiguous": {"from": "from_level", "to": "to_level"}  rows leave out no level from 1 up
    "acyclic": {"from": "requirement", "to": "name"}        rows never lead in a circle
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from sfrules.authored.row import Value

# The constraints that are enforced. Table Schema has more; one of those would go unchecked.
CONSTRAINTS = frozenset({"required", "unique", "enum", "minimum", "maximum", "pattern"})

_PLAIN_NAME = re.compile(r"[a-z][a-z0-9_]*")
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,18}(\.[0-9]{1,18})?")


class Undescribed(Exception):
    """A description that this reader cannot check a table against."""


def _whole(text: str) -> int | None:
    return int(text) if _WHOLE.fullmatch(text) else None


def _number(text: str) -> int | Fraction | None:
    if not _DECIMAL.fullmatch(text):
        return None
    number = Fraction(text)
    return number.numerator if number.denominator == 1 else number


def _truth(text: str) -> bool | None:
    return {"true": True, "false": False}.get(text)


# For each type: how its cells are read (None for a wrong one), and its name in a message.
TYPES: Mapping[str, tuple[Callable[[str], Value], str]] = MappingProxyType(
    {
        "string": (lambda text: text, "a text"),
        "integer": (_whole, "a whole number"),
        "number": (_number, "a number such as 4 or 2.5"),
        "boolean": (_truth, "true or false"),
    }
)


@dataclass(frozen=True)
class Field:
    """A column: its name, its type, a description, and the constraints on its cells."""

    name: str
    type: str
    title: str = ""
    description: str = ""
    required: bool = False
    unique: bool = False
    enum: tuple[Value, ...] = ()
    minimum: int | Fraction | None = None
    maximum: int | Fraction | None = None
    pattern: str = ""


@dataclass(frozen=True)
class ForeignKey:
    """Columns whose values must be found in columns of another table."""

    columns: tuple[str, ...]
    table: str
    their_columns: tuple[str, ...]


@dataclass(frozen=True)
class Steps:
    """The columns that hold the first and the last step of a row of a step table."""

    first: str
    last: str

    @property
    def unit(self) -> str:
        """What is counted: from_level counts a level."""
        return self.first.removeprefix("from_")


@dataclass(frozen=True)
class Links:
    """The columns by which rows lead to other rows of the same table, and never in a circle.

    The value in a row's source column is looked for in the target column, whose values are unique;
    an empty cell ends the way. A foreign key ensures that it is found.
    """

    source: str
    target: str


@dataclass(frozen=True)
class Schema:
    """A table as the package describes it."""

    name: str
    path: str
    title: str
    description: str
    fields: tuple[Field, ...]
    primary_key: tuple[str, ...]
    foreign_keys: tuple[ForeignKey, ...]
    steps: Steps | None
    links: Links | None
    sources: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns, in the file's order."""
        return tuple(field.name for field in self.fields)


def read_schema(resource: Mapping[str, Any]) -> Schema:
    """Read the description of one table.

    Raises:
        Undescribed: for a description that is wrong, or beyond this reader.
    """
    try:
        schema = _schema(resource)
    except (AttributeError, KeyError, TypeError) as error:
        raise Undescribed(f"not laid out as the description of a table: {error}") from None
    _refuse_unknown_columns(schema)
    _refuse_vague_links(schema)
    return schema


def _schema(resource: Mapping[str, Any]) -> Schema:
    name, path = _text(resource, "name"), _text(resource, "path")
    if path.startswith("/") or ".." in path.split("/"):
        raise Undescribed(f"the path {path} leads out of tables/")
    said = resource.get("schema") or {}
    return Schema(
        name=name,
        path=f"tables/{path}",
        title=resource.get("title", name),
        description=resource.get("description", ""),
        fields=tuple(_field(described) for described in said.get("fields") or ()),
        primary_key=_names(said.get("primaryKey")),
        foreign_keys=tuple(_foreign_key(key, name) for key in said.get("foreignKeys") or ()),
        steps=_steps(said.get("contiguous")),
        links=_links(said.get("acyclic")),
        sources=tuple(source["title"] for source in resource.get("sources") or ()),
    )


def _field(described: Mapping[str, Any]) -> Field:
    name, kind = _text(described, "name"), _text(described, "type")
    if not _PLAIN_NAME.fullmatch(name):
        raise Undescribed(f"the column name {name} is not in lower_case")
    if kind not in TYPES:
        raise Undescribed(f"column {name} has the type {kind}; known: {', '.join(TYPES)}")
    constraints = described.get("constraints") or {}
    if unknown := sorted(set(constraints) - CONSTRAINTS):
        raise Undescribed(f"column {name} has the constraint {unknown[0]}, which is not enforced")
    read = TYPES[kind][0]
    return Field(
        name=name,
        type=kind,
        title=described.get("title", name),
        description=described.get("description", ""),
        required=bool(constraints.get("required")),
        unique=bool(constraints.get("unique")),
        enum=tuple(read(str(option)) for option in constraints.get("enum") or ()),
        minimum=_limit(constraints.get("minimum")),
        maximum=_limit(constraints.get("maximum")),
        pattern=constraints.get("pattern", ""),
    )


def _limit(said: int | Decimal | None) -> int | Fraction | None:
    return None if said is None else _number(str(said))


def _foreign_key(said: Mapping[str, Any], own_table: str) -> ForeignKey:
    reference = said["reference"]
    # A reference that names no table means the table itself.
    table = reference.get("resource") or own_table
    return ForeignKey(_names(said["fields"]), table, _names(reference["fields"]))


def _steps(said: Mapping[str, str] | None) -> Steps | None:
    return Steps(first=said["from"], last=said["to"]) if said else None


def _links(said: Mapping[str, str] | None) -> Links | None:
    return Links(source=said["from"], target=said["to"]) if said else None


def _refuse_unknown_columns(schema: Schema) -> None:
    named = [*schema.primary_key, *(c for key in schema.foreign_keys for c in key.columns)]
    if schema.steps:
        named += [schema.steps.first, schema.steps.last]
    if schema.links:
        named += [schema.links.source, schema.links.target]
    for column in named:
        if column not in schema.columns:
            raise Undescribed(f"a key of {schema.name} names {column}, which is no column of it")


def _refuse_vague_links(schema: Schema) -> None:
    """A row leads to one other row: two rows of one name would make the way ambiguous."""
    if schema.links and schema.primary_key != (schema.links.target,):
        (target,) = (field for field in schema.fields if field.name == schema.links.target)
        if not (target.unique and target.required):
            raise Undescribed(f"rows lead to {target.name}, which is not required and unique")


def _names(said: str | list[str] | None) -> tuple[str, ...]:
    if said is None:
        return ()
    return (said,) if isinstance(said, str) else tuple(said)


def _text(described: Mapping[str, Any], what: str) -> str:
    text = described.get(what)
    if not isinstance(text, str) or not text:
        raise Undescribed(f"a table or column without a {what}")
    return text
