"""Run a page by Jinja until all its mistakes are told, and note what its expressions print."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, partial
from traceback import walk_tb
from types import FunctionType
from typing import Any

from jinja2 import Template
from jinja2.exceptions import TemplateSyntaxError

from sfrules.ground.faults import LimitReached
from sfrules.ground.formats import as_read, fit, format_value
from sfrules.ground.ledger import Origin, Statement
from sfrules.ground.problems import Mistake, Problem, problem_at
from sfrules.ground.source import BOTH_KEPT, CONFLICT, FRONT_MATTER, Source, Span
from sfrules.press.expression.bounds import Meter
from sfrules.press.expression.tree import Markdown
from sfrules.press.expression.values import FollowOn, shape
from sfrules.press.page.answers import asked_at, fault_in
from sfrules.press.page.environment import (
    Captured,
    PageEnvironment,
    Printing,
    Space,
    Work,
    environment_of,
)
from sfrules.press.page.marks import PIECE_CLOSE, PIECE_OPEN, marked
from sfrules.press.page.names import ShortNames, fact_in_words, origins_named
from sfrules.press.page.regions import CLOSING, Regions
from sfrules.press.page.templates import BLOCKS, Lineage, PageFile, Site, margin_of
from sfrules.press.things.book import Record, Rulebook
from sfrules.press.things.counts import Audit
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
_MOST_NAMED = 12  # of what a value has


# Where marks would be part of an address, a name of a class or the like, but not of a title or of
# an edit: before it on its line.
_UNFIT = re.compile(
    r"(?:\]\(|\{(?!\+\+|--|~~|==))(?![^(){}]*[ =](?:\"[^\"]*|'[^']*)\Z)[^(){}]*\Z"
    r"|<[^<>\"']*\Z|://\S*\Z|^[ \t>]*(?:!!!|\?\?\?\+?)[ \t]+[^\"]*\Z"
)
_NEAR = 0.85  # of a misspelt proof: a proto is a language
_BRACES = re.compile(r"\{\{|\{%")
# What looks like a box, and Markdown shows as it stands.
_NO_BOX = re.compile(r'^[ \t]*!!!(?! ?[\w-]+(?: +[\w-]+)*(?: +".*?")? *$)[ \w].*', re.MULTILINE)
_AS_A_BOX = "this opens no box", 'a kind stands there, and a title in quotation marks: !!! tip "…"'
_OPENED = re.compile(r"(---)[ \t]*\n\w+:")  # front matter, as it begins
# What a theme prints of a page's front matter as it is written there.
_IN_FRONT = re.compile(
    r"^(?:title|subtitle|description)[ \t]*:.*?(?P<macro>\{\{|\{%)", re.MULTILINE
)
_TEMPLATE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")


@dataclass(frozen=True)
class Piece:
    """A thing that is put into the HTML when Markdown is done with the page, and its place."""

    kind: Kind[Any]
    thing: Any
    start: int
    end: int


class Notes:
    """Turns what a page's expressions answer into text, and writes it down.

    `pieces` are the things that the text has placeholders for.
    """

    def __init__(self, book: Rulebook, work: Work) -> None:
        self.entries: list[Statement] = []
        self.pieces: list[Piece] = []
        self.lineage = Lineage(work.files)
        self._book = book
        self._work = work
        self._kinds = kinds_of(book)
        self._origins_named = cache(partial(origins_named, book, work.short))

    def decided(self) -> frozenset[Origin]:
        """What the page's conditions and loops depend on; ask when all of it is printed."""
        sites = (site for file in self._work.files.values() for site in file.sites.values())
        return frozenset().union(*(self.origins(site) for site in sites if site.tag))

    def origins(
        self, site: Site, at_work: Iterable[Site] | None = None, also: Iterable[Origin] = ()
    ) -> tuple[Origin, ...]:
        """The rules and rows that a tag names, also by way of what the page sets, in order."""
        found = set(also)
        for name in self.lineage.names(site, at_work):
            found.update(self._origins_named(name))
        return tuple(sorted(found))

    def print(self, at: Printing, value: Any) -> str:
        """The text that stands in the page for a value: itself, or a placeholder for a thing."""
        if kind := self._kinds.get(type(value)):
            value = with_texts(value)
            return (self._inline if kind.is_inline else self._block)(at, kind, value)
        self._refuse_what_is_no_value(value)
        fits = may_be_marked(at.site.file.source.text, at.site.start)
        if isinstance(value, Captured):
            return _indented(value.marked if fits else str(value), at.site)
        text = _indented(as_read(format_value(value)), at.site)
        fit(_PLACEHOLDER.sub(self._without_mark, text))
        in_words = fact_in_words(self._book, self._work.short, at.site.inner.text)
        self._note(at, "value", text, calls=tuple(at.calls), in_words=in_words)
        shown = as_text(text)
        if not shown or not fits:
            return shown
        return marked(shown, len(self.entries) - 1)  # the finished page is read by these marks

    def _without_mark(self, mark: re.Match[str]) -> str:
        """The mark, unless it stands for a thing of this page, as one in a {% set %} may."""
        return "" if int(mark[1]) < len(self.pieces) else mark[0]

    def _refuse_what_is_no_value(self, value: Any) -> None:
        if value is None:
            raise Mistake("the expression has no value to print")
        if isinstance(value, FunctionType | partial):  # a rule, or what a row's figure waits for
            rule = self._book.rule_names.get(value, "figure")
            raise Mistake(f"{rule} is a rule; call it", shape(rule, inspect.signature(value)))
        if isinstance(value, Record | Space) or type(value) in self._book.answers:
            name, known = f"a {type(value).__name__}", [*dir(value)]
            if isinstance(value, Record):
                name, known = "a row", [*value.fields]
            elif isinstance(value, Space):
                name, known = value.name, [*value.members]
            public = [each for each in known if not each.startswith("_")][:_MOST_NAMED]
            raise Mistake(f"{name} cannot be printed as it is", f"it has {', '.join(public)}")

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
        self._note(at, kind.name, contents.text, also=origins)
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
            origins=self.origins(at.site, at.at_work, also),
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
    line = page[max(page.rfind("\n", 0, start) + 1, start - _FAR) : start]
    return not _UNFIT.search(_TEMPLATE.sub("", line))


