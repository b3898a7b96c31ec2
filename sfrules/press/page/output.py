"""What the expressions of a page print: values as text, things as placeholders, each noted."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from types import FunctionType
from typing import Any

from sfrules.ground.formats import as_read, fit, format_value
from sfrules.ground.ledger import Origin, Statement
from sfrules.ground.problems import Mistake, Problem
from sfrules.press.expression.tree import Markdown
from sfrules.press.page.environment import FromMacro, Printing, Work, shape
from sfrules.press.page.marks import PIECE_CLOSE, PIECE_OPEN, marked, without_marks
from sfrules.press.page.names import fact_in_words, origins_named
from sfrules.press.page.templates import Lineage, Site, margin_of
from sfrules.press.things.book import Book, Record
from sfrules.press.things.kinds import kinds_of
from sfrules.press.things.thing import Kind, with_texts

# An underline within a word is no emphasis, and some signs only open a block.
_LIVE = re.compile(
    r"""[&<>"'\\`*\[\]{}|~^$]|(?<![^\W_])_|_(?![^\W_])"""
    r"""|\A(?:#|!(?=!)|(?:[+:=-]|[0-9]+[.)])(?=[\s=-]|\Z))"""
)
_NOT_A_LETTER = re.compile(r"\W|_")
_BLANKS = re.compile(r"\s+")
_UNDERLINE = re.compile(r"[ \t>]*[=-]+[ \t]*$", re.MULTILINE)
_PLACEHOLDER = re.compile(rf"{PIECE_OPEN}(\d{{1,6}}){PIECE_CLOSE}")
_DOTTED = re.compile(r"\w+(?:\.\w+)+")


# Where marks would be part of an address, a name of a class or the like: before it on its line.
_UNFIT = re.compile(
    r"\]\([^()]*\Z|\{[^{}]*\Z|<[^<>\"']*\Z|://\S*\Z|^[ \t>]*(?:!!!|\?\?\?\+?)[ \t]+[^\"]*\Z"
)
_TEMPLATE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")


@dataclass(frozen=True)
class Piece:
    """A thing that is put into the HTML when Markdown is done with the page, and its place."""

    kind: Kind[Any]
    thing: Any
    start: int
    end: int


@dataclass(frozen=True)
class Use:
    """What a page uses of the book beside what it prints."""

    decided: frozenset[Origin] = frozenset()  # what its conditions and loops depend on
    #: The facts that each of its proofs draws on, with the problem if nothing else reads one.
    proved: tuple[tuple[Origin, Problem | None], ...] = ()


