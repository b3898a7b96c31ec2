"""Read a file that an author has written, or report why it cannot be read."""

from __future__ import annotations

from pathlib import Path

from sfrules.ground.edits import as_seen
from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.ground.source import Source

# What a file begins with that no editor of texts has written.
_OTHERS = {
    b"\xff\xfe": ("UTF-16, not UTF-8", "save it as UTF-8"),
    b"\xfe\xff": ("UTF-16, not UTF-8", "save it as UTF-8"),
    b"PK\x03\x04": ("a spreadsheet or an archive, no text", "export the sheet as CSV, in UTF-8"),
    b"\xd0\xcf\x11\xe0": ("a spreadsheet, no text", "export the sheet as CSV, in UTF-8"),
}


def read_source(path: Path, shown: str) -> Source:
    """The text of a file as its author sees it: without a mark in front, a newline a line.

    Raises:
        ProblemsFound: for whatever cannot be read as text, at its place in the file.
    """
    try:
        read = path.read_bytes()
    except (OSError, ValueError) as error:
        raise ProblemsFound([Problem(shown, 1, 1, _reason(path, error))]) from None
    if found := next(filter(read.startswith, _OTHERS), None):
        what, hint = _OTHERS[found]
        raise ProblemsFound([Problem(shown, 1, 1, f"the file is {what}", hint)])
    try:
        return Source(shown, as_seen(read.decode()))
    except UnicodeDecodeError as error:
        raise ProblemsFound([_not_utf8(shown, read, error.start)]) from None


def _reason(path: Path, error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "the link leads nowhere" if path.is_symlink() else "there is no such file"
    if isinstance(error, IsADirectoryError):
        return "it is a folder, and no file"
    return f"the file cannot be read: {getattr(error, 'strerror', None) or error}"


def _not_utf8(shown: str, content: bytes, at: int) -> Problem:
    """A problem at the first byte that is wrong."""
    before = as_seen(content[:at].decode())
    line, column = Source(shown, before).position(len(before))
    message = f"the file is not UTF-8: it has the byte {content[at]:#04x}"
    return Problem(shown, line, column, message, "save it as UTF-8")
