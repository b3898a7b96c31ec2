"""Read a file of a rulebook: its headings, tables, links and prose, each with its place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace

from sfrules.ground.source import Source
from sfrules.lint.document import (
    Document,
    MarkdownTable,
    PlacedText,
    Row,
)
from sfrules.lint.markdown.blocks import Block, blocks_of, plain_layout
from sfrules.lint.markdown.html import (
    headings_of,
    ids_of,
    labels_in,
    links_of,
    read_table,
    table_spans,
    tags_of,
)
from sfrules.lint.markdown.inline import GONE, Inline

_PIPE = re.compile(r"(?<!\\)\|")
# Where GitHub sees the edge of a cell, and other renderers do not: in code, macros, wiki links, and
# formulas, whose dollar signs have no space inside, unlike those of prices.
_SHELTER = re.compile(r"`[^`]*+`|\{\{[^{}]*+\}\}|\[\[[^\[\]]*+\]\]|\$(?=\S)[^$]*+(?<=\S)\$(?!\d)")
_HASHES = re.compile(r"#{1,6}(?=\s|$)[ \t]*")
_CLOSING_HASHES = re.compile(r"(?:(?<![ \t#])[ \t]+|^)#+[ \t]*$")
# bookdown and Quarto make ids from the labels of chunks of code.
_CODE_LABEL = re.compile(r"#\|[ \t]*label:[ \t]*(\S+)|\{r[ \t]+([\w-]+)|\{[^{}#]*#([\w:-]+)")
_LABELLED = 8  # lines at the top of a chunk of code that can hold its label
_WRITES_ROWS = re.compile(r"\{%|^[^|]*\{\{[^|{}]*\}\}[^|]*$", re.MULTILINE)
# Obsidian's blocks of statistics, which are YAML with text in it.
_STATISTICS = re.compile(r"[ \t>]*(?:`{3,}|~{3,})[ \t]*(?:statblock|ad-statblock|encounter)\b")
# Macros and includes of the usual site generators; page breaks and videos add no text. A heading
# that is no more than a comment is one that a hook of the site writes.
_GROWS = re.compile(
    r"\{\{(?!<\s{0,3}(?:pagebreak|video)\b)|\{%"
    r"|^[ \t]*(?:-{1,2}8<-|!INCLUDE|@import|<<\[|\{!)|^[ \t]*!\[\[|^\#{1,6}[ \t]+$",
    re.MULTILINE,
)
_OTHERS = re.compile(r"[^\n]")


def read(source: Source) -> Document:
    """Read a file as the rules see it."""
    return _Reader(source).document()


def pieces(line: str, begin: int = 0, width: int = 0) -> list[tuple[int, str]]:
    """The texts between the pipes of a line, with their offsets; outer pipes enclose them all.

    Where there are more than the table is wide, pipes in code and the like count as text.
    """
    parts = _split(line, line, begin)
    if width and len(parts) > width and _SHELTER.search(line, begin):
        without_pipes = _SHELTER.sub(lambda found: found[0].replace("|", " "), line)
        sheltered = _split(line, without_pipes, begin)
        return sheltered if len(sheltered) <= width else parts
    return parts


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


class _Reader:
    """What has been read of a file so far; `hidden` are the stretches of code and comments."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text.replace("\r", " ").replace(GONE, " ")
        self.lines = self.text.split("\n")
        self.headings: list[PlacedText] = []
        self.tables: list[MarkdownTable] = []
        self.prose: list[PlacedText] = []
        self.links: list[PlacedText] = []
        self.ids: list[str] = []
        self.comments: list[PlacedText] = []
        self.loose: list[tuple[PlacedText, ...]] = []
        self.statistics: list[PlacedText] = []
        self.hidden: list[tuple[int, int]] = []
        self.tables_open = 0
        layout = plain_layout(self.text)
        blocks, self.definitions = blocks_of(layout)
        if layout.front:
            self.hidden.append((0, source.start_of(layout.front + 1)))
        for block in blocks:
            self._take(block)

    def document(self) -> Document:
        """The file, with what HTML there is in it."""
        source, seen = self.source, self._seen()
        tags = tags_of(seen)
        spans = list(table_spans(tags))
        edges = [(inside[0].start, inside[-1].end) for inside in spans]

        def is_outside(thing: PlacedText) -> bool:
            offset = source.start_of(thing.line) + thing.column - 1
            at = bisect_right(edges, offset, key=lambda edge: edge[0]) - 1
            return at < 0 or offset >= edges[at][1]

        headings = [*self.headings, *headings_of(source, seen, tags)]
        headings.sort(key=lambda heading: heading.line)
        tables = [table for table in self.tables if is_outside(table.headings[0])]
        tables += filter(None, (read_table(source, seen, inside) for inside in spans))
        defined = (PlacedText(to, line + 1, 1) for to, line in self.definitions.values())
        links = [*self.links, *defined, *links_of(source, tags)]
        return Document(
            source,
            headings=tuple(headings),
            ids=(*self.ids, *ids_of(seen, tags)),
            links=tuple(sorted(links, key=lambda link: (link.line, link.column))),
            tables=tuple(_under(headings, tables)),
            prose=tuple(filter(is_outside, self.prose)),
            loose=tuple(self.loose),
            statistics=tuple(self.statistics),
            comments=tuple(self.comments),
            grows=bool(_GROWS.search(seen)),
        )

    def _seen(self) -> str:
        """The text with code, comments and front matter blanked out; its lines stay."""
        parts, at, text = [], 0, self.text
        for start, end in sorted(self.hidden):
            if end > at:
                parts += [text[at : max(at, start)], _OTHERS.sub(" ", text[max(at, start) : end])]
                at = end
        return "".join([*parts, text[at:]])

    def _take(self, block: Block) -> None:
        match block.kind:
            case "heading":
                self._take_heading(block)
            case "table":
                self._take_table(block)
            case "code":
                self._take_code(block)
            case _:
                self._take_text(block)

    def _read(self, start: int, end: int, *, code: bool) -> Inline:
        """Read what is between two offsets; the links and comments in it are kept."""
        read = Inline(self.text[start:end], self.definitions, code=code)
        place = self.source.position
        self.links += [PlacedText(target, *place(start + at)) for target, at in read.links]
        self.comments += [PlacedText(text, *place(start + at)) for text, at in read.comments]
        self.hidden += [(start + first, start + last) for first, last in read.hidden]
        return read

    def _edges(self, block: Block) -> tuple[int, int]:
        """The offsets between which the content of a block is."""
        last = self.source.start_of(block.end) + len(self.lines[block.end - 1])
        return self.source.start_of(block.start + 1) + block.begins[0], last

    def _take_heading(self, block: Block) -> None:
        start, end = self._edges(block)
        if found := _HASHES.match(self.text, start, end):
            start = found.end()
            end = start + len(_CLOSING_HASHES.sub("", self.text[start:end]))
        else:
            end = self.source.start_of(block.end) - 1  # the line below it is its mark
        read = self._read(start, end, code=True)
        place = self.source.position(start + read.begin)
        self.headings.append(PlacedText(read.text, *place))

    def _take_text(self, block: Block) -> None:
        start, end = self._edges(block)
        lines = tuple(_prose(self._read(start, end, code=False).shown.replace(GONE, " "), block))
        self.prose += lines
        if block.kind == "paragraph" and any("|" in line.text for line in lines):
            self.loose.append(lines)
        if block.kind == "html":
            lowered = self.text[start:end].lower()
            self.tables_open += lowered.count("<table") - lowered.count("</table")

    def _take_code(self, block: Block) -> None:
        """Hide code; but indented lines within an HTML table are not code to most renderers."""
        start, end = self._edges(block)
        top = "\n".join(self.lines[block.start : block.end][:_LABELLED])
        self.ids += [found[1] or found[2] or found[3] for found in _CODE_LABEL.finditer(top)]
        self.ids += labels_in(top)
        if block.is_fenced and _STATISTICS.match(self.lines[block.start]):
            self.statistics += _prose(self.text[start:end], block)
        if block.is_fenced or self.tables_open <= 0:
            self.hidden.append((start, end))

    def _take_table(self, block: Block) -> None:
        if _WRITES_ROWS.search("\n".join(self.lines[block.start : block.end])):
            return
        last = block.end
        while last > block.start + 2 and "|" not in self.lines[last - 1]:
            last -= 1  # lines of text below, which only some renderers join to the table
        headings = tuple(self._cells(block, block.start))
        rows = tuple(self._row(block, at, len(headings)) for at in range(block.start + 2, last))
        above = self.prose[-1:]
        caption = above[0].text if above and block.start - 1 <= above[0].line <= block.start else ""
        self.tables.append(MarkdownTable("pipe", headings, rows, block.start + 1, caption=caption))
        if last < block.end:
            begins = block.begins[last - block.start :]
            self._take_text(Block("paragraph", last, block.end, begins))

    def _row(self, block: Block, at: int, width: int) -> Row:
        """A row as wide as its table: cells past its last column are dropped, as renderers do."""
        cells = list(self._cells(block, at, width))
        missing = max(0, width - len(cells))
        empty = PlacedText("", at + 1, len(self.lines[at].rstrip()) + 1)
        kept = (*cells[:width], *[empty] * missing)
        return Row(kept, at + 1, missing, tuple(cells[width:]))

    def _cells(self, block: Block, at: int, width: int = 0) -> Iterator[PlacedText]:
        first = self.source.start_of(at + 1)
        for start, raw in pieces(self.lines[at], block.begins[at - block.start], width):
            read = self._read(first + start, first + start + len(raw), code=True)
            ahead = read.begin if read.text else min(1, len(raw))
            yield PlacedText(read.text, at + 1, start + ahead + 1)


def _prose(shown: str, block: Block) -> Iterator[PlacedText]:
    """The lines of a block that are not blank, without the marks of quotes around them."""
    for at, (text, begin) in enumerate(zip(shown.split("\n"), block.begins, strict=True)):
        content = text[begin:] if at else text
        if kept := content.strip():
            column = begin + len(content) - len(content.lstrip()) + 1
            yield PlacedText(kept, block.start + at + 1, column)


def _under(headings: list[PlacedText], tables: Iterable[MarkdownTable]) -> Iterator[MarkdownTable]:
    """The tables in order, each with the heading above it."""
    lines = [heading.line for heading in headings]
    for table in sorted(tables, key=lambda table: table.line):
        at = bisect_right(lines, table.line) - 1
        yield replace(table, section=headings[at].text if at >= 0 else "")
