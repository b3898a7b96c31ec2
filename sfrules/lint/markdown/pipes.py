"""Pipe tables: lines split into cells at their places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sfrules.lint.document import Cell, Row
from sfrules.lint.markdown.inline import Inline, is_plain, read_inline

_PIPE = re.compile(r"(?<!\\)\|")
# Where some renderers see no edge of a cell, and GitHub's does: in code, macros, wiki links, and
# formulas, whose dollars, unlike those of prices, stand close.
_SHELTER = re.compile(r"`[^`]*+`|\{\{[^{}]*+\}\}|\[\[[^\[\]]*+\]\]|\$(?=\S)[^$]*+(?<=\S)\$(?!\d)")


def pieces(line: str, begin: int = 0, width: int = 0) -> list[tuple[int, str]]:
    """What stands between the pipes of a line, each with its offset; the outer pipes are none.

    Where that is more than the table is wide, pipes in code and the like are taken for text.
    """
    parts = _split(line, line, begin)
    if width and len(parts) > width and _SHELTER.search(line, begin):
        sheltered = _split(line, _SHELTER.sub(_without_pipes, line), begin)
        return sheltered if len(sheltered) <= width else parts
    return parts


def _without_pipes(found: re.Match[str]) -> str:
    return found[0].replace("|", " ")


def _split(line: str, guide: str, begin: int) -> list[tuple[int, str]]:
    end = len(line.rstrip())
    pipes = [found.start() for found in _PIPE.finditer(guide, begin, end)]
    edges = [begin - 1, *pipes, end]
    starts = [at + 1 for at in edges[:-1]]
    parts = [(start, line[start:stop]) for start, stop in zip(starts, edges[1:], strict=True)]
    if pipes and pipes[0] == begin:
        parts = parts[1:]
    if pipes and pipes[-1] == end - 1 and parts:
        parts = parts[:-1]
    return parts


def read_cells(
    line: str, number: int, begin: int, width: int, labels: Mapping[str, object]
) -> Iterator[tuple[Cell, Inline | None]]:
    """The cells of a line, as they are written, with what is in them, placed in the line."""
    for start, raw in pieces(line, begin, width):
        if (text := raw.strip()) and is_plain(text):
            column = start + len(raw) - len(raw.lstrip()) + 1
            yield Cell(" ".join(text.split()), number, column), None
            continue
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
