"""Read what can be read of a page: a fault of grammar is reported, and its macro left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from jinja2.exceptions import TemplateSyntaxError

from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.expression.from_page import TooDeep
from sfrules.press.page.parse import Program, Snippet, parse, read_snippet
from sfrules.press.page.regions import CLOSING, Region, Regions, without

TAGS = "for if elif else set with macro endfor endif endset endwith endmacro".split()
MOST_READINGS = 50  # of the statements of a page: each fault between them costs one
_OPEN_TAG = re.compile(r"innermost block that needs to be closed is '(\w+)'")
_UNKNOWN_TAG = re.compile(r"unknown tag '(\w+)'")
_CONTINUES = re.compile(r"\{%[-+]?\s*(?:end\w+|el\w+)")
_STORES = re.compile(r"\{%[-+]?\s*\w+\s+(?P<targets>[\w\s,()]+)")
_QUOTE = re.compile(r"unexpected char ['\"\\]*['\"]")
_PLAIN = {
    "end of template": "the end of the page",
    "unexpected 'end of print statement'": "the expression breaks off",
    "got 'end of print statement'": "but the macro ends here",
    "end of print statement": "the closing }}",
    "end of statement block": "the closing %}",
}


_BOX = re.compile(
    r"^(?P<outer>[ \t>]*)(?:!!!|\?\?\?\+?)[ \t]+[\w\"][^\n]*\n"
    r"(?P<inner>[ \t>]*)(?P<text>[^\s>][^\n]*)",
    re.MULTILINE,
)
IN_BOX = 4  # blanks that the text of a box is indented by
_CURLY = re.compile(r"unexpected char '([\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb])'")


@dataclass(frozen=True)
class Reading:
    """What of a page can be read, the faults, and the names that these would have set."""

    program: Program | None
    problems: tuple[Problem, ...] = ()
    failed: frozenset[str] = frozenset()


def read_page(source: Source, start: int, found: Regions) -> Reading:
    """Read a page without the macros that are no expressions, each of which is a problem."""
    reader = _Reader(source, start, found)
    program = reader.read()
    problems = (*unclosed(source, found), *reader.problems)
    return Reading(program, problems, frozenset(reader.failed))


class _Reader:
    """Reads the snippets of a page again and again, each time without the one at fault."""

    def __init__(self, source: Source, start: int, found: Regions) -> None:
        self.problems: list[Problem] = []
        self.failed: set[str] = set()
        self._source = source
        self._start = start
        self._snippets: list[Snippet] = []
        self._left_out: list[Region] = []
        self._lost_a_statement = False
        for region in found.found:
            if region.kind != "code":
                self._read_alone(region)

    def _read_alone(self, region: Region) -> None:
        if region.kind == "formula":
            self.problems.append(_typed_formula(self._source, region))
            self._leave_out(region)
            return
        try:
            self._snippets.append(read_snippet(self._source.text, region))
        except (TemplateSyntaxError, ValueError) as error:
            self.problems.append(syntax_problem(self._source, error, region.start))
            self._leave_out(region)

    def read(self) -> Program | None:
        """Read the snippets together; nothing, if none can be blamed for a fault."""
        for _ in range(MOST_READINGS):
            left_out = sorted(self._left_out, key=lambda region: region.start)
            try:
                return parse(without(self._source.text, left_out), self._start, self._snippets)
            except TemplateSyntaxError as error:
                problem = self._fault(error)
                at = self._source.start_of(problem.line) + problem.column - 1
                regions = (snippet.region for snippet in self._snippets)
                region = next((each for each in regions if each.start <= at < each.end), None)
                if region is None or isinstance(error, TooDeep):
                    self.problems.append(problem)
                    return None
                continues = _CONTINUES.match(self._source.text, region.start)
                if not (self._lost_a_statement and continues):
                    self.problems.append(problem)
                self._snippets = [each for each in self._snippets if each.region is not region]
                self._leave_out(region)
        return None

    def _leave_out(self, region: Region) -> None:
        """Leave a region out; what it would have set is no second mistake elsewhere."""
        self._left_out.append(region)
        self._lost_a_statement |= self._source.text.startswith("{%", region.start)
        if match := _STORES.match(self._source.text, region.start, region.end):
            self.failed |= set(re.findall(r"\w+", match["targets"]))

    def _fault(self, error: TemplateSyntaxError) -> Problem:
        """The fault that keeps the snippets from being read together."""
        innermost = _OPEN_TAG.search(error.message or "")
        name = innermost[1] if innermost else ""
        if name and (opened := self._opened(name)):
            span = Span(self._source, opened[-1], opened[-1] + len(name))
            hint = f"close it with {{% end{name} %}}"
            return problem_at(span, f"this {{% {name} %}} is never closed", hint)
        return syntax_problem(self._source, error, 0 if error.lineno else self._start)

    def _opened(self, name: str) -> list[int]:
        """The offsets of the statements of a name that the page opens and never closes."""
        opened: list[int] = []
        for snippet in self._snippets:
            if snippet.opener != "{%":
                continue
            (at, _, word), *rest = snippet.rows
            is_closed = word == "set" and any(text == "=" for _, _, text in rest)
            if word == name and not is_closed:
                opened.append(at)
            elif word == f"end{name}" and opened:
                opened.pop()
        return opened


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


def _typed_formula(source: Source, region: Region) -> Problem:
    """The problem of a fence that types a formula, which its rule would have to say as well."""
    _, _, rule = region.info.partition(" ")
    span = Span(source, region.start, region.info_at + len(region.info))
    hint = f"write {{{{ formula({rule.strip() or '…'}) }}}} in place of the fence"
    return problem_at(span, "a formula is read from its rule, and not typed", hint)


def syntax_problem(source: Source, error: Exception, start: int = 0) -> Problem:
    """A fault of grammar in what begins at an offset, in an author's words."""
    at = start + (getattr(error, "lineno", None) or 0)
    at = min(at, max(len(source.text) - 1, 0))
    message = getattr(error, "message", None) or str(error)
    if unknown := _UNKNOWN_TAG.search(message):
        span, tag = Span(source, at, at + len(unknown[1])), unknown[1]
        if tag in TAGS:
            return problem_at(span, f"nothing is open that {{% {tag} %}} goes with")
        return problem_at(span, f"there is no {{% {tag} %}}", did_you_mean(tag, TAGS))
    curly = _CURLY.match(message)
    hint = 'an expression has straight quotes: "…"' if curly else ""
    return problem_at(Span(source, at, at + 1), _plain(message), hint)


def _plain(message: str) -> str:
    """Jinja's words for a fault of grammar, without its talk of templates."""
    if _QUOTE.match(message):
        return "this quote is never closed"
    for jinja, plain in _PLAIN.items():
        message = message.replace(jinja, plain)
    return message[:1].lower() + message[1:]
