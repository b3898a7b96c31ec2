"""What a book says of its lint: a table in `pyproject.toml`, or a `.sfrules-lint.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sfrules.ground.problems import Problem, ProblemsFound, did_you_mean, problem_at
from sfrules.ground.source import Source, Span
from sfrules.lint.catalog import NAMES, RULES
from sfrules.lint.files import read_file

OWN, SHARED = ".sfrules-lint.toml", "pyproject.toml"
SEVERITIES = ("error", "warning")
_LISTS = ("select", "ignore", "exclude", "editions")
_KEYS = (*_LISTS, "severity", "baseline")


@dataclass(frozen=True)
class Settings:
    """The settings of a run; paths in them count from `root`, where the file stands."""

    root: Path = Path()
    select: Sequence[str] = ()
    ignore: Sequence[str] = ()
    exclude: Sequence[str] = ()
    editions: Sequence[str] = ()
    severity: Mapping[str, str] = field(default_factory=dict)
    baseline: str = ""


def settings_for(folder: Path, named: Path | None = None) -> Settings:
    """The settings of the nearest file, from a folder upwards to the top of its repository.

    Raises:
        ProblemsFound: for a file that cannot be read, or that says what no run understands.
    """
    if named:
        return _settings(named, shared=named.name == SHARED) or Settings(named.parent)
    folder = folder.absolute()
    for above in (folder, *folder.parents):
        for name in (OWN, SHARED):
            path = above / name
            if path.is_file() and (found := _settings(path, shared=name == SHARED)):
                return found
        if (above / ".git").exists():
            break
    return Settings()


def _settings(path: Path, *, shared: bool) -> Settings | None:
    """The settings of a file; None if a shared file has none."""
    source = read_file(path)
    if isinstance(source, Problem):
        raise ProblemsFound([source])
    try:
        table: Any = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        raise ProblemsFound([_of_toml(source, str(error))]) from None
    if shared:
        table = table.get("tool", {}).get("sfrules", {}).get("lint")
    if table is None:
        return None
    if problems := list(_wrong(source, table)):
        raise ProblemsFound(problems)
    return Settings(root=path.parent, **table)


def _of_toml(source: Source, message: str) -> Problem:
    found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    line, column = (int(found[1]), int(found[2])) if found and found[1] else (1, 1)
    said = message[: found.start()] if found else message
    at = source.start_of(line) + column - 1
    return problem_at(Span(source, at, at + 1), f"this is no TOML: {said}")


def _wrong(source: Source, table: Any) -> list[Problem]:
    """What the settings say that no run understands."""
    if not isinstance(table, dict):
        return [_at(source, "lint", "the settings of lint are a table", "[tool.sfrules.lint]")]
    problems = []
    for key, value in table.items():
        if key not in _KEYS:
            problems.append(_at(source, key, f'lint has no setting "{key}"', _near(key, _KEYS)))
        elif key in _LISTS:
            problems += _wrong_list(source, key, value)
        elif key == "severity":
            problems += _wrong_severities(source, value)
        elif not isinstance(value, str):
            problems.append(_at(source, key, f"{key} is the path of a file", f'{key} = "…"'))
    return problems


def _wrong_list(source: Source, key: str, value: Any) -> list[Problem]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        return [_at(source, key, f"{key} is a list of texts", f'{key} = ["…"]')]
    unknown = [each for each in value if key in ("select", "ignore") and each not in NAMES]
    return [_at(source, each, f'lint has no rule "{each}"', _near(each, NAMES)) for each in unknown]


def _wrong_severities(source: Source, value: Any) -> list[Problem]:
    if not isinstance(value, dict):
        message = "severity is a table of rules"
        return [_at(source, "severity", message, 'severity = { width = "warning" }')]
    ids = [rule.id for rule in RULES]
    wrong = [
        _at(source, each, f'lint has no rule "{each}"', _near(each, ids))
        for each in value
        if each not in ids
    ]
    return wrong + [
        _at(source, str(said), f'"{said}" is no severity', "error or warning")
        for said in value.values()
        if said not in SEVERITIES
    ]


def _near(name: str, known: Sequence[str]) -> str:
    return did_you_mean(name, known)


def _at(source: Source, word: str, message: str, hint: str) -> Problem:
    """A problem with a word of the settings, at its first place after their heading."""
    begin = max(0, source.text.find("sfrules"))
    found = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])").search(source.text, begin)
    start = found.start() if found else 0
    return problem_at(Span(source, start, start + len(word)), message, hint)
