"""The command line, a command to a function or a file. It adapts, and decides nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sfrules.ground.problems import ProblemsFound, did_you_mean
from sfrules.lint.door import lint
from sfrules.press.doors.cli_check import check
from sfrules.press.doors.cli_diff import diff

if TYPE_CHECKING:  # a command loads what it runs when it runs it
    from sfrules.press.doors.answers import Calculator
    from sfrules.press.things.book import Book

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="A rulebook whose every number is computed from its rules, or checked against them.",
)
BookOption = Annotated[
    str, typer.Option("--book", help="The module whose BOOK is meant.", metavar="MODULE")
]
DEFAULT_BOOK = "sfrules.book"  # the book that ships with the press, known here by name alone


class TableFormat(StrEnum):
    """What a table can be written as."""

    csv = "csv"
    json = "json"
    md = "md"
    html = "html"


class Listed(StrEnum):
    """What `show` can list."""

    tables = "tables"
    charts = "charts"
    rules = "rules"
    macros = "macros"


def _book(name: str) -> Book:
    from sfrules.press.site.load import load_book

    try:
        return load_book(name, Path.cwd())
    except ProblemsFound as error:
        typer.echo(error, err=True)
        raise typer.Exit(1) from None


def _calculator(book: str) -> Calculator:
    from sfrules.press.doors.answers import Calculator

    return Calculator(_book(book))


def _refuse(message: str) -> typer.Exit:
    typer.echo(f"error: {message}", err=True)
    return typer.Exit(1)


app.command()(check)


@app.command()
def calc(
    expression: Annotated[str, typer.Argument(help="An expression, or - to read one a line.")],
    book: BookOption = DEFAULT_BOOK,
) -> None:
    """Work out an expression as a page would; `sfrules show rules` lists what it may call."""
    calculator = _calculator(book)
    if expression != "-":
        answer = calculator.answer(expression)
        typer.echo(answer, err=answer.startswith("error:"))
        raise typer.Exit(1 if answer.startswith("error:") else 0)
    for line in sys.stdin:
        typer.echo(calculator.answer(line.strip()) if line.strip() else "")


@app.command()
def explain(
    expression: Annotated[str, typer.Argument(help="A rule called with its arguments.")],
    book: BookOption = DEFAULT_BOOK,
) -> None:
    """Work a rule through: its formula, the numbers in it, the result."""
    answer = _calculator(book).explanation(expression)
    typer.echo(answer, err=answer.startswith("error:"))
    raise typer.Exit(1 if answer.startswith("error:") else 0)


@app.command()
def show(
    what: Annotated[Listed, typer.Argument(help="What to list.")], book: BookOption = DEFAULT_BOOK
) -> None:
    """List the tables, charts, rules or macros that pages may use."""
    if what is Listed.tables:
        _columns((id, build().caption) for id, build in _book(book).tables.items())
    elif what is Listed.charts:
        _columns((id, build().title) for id, build in _book(book).charts.items())
    elif what is Listed.rules:
        _columns(_calculator(book).rules())
    else:
        _columns(_calculator(book).macros())


def _columns(rows: Iterable[tuple[str, str]]) -> None:
    pairs = list(rows)
    width = max((len(name) for name, _ in pairs), default=0)
    for name, text in pairs:
        typer.echo(f"{name:<{width}}  {text}")


@app.command()
def table(
    id: Annotated[str, typer.Argument(help="The table's id, as pages name it.")],
    form: Annotated[
        TableFormat, typer.Option("--format", help="How to write it.")
    ] = TableFormat.md,
    book: BookOption = DEFAULT_BOOK,
) -> None:
    """Write a table of the book."""
    from sfrules.press.things.tables import html, text

    loaded = _book(book)
    if id not in loaded.tables:
        raise _refuse(f'there is no table "{id}"; {did_you_mean(id, loaded.tables)}')
    write = {
        TableFormat.csv: text.table_csv,
        TableFormat.json: text.table_json,
        TableFormat.md: text.table_markdown,
        TableFormat.html: html.table_html_alone,
    }[form]
    typer.echo(write(loaded.tables[id]()), nl=False)


app.command()(diff)
app.command()(lint)


def main() -> None:
    """Run the command line."""
    app()
