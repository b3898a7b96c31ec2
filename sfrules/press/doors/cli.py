"""The command line, a command to a function or a file. It adapts, and decides nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from sfrules.ground.problems import Mistake, ProblemsFound, did_you_mean
from sfrules.ground.unforeseen import guarded
from sfrules.lint import SUMMARY as OF_LINT
from sfrules.press.doors.cli_check import SUMMARY as OF_CHECK
from sfrules.press.doors.cli_check import site_of
from sfrules.press.doors.cli_site import (
    export,
    option,
    path,
    path_named,
    refuse,
    serve,
    told,
    where,
)

if TYPE_CHECKING:  # a command loads what it runs when it runs it
    from sfrules.press.doors.answers import Answers
    from sfrules.press.things.book import Book


class Commands(TyperGroup):
    """All commands; what is wrong with a book, or with a question, ends any of them."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except ProblemsFound as error:
            typer.echo(error, err=True)
            raise typer.Exit(1) from None
        except Mistake as error:
            raise refuse(told(error)) from None


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="A rulebook whose every number is computed from its rules, or checked against them.",
)
_BOOK = "The module of the book; if not said, that of the nearest mkdocs.yml."
BookOption = Annotated[str, option(_BOOK, "--book", metavar="MODULE")]
_TITLE = "The book's title; if not said, the folder's name."
LOCK = Path("tables", "printed")
_LOCK = "The folder of the lock: tables/printed beside mkdocs.yml, if not said."
LockOption = Annotated[Path | None, option(_LOCK, parser=path_named, metavar="PATH")]
# A format is named once: by the value that its option takes.
TableFormat = StrEnum("TableFormat", ["csv", "json", "md", "html"])
AnswerFormat = StrEnum("AnswerFormat", ["text", "json"])
AnswerOption = Annotated[AnswerFormat, typer.Option("--format", help="How to write it.")]
Shown = StrEnum("Shown", ["tables", "rules", "macros", "terms", "numbers", "table"])


def _book(name: str) -> Book:
    from sfrules.press.doors.answers import book_named

    return book_named(name)


def _answers(book: str) -> Answers:
    from sfrules.press.doors.answers import Answers

    return Answers(_book(book))


for each in (export, serve, where):
    app.command()(each)


@app.command()
def calc(
    expression: Annotated[str, typer.Argument(help="An expression, or - to read one a line.")],
    book: BookOption = "",
    form: AnswerOption = AnswerFormat.text,
) -> None:
    """Work out an expression as a page would; `sfrules show rules` lists what it may call.

    As JSON, the answer has its unit, the rules and rows that were asked, and the page that has it.
    """
    from sfrules.press.doors.answers import answer_each, ask

    as_json = form is AnswerFormat.json
    if as_json or expression == "-":
        lines = (
            (sys.stdin or ()) if expression == "-" else (expression,)
        )  # none, where it is closed
        raise typer.Exit(answer_each(lines, book, as_json=as_json))
    raise typer.Exit(ask("calc", expression, book))


@app.command()
def explain(
    expression: Annotated[str, typer.Argument(help="An expression that asks rules.")],
    book: BookOption = "",
) -> None:
    """Work an expression out in steps: each rule in it with its formula and its numbers."""
    from sfrules.press.doors.answers import ask

    raise typer.Exit(ask("explain", expression, book))


@app.command()
def show(
    what: Annotated[Shown, typer.Argument(help="What to list; or `table`, and which.")],
    id: Annotated[str, typer.Argument(help="The id of a table, as pages name it.")] = "",
    form: Annotated[
        TableFormat, typer.Option("--format", help="How to write a table.")
    ] = TableFormat.md,
    book: BookOption = "",
) -> None:
    """List what pages may use, or the numbers of each page; or write a table of the book."""
    rows: Iterable[tuple[str, str]]
    if bool(id) != (what is Shown.table):
        raise refuse("one table is written by its id, as in: sfrules show table ID", 2)
    match what:
        case Shown.table:
            typer.echo(_table(_book(book), id, form), nl=False)
            return
        case Shown.tables:
            loaded = _book(book)
            rows = [
                *((id, build().caption) for id, build in loaded.tables.items()),
                *((f"{name}.csv", facts.in_words) for name, facts in loaded.facts().items()),
            ]
        case Shown.rules:
            rows = _answers(book).rules()
        case Shown.macros:
            rows = _answers(book).macros()
        case Shown.terms:
            rows = ((term.term, term.definition) for term in _book(book).terms)
        case Shown.numbers:
            rows = _numbers()
    pairs = list(rows)
    width = max((len(name) for name, _ in pairs), default=0)
    for name, text in pairs:
        typer.echo(f"{name:<{width}}  {text}")


