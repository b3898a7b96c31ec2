"""Find the Markdown files under the paths of a run, and read them as text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from sfrules.ground.file_door import read_source
from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.ground.source import Source

SUFFIXES = (".md", ".markdown", ".rmd", ".qmd")
_SKIPPED = "node_modules"  # other people's pages; hidden folders are skipped as well


def files_in(paths: Iterable[Path]) -> tuple[list[Path], list[Problem]]:
    """The files to read, each once and in a stable order, and a problem for each wrong path."""
    found: dict[str, Path] = {}
    problems: list[Problem] = []
    for path in paths:
        try:
            files = _files_at(path, problems)
        except OSError as error:  # as for a name that is too long
            problems.append(_problem(path, _reason(error)))
            continue
        for file in files:
            found.setdefault(os.path.realpath(file), file)
    return sorted(found.values(), key=lambda file: file.parts), problems


def _files_at(path: Path, problems: list[Problem]) -> list[Path]:
    if path.is_dir():
        return sorted(_in_folder(path, problems), key=lambda file: file.parts)
    if path.exists():
        return [path]
    problems.append(_problem(path, "there is no such file or folder"))
    return []


def _in_folder(folder: Path, problems: list[Problem]) -> Iterator[Path]:
    def refuse(error: OSError) -> None:
        problems.append(_problem(Path(error.filename or folder), _reason(error)))

    for root, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if name[0] != "." and name != _SKIPPED]
        for name in names:
            if Path(name).suffix.lower() in SUFFIXES and name[0] != ".":
                yield Path(root, name)


def read_file(path: Path) -> Source | Problem:
    """A file as its author sees it; a problem if it cannot be read."""
    try:
        return read_source(path, path.as_posix())
    except ProblemsFound as found:
        return found.problems[0]


def _problem(path: Path, message: str) -> Problem:
    return Problem(path.as_posix(), 1, 1, message)


def _reason(error: OSError) -> str:
    return f"cannot be read: {error.strerror or error}"