_FAR = 2_000  # characters of a line that an address or an attribute may take
MOST_TIMES = 50  # that a page is run, each but the last for a mistake


class Rendering:
    """The text of a page, with the problems of it and of the files that it includes."""

    def __init__(self, environment: PageEnvironment, work: Work, file: PageFile) -> None:
        self.problems: list[Problem] = []
        self._environment = environment
        self._work = work
        self._file = file
        self._failed: set[str] = set()
        self._lost_a_statement = False
        work.files[file.name] = file
        self._begin()

    def _begin(self) -> None:
        """Begin the page, perhaps again."""
        self.notes = Notes(self._environment.book, self._work)
        self._work.shown, self._work.calls = self.notes.print, []
        self._work.meter.begin()

    def text(self) -> str:
        """The text that the page prints; what fails prints nothing."""
        with self._environment.at(self._work):
            for _ in range(MOST_TIMES):
                try:
                    template = self._template()
                    self._begin()
                    return "".join(template.root_render_func(template.new_context({})))
                except (Exception, LimitReached) as error:
                    if not self._file.sites:
                        raise
                    self._tell(error)
                    if isinstance(error, LimitReached | MemoryError | RecursionError | SyntaxError):
                        self._begin()
                        return ""
        return ""

    def _template(self) -> Template:
        """The page as a template, without what uses names that are not set."""
        while True:
            code = self._environment.compile(self._file.source.text, self._file.name)
            every = self._work.files.values()
            uses = [site for file in every for site in file.using(self._failed)]
            uses = [site for site in uses if not site.file.is_left_out(site.start)]
            if not uses:
                return Template.from_code(self._environment, code, self._environment.globals)
            for site in uses:
                self._leave_out(site)

    def _tell(self, error: BaseException) -> None:
        """Report a failure, and do without the tag that is at fault, to the end of its block."""
        if isinstance(error, TemplateSyntaxError):
            file = self._work.files[error.name or self._file.name]
            faults = file.faults or [(file.site_at(error.lineno), error)]
        else:
            at_work = [*self._environment.sites(walk_tb(error.__traceback__))]
            faults = [(at_work[-1] if at_work else self._file.site_at(0), error)]
        for site, fault in faults:
            self._report(site, fault)
            self._leave_out(site)

    def _report(self, site: Site, error: BaseException) -> None:
        """Report a failure at its place in a tag, unless it follows from an earlier one."""
        follows = self._lost_a_statement and site.tag.startswith(("end", "el"))
        if follows or isinstance(error, FollowOn):
            return
        if self.problems and "special caller argument" in str(error):
            return  # what would have used the block is left out
        inner = site.inner
        fault = fault_in(inner.text, error, self._environment, inner.start)
        span = Span(inner.source, inner.start + fault.start, inner.start + fault.end)
        there = fault.elsewhere and asked_at(fault.elsewhere, span)
        self.problems.append(there or problem_at(span, fault.message, fault.hint))

    def _leave_out(self, site: Site) -> None:
        """Leave out a tag from now on; to use what it would have set is no second mistake."""
        site.file.left_out.append(site.block)
        self._lost_a_statement |= bool(site.tag) and site.block == (site.start, site.end)
        self._failed |= site.sets


