"""Run a page by Jinja, again and again without what fails, until all its mistakes are told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from traceback import walk_tb

from jinja2 import Template
from jinja2.exceptions import TemplateSyntaxError

from sfrules.ground.exhausted import Exhausted
from sfrules.ground.ledger import Statement
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.expression.bounds import Meter
from sfrules.press.expression.values import FollowOn
from sfrules.press.page.environment import PageEnvironment, TooDeep, Work, environment_of
from sfrules.press.page.faults import asked_at, fault_in
from sfrules.press.page.names import NONE, WORDS_OF_TEMPLATES, ShortNames, short_names
from sfrules.press.page.output import Notes, Piece, Use
from sfrules.press.page.regions import CLOSING, Region, Regions, without
from sfrules.press.page.templates import PageFile, Site
from sfrules.press.things.book import Book
from sfrules.press.things.counts import Audit

MOST_TIMES = 50  # that a page is run, each but the last for a mistake
_BOX = re.compile(
    r"^(?P<outer>[ \t>]*)(?:!!!|\?\?\?\+?)[ \t]+[\w\"][^\n]*\n"
    r"(?P<inner>[ \t>]*)(?P<text>[^\s>][^\n]*)",
    re.MULTILINE,
)
IN_BOX = 4  # blanks that the text of a box is indented by


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

    def text(self, anew: Callable[[], None]) -> str:
        """The text that the page prints; what fails prints nothing.

        `anew` is done before each time that the page is run.
        """
        with self._environment.at(self._work):
            for _ in range(MOST_TIMES):
                try:
                    template = self._template()
                    anew()
                    self._work.begin()
                    return "".join(template.root_render_func(template.new_context({})))
                except (Exhausted, MemoryError, RecursionError, TooDeep) as error:
                    self._tell(error)
                    return ""
                except Exception as error:
                    if not self._file.sites:
                        raise
                    self._tell(error)
        return ""

    def _template(self) -> Template:
        """The page as a template, without what uses names that are not set."""
        while True:
            code = self._environment.compile(self._file.source.text, self._file.name)
            every = (site for file in self._work.files.values() for site in file.sites.values())
            uses = [
                site
                for site in every
                if self._failed & {name.partition(".")[0] for name in site.names}
                if not site.file.is_left_out(site.start)
            ]
            if not uses:
                return Template.from_code(self._environment, code, self._environment.globals)
            for site in uses:
                self._lose(site)

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
            self._lose(site)

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

    def _lose(self, site: Site) -> None:
        """Do without a tag: what it would have set is no second mistake elsewhere."""
        site.file.leave_out(*site.block)
        self._lost_a_statement |= bool(site.tag) and site.block == (site.start, site.end)
        self._failed |= site.sets


def unclosed(source: Source, found: Regions) -> Iterator[Problem]:
    """A problem for each macro or code fence that is opened and never closed."""
    yield from (_unclosed(source, region) for region in found.unclosed)
    if "!!!" in source.text or "???" in source.text:
        yield from _empty_boxes(source, found)


def _empty_boxes(source: Source, found: Regions) -> Iterator[Problem]:
    """A problem for each line of text that is meant for the box above it, and stands outside."""
    hidden = without(source.text, found.of_kind("code"))
    for box in _BOX.finditer(hidden):
        if len(box["inner"].expandtabs(4)) < len(box["outer"].expandtabs(4)) + IN_BOX:
            span = Span(source, box.start("text"), box.end("text"))
            hint = f"indent it by {IN_BOX} blanks, or leave an empty line above it"
            yield problem_at(span, "this line is not in the box above it", hint)


def _unclosed(source: Source, region: Region) -> Problem:
    span = Span(source, region.start, region.end)
    if closing := CLOSING.get(span.text):
        return problem_at(span, f"this {span.text} is never closed", f"close it with {closing}")
    hint = "close it with a line of the same marks alone"
    if region.info_at >= 0:
        line, _ = source.position(region.info_at)
        hint = f"close it with a line of the same marks alone, above line {line}"
    return problem_at(span, "this code fence is never closed", hint)


def shadows(files: Iterable[PageFile], names: Iterable[str]) -> Iterator[Problem]:
    """A problem for each of the book's `names` that a page gives to a thing of its own.

    It would hide a check that the book's thing makes.
    """
    known = frozenset(names)
    for file in files:
        for name, bindings in file.bindings.items():
            if name not in known:
                continue
            for binding in bindings:
                start = file.source.text.find(name, binding.at)
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

    `proved` are the offsets of typed numbers, each with what vouches for it; `verified` are the
    lines of sessions that ask a rule. An open fence makes it `cut_short`. `meter` counts
    what it uses, here and on.
    """

    page: Page
    markdown: str
    pieces: tuple[Piece, ...] = ()
    entries: tuple[Statement, ...] = ()
    problems: tuple[Problem, ...] = ()
    use: Use = field(default_factory=Use)
    included: tuple[Source, ...] = ()  # the files that it includes, or takes macros from
    audit: Audit = field(default_factory=Audit)
    short: ShortNames = NONE
    proved: Mapping[int, str] = field(default_factory=dict)
    verified: frozenset[int] = frozenset()
    cut_short: bool = False
    meter: Meter = field(default_factory=Meter, compare=False)


def expand_macros(book: Book, page: Page, found: Regions, meter: Meter) -> ExpandedPage:
    """Expand the macros of a page; every mistake in it is a problem, never an exception."""
    source, environment = page.source, environment_of(book)
    short = short_names_of(book, page)
    problems = [*short.problems, *unclosed(source, found)]
    expanded = ExpandedPage(page, "", short=short, meter=meter)
    if all(region.kind == "code" for region in found.found):
        return replace(expanded, markdown=source.text[page.start :], problems=tuple(problems))

    file, work = PageFile(source, page.start, found), Work(meter, short)
    rendering = Rendering(environment, work, file)
    notes = Notes(book, work)
    text = rendering.text(notes.anew)
    included = [each for each in work.files.values() if each is not file]
    for each in included:
        problems += unclosed(each.source, each.regions)
    names = {*environment.known, *short.full}
    problems += [*rendering.problems, *shadows(work.files.values(), names)]
    return replace(
        expanded,
        markdown=text,
        pieces=tuple(notes.pieces),
        entries=tuple(notes.entries),
        problems=tuple(problems),
        use=notes.use(),
        included=tuple(each.source for each in included),
    )


def short_names_of(book: Book, page: Page) -> ShortNames:
    """What a page calls rules by without their namespace."""
    own = {*environment_of(book).names, *WORDS_OF_TEMPLATES}
    return short_names(book, page.front_matter, own)
