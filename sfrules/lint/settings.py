"""What a book says of its lint: a table in `pyproject.toml`, or a `.sfrules-lint.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sfrules.ground.problems import Problem, ProblemsFound, did_you_mean, problem_at
from sfrules.ground.source import Source, Span
from sfrules.lint.files import read_file
from sfrules.lint.linter import RULES

OWN, SHARED = ".sfrules-lint.toml", "pyproject.toml"
OF_RULES = ("select", "ignore", "warn")
_KEYS = (*OF_RULES, "exclude")


@dataclass(frozen=True)
class Settings:
    """The settings of a run: rules to run, rules not to run, rules whose findings are warnings.

    The patterns of `exclude` count from `root`, the folder of the file.
    """

    root: Path = Path()
    select: Sequence[str] = ()
    ignore: Sequence[str] = ()
    warn: Sequence[str] = ()
    exclude: Sequence[str] = ()


def settings_for(folder: Path) -> Settings:
    """The settings of the nearest file, from a folder upwards to the top of its repository.

    Raises:
        ProblemsFound: for a file that cannot be read, or that says what no run understands.
    """
    folder = folder.absolute()
    for above in (folder, *folder.parents):
        for name in (OWN, SHARED):
            path = above / name
            if path.is_file() and (found := _settings(path)):
                return found
        if (above / ".git").exists():
            break
    return Settings()


def _settings(path: Path) -> Settings | None:
    """The settings of a file; None if a shared file has none."""
    source = read_file(path)
    if isinstance(source, Problem):
        raise ProblemsFound([source])
    try:
        table: Any = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        problem = Problem(source.path, 1, 1, f"this is no TOML: {error}")
        raise ProblemsFound([problem]) from None
    if path.name == SHARED:
        table = table.get("tool", {}).get("sfrules", {}).get("lint")
    if table is None:
        return None
    if problems := list(_wrong(source, table)):
        raise ProblemsFound(problems)
    return Settings(root=path.parent, **table)


def _wrong(source: Source, table: Any) -> Iterator[Problem]:
    """What the settings say that no run understands."""
    if not isinstance(table, dict):
        yield _at(source, "lint", "the settings of lint are a table", "[tool.sfrules.lint]")
        return
    for key, value in table.items():
        if key not in _KEYS:
            yield _at(source, key, f'lint has no setting "{key}"', did_you_mean(key, _KEYS))
        elif not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            yield _at(source, key, f"{key} is a list of texts", f'{key} = ["…"]')
        elif key in OF_RULES:
            for name in unknown(value):
                yield _at(source, name, f'lint has no rule "{name}"', did_you_mean(name, RULES))


def unknown(names: Collection[str]) -> list[str]:
    """The names of rules that lint does not have."""
    return [name for name in names if name not in RULES]


def _at(source: Source, word: str, message: str, hint: str) -> Problem:
    """A problem with a word of the settings, at its first place after their heading."""
    begin = max(0, source.text.find("sfrules"))
    found = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])").search(source.text, begin)
    start = found.start() if found else 0
    return problem_at(Span(source, start, start + len(word)), message, hint)
