"""What the blocks of a file hold, each thing at its place: headings, tables, prose, links."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from sfrules.ground.source import Source
from sfrules.lint.document import (
    Anchor,
    Cell,
    Comment,
    MarkdownHeading,
    MarkdownLink,
    MarkdownTable,
    Prose,
    Row,
)
from sfrules.lint.markdown.blocks import Block, Blocks
from sfrules.lint.markdown.inline import GONE, Inline, is_plain, read_inline

_PIPE = re.compile(r"(?<!\\)\|")
# Where GitHub sees the edge of a cell, and other renderers do not: in code, macros, wiki links, and
# formulas, whose dollar signs have no space inside, unlike those of prices.
_SHELTER = re.compile(r"`[^`]*+`|\{\{[^{}]*+\}\}|\[\[[^\[\]]*+\]\]|\$(?=\S)[^$]*+(?<=\S)\$(?!\d)")
_HASHES = re.compile(r"#{1,6}[ \t]*")
_CLOSING_HASHES = re.compile(r"(?:(?<![ \t#])[ \t]+|^)#+[ \t]*$")
_OWN_ID = re.compile(r"\{[^{}#]*#([^\s{}\"'=]+)[^{}]*\}\s*$")
_CODE_LABEL = re.compile(r"#\|[ \t]*label:[ \t]*(\S+)|\{r[ \t]+([\w-]+)|\{[^{}#]*#([\w:-]+)")
_WRITES_ROWS = re.compile(r"\{%|^[^|]*\{\{[^|{}]*\}\}[^|]*$", re.MULTILINE)
# Obsidian's blocks of statistics, which are YAML with text in it.
_STATISTICS = re.compile(r"[ \t>]*(?:`{3,}|~{3,})[ \t]*(?:statblock|ad-statblock|encounter)\b")
_LABELLED = 8  # lines at the top of a chunk of code that can hold its label


def pieces(line: str, begin: int = 0, width: int = 0) -> list[tuple[int, str]]:
    """The texts between the pipes of a line, with their offsets; outer pipes enclose them all.

    Where there are more than the table is wide, pipes in code and the like count as text.
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


@dataclass(frozen=True)
class Passage:
    """Lines of a file without what is ahead of their content; `first` is the first one's number."""

    lines: Sequence[str]
    first: int
    begins: Sequence[int]

    @cached_property
    def text(self) -> str:
        """The lines as one text."""
        return "\n".join(self.lines)

    def place(self, offset: int) -> tuple[int, int]:
        """The line and the column, in the file, of a character of the text."""
        at = bisect_right(self._starts, offset) - 1
        return self.first + at, self.begins[at] + offset - self._starts[at] + 1

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *accumulate(len(line) + 1 for line in self.lines)][: len(self.lines)]


