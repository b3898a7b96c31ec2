"""A CSV file as text with places, and the problems found in it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sfrules.authored.bad_row import BadRow
from sfrules.authored.csv_text import Cell, Malformed, records


@dataclass(frozen=True)
class Sheet:
    """A file of the package, by the path that messages show, and its text."""

    path: str
    text: str

    def bad(self, line: int, column: int, message: str, hint: str = "") -> BadRow:
        """Tell of a problem at a place of this file."""
        lines = self.text.split("\n")
        text = lines[line - 1] if line <= len(lines) else ""
        return BadRow(self.path, line, column, text=text, message=message, hint=hint)

    def bad_cell(self, cell: Cell, message: str, hint: str = "") -> BadRow:
        """Tell of a problem with a cell of this file."""
        return self.bad(cell.line, cell.column, message, hint)

    def bad_end(self, line: int, message: str, hint: str = "") -> BadRow:
        """Tell of something missing where a line of this file ends."""
        lines = self.text.split("\n")
        return self.bad(line, len(lines[line - 1]) + 1, message, hint)

    def records(self) -> list[list[Cell]]:
        """Split the file into records of cells.

        Raises:
            BadRow: where the file is not CSV.
        """
        try:
            return records(self.text)
        except Malformed as malformed:
            raise self.bad(
                malformed.line, malformed.column, malformed.message, malformed.hint
            ) from None


def open_sheet(root: Path, path: str) -> Sheet:
    """Read a file of the package, whose path is relative to the folder that holds tables/.

    Raises:
        BadRow: for a file that is not there, or not UTF-8.
    """
    try:
        # Read as utf-8-sig: some spreadsheets put a mark in front, which is no part of the header.
        return Sheet(path, (root / path).read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise BadRow(path, 1, 1, text="", message="there is no such file") from None
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        line = before.count(b"\n") + 1
        column = len(before.rsplit(b"\n", 1)[-1].decode("utf-8", "replace")) + 1
        raise BadRow(
            path, line, column, text="", message="not UTF-8", hint="save the file as UTF-8"
        ) from None


def did_you_mean(text: str, options: Iterable[object]) -> str:
    """Return a hint that names the nearest option, or nothing when none is near."""
    near = difflib.get_close_matches(text, [str(option) for option in options], n=1)
    return f"did you mean {near[0]}?" if near else ""
