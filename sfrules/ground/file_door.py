"""The one door for files: a regular file of a bounded size, inside of its project, as text."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import BinaryIO

from sfrules.ground.edits import as_seen
from sfrules.ground.problems import Mistake, Problem, ProblemsFound
from sfrules.ground.source import Source

MOST_OF_A_TEXT = 64 * 2**20  # bytes: more than a whole library of rules has
MOST_OF_AN_ASSET = 2**30


def read_source(
    path: Path, shown: str, within: Sequence[Path] = (), most: int = MOST_OF_A_TEXT
) -> Source:
    """The text of a file as its author sees it: without a mark in front, a newline a line.

    `within` are the folders that the file must really be in, whatever links lead to it; without
    any, it may be anywhere.

    Raises:
        ProblemsFound: for whatever cannot be read as text, at its place in the file.
    """
    try:
        with _opened(path, within, most) as file:
            read = file.read(most + 1)  # a file that grows, or that tells no size
            if len(read) > most:
                raise _too_large(most)
    except Mistake as wrong:
        raise ProblemsFound([Problem(shown, 1, 1, wrong.message, wrong.hint)]) from None
    try:
        return Source(shown, as_seen(read.decode()))
    except UnicodeDecodeError as error:
        raise ProblemsFound([_not_utf8(shown, read, error.start)]) from None


def refusal(path: Path, within: Sequence[Path], most: int = MOST_OF_AN_ASSET) -> Mistake | None:
    """Why a file that is copied as it is may not be; None if it may."""
    try:
        with _opened(path, within, most):
            return None
    except Mistake as wrong:
        return wrong


@contextmanager
def _opened(path: Path, within: Sequence[Path], most: int) -> Iterator[BinaryIO]:
    """The file, open; what is no file is refused before, as a pipe would wait for its other end."""
    try:
        real = Path(os.path.realpath(path))
        if within and not any(real.is_relative_to(os.path.realpath(each)) for each in within):
            hint = "put a copy of what it leads to in its place"
            raise Mistake("the file is a link that leads out of the project", hint)
        found = real.stat()
        if S_ISDIR(found.st_mode):
            raise Mistake("it is a folder, and no file")
        if not S_ISREG(found.st_mode):
            raise Mistake("it is no regular file, but a pipe, a device or the like")
        if found.st_size > most:
            raise _too_large(most)
        with real.open("rb") as file:
            yield file
    except (OSError, ValueError) as error:
        raise Mistake(_reason(path, error)) from None


def _reason(path: Path, error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "the link leads nowhere" if path.is_symlink() else "there is no such file"
    return f"the file cannot be read: {getattr(error, 'strerror', None) or error}"


def _too_large(most: int) -> Mistake:
    return Mistake(f"the file has more than {most // 2**20} MB")


def _not_utf8(shown: str, content: bytes, at: int) -> Problem:
    """A problem at the first byte that is wrong."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Problem(shown, 1, 1, "the file is UTF-16, not UTF-8", "save it as UTF-8")
    before = as_seen(content[:at].decode())
    line, column = Source(shown, before).position(len(before))
    message = f"the file is not UTF-8: it has the byte {content[at]:#04x}"
    return Problem(shown, line, column, message, "save it as UTF-8")