@dataclass
class Passages:
    """What has been read of a file so far; `hidden` are the stretches of code and comments."""

    source: Source
    lines: list[str]
    blocks: Blocks
    headings: list[MarkdownHeading] = field(default_factory=list)
    tables: list[MarkdownTable] = field(default_factory=list)
    prose: list[Prose] = field(default_factory=list)
    links: list[MarkdownLink] = field(default_factory=list)
    anchors: list[Anchor] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    loose: list[tuple[Prose, ...]] = field(default_factory=list)
    statistics: list[Prose] = field(default_factory=list)
    hidden: list[tuple[int, int]] = field(default_factory=list)
    _tables_open: int = 0

    def take(self, block: Block) -> None:
        """Read a block."""
        match block.kind:
            case "heading":
                self._take_heading(block)
            case "table":
                self._take_table(block)
            case "code":
                self._take_code(block)
            case _:
                self._take_text(block)

    def _passage(self, block: Block) -> Passage:
        numbers = range(block.start, block.end)
        lines = [self._line(at)[begin:] for at, begin in zip(numbers, block.begins, strict=True)]
        return Passage(lines, block.start + 1, block.begins)

    def _line(self, at: int) -> str:
        return self.lines[at].replace("\r", " ").replace(GONE, " ")

    def _take_heading(self, block: Block) -> None:
        passage = self._passage(block)
        lines, begins = list(passage.lines), list(passage.begins)
        if block.underlined:
            lines, begins = lines[:-1], begins[:-1]
        elif found := _HASHES.match(lines[0]):
            lines[0] = _CLOSING_HASHES.sub("", lines[0][found.end() :])
            begins[0] += found.end()
        passage = Passage(lines, block.start + 1, begins)
        read = self._read(passage, code=True)
        own = _OWN_ID.search(lines[-1])
        line, column = passage.place(read.begin if read.text else 0)
        id = own[1] if own else ""
        self.headings.append(MarkdownHeading(block.level, read.text, id, line, column, bool(own)))

    def _take_text(self, block: Block) -> None:
        passage = self._passage(block)
        shown = self._read(passage, code=False).shown.replace(GONE, " ")
        lines = tuple(_prose(shown, block))
        self.prose += lines
        if block.kind == "paragraph" and any("|" in line.text for line in lines):
            self.loose.append(lines)
        if block.kind == "html":
            lowered = passage.text.lower()
            self._tables_open += lowered.count("<table") - lowered.count("</table")

    def _take_code(self, block: Block) -> None:
        """Hide code; but indented lines within an HTML table are not code to most renderers."""
        for found in _CODE_LABEL.finditer("\n".join(self._passage(block).lines[:_LABELLED])):
            label = found[1] or found[2] or found[3]
            self.anchors.append(Anchor(label, block.start + 1, 1))
        if block.fenced and _STATISTICS.match(self._line(block.start)):
            self.statistics += _prose("\n".join(self._passage(block).lines), block)
        if block.fenced or self._tables_open <= 0:
            start = self.source.start_of(block.start + 1)
            end = self.source.start_of(block.end) + len(self.lines[block.end - 1])
            self.hidden.append((start, end))

    def _take_table(self, block: Block) -> None:
        if _WRITES_ROWS.search("\n".join(self.lines[block.start : block.end])):
            return
        last = block.end
        while last > block.start + 2 and "|" not in self.lines[last - 1]:
            last -= 1  # lines of text below, which only some renderers join to the table
        headings = self._cells(block, block.start)
        rows = tuple(self._row(block, at, len(headings)) for at in range(block.start + 2, last))
        caption = self._caption(block.start)
        line = block.start + 1
        self.tables.append(MarkdownTable("pipe", tuple(headings), rows, line, caption=caption))
        if last < block.end:
            begins = block.begins[last - block.start :]
            self._take_text(Block("paragraph", last, block.end, begins))

    def _row(self, block: Block, at: int, width: int) -> Row:
        """A row as wide as its table: cells past its last column are dropped, as renderers do."""
        cells = self._cells(block, at, width)
        missing = max(0, width - len(cells))
        empty = Cell("", at + 1, len(self.lines[at].rstrip()) + 1)
        kept = (*cells[:width], *[empty] * missing)
        return Row(kept, at + 1, missing, tuple(cells[width:]))

    def _cells(self, block: Block, at: int, width: int = 0) -> list[Cell]:
        parts = pieces(self._line(at), block.begins[at - block.start], width)
        return [self._cell(at, start, raw) for start, raw in parts]

    def _cell(self, at: int, start: int, raw: str) -> Cell:
        if (text := raw.strip()) and is_plain(text):
            return Cell(" ".join(text.split()), at + 1, start + raw.index(text[0]) + 1)
        read = self._read(Passage((raw,), at + 1, (start,)), code=True)
        text = read.text
        ahead = read.begin if text else min(1, len(raw))
        return Cell(text, at + 1, start + ahead + 1)

    def _caption(self, above: int) -> str:
        """The line of text above, if at most one empty line is between."""
        last = self.prose[-1] if self.prose else None
        return last.text if last and above - 1 <= last.line <= above else ""

    def _read(self, passage: Passage, *, code: bool) -> Inline:
        read = read_inline(passage.text, self.blocks.definitions, code=code)
        self._note(read, passage)
        return read

    def _note(self, read: Inline, passage: Passage) -> None:
        """Keep what is in a text, placed in the file."""
        place = passage.place
        self.links += [MarkdownLink(target, *place(at)) for target, at in read.links]
        self.comments += [Comment(text, *place(at)) for text, at in read.comments]
        for start, end in read.hidden:
            self.hidden.append((self._offset(*place(start)), self._offset(*place(end))))

    def _offset(self, line: int, column: int) -> int:
        return self.source.start_of(line) + column - 1


def _prose(shown: str, block: Block) -> Iterator[Prose]:
    """The lines of a text that are not blank."""
    for at, text in enumerate(shown.split("\n")):
        if kept := text.strip():
            column = block.begins[at] + len(text) - len(text.lstrip()) + 1
            yield Prose(kept, block.start + at + 1, column)