def unfinished(source: Source, found: Regions) -> Iterator[Problem]:
    """A problem for what is never closed: a macro, a fence, front matter; and what a merge left."""
    yield from _of_front_matter(source)
    code = [*found.of_kind("code")]
    marks = ((CONFLICT, BOTH_KEPT), (_NO_BOX, _AS_A_BOX))
    for mark, told in ((mark, told) for form, told in marks for mark in form.finditer(source.text)):
        if not any(each.start <= mark.start() < each.end for each in code):
            span = Span(source, mark.start(), mark.start() + len(mark[0].partition("\n")[0]))
            yield problem_at(span, *told)
    for fence in code:
        name = fence.info.partition(" ")[0]
        if name != "proof" and get_close_matches(name.lower(), ["proof"], cutoff=_NEAR):
            span = Span(source, fence.info_at, fence.info_at + len(name))
            yield problem_at(span, f"a fence {name} is no proof", "write proof")
    for region in found.unclosed:
        span = Span(source, region.start, region.end)
        message = "this code fence is never closed"
        hint = "close it with a line of the same marks alone"
        if closing := CLOSING.get(span.text):
            message, hint = f"this {span.text} is never closed", f"close it with {closing}"
        elif region.info_at >= 0:
            line = source.position(region.info_at)[0]
            hint += f", above line {line}"
            if _BRACES.search(source.line(line)):
                hint += "; if that line is code, it has no braces: a proof asks without them"
        yield problem_at(span, message, hint)


def _of_front_matter(source: Source) -> Iterator[Problem]:
    """A problem for each macro in a page's front matter, and one if that is never closed."""
    matter = FRONT_MATTER.match(source.text)
    for printed in _IN_FRONT.finditer(source.text, 0, matter.end() if matter else 0):
        hint = "say it without; a heading of the page may have it"
        span = Span(source, *printed.span("macro"))
        yield problem_at(span, "a page's front matter has no macros", hint)
    if not matter and (opened := _OPENED.match(source.text)):
        hint = "close it with a line --- alone"
        yield problem_at(Span(source, *opened.span(1)), "this front matter is never closed", hint)


def shadows(lineage: Lineage, names: Iterable[str]) -> Iterator[Problem]:
    """A problem for each of the book's `names` that a page gives to a thing of its own.

    It would hide a check that the book's thing makes.
    """
    lineage.read()
    known = frozenset(names)
    for file, name, at in lineage.sets:
        if name in known:
            start = max(file.source.text.find(name, at), at)
            span = Span(file.source, start, start + len(name))
            yield problem_at(span, f'"{name}" is a name of this book', "take another name")


@dataclass(frozen=True)
class Page:
    """A page's file, and where its text begins, after the front matter.

    `whole` is whether the source is the text of the whole file, so that edits to it are possible;
    if it is not, `front` is what the front matter is to be found in.
    """

    source: Source
    start: int = 0
    whole: bool = True
    front: Span | None = None

    @property
    def front_matter(self) -> Span:
        """What stands before the text, in the file that it stands in."""
        return self.front or Span(self.source, 0, self.start)


@dataclass(frozen=True)
class ExpandedPage:
    """A page's Markdown with placeholders, what they stand for, and what was noted meanwhile.

    `verified` are the lines of sessions that ask a rule. An open fence makes it `cut_short`.
    `meter` counts what it uses, here and on.
    """

    page: Page
    markdown: str
    pieces: tuple[Piece, ...] = ()
    entries: tuple[Statement, ...] = ()
    problems: tuple[Problem, ...] = ()
    decided: frozenset[Origin] = frozenset()  # what its conditions and loops depend on
    #: The facts that each of its proofs draws on, with the problem if nothing else reads one.
    facts: tuple[tuple[Origin, Problem | None], ...] = ()
    included: tuple[Source, ...] = ()  # the files that it includes, or takes macros from
    #: What stands inside its blocks, which may be shown again or never, with the names of the tags.
    bodies: tuple[tuple[str, int, int], ...] = ()
    audit: Audit = field(default_factory=Audit)
    verified: frozenset[int] = frozenset()
    cut_short: bool = False
    meter: Meter = field(default_factory=Meter, compare=False)


def expand_macros(book: Rulebook, page: Page, found: Regions, meter: Meter) -> ExpandedPage:
    """Expand the macros of a page; every mistake in it is a problem, never an exception."""
    source, environment = page.source, environment_of(book)
    short = short_names_of(book, page)
    problems = [*short.problems, *unfinished(source, found)]
    file, work = PageFile(source, page.start, found), Work(meter, short)
    rendering = Rendering(environment, work, file)
    text, notes = rendering.text(), rendering.notes
    included = [each for each in work.files.values() if each is not file]
    for each in included:
        problems += unfinished(each.source, each.regions)
    names = {*environment.known, *short.full}
    return ExpandedPage(
        page,
        text,
        pieces=tuple(notes.pieces),
        entries=tuple(notes.entries),
        problems=(*problems, *rendering.problems, *shadows(notes.lineage, names)),
        decided=notes.decided(),
        included=tuple(each.source for each in included),
        bodies=tuple(
            (each.tag, each.end, each.block[1])
            for each in reversed(file.sites.values())  # the inner ones first
            if each.tag in BLOCKS - {"with"} and each.block != (each.start, each.end)
        ),
        meter=meter,
    )


def short_names_of(book: Rulebook, page: Page) -> ShortNames:
    """What a page calls rules by without their namespace."""
    return environment_of(book).short_names(page.front_matter)
