"""A mistake in a table, with its place."""

from __future__ import annotations


class BadRow(ValueError):
    """A row, a header or a description that cannot be taken.

    Attributes:
        path: the file, relative to the folder that holds tables/.
        line, column: where in the file, both counted from 1, the column in characters.
        text: the line as it stands in the file.
        message: what is wrong.
        hint: what would mend it, or nothing.
    """

    def __init__(  # noqa: PLR0913 — a place has three parts, and so has what is told of it
        self, path: str, line: int, column: int, *, text: str, message: str, hint: str = ""
    ) -> None:
        super().__init__(f"{path}:{line}:{column}: {message}")
        self.path = path
        self.line = line
        self.column = column
        self.text = text
        self.message = message
        self.hint = hint
