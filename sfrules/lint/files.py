"""Find the Markdown files under the paths of a run, and read them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from sfrules.ground.file_door import read_source
from sfrules.ground.findings import Finding
from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.ground.source import Source

SUFFIXES = (".md", ".markdown", ".mdx", ".rmd", ".qmd")
UNREAD = "unread"  # the rule of files and folders that cannot be read
_SKIPPED = "node_modules"  # other people's pages; hidden folders are skipped as well
_WILD = re.compile(r"/\*\*$|\*\*/?|\*|\?")
_MEANT = {"/**": "(?:/.*)?", "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


@dataclass
class Found:
    """The files to read, each once and in a stable order, and what is wrong with other paths."""

    files: list[Path] = field(default_factory=list)
    unread: list[Finding] = field(default_factory=list)

    def refuse(self, path: Path, message: str, severity: str = "error") -> None:
        """Note a path that cannot be read."""
        self.unread.append(Finding(Problem(path.as_posix(), 1, 1, message), UNREAD, severity))


@dataclass(frozen=True)
class Finder:
    """Finds files, but for those that a pattern leaves out, which counts from a folder on."""

    exclude: Sequence[str] = ()
    root: Path = Path()

    @cached_property
    def _patterns(self) -> re.Pattern[str] | None:
        return re.compile("|".join(map(pattern, self.exclude))) if self.exclude else None

    def find(self, paths: Iterable[Path]) -> Found:
        """All files under the paths."""
        found, files = Found(), dict[str, Path]()
        for path in paths:
            try:
                at_path = self._files_at(path, found)
            except OSError as error:  # as for a name that is too long
                found.refuse(path, _reason(error))
                continue
            for file in at_path:
                files.setdefault(os.path.realpath(file), file)
        found.files = sorted(files.values(), key=lambda file: file.parts)
        return found

    def _files_at(self, path: Path, found: Found) -> list[Path]:
        if path.is_dir():
            return sorted(self._in_folder(path, found), key=lambda file: file.parts)
        if path.exists() or path.is_symlink():
            return [path]
        found.refuse(path, "there is no such file or folder")
        return []

    def _in_folder(self, folder: Path, found: Found) -> Iterator[Path]:
        def refuse(error: OSError) -> None:
            found.refuse(Path(error.filename or folder), _reason(error))

        for root, folders, names in os.walk(folder, onerror=refuse):
            kept = [name for name in folders if name[0] != "." and name != _SKIPPED]
            folders[:] = [name for name in kept if not self._is_left_out(Path(root, name))]
            for name in names:
                path = Path(root, name)
                if path.suffix.lower() not in SUFFIXES or name[0] == "." or self._is_left_out(path):
                    continue
                if path.is_symlink() and not path.exists():
                    found.refuse(path, "the link leads nowhere", "warning")
                else:
                    yield path

    def _is_left_out(self, path: Path) -> bool:
        if self._patterns is None:
            return False
        below = Path(os.path.relpath(path, self.root)).as_posix()
        return self._patterns.fullmatch(below) is not None


def pattern(wild: str) -> str:
    """A pattern with `*` and `**`, as a regular expression; without a slash, it is for any folder.

    What a pattern names is left out with all that is in it.
    """
    wild = wild.strip().removeprefix("./").rstrip("/")
    free = "/" not in wild
    parts, at = [], 0
    for found in _WILD.finditer(wild):
        parts += [re.escape(wild[at : found.start()]), _MEANT[found[0]]]
        at = found.end()
    inner = "".join([*parts, re.escape(wild[at:])]).removeprefix("/")
    return f"{'(?:.*/)?' if free else ''}{inner}(?:/.*)?"


def read_file(path: Path) -> Source | Problem:
    """A file as its author sees it; a problem if it cannot be read."""
    try:
        return read_source(path, path.as_posix())
    except ProblemsFound as found:
        return found.problems[0]


def _reason(error: OSError) -> str:
    return f"cannot be read: {error.strerror or error}"
