"""What a page prints, as text, and the ledger's entry for each."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Any

from jinja2 import nodes

from sfrules.ground.formats import format_value
from sfrules.ground.ledger import NO_PIECE, Entry, Origin
from sfrules.ground.problems import Mistake
from sfrules.ground.source import Source
from sfrules.press.page.lineage import Lineage, dotted_name
from sfrules.press.page.macros import Macros
from sfrules.press.page.parse import Site
from sfrules.press.page.sandbox import shape
from sfrules.press.page.tokens import Tokens
from sfrules.press.things.book import Book
from sfrules.press.things.thing import Kind

UNDERLINE = re.compile(r"[ \t>]*(?:={2,}|-{2,})[ \t]*$", re.MULTILINE)


class Notes:
    """Turns what an expression answers into text, and writes it down.

    `unbacked` are the numbers among the entries that no rule or row has part in, with their trees.
    """

    def __init__(
        self, book: Book, source: Source, tokens: Tokens, macros: Macros, lineage: Lineage
    ) -> None:
        self.entries: list[Entry] = []
        self.unbacked: list[tuple[Entry, nodes.Node]] = []
        self._book = book
        self._source = source
        self._tokens = tokens
        self._macros = macros
        self._lineage = lineage

    def print(self, site: Site, value: Any) -> str:
        """The text that stands in the page for a value: itself, or a placeholder for a thing."""
        if kind := self._macros.kinds.get(type(value)):
            place = {"text": self._text, "inline": self._inline, "block": self._block}
            return place[kind.stands](site, kind, value)
        self._refuse_what_is_no_value(value)
        text = format_value(value)
        called = dotted_name(site.node.node) if isinstance(site.node, nodes.Call) else "."
        if "." in called or called in self._macros.names or called in self._lineage.short.full:
            self._note(site, "value", text)  # a page's own macro has noted what it prints
        return text

    def _refuse_what_is_no_value(self, value: Any) -> None:
        if value is None:
            raise Mistake("the expression has no value to print")
        if callable(value) and (rule := self._book.rule_names.get(value)):
            raise Mistake(f"{rule} is a rule; call it", shape(rule, inspect.signature(value)))
        if type(value) in self._book.answers:
            public = [name for name in dir(value) if not name.startswith("_")]
            name = type(value).__name__
            raise Mistake(f"a {name} cannot be printed as it is", f"it has {', '.join(public)}")

    def _text(self, site: Site, kind: Kind[Any], thing: Any) -> str:
        """A thing that is a part of its sentence."""
        text = kind.text(thing)
        self._note(site, kind.name, text, because=kind.because(thing))
        return text

    def _inline(self, site: Site, kind: Kind[Any], thing: Any) -> str:
        """A thing within a sentence; in a heading, which is a link itself, its words alone."""
        start, end = self._around(site)
        words = kind.text(thing)
        if words and self._in_heading(start, end):
            return words
        return self._macros.placeholder(kind, thing, start, end)

    def _in_heading(self, start: int, end: int) -> bool:
        text = self._source.text
        before = text[text.rfind("\n", 0, start) + 1 : start]
        below = text.find("\n", end)
        return before.lstrip(" \t>").startswith("#") or (
            below >= 0 and UNDERLINE.match(text, below + 1) is not None
        )

    def _block(self, site: Site, kind: Kind[Any], thing: Any) -> str:
        """A thing on lines of its own."""
        start, end = self._around(site)
        text = self._source.text
        line_start = text.rfind("\n", 0, start) + 1
        line_end = text.find("\n", end)
        before, after = text[line_start:start], text[end : line_end if line_end >= 0 else None]
        if before.strip(" \t>") or after.strip():
            raise Mistake(f"a {kind.name} stands alone on its line", "move it to a line of its own")
        piece = len(self._macros.pieces)
        origins = kind.origins(thing, self._book)
        self._note(site, kind.name, kind.text(thing), piece=piece, also=origins)
        placeholder = self._macros.placeholder(kind, thing, site.start, end)
        # Blank lines around it make it a block to Markdown wherever it stands.
        return f"\n{before}{placeholder}\n"

    def _around(self, site: Site) -> tuple[int, int]:
        """The start and end of the macro with its delimiters."""
        return self._tokens.with_delimiters(site.start)

    def _note(  # noqa: PLR0913 an entry has as many parts
        self,
        site: Site,
        kind: str,
        printed: str,
        *,
        because: str = "",
        piece: int = NO_PIECE,
        also: Iterable[Origin] = (),
    ) -> None:
        line, column = self._source.position(site.start)
        start, end = self._tokens.expression_around(site.start)
        entry = Entry(
            page=self._source.path,
            line=line,
            column=column,
            kind=kind,
            expression=" ".join(self._source.text[start:end].split()),
            printed=printed,
            origins=self._lineage.origins(site.node, also),
            because=because,
            piece=piece,
        )
        self.entries.append(entry)
        if kind in ("value", "claim") and not entry.origins:
            self.unbacked.append((entry, site.node))
