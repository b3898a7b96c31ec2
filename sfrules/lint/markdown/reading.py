"""Read a file of a rulebook: its headings, tables, links and prose, each with its place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from sfrules.ground.source import Source
from sfrules.lint.document import (
    Anchor,
    Cell,
    Document,
    MarkdownHeading,
    MarkdownLink,
    MarkdownTable,
    Prose,
)
from sfrules.lint.markdown.blocks import blocks_of, plain_layout
from sfrules.lint.markdown.passages import Passages
from sfrules.lint.markdown.slugs import github
from sfrules.lint.markdown.tags import (
    Tag,
    anchors_of,
    headings_of,
    links_of,
    read_table,
    table_spans,
    tags_of,
)

Thing = TypeVar("Thing", MarkdownHeading, MarkdownLink, Anchor)

# Macros and includes of the usual site generators; page breaks and videos add no text.
_GROWS = re.compile(
    r"\{\{(?!<\s{0,3}(?:pagebreak|video)\b)|\{%"
    r"|^[ \t]*(?:-{1,2}8<-|!INCLUDE|@import|<<\[|\{!)|^[ \t]*!\[\[",
    re.MULTILINE,
)
_OTHERS = re.compile(r"[^\n]")


def read(source: Source) -> Document:
    """Read a file as the rules see it."""
    layout = plain_layout(source.text)
    blocks = blocks_of(layout)
    passages = Passages(source, source.text.split("\n"), blocks)
    for block in blocks.blocks:
        passages.take(block)
    front = (0, source.start_of(layout.front + 1)) if layout.front else (0, 0)
    seen = _without(source.text, [front, *passages.hidden])
    tags = tags_of(seen) if "<" in seen else []
    spans = list(table_spans(tags))
    headings = _named([*passages.headings, *_html_headings(source, seen, tags)])
    outside = _Outside(source, spans)
    tables = [table for table in passages.tables if table.headings[0] in outside]
    tables += _html_tables(source, seen, spans)
    defined = [MarkdownLink(target, line + 1, 1) for target, line in blocks.definitions.values()]
    return Document(
        source,
        headings=headings,
        tables=tuple(_under(headings, tables)),
        prose=tuple(text for text in passages.prose if text in outside),
        links=tuple(_in_order([*passages.links, *defined, *links_of(source, tags)])),
        anchors=tuple(_in_order([*passages.anchors, *anchors_of(source, seen, tags)])),
        comments=tuple(passages.comments),
        loose=tuple(passages.loose),
        statistics=tuple(passages.statistics),
        grows=bool(_GROWS.search(seen)),
    )


def _without(text: str, hidden: Iterable[tuple[int, int]]) -> str:
    """A text with some stretches blanked out; its lines stay."""
    parts, at = [], 0
    for start, end in sorted(hidden):
        if end > at:
            parts += [text[at : max(at, start)], _OTHERS.sub(" ", text[max(at, start) : end])]
            at = end
    return "".join([*parts, text[at:]])


def _html_headings(source: Source, seen: str, tags: list[Tag]) -> Iterator[MarkdownHeading]:
    for level, text, tag in headings_of(seen, tags):
        id = tag.attributes.get("id", "")
        yield MarkdownHeading(level, text, id, *source.position(tag.start), own_id=bool(id))


def _html_tables(source: Source, seen: str, spans: Iterable[list[Tag]]) -> Iterator[MarkdownTable]:
    for tags in spans:
        if table := read_table(source, seen, tags):
            yield table


class _Outside:
    """Everything that is not in an HTML table."""

    def __init__(self, source: Source, spans: Iterable[list[Tag]]) -> None:
        self._source = source
        self._spans = [(tags[0].start, tags[-1].end) for tags in spans]

    def __contains__(self, thing: Prose | Cell) -> bool:
        offset = self._source.start_of(thing.line) + thing.column - 1
        at = bisect_right(self._spans, offset, key=lambda span: span[0]) - 1
        return at < 0 or offset >= self._spans[at][1]


def _in_order(things: Iterable[Thing]) -> list[Thing]:
    return sorted(things, key=lambda thing: (thing.line, thing.column))


def _named(headings: Iterable[MarkdownHeading]) -> tuple[MarkdownHeading, ...]:
    """The headings in order, each with its id: its own, or the one that GitHub makes."""
    seen: Counter[str] = Counter()
    named = []
    for heading in _in_order(headings):
        slug = github(heading.text)
        made = f"{slug}-{seen[slug]}" if seen[slug] else slug
        seen[slug] += not heading.own_id
        named.append(heading if heading.own_id else replace(heading, id=made))
    return tuple(named)


def _under(
    headings: tuple[MarkdownHeading, ...], tables: Iterable[MarkdownTable]
) -> Iterator[MarkdownTable]:
    """The tables in order, each with the heading above it."""
    lines = [heading.line for heading in headings]
    for table in sorted(tables, key=lambda table: table.line):
        at = bisect_right(lines, table.line) - 1
        yield replace(table, section=headings[at].text if at >= 0 else "")