def _table(book: Book, id: str, form: TableFormat) -> str:
    """A table of the book as a text."""
    from sfrules.press.things.tables.html import table_html_alone
    from sfrules.press.things.tables.table import table_csv, table_json, table_markdown

    if id not in book.tables:
        raise refuse(f'there is no table "{id}"; {did_you_mean(id, book.tables)}')
    write = {"csv": table_csv, "json": table_json, "md": table_markdown, "html": table_html_alone}
    return write[form](book.tables[id]())


def _numbers() -> Iterable[tuple[str, str]]:
    """Each page with how many numbers it has of each kind."""
    from sfrules.press.doors.site_check import SiteCheck

    for page, audit in SiteCheck(site_of(None)).check().audits.items():
        counts = (f"{count} {kind}" for kind, count in sorted(audit.counts.items()) if count)
        yield page, ", ".join(counts) or "none"


@app.command()
def diff(
    before: Annotated[str, typer.Argument(metavar="REV", help="The revision to compare with.")],
    after: Annotated[
        str, typer.Argument(metavar="[REV]", help="Another; without it, the files as they are.")
    ] = "",
    lock: LockOption = None,
) -> None:
    """Tell which printed numbers changed between two revisions, by their locks alone."""
    from sfrules.press.changes import changes, changes_markdown, files_at, files_now
    from sfrules.press.doors.site_settings import nearest_site

    here = Path.cwd()
    folder = lock or (nearest_site(here) or here) / LOCK
    try:
        old = files_at(folder, before)
        new = files_at(folder, after) if after else files_now(folder)
        if not old and not new:
            raise refuse(f"neither has a lock in {folder}; --lock says where it is", 2)
        found = changes(old, new)
    except Mistake as error:
        raise refuse(told(error), 2) from None
    typer.echo(changes_markdown(found, before, after), nl=False)


@app.command()
def new(
    folder: Annotated[Path, path("The folder to make: one with nothing in it.", "FOLDER")],
    title: Annotated[str, typer.Option(help=_TITLE)] = "",
) -> None:
    """Make a small book that builds, checks and passes: the beginning of yours."""
    starter = Path(__file__).parent / "starter"
    name = title or folder.resolve().name.replace("-", " ").replace("_", " ").capitalize()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise refuse(f"there is something in {folder} already")
    if set('"\\').intersection(name) or not name.isprintable():
        raise refuse("a title has no quotes and no backslashes")
    for file in (each for each in sorted(starter.rglob("*")) if each.is_file()):
        # By their own names, they would be code of the package, and leave files out of it.
        own_name = file.name.removesuffix(".txt").replace("gitignore", ".gitignore")
        target = folder / file.relative_to(starter).parent / own_name
        target.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_text(encoding="utf-8").replace("@TITLE@", name)
        target.write_text(text, encoding="utf-8", newline="\n")
    typer.echo(f"{folder}: next, cd {folder} && make book && make test")


_READS_ITS_OWN: dict[str, Any] = {
    "add_help_option": False,
    "context_settings": {"allow_extra_args": True, "ignore_unknown_options": True},
}


@app.command(help=OF_CHECK, **_READS_ITS_OWN)
def check(context: typer.Context) -> None:
    """Hand the arguments on."""
    from sfrules.press.doors.cli_check import run

    raise typer.Exit(run(context.args))


@app.command(help=OF_LINT, **_READS_ITS_OWN)
def lint(context: typer.Context) -> None:
    """Hand the arguments on, as above: lint is installed without the press."""
    from sfrules.lint.door import run

    raise typer.Exit(run(context.args))


def main() -> None:
    """Run the command line."""
    guarded(app)
