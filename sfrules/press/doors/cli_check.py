"""`sfrules check`, the command; it reads its own arguments."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

SUMMARY = "Check all pages and all facts: everything that can be wrong, each at its place."
ReportFormat = StrEnum("ReportFormat", ["text", "json", "github", "sarif"])


def run(arguments: Sequence[str]) -> int:
    """Run the command, and return its exit code."""
    said = parser().parse_args(arguments)
    from sfrules.press.doors.checking import checked
    from sfrules.press.doors.site_check import SiteCheck

    site = SiteCheck(site_of(said.config), cached=said.cache)
    return checked(site, said.format, fix=said.fix, diff=said.diff)


def parser() -> ArgumentParser:
    """What the command may be told."""
    made = ArgumentParser("sfrules check", description=SUMMARY, allow_abbrev=False)
    add = made.add_argument
    config = "the MkDocs configuration: the nearest mkdocs.yml, if not said"
    add("-f", "--config-file", dest="config", type=file_named, metavar="PATH", help=config)
    forms = [form.value for form in ReportFormat]
    add("--format", choices=forms, default="text", help="how to write the problems")
    switches = {
        "--fix": "write what can be fixed, and show what has changed",
        "--diff": "show what --fix would write; write nothing",
    }
    for switch, meaning in switches.items():
        add(switch, action="store_true", help=meaning)
    cache = "take up what the last check knew, from .cache/sfrules"
    add("--cache", action=BooleanOptionalAction, default=True, help=cache)
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
