"""Find the Markdown files under the paths of a run, and read them as text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from sfrules.ground.problems import Problem

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


def read_file(path: Path) -> str | Problem:
    """A file's text, its lines ended by newlines alone; a problem if it cannot be read."""
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        return _problem(path, _reason(error))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _problem(path, *_not_utf8(content, error))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_text(path: Path) -> str | None:
    """A file's text; None if there is no such file, or it cannot be read."""
    try:
        text = read_file(path) if path.is_file() else None
    except OSError:  # a name that is too long, or a folder that may not be entered
        return None
    return text if isinstance(text, str) else None


def _not_utf8(content: bytes, error: UnicodeDecodeError) -> tuple[str, str, int, int]:
    """What is wrong, what would help, and the line and column of the first wrong byte."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "the file is UTF-16, not UTF-8", "save it as UTF-8", 1, 1
    before = content[: error.start].decode("utf-8-sig", "replace").replace("\r\n", "\n")
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    message = f"the file is not UTF-8: it has the byte {content[error.start]:#04x}"
    return message, "save it as UTF-8", line, column


def _problem(path: Path, message: str, hint: str = "", line: int = 1, column: int = 1) -> Problem:
    return Problem(path.as_posix(), line, column, message, hint)


def _reason(error: OSError | ValueError) -> str:
    return f"cannot be read: {getattr(error, 'strerror', None) or error}"
