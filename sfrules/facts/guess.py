"""Guesses the schema of a file that has no description from its cells."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from sfrules.facts.domain import Domain, accepts
from sfrules.facts.row import identifier
from sfrules.facts.schema import TYPES, Schema, SchemaField, as_digits
from sfrules.facts.sheet import FileCell, open_sheet
from sfrules.ground.formats import shown
from sfrules.ground.problems import ProblemsFound, did_you_mean

_FIGURE = re.compile(r"\d")
_LEADING_ZERO = re.compile(r"0\d+")  # of a die from 01 to 00: a name, whose digits all count
_WITH_COMMA = re.compile(r"[-+]?\d+,\d+")
FEW = 3  # cells, of which one may well be a text among numbers


def described(root: Path, name: str, path: str, given: Mapping[str, Domain]) -> Schema:
    """Return the schema of a file that has no description.

    `given` are the domains that code gives for some columns.

    Raises:
        ProblemsFound: if the file cannot be read, two columns would have the same name, or one of
            numbers has a text among them.
    """
    sheet = open_sheet(root, path)
    header, *body = sheet.records() or [[]]
    if not any(cell.text for cell in header):
        raise ProblemsFound([sheet.problem(1, 1, "the file has no line of headings")])
    if len(header) == 1 and body and all(len(cells) > 1 for cells in body):
        message = "the first line names the columns, and this names one where others have several"
        hint = "if it is a title, take it out"
        raise ProblemsFound([sheet.cell_problem(header[0], message, hint)])
    names = [identifier(cell.text) for cell in header]
    for at, cell in enumerate(header):
        if not cell.text.strip():
            hint = "name it, or leave out the comma and what stands below it"
            raise ProblemsFound([sheet.cell_problem(cell, "a column has no heading", hint)])
        if names[at] in names[:at]:
            message = f'"{cell.text}": two columns would both be called {names[at]}'
            raise ProblemsFound([sheet.cell_problem(cell, message, "give each its own heading")])
    domains = {identifier(column): domain for column, domain in given.items()}
    for column in domains.keys() - names:
        message, hint = f"there is no column {column}", did_you_mean(column, names)
        near = sheet.misspelt(column, domains)
        raise ProblemsFound([near or sheet.problem(1, 1, message, hint)])
    columns = [[cells[at] for cells in body if at < len(cells)] for at in range(len(header))]
    fields: list[SchemaField] = []
    for id, cell, cells in zip(names, header, columns, strict=True):
        written = [each for each in cells if each.text]
        if fields and id not in domains and (odd := _odd_one(written)):
            message = f"{id} is {shown(odd.text)}, which is no number such as 4 or 2.5"
            number, other = as_digits(odd.text), f'for texts: book.csv("{name}", {id}=str)'
            if not number and _WITH_COMMA.fullmatch(odd.text):
                number = odd.text.replace(",", ".")
                other = 'for the whole book: Book(…, decimal=",")'
            hint = f"write {number or 'a number'}; or, {other}"
            raise ProblemsFound([sheet.cell_problem(odd, message, hint)])
        kind = _type_of([each.text for each in written])
        domain = domains.get(id, TYPES[kind][1])
        is_needed = id == "id" or (id in domains and not accepts(domain, None))
        fields.append(SchemaField(id, kind, domain, cell.text, "", is_needed, heading=cell.text))
    key = _key_of(names, [cell.text for cell in columns[0]])
    return Schema(name, path, "", tuple(fields), key, ())


def _type_of(said: Sequence[str]) -> str:
    """The first type that all these cells of a column can have."""
    is_name = not said or any(map(_LEADING_ZERO.fullmatch, said))
    kinds = ("integer", "number", "boolean") if not is_name else ()
    fits = (kind for kind in kinds if all(TYPES[kind][0](text) is not None for text in said))
    return next(fits, "string")


def _odd_one(cells: Sequence[FileCell]) -> FileCell | None:
    """The cell that would make texts of a column's numbers: the only text, or a number for Python.

    Python reads 1e999, nan and any count of digits.
    """
    texts = [cell for cell in cells if TYPES["number"][0](cell.text) is None]
    if len(texts) == 1 and len(cells) > FEW:
        return texts[0]
    has_figures = any(_FIGURE.search(cell.text) for cell in cells)
    return texts[0] if texts and has_figures and all(map(_is_float, texts)) else None


def _is_float(cell: FileCell) -> bool:
    try:
        float(cell.text)
    except ValueError:
        return False
    return True


def _key_of(names: Sequence[str], first: Sequence[str]) -> tuple[str, ...]:
    """The column that names the rows: `id`, or else the first; none if two rows share a name."""
    if "id" in names:
        return ("id",)
    return (names[0],) if len(set(first)) == len(first) and "" not in first else ()
