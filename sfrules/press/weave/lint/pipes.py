"""Pipe tables: lines split into cells at their places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sfrules.press.weave.lint.document import Cell, Row
from sfrules.press.weave.lint.inline import Inline, read_inline

_PIPE = re.compile(r"(?<!\\)\|")
DELIMITER = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*+\|?[ \t]*")


def pieces(line: str, begin: int = 0) -> list[tuple[int, str]]:
    """What stands between the pipes of a line, each with its offset; the outer pipes are none."""
    end = len(line.rstrip())
    pipes = [found.start() for found in _PIPE.finditer(line, begin, end)]
    edges = [begin - 1, *pipes, end]
    starts = [at + 1 for at in edges[:-1]]
    parts = [(start, line[start:stop]) for start, stop in zip(starts, edges[1:], strict=True)]
    if pipes and pipes[0] == begin:
        parts = parts[1:]
    if pipes and pipes[-1] == end - 1 and parts:
        parts = parts[:-1]
    return parts


def read_cells(
    line: str, number: int, begin: int, labels: Mapping[str, object]
) -> Iterator[tuple[Cell, Inline]]:
    """The cells of a line, as they are written; what is in them is placed in the line."""
    for start, raw in pieces(line, begin):
        read = read_inline(raw, labels, code=True)
        text = read.text
        ahead = read.begin if text else min(1, len(raw))
        yield Cell(text, number, start + ahead + 1), _moved(read, start)


def _moved(read: Inline, by: int) -> Inline:
    return Inline(
        read.shown,
        [(target, at + by) for target, at in read.links],
        [(text, label, at + by) for text, label, at in read.brackets],
        [(text, at + by) for text, at in read.comments],
        [(start + by, end + by) for start, end in read.hidden],
    )


def fitted(cells: Sequence[Cell], width: int, line: int, end: int) -> Row:
    """A row as wide as its table: cells past it are dropped, as a renderer does."""
    missing = max(0, width - len(cells))
    empty = Cell("", line, end + 1)
    return Row((*cells[:width], *[empty] * missing), line, missing, tuple(cells[width:]))
