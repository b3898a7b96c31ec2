"""`sfrules check`, the command: of a site, or of documents that need none.

It reads its own arguments, since little else is installed where only documents are checked.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from sfrules.ground.problems import ProblemsFound
from sfrules.ground.terminal import remark

if TYPE_CHECKING:  # a command loads what it runs when it runs it
    from sfrules.press.doors.documents import DocumentCheck

SUMMARY = "Check all pages and all facts: everything that can be wrong, each at its place."
ReportFormat = StrEnum("ReportFormat", ["text", "json", "github", "sarif"])
_MORE = """\
Given paths, or where there is no site, it checks the proofs of documents, such as a README, with
the data and modules that [tool.sfrules] in pyproject.toml names."""


def run(arguments: Sequence[str]) -> int:
    """Run the command, and return its exit code."""
    from sfrules.press.doors.checking import CheckOptions, checked

    said = parser().parse_args(arguments)
    options = CheckOptions(said.format, said.fix, said.diff, said.baseline)
    try:
        documents = _documents(said)
    except ProblemsFound as error:
        remark(error)
        return 1
    if documents:
        return checked(documents, options)
    from sfrules.press.doors.site_check import SiteCheck

    return checked(SiteCheck(site_of(said.config), cached=said.cache), options)


def parser() -> ArgumentParser:
    """What the command may be told."""
    made = ArgumentParser("sfrules check", description=SUMMARY, epilog=_MORE, allow_abbrev=False)
    add = made.add_argument
    documents = "documents outside of a site, and files of data that they may name"
    add("paths", nargs="*", type=file_named, metavar="PATH", help=documents)
    config = "the MkDocs configuration: the nearest mkdocs.yml, if not said"
    add("-f", "--config-file", dest="config", type=file_named, metavar="PATH", help=config)
    forms = [form.value for form in ReportFormat]
    add("--format", choices=forms, default="text", help="how to write the problems")
    switches = {
        "--fix": "write what can be fixed, and show what has changed",
        "--diff": "show what --fix would write; write nothing",
        "--baseline": "let each page keep the loose numbers that it has; later, only fewer",
        "--all-numbers": "report all loose numbers of documents",
    }
    for switch, meaning in switches.items():
        add(switch, action="store_true", help=meaning)
    cache = "take up what the last check knew, from .cache/sfrules"
    add("--cache", action=BooleanOptionalAction, default=True, help=cache)
    output = "let documents name what a command writes: a number, JSON or a text"
    add("--output", action="append", default=[], metavar="NAME=COMMAND", help=output)
    return made


def file_named(text: str) -> Path:
    """A path as it is given.

    Raises:
        ArgumentTypeError: for a name that no file can have, of which the system makes a traceback.
    """
    try:
        with suppress(OSError):
            os.lstat(text)
    except ValueError:
        raise ArgumentTypeError("no file has such a name") from None
    return Path(text)


def site_of(config: Path | None) -> Path:
    """The configuration that is meant."""
    from sfrules.press.doors.site_settings import CONFIG, nearest_site

    return config or (nearest_site(Path.cwd()) or Path()) / CONFIG


def _documents(said: Namespace) -> DocumentCheck | None:
    """The documents that are to be checked; None where it is a site."""
    from sfrules.press.doors.documents import DocumentCheck, asked_for
    from sfrules.press.doors.site_settings import nearest_site

    here = Path.cwd()
    if not said.paths and (said.config or nearest_site(here)):
        return None
    found = asked_for(here, said.paths, said.output)
    if not found.proofs:
        return None
    return DocumentCheck(replace(found, all_numbers=found.all_numbers or said.all_numbers))
