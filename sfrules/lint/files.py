"""Find the Markdown files under the paths of a run, read them, and tell editions apart."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePath

from sfrules.ground.file_door import read_source
from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.ground.source import Source

SUFFIXES = (".md", ".markdown", ".rmd", ".qmd")
_SKIPPED = "node_modules"  # other people's pages; hidden folders are skipped as well
_WILD = re.compile(r"/\*\*$|\*\*/?|\*|\?")
_MEANT = {"/**": "(?:/.*)?", "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}

# Folders and endings of names that say a language, as sites that are translated have them.
_LANGUAGES = frozenset(
    """ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fil fr ga gl gu ha he hi hr hu hy id
    is it ja ka kk km kn ko ku lo lt lv mk ml mn mr ms my nb ne nl nn no pa pl ps pt ro ru si sk sl
    sq sr sv sw ta te th tl tr uk ur uz vi xh yo zh zu""".split()
)
_LANGUAGE = re.compile(r"([a-z]{2,3})(?:[-_][a-z]{2,4})?")
_NAMES = re.compile(
    r"(?:translat|tradu|překlad|перевод|english|deutsch|german|french|fran[cç]ais|spanish|español"
    r"|italian|russian|русск|czech|česk|polish|polsk|portugu|brasil|japanese|chinese|korean"
    r"|editions?\b|\bauflage|vydání|издани|\balt(?:ernat|\b)|legacy|remaster|revised|archive|old\b"
    r"|deprecated|backup|classic|original|playtest|draft|beta|alpha)",
    re.IGNORECASE,
)
_VERSION = re.compile(
    r"(?<![a-z0-9])(?:v(?:er(?:sion)?)?[ ._-]?\d+(?:\.\d+)*|\d+(?:\.\d+)+|(?:19|20)\d\d|[1-9]\.?e"
    r"|(?:srd|core|rules)[ ._-]?\d(?:\.\d+)*)(?![a-z0-9])",
    re.IGNORECASE,
)


@dataclass
class Found:
    """The files to read, each once and in a stable order, and a problem for each wrong path.

    `dangling` are links in a folder that lead nowhere.
    """

    files: list[Path] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    dangling: list[Problem] = field(default_factory=list)


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
                found.problems.append(_problem(path, _reason(error)))
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
        found.problems.append(_problem(path, "there is no such file or folder"))
        return []

    def _in_folder(self, folder: Path, found: Found) -> Iterator[Path]:
        def refuse(error: OSError) -> None:
            found.problems.append(_problem(Path(error.filename or folder), _reason(error)))

        for root, folders, names in os.walk(folder, onerror=refuse):
            kept = [name for name in folders if name[0] != "." and name != _SKIPPED]
            folders[:] = [name for name in kept if not self._is_left_out(Path(root, name))]
            for name in names:
                path = Path(root, name)
                if path.suffix.lower() not in SUFFIXES or name[0] == "." or self._is_left_out(path):
                    continue
                if path.is_symlink() and not path.exists():
                    found.dangling.append(_problem(path, "the link leads nowhere"))
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


def edition_of(path: str, named: Sequence[str] = ()) -> str:
    """The edition or language that a file is of; "" if nothing says it.

    `named` are patterns of paths that an author keeps apart. Else the names of its folders, and of
    the file, say it where they are plain: `de/`, `first-edition/`, `SRD v2.0/`, `rules.fr.md`.

    >>> edition_of("rules/de/combat.md"), edition_of("SRD v2.0/orc-v2.0.md"), edition_of("orc.md")
    ('de', 'srd v2.0 v2.0', '')
    """
    for each in named:
        if re.fullmatch(pattern(each), path):
            return each
    *folders, name = PurePath(path).parts
    said = [folder.casefold() for folder in folders if _says(folder)]
    stem = PurePath(name).stem
    said += [part for part in stem.casefold().split(".")[1:] if part in _LANGUAGES]
    said += [found[0].casefold() for found in _VERSION.finditer(stem)]
    return " ".join(said)


def _says(folder: str) -> bool:
    found = _LANGUAGE.fullmatch(folder.casefold())
    is_language = found is not None and found[1] in _LANGUAGES
    return is_language or bool(_NAMES.search(folder) or _VERSION.search(folder))


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
