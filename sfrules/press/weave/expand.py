"""From a page as written to Markdown: macros expanded, and what they print noted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from jinja2 import Template
from jinja2.exceptions import TemplateSyntaxError

from sfrules.press.ground.ledger import Entry
from sfrules.press.ground.problems import Problem, did_you_mean, problem_at
from sfrules.press.ground.source import Source, Span
from sfrules.press.things.book import Book
from sfrules.press.weave.compiler import Compiled, parse, python_of
from sfrules.press.weave.lineage import Lineage
from sfrules.press.weave.macros import Macros, Piece
from sfrules.press.weave.meter import Bounds, Meter
from sfrules.press.weave.mistakes import FollowOn
from sfrules.press.weave.notes import Notes
from sfrules.press.weave.regions import BRACE, CLOSING, Region, Regions, masked, regions, unmask
from sfrules.press.weave.run import Run, Stopped
from sfrules.press.weave.sandbox import PageSandbox
from sfrules.press.weave.tokens import Tokens, tokenize

TAGS = ("for", "if", "elif", "else", "set", "with", "macro", "raw", "endfor", "endif", "endset")
_OPEN_TAG = re.compile(r"innermost block that needs to be closed is '(\w+)'")
_UNKNOWN_TAG = re.compile(r"unknown tag '(\w+)'")
_PLAIN = {
    "end of template": "the end of the page",
    "unexpected 'end of print statement'": "the expression breaks off",
    "got 'end of print statement'": "but the macro ends here",
    "end of print statement": "the closing }}",
    "end of statement block": "the closing %}",
}
RESERVED = (BRACE, "\ufdd2", "\ufdd3")


@dataclass(frozen=True)
class Page:
    """A page's file, and where its text begins, after the front matter."""

    source: Source
    start: int = 0


@dataclass(frozen=True)
class Expanded:
    """A page's Markdown with placeholders, what they stand for, and what was noted on the way."""

    page: Page
    markdown: str
    pieces: tuple[Piece, ...] = ()
    entries: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()


def expand(book: Book, page: Page, bounds: Bounds | None = None) -> Expanded:
    """Expand the macros of a page; every mistake in it is a problem, none an exception."""
    source, text = page.source, page.source.text
    found = regions(text, page.start)
    wrong = [*_reserved(source, page.start), *_unclosed(source, found)]
    if wrong:
        return Expanded(page, text[page.start :], problems=tuple(wrong))
    if not any(region.kind != "code" for region in found.found) and "{%" not in text:
        return Expanded(page, text[page.start :])
    return _expanded(book, page, found, bounds or Bounds())


def _reserved(source: Source, start: int) -> list[Problem]:
    at = next((at for char in RESERVED if (at := source.text.find(char, start)) >= 0), None)
    if at is None:
        return []
    message = f"U+{ord(source.text[at]):04X} is a noncharacter, which no text may contain"
    return [problem_at(Span(source, at, at + 1), message)]


def _unclosed(source: Source, found: Regions) -> list[Problem]:
    region = found.unclosed
    if region is None:
        return []
    span = Span(source, region.start, region.end)
    if closing := CLOSING.get(span.text):
        return [problem_at(span, f"this {span.text} is never closed", f"close it with {closing}")]
    hint = "close it with a line of the same marks alone"
    return [problem_at(span, "this code fence is never closed", hint)]


@dataclass(frozen=True)
class Program:
    """A text compiled: its tokens, its tree with the sites, and the code to run."""

    tokens: Tokens
    compiled: Compiled
    template: Template

    @classmethod
    def of(cls, sandbox: PageSandbox, text: str, terms: Sequence[Region]) -> Program:
        """Compile a masked text.

        Raises:
            TemplateSyntaxError: whose `lineno` is an offset.
            ValueError: for a number too long to read.
        """
        tokens = sandbox.tokens = tokenize(sandbox, text, list(terms))
        try:
            compiled = parse(sandbox, text)
            code = python_of(sandbox, compiled)
        except (RecursionError, MemoryError, SyntaxError):  # Python's own bounds on nesting
            raise ValueError("the page's expressions or statements are nested too deep") from None
        return cls(tokens, compiled, Template.from_code(sandbox, code, sandbox.globals))

    def run(self, sandbox: PageSandbox, macros: Macros, run: Run) -> str:
        """The text that the program prints; what goes wrong is reported to `run`."""
        sandbox.offer(macros.names)
        sandbox.run = run
        context = self.template.new_context({**macros.namespaces, **macros.names})
        parts: list[str] = []
        try:
            with sandbox.meter.running():
                for part in self.template.root_render_func(context):
                    parts.append(part)
                    sandbox.meter.count_output(part)
        except (Stopped, FollowOn):
            pass
        except Exception as error:  # noqa: BLE001 whatever a page does, it is told as a problem
            run.report_escaped(error)
        return "".join(parts)


def _expanded(book: Book, page: Page, found: Regions, bounds: Bounds) -> Expanded:
    source, start = page.source, page.start
    sandbox, macros = PageSandbox(book, Meter(bounds)), Macros(book)
    # The front matter gives way to blanks of the same length: offsets stay the file's.
    text = " " * start + masked(source.text, found)[start:]
    try:
        program = Program.of(sandbox, text, list(found.of_kind("term")))
    except (TemplateSyntaxError, ValueError) as error:
        return Expanded(page, "", problems=(syntax_problem(source, error, start),))
    lineage = Lineage(book, program.compiled.tree)
    notes = Notes(book, source, program.tokens, macros, lineage)
    run = Run(sandbox, source, program.compiled.sites, notes.print)
    markdown = unmask(program.run(sandbox, macros, run)[start:])
    return Expanded(page, markdown, tuple(macros.pieces), tuple(notes.entries), tuple(run.problems))


def syntax_problem(source: Source, error: Exception, start: int = 0) -> Problem:
    """A fault of grammar, at its place."""
    at = min(getattr(error, "lineno", None) or start, max(len(source.text) - 1, 0))
    message = getattr(error, "message", None) or str(error)
    if open_tag := _OPEN_TAG.search(message):
        return _unclosed_tag(source, open_tag[1], start)
    if unknown := _UNKNOWN_TAG.search(message):
        message, hint = f"there is no {{% {unknown[1]} %}}", did_you_mean(unknown[1], TAGS)
        return problem_at(Span(source, at, at + len(unknown[1])), message, hint)
    return problem_at(Span(source, at, at + 1), _plain(message))


def _unclosed_tag(source: Source, tag: str, start: int) -> Problem:
    """The innermost statement of a kind that the page opens and never closes."""
    opened: list[int] = []
    for found in re.finditer(rf"\{{%[-+]?\s*(end)?({tag})\b", source.text[start:]):
        if found[1] and opened:
            opened.pop()
        elif not found[1]:
            opened.append(start + found.start(2))
    at = opened[-1] if opened else start
    span = Span(source, at, at + len(tag))
    return problem_at(
        span, f"this {{% {tag} %}} is never closed", f"close it with {{% end{tag} %}}"
    )


def _plain(message: str) -> str:
    """Jinja's words for a fault of grammar, without its talk of templates."""
    for jinja, plain in _PLAIN.items():
        message = message.replace(jinja, plain)
    return message[:1].lower() + message[1:]
