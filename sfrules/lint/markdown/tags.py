"""HTML in a text whose code and comments are blanked out: ids, links, headings and tables."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from itertools import pairwise

from sfrules.ground.source import Source
from sfrules.lint.document import Anchor, Cell, MarkdownLink, MarkdownTable, Row
from sfrules.lint.markdown.inline import read_inline

_TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]*)(?P<rest>[^<>]*)>")
_ATTRIBUTE = re.compile(
    r"""(?<![\w-])(id|name|href|colspan|rowspan)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++))""",
    re.IGNORECASE,
)
# An attribute list of Pandoc, kramdown or Python-Markdown that has an id.
_ID_GIVEN = re.compile(
    r"\{:?[ \t]*+(?:(?:\.[\w-]+|[\w-]+=(?:\"[^\"{}\n]*\"|[^\s{}\"]+))[ \t]++)*+"
    r"\#([^\s{}\"'=#]++)(?=[ \t}])[^{}\n]*+\}"
)
_HEADING = re.compile(r"h[1-6]")
_SPAN = re.compile(r"\d{1,4}", re.ASCII)
_WIDEST = 1000  # columns that a cell can span, in any browser
_PARTS = ("table", "thead", "tbody", "tfoot", "tr")


@dataclass(frozen=True)
class Tag:
    """An opening or closing tag, with its offsets."""

    name: str
    closes: bool
    attributes: dict[str, str]
    start: int
    end: int


def tags_of(text: str) -> list[Tag]:
    """The tags of a text in order."""
    return [
        Tag(
            found["name"].lower(),
            bool(found["end"]),
            _attributes(found["rest"]) if "=" in found["rest"] else {},
            found.start(),
            found.end(),
        )
        for found in _TAG.finditer(text)
    ]


def _attributes(text: str) -> dict[str, str]:
    return {
        found[1].lower(): unescape(found[2] or found[3] or found[4] or "")
        for found in _ATTRIBUTE.finditer(text)
    }


def anchors_of(source: Source, text: str, tags: list[Tag]) -> Iterator[Anchor]:
    """The ids that tags and attribute lists give."""
    for tag in tags:
        names = [tag.attributes.get("id")]
        names += [tag.attributes.get("name")] if tag.name == "a" else []
        for name in dict.fromkeys(filter(None, names)):
            yield Anchor(str(name), *source.position(tag.start))
    if "{" in text:
        for found in _ID_GIVEN.finditer(text):
            yield Anchor(found[1], *source.position(found.start(1) - 1))


def links_of(source: Source, tags: list[Tag]) -> Iterator[MarkdownLink]:
    """The targets of HTML links."""
    for tag in tags:
        if tag.name == "a" and "href" in tag.attributes:
            yield MarkdownLink(tag.attributes["href"], *source.position(tag.start))


def headings_of(text: str, tags: list[Tag]) -> Iterator[tuple[int, str, Tag]]:
    """The HTML headings: the level, the text and the opening tag of each."""
    opened: Tag | None = None
    for tag in tags:
        if not _HEADING.fullmatch(tag.name):
            continue
        if not tag.closes:
            opened = tag
        elif opened and opened.name == tag.name:
            yield int(tag.name[1]), _text_of(text[opened.end : tag.start]), opened
            opened = None


def _text_of(html: str) -> str:
    return read_inline(html, {}, code=True).text


def table_spans(tags: list[Tag]) -> Iterator[list[Tag]]:
    """The tags of each outermost table, first to last."""
    depth, inside = 0, list[Tag]()
    for tag in tags:
        depth += (0 if tag.name != "table" else -1 if tag.closes else 1) if depth else 0
        if not depth and tag.name == "table" and not tag.closes and not inside:
            depth = 1
        if depth or inside:
            inside.append(tag)
        if inside and not depth:
            yield inside
            inside = []


def read_table(source: Source, text: str, tags: list[Tag]) -> MarkdownTable | None:
    """An HTML table; None if it is not a plain grid of cells under a row of headings."""
    inner = tags[1:-1]
    if any(tag.name == "table" for tag in inner) or _spans_rows(inner):
        return None
    rows = _rows(source, text, tags)
    if len(rows) < 2 or not _is_header(rows[0], tags):  # noqa: PLR2004 a heading and a row
        return None
    width = len(rows[0].cells)
    if any(len(row.cells) > width for row in rows) or _spans_header(tags, rows[0]):
        return None
    line = source.position(tags[0].start)[0]
    body = tuple(_widened(row, width) for row in rows[1:] if row.cells)
    return MarkdownTable("html", rows[0].cells, body, line, caption=_caption(text, tags))


@dataclass(frozen=True)
class _HtmlRow:
    cells: tuple[Cell, ...]
    names: frozenset[str]
    start: int
    end: int
    line: int


def _rows(source: Source, text: str, tags: list[Tag]) -> list[_HtmlRow]:
    """The rows that have cells; a row ends where it is closed, or where the next begins."""
    rows = []
    marks = [tag for tag in tags if tag.name in _PARTS]
    for opening, following in pairwise(marks):
        if opening.name == "tr" and not opening.closes:
            within = tags_between(tags, opening.start, following.start)
            cells, names = _cells(source, text, within, following.start)
            line = source.position(opening.start)[0]
            rows.append(_HtmlRow(cells, names, opening.start, following.start, line))
    return [row for row in rows if row.cells]


def tags_between(tags: list[Tag], start: int, end: int) -> list[Tag]:
    """The tags that begin between two offsets."""
    first = bisect_left(tags, start, key=lambda tag: tag.start)
    last = bisect_left(tags, end, key=lambda tag: tag.start)
    return tags[first:last]


def _cells(
    source: Source, text: str, tags: list[Tag], end: int
) -> tuple[tuple[Cell, ...], frozenset[str]]:
    cells, names = [], set()
    marks = [tag for tag in tags if tag.name in ("td", "th")]
    edges = [*(tag.start for tag in marks), end]
    for tag, stop in zip(marks, edges[1:], strict=True):
        if tag.closes:
            continue
        names.add(tag.name)
        read = read_inline(text[tag.end : stop], {}, code=True)
        begin = tag.end + (read.begin if read.text else 0)
        cells.append(Cell(read.text, *source.position(begin)))
        cells += [Cell("", *source.position(begin))] * (_number(tag, "colspan") - 1)
    return tuple(cells), frozenset(names)


def _number(tag: Tag, name: str) -> int:
    value = tag.attributes.get(name, "1").strip()
    return min(int(value), _WIDEST) if _SPAN.fullmatch(value) else 1


def _spans_rows(tags: list[Tag]) -> bool:
    return any(_number(tag, "rowspan") != 1 for tag in tags)


def _spans_header(tags: list[Tag], header: _HtmlRow) -> bool:
    of_header = tags_between(tags, header.start, header.end)
    return any(_number(tag, "colspan") > 1 for tag in of_header)


def _is_header(row: _HtmlRow, tags: list[Tag]) -> bool:
    """Whether the first row is a header, by its cells or by its place in a `thead`."""
    opened = next((tag.start for tag in tags if tag.name == "thead" and not tag.closes), -1)
    return row.names == {"th"} or 0 <= opened < row.start


def _widened(row: _HtmlRow, width: int) -> Row:
    missing = width - len(row.cells)
    last = row.cells[-1]
    empty = Cell("", last.line, last.column)
    return Row((*row.cells, *[empty] * missing), row.line, missing)


def _caption(text: str, tags: list[Tag]) -> str:
    edges = [tag for tag in tags if tag.name in ("caption", *_PARTS)]
    for opening, following in pairwise(edges):
        if opening.name == "caption" and not opening.closes:
            return _text_of(text[opening.end : following.start])
    return ""
