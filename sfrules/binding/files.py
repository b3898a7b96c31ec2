"""The CSV files of a book: where they are, and what their columns are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sfrules.binding.author import Author
from sfrules.facts.domain import as_domain
from sfrules.facts.facts import described
from sfrules.facts.schema import Schema
from sfrules.ground.problems import ProblemsFound, did_you_mean

FOLDERS = ("tables/authored", "tables", "data", ".")


def find_file(author: Author, here: Path, name: str, path: str) -> Path:
    """The file of a table: at a path from the book's module, or in one of its folders.

    Raises:
        ProblemsFound: where there is none, at the call that asks for it.
    """
    places = [path] if path else [f"{folder}/{name}.csv" for folder in FOLDERS]
    folders = dict.fromkeys((here, author.root))
    for file in (folder / place for folder in folders for place in places):
        if file.is_file():
            return file.resolve()
    known = [
        f.stem for folder in folders for up in ("", "*/", "*/*/") for f in folder.glob(f"{up}*.csv")
    ]
    message = f"there is no {path or f'{name}.csv'} in tables/, in data/, or beside the book"
    raise ProblemsFound([author.at_call(message, did_you_mean(name, known), path or name)])


def schema_of(author: Author, name: str, file: Path, said: Mapping[str, object]) -> Schema:
    """The columns of a file, with the domains that are said of some.

    Raises:
        ProblemsFound: for a column that the file does not have, or one that says no domain.
    """
    given = {column: as_domain(each) for column, each in said.items()}
    for column, domain in given.items():
        if domain is None:
            hint = f"{column}=range(1, 60), or a list of values"
            problem = author.at_call(f"column {column} says no domain", hint, column)
            raise ProblemsFound([problem])
    if not file.is_relative_to(author.root):
        message = f"{file.name} is outside of the book's folder"
        raise ProblemsFound([author.at_call(message, "", name)])
    shown = file.relative_to(author.root).as_posix()
    return described(author.root, name, shown, {k: v for k, v in given.items() if v})