class Notes:
    """Turns what a page's expressions answer into text, and writes it down.

    `pieces` are the things that the text has placeholders for.
    """

    def __init__(self, book: Book, work: Work) -> None:
        self.entries: list[Statement] = []
        self.pieces: list[Piece] = []
        self._book = book
        self._work = work
        self._kinds = kinds_of(book)
        self._origins: dict[str, tuple[Origin, ...]] = {}
        self._lineage = Lineage(work.files)

    def anew(self) -> None:
        """Begin the page, perhaps again."""
        self.entries, self.pieces = [], []
        self._lineage = Lineage(self._work.files)
        self._work.shown = self.print

    def use(self) -> Use:
        """What the page uses beside what it prints; ask when all of it is printed."""
        sites = [site for file in self._work.files.values() for site in file.sites.values()]
        deciding = (self.origins(site) for site in sites if site.tag)
        return Use(frozenset().union(*deciding))

    def origins(self, site: Site, also: Iterable[Origin] = ()) -> tuple[Origin, ...]:
        """The rules and rows that a tag names, also by way of what the page sets, in order."""
        found = set(also)
        for name in self._lineage.names(site):
            if name not in self._origins:
                self._origins[name] = origins_named(self._book, self._work.short, name)
            found.update(self._origins[name])
        return tuple(sorted(found))

    def print(self, at: Printing, value: Any) -> str:
        """The text that stands in the page for a value: itself, or a placeholder for a thing."""
        if kind := self._kinds.get(type(value)):
            value = with_texts(value)
            return (self._inline if kind.is_inline else self._block)(at, kind, value)
        self._refuse_what_is_no_value(value)
        text = _indented(as_read(format_value(value)), at.site)
        fit(_PLACEHOLDER.sub(self._without_mark, without_marks(text)))
        if isinstance(value, FromMacro):
            return text
        fact = _DOTTED.fullmatch(written := at.site.inner.text)
        in_words = fact_in_words(self._book, self._work.short, written) if fact else ""
        self._note(at, "value", text, calls=tuple(at.calls), in_words=in_words)
        shown = as_text(text)
        if not shown or not may_be_marked(at.site.file.source.text, at.site.start):
            return shown
        return marked(shown, len(self.entries) - 1)  # the finished page is read by these marks

    def _without_mark(self, mark: re.Match[str]) -> str:
        """Nothing, for the mark of a thing of the page: the text of a {% set %} may have some."""
        return "" if int(mark[1]) < len(self.pieces) else mark[0]

    def _refuse_what_is_no_value(self, value: Any) -> None:
        if value is None:
            raise Mistake("the expression has no value to print")
        if isinstance(value, FunctionType | partial):  # a rule, or what a row's figure waits for
            rule = self._book.rule_names.get(value, "figure")
            raise Mistake(f"{rule} is a rule; call it", shape(rule, inspect.signature(value)))
        if isinstance(value, Record) or type(value) in self._book.answers:
            known = value.fields if isinstance(value, Record) else dir(value)
            public = [name for name in known if not name.startswith("_")]
            name = "row" if isinstance(value, Record) else type(value).__name__
            raise Mistake(f"a {name} cannot be printed as it is", f"it has {', '.join(public)}")

    def _inline(self, at: Printing, kind: Kind[Any], thing: Any) -> str:
        """A thing within a sentence; in a heading, which is a link itself, its words alone."""
        before, _, below = _around(at.site)
        words = fit(kind.contents(thing).text)
        if words and (before.lstrip(" \t>").startswith("#") or _UNDERLINE.match(below)):
            return as_text(words)
        return self._placeholder(at, kind, thing, at.on_page.start)

    def _block(self, at: Printing, kind: Kind[Any], thing: Any) -> str:
        """A thing on lines of its own."""
        before, after, _ = _around(at.site)
        if before.strip(" \t>") or after.strip():
            raise Mistake(f"a {kind.name} stands alone on its line", "move it to a line of its own")
        contents = kind.contents(thing)
        origins = self._book.origins(contents.rules, contents.facts)
        self._note(at, kind.name, contents.text, piece=len(self.pieces), also=origins)
        # Blank lines around it make it a block to Markdown wherever it stands.
        return f"\n{before}{self._placeholder(at, kind, thing, at.on_page.inner.start)}\n"

    def _placeholder(self, at: Printing, kind: Kind[Any], thing: Any, start: int) -> str:
        """Keep a thing for later, and leave a mark where it stands."""
        self.pieces.append(Piece(kind, thing, start, at.on_page.end))
        return f"{PIECE_OPEN}{len(self.pieces) - 1}{PIECE_CLOSE}"

    def _note(
        self,
        at: Printing,
        kind: str,
        printed: str,
        *,
        also: Iterable[Origin] = (),
        **more: Any,
    ) -> None:
        place = at.on_page.inner
        line, column = place.source.position(place.start)
        entry = Statement(
            page=place.source.path,
            line=line,
            column=column,
            kind=kind,
            expression=" ".join(at.site.inner.text.split()),
            printed=printed,
            origins=self.origins(at.site, also),
            place=(place.start, place.end),
            **more,
        )
        self.entries.append(entry)


def _around(site: Site) -> tuple[str, str, str]:
    """What stands before a tag on its line, what behind it, and all below the line."""
    text = site.file.source.text
    behind, _, below = text[site.end :].partition("\n")
    return text[text.rfind("\n", 0, site.start) + 1 : site.start], behind, below


def _indented(text: str, site: Site) -> str:
    """A text of several lines with each of them indented as the line of its tag is.

    So it stays in the box, the tab or the item that the tag stands in.
    """
    if "\n" not in text:
        return text
    margin = margin_of(site.file.source.text, site.start)
    return type(text)(text.replace("\n", f"\n{margin}"))


def as_text(text: str) -> str:
    """The Markdown that reads as a text does, in a sentence as well as within HTML.

    >>> as_text("<b>Ox</b>")
    '&#60;b&#62;Ox&#60;/b&#62;'
    """
    if isinstance(text, Markdown):
        return text
    return _LIVE.sub(lambda found: _NOT_A_LETTER.sub(_entity, found[0]), _BLANKS.sub(" ", text))


def _entity(sign: re.Match[str]) -> str:
    return f"&#{ord(sign[0])};"


def may_be_marked(page: str, start: int) -> bool:
    """Whether a value that a page prints there stands where marks are nothing to Markdown."""
    line = page[page.rfind("\n", 0, start) + 1 : start]
    return not _UNFIT.search(_TEMPLATE.sub("", line))
