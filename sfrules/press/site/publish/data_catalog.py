"""The data of a book as a Data Package: every table that it prints, and its tables of facts."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from sfrules.press.things.tables.table import Column, Table

PACKAGE = "datapackage.json"
_PROFILE = "https://datapackage.org/profiles/2.0/datapackage.json"
_INTEGER = re.compile(r"-?[0-9]+")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_NUMERIC = (int, float, Fraction)
_NO_NAME = re.compile(r"[^a-z0-9]+")


Resource = dict[str, Any]


def catalog(
    title: str, about: str, printed: Mapping[str, Resource], facts: Path | None
) -> Iterator[tuple[str, str]]:
    """The package of a site, and the files of facts that it lists beside the site's own.

    `printed` are the book's tables by the addresses where they stand. `facts` is the package of the
    book's sources, if it has one: its version and licenses are the site's.
    """
    told: Resource = json.loads(facts.read_text(encoding="utf-8")) if facts else {}
    resources = [{**resource, "place": place} for place, resource in printed.items()]
    for resource in told.get("resources", ()):
        text = (facts.parent / resource["path"]).read_text(encoding="utf-8") if facts else ""
        path = f"facts/{Path(resource['path']).name}"
        resources.append({**resource, "path": path, **_seal(text)})
        yield path, text
    said: Resource = {key: told[key] for key in ("version", "licenses") if key in told}
    package: Resource = {
        "$schema": _PROFILE,
        "name": told.get("name") or _NO_NAME.sub("-", title.lower()).strip("-"),
        "title": title,
        "description": about,
        **said,
        "resources": resources,
    }
    yield PACKAGE, json.dumps(package, ensure_ascii=False) + "\n"


def _seal(text: str) -> dict[str, object]:
    """How many bytes a file has, and their digest."""
    data = text.encode()
    return {"bytes": len(data), "hash": f"sha256:{hashlib.sha256(data).hexdigest()}"}


def printed_table(table: Table, text: str) -> Resource:
    """What the package says of a table that the book prints, with the text of its CSV."""
    written = list(csv.reader(io.StringIO(text)))[1:]
    columns = zip(table.headings, (table.stub, *table.leaves), strict=True)
    fields = [
        _field(
            heading,
            column,
            [(row[at], cells[at]) for row, cells in zip(written, table.cells, strict=True)],
        )
        for at, (heading, column) in enumerate(columns)
    ]
    key = [row[0] for row in written]
    unique = {"primaryKey": [table.headings[0]]} if len(set(key)) == len(key) and all(key) else {}
    return {
        "name": f"table-{table.id}",
        "type": "table",
        "title": table.caption,
        **({"description": " ".join(table.notes)} if table.notes else {}),
        "path": f"tables/{table.id}.csv",
        "json": f"tables/{table.id}.json",
        "scheme": "file",
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        **_seal(text),
        **({"sources": [{"title": each} for each in table.sources]} if table.sources else {}),
        "schema": {"fields": fields, **unique},
    }


def _field(heading: str, column: Column, cells: Iterable[tuple[str, object]]) -> dict[str, str]:
    """A column of a printed table; what its cells are and how they are written gives its type."""
    said = {"title": column.heading, "description": column.description, "unit": column.unit}
    return {
        "name": heading,
        "type": _type([(text, value) for text, value in cells if value is not None]),
        **{key: value for key, value in said.items() if value},
    }


def _type(cells: list[tuple[str, object]]) -> str:
    kinds = {type(value) for _, value in cells}
    if kinds == {int}:
        return "integer"
    if kinds == {bool}:
        return "boolean"
    if kinds and bool not in kinds and all(issubclass(each, _NUMERIC) for each in kinds):
        if all(_INTEGER.fullmatch(text) for text, _ in cells):
            return "integer"
        if all(_NUMBER.fullmatch(text) for text, _ in cells):
            return "number"
    return "string"
