"""HTML in a text whose code and comments are blanked out: ids, links, headings and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from itertools import pairwise

from sfrules.ground.source import Source
from sfrules.lint.document import MarkdownTable, PlacedText, Row
from sfrules.lint.markdown.inline import Inline

_TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]*)(?P<rest>[^<>]*)>")
_ATTRIBUTE = re.compile(
    r"""(?<![\w-])(id|name|href|colspan|rowspan)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++))""",
    re.IGNORECASE,
)
# An attribute list of Pandoc, kramdown or Python-Markdown that has an id.
_ID_GIVEN = re.compile(
    r"\{:?[ \t]*+(?:(?!id=)(?:\.[\w-]+|[\w-]+=(?:\"[^\"{}\n]*\"|[^\s{}\"]+))[ \t]++)*+"
    r"(?:\#|id=\"?)([^\s{}\"'=#]++)(?=[ \t}\"])[^{}\n]*+\}"
)
# A label of MyST above a thing, behind a formula or in a directive; an id of MDX in a comment.
_LABEL = re.compile(
    r"^[ \t]*+(?:\(([^()\s]++)\)=|\$\$[ \t]*+\(([^()\s]++)\)|:(?:name|label):[ \t]*+(\S++))[ \t]*+$"
    r"|\{/\*[ \t]*+#([^\s*]++)[ \t]*+\*/\}",
    re.MULTILINE,
)
_HEADING = re.compile(r"h[1-6]")
_SPAN = re.compile(r"\d{1,4}", re.ASCII)
_WIDEST = 1000  # columns that a cell can span, in any browser
_CELLS = ("td", "th")
_OF_TABLES = ("table", "caption", "thead", "tbody", "tfoot", "tr", *_CELLS)


@dataclass(frozen=True)
class Tag:
    """An opening or closing tag, with its offsets."""

    name: str
    closes: bool
    attributes: dict[str, str]
    start: int
    end: int

    def span(self, name: str) -> int:
        """Over how many columns or rows a cell goes."""
        value = self.attributes.get(name, "1").strip()
        return min(int(value), _WIDEST) if _SPAN.fullmatch(value) else 1


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


def ids_of(text: str, tags: list[Tag]) -> Iterator[str]:
    """The ids that tags, attribute lists and labels give."""
    for tag in tags:
        yield from (tag.attributes[name] for name in ("id", "name") if _has(tag, name))
    yield from labels_in(text)
    yield from (found[1] for found in _ID_GIVEN.finditer(text))


def labels_in(text: str) -> Iterator[str]:
    """The labels of MyST, which its directives have between fences as well."""
    yield from (found[found.lastindex or 0] for found in _LABEL.finditer(text))


def _has(tag: Tag, name: str) -> bool:
    return name in tag.attributes and (name == "id" or tag.name == "a")


def links_of(source: Source, tags: list[Tag]) -> Iterator[PlacedText]:
    """The targets of HTML links."""
    for tag in tags:
        if tag.name == "a" and "href" in tag.attributes:
            yield PlacedText(tag.attributes["href"], *source.position(tag.start))


def headings_of(source: Source, text: str, tags: list[Tag]) -> Iterator[PlacedText]:
    """The HTML headings."""
    opened: Tag | None = None
    for tag in tags:
        if not _HEADING.fullmatch(tag.name):
            continue
        if not tag.closes:
            opened = tag
        elif opened and opened.name == tag.name:
            shown = Inline(text[opened.end : tag.start], (), code=True).text
            yield PlacedText(shown, *source.position(opened.start))
            opened = None


def table_spans(tags: list[Tag]) -> Iterator[list[Tag]]:
    """The tags of each outermost table, first to last."""
    depth, inside = 0, list[Tag]()
    for tag in tags:
        if tag.name == "table":
            depth = max(0, depth + (-1 if tag.closes else 1))
        if depth or inside:
            inside.append(tag)
        if inside and not depth:
            yield inside
            inside = []


@dataclass
class _HtmlRow:
    line: int
    is_head: bool
    cells: list[PlacedText] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)


def read_table(source: Source, text: str, tags: list[Tag]) -> MarkdownTable | None:
    """An HTML table; None if it is not a plain grid of cells under a row of headings."""
    marks = [tag for tag in tags if tag.name in _OF_TABLES]
    rows, caption, in_head = list[_HtmlRow](), "", False
    for tag, following in pairwise(marks):
        inside = text[tag.end : following.start]
        if tag.name in ("thead", "tbody", "tfoot"):
            in_head = tag.name == "thead" and not tag.closes
        elif tag.closes:
            continue
        elif tag.name == "caption":
            caption = Inline(inside, (), code=True).text
        elif tag.name == "tr":
            rows.append(_HtmlRow(source.position(tag.start)[0], in_head))
        elif tag.name in _CELLS and rows:
            read = Inline(inside, (), code=True)
            place = source.position(tag.end + (read.begin if read.text else 0))
            rows[-1].tags.append(tag)
            rows[-1].cells.append(PlacedText(read.text, *place))
            rows[-1].cells += [PlacedText("", *place)] * (tag.span("colspan") - 1)
    head, *body = [row for row in rows if row.cells] or [_HtmlRow(0, is_head=False)]
    if not _is_grid(marks, head, body):
        return None
    width, line = len(head.cells), source.position(tags[0].start)[0]
    kept = tuple(_widened(row, width) for row in body)
    return MarkdownTable("html", tuple(head.cells), kept, line, caption=caption)


def _is_grid(marks: list[Tag], head: _HtmlRow, body: list[_HtmlRow]) -> bool:
    """Whether a table is one, each cell in a single row, under headings of a column each."""
    return (
        bool(body)
        and (head.is_head or all(tag.name == "th" for tag in head.tags))
        and all(tag.span("colspan") == 1 for tag in head.tags)
        and all(tag.span("rowspan") == 1 and tag.name != "table" for tag in marks[1:-1])
        and all(len(row.cells) <= len(head.cells) for row in body)
    )


def _widened(row: _HtmlRow, width: int) -> Row:
    missing = width - len(row.cells)
    last = row.cells[-1]
    empty = PlacedText("", last.line, last.column)
    return Row((*row.cells, *[empty] * missing), row.line, missing)
