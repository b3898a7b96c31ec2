"""Runs a command of `sfrules`: reads its arguments, and ends with an exit code."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sfrules.ground.problems import Mistake, ProblemsFound, did_you_mean
from sfrules.ground.terminal import remark

WRONG, REFUSED = 1, 2  # exit codes: of a book or a question; of what was typed, or cannot be done


class Argument(NamedTuple):
    """A word or an option that a command takes, as argparse is told of it."""

    names: Sequence[str]
    settings: Mapping[str, Any]


class Command(NamedTuple):
    """A command: a sentence for authors, what it runs for an exit code, and its arguments."""

    summary: str
    run: Callable[[Namespace], int]
    arguments: Sequence[Argument]
    #: What its help says below the options.
    more: str = ""


def argument(names: str, told: str, **settings: Any) -> Argument:
    """An argument by its names; what stands for it if it is left out, its help says."""
    return Argument(names.split(), {"help": told, **settings})


def flag(names: str, told: str) -> Argument:
    """An option without a value."""
    return argument(names, told, action="store_true")


def choice(name: str, told: str, among: Iterable[str]) -> Argument:
    """An option with a few values, the first of which it has if it is left out."""
    first, *others = among
    return argument(name, f"{told} (default: {first})", choices=(first, *others), default=first)


class CommandError(Exception):
    """Why a command cannot do what was typed, in a line."""


def run_command(name: str, command: Command, words: Sequence[str]) -> int:
    """Read the words behind a command's name, and run it; returns the exit code."""
    parser = ArgumentParser(
        f"sfrules {name}",
        description=command.summary,
        epilog=command.more,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    for names, settings in command.arguments:
        parser.add_argument(*names, **settings)
    # Options may stand anywhere. Behind `--` there are none, which only the plain parser keeps to.
    parse = parser.parse_known_args if "--" in words else parser.parse_known_intermixed_args
    asked, unknown = parse(words)
    if unknown:
        known = re.findall(r"(?<![\w-])--[a-z-]+", parser.format_help())
        is_option = unknown[0].startswith("-")
        hint = f"; {did_you_mean(unknown[0].partition('=')[0], known)}" if is_option else ""
        parser.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
    try:
        return command.run(asked)
    except ProblemsFound as error:
        remark(error)
        return WRONG
    except Mistake as error:
        remark(f"error: {in_a_line(error)}")
        return WRONG
    except CommandError as error:
        remark(f"error: {error}")
        return REFUSED


def in_a_line(error: Mistake) -> str:
    """A mistake with its hint."""
    return "; ".join(filter(None, (error.message, error.hint)))
