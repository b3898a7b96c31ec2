"""`sfrules new`: a small book of a game that nobody plays yet, to be written over."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

STARTER = Path(__file__).parent / "starter"
NAMES = {"gitignore": ".gitignore"}  # by this name, it would leave files out of the package itself
TITLE = "@TITLE@"


def new(
    folder: Annotated[
        Path, typer.Argument(help="The folder to make; it may not have anything in it.")
    ],
    title: Annotated[
        str, typer.Option(help="The book's title; if not said, the folder's name.")
    ] = "",
) -> None:
    """Make a small book that builds, checks and passes: the beginning of yours."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        typer.echo(f"error: there is something in {folder} already", err=True)
        raise typer.Exit(1)
    name = title or folder.resolve().name.replace("-", " ").replace("_", " ").capitalize()
    if '"' in name or "\\" in name or not name.isprintable():
        typer.echo("error: a title has no quotes and no backslashes", err=True)
        raise typer.Exit(1)
    for file in sorted(STARTER.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            inside = file.relative_to(STARTER)
            target = folder / inside.parent / NAMES.get(file.name, file.name)
            target.parent.mkdir(parents=True, exist_ok=True)
            text = file.read_text(encoding="utf-8").replace(TITLE, name)
            target.write_text(text, encoding="utf-8")
    typer.echo(f"{folder}: next, cd {folder} && make book && make test")
