"""Read what can be read of a page: a fault of grammar is reported, and its macro left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from jinja2.exceptions import TemplateSyntaxError

from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.page.parse import Program, Snippet, TooDeep, parse, read_snippet
from sfrules.press.page.regions import CLOSING, Region, Regions

TAGS = "for if elif else set with macro endfor endif endset endwith endmacro".split()
MOST_FAULTS = 100  # of one page that are reported one by one
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


@dataclass(frozen=True)
class GrammarFault:
    """A fault of grammar: where, what, and a hint."""

    span: Span
    message: str
    hint: str = ""


@dataclass(frozen=True)
class Reading:
    """What of a page can be read, the faults, and the names that these would have set."""

    program: Program | None
    problems: tuple[Problem, ...] = ()
    failed: frozenset[str] = frozenset()


def read_page(source: Source, start: int, found: Regions) -> Reading:
    """Read a page without the macros that are no expressions, each of which is a problem."""
    reader = _Reader(source, start)
    reader.read_snippets(found)
    program = reader.read()
    problems = (*unclosed(source, found), *_reported(reader.faults))
    return Reading(program, problems, frozenset(reader.failed))


@dataclass
class _Reader:
    """Reads the snippets of a page again and again, each time without the one at fault."""

    source: Source
    start: int
    snippets: list[Snippet] = field(default_factory=list)
    faults: list[GrammarFault] = field(default_factory=list)
    left_out: list[Region] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)
    _lost_a_statement: bool = False

    def read_snippets(self, found: Regions) -> None:
        """Read each region on its own."""
        for region in found.found:
            if region.kind == "code":
                continue
            try:
                self.snippets.append(read_snippet(self.source.text, region))
            except (TemplateSyntaxError, ValueError) as error:
                at = region.start + (getattr(error, "lineno", None) or 0)
                self.faults.append(_fault(self.source, error, at))
                self._leave_out(region)

    def read(self) -> Program | None:
        """Read the snippets together; nothing, if none can be blamed for a fault."""
        for _ in range(MOST_READINGS):
            try:
                return parse(self._text, self.start, self.snippets)
            except TemplateSyntaxError as error:
                fault = self._fault(error)
                at = fault.span.start
                at_fault = (each for each in self.snippets if each.holds(at))
                snippet = next(at_fault, None)
                if snippet is None or isinstance(error, TooDeep):
                    self.faults.append(fault)
                    return None
                written = self.source.text[snippet.region.start : snippet.region.end]
                if not (self._lost_a_statement and _CONTINUES.match(written)):
                    self.faults.append(fault)
                self.snippets.remove(snippet)
                self._leave_out(snippet.region)
        return None

    @property
    def _text(self) -> str:
        """The text with what is left out blank, at the same length and with the same lines."""
        parts, at = [], 0
        for region in sorted(self.left_out, key=lambda region: region.start):
            blank = re.sub(r"[^\n]", " ", self.source.text[region.start : region.end])
            parts += [self.source.text[at : region.start], blank]
            at = region.end
        return "".join([*parts, self.source.text[at:]])

    def _leave_out(self, region: Region) -> None:
        """Leave a region out; what it would have set is no second mistake elsewhere."""
        self.left_out.append(region)
        self._lost_a_statement |= self.source.text.startswith("{%", region.start)
        if match := _STORES.match(self.source.text, region.start, region.end):
            self.failed |= set(re.findall(r"\w+", match["targets"]))

    def _fault(self, error: TemplateSyntaxError) -> GrammarFault:
        """The fault that keeps the snippets from being read together."""
        innermost = _OPEN_TAG.search(error.message or "")
        name = innermost[1] if innermost else ""
        if name and (opened := self._opened(name)):
            span = Span(self.source, opened[-1], opened[-1] + len(name))
            hint = f"close it with {{% end{name} %}}"
            return GrammarFault(span, f"this {{% {name} %}} is never closed", hint)
        return _fault(self.source, error, error.lineno or self.start)

    def _opened(self, name: str) -> list[int]:
        """The offsets of the statements of a name that the page opens and never closes."""
        opened: list[int] = []
        for snippet in self.snippets:
            if snippet.opener != "{%":
                continue
            (_, (at, _, word), *rest) = snippet.rows
            is_closed = word == "set" and any(text == "=" for _, _, text in rest)
            if word == name and not is_closed:
                opened.append(at)
            elif word == f"end{name}" and opened:
                opened.pop()
        return opened


def _reported(faults: Sequence[GrammarFault]) -> Iterator[Problem]:
    """A problem for each fault, up to a number that a person reads."""
    for fault in faults[:MOST_FAULTS]:
        yield problem_at(fault.span, fault.message, fault.hint)
    if more := faults[MOST_FAULTS:]:
        yield problem_at(more[0].span, f"and {len(more)} more on this page")


def unclosed(source: Source, found: Regions) -> list[Problem]:
    """A problem for each macro or code fence that is opened and never closed."""
    spans = (Span(source, region.start, region.end) for region in found.unclosed)
    return list(_reported([_unclosed(span) for span in spans]))


def _unclosed(span: Span) -> GrammarFault:
    if closing := CLOSING.get(span.text):
        return GrammarFault(span, f"this {span.text} is never closed", f"close it with {closing}")
    return GrammarFault(
        span, "this code fence is never closed", "close it with a line of the same marks alone"
    )


def syntax_problem(source: Source, error: Exception) -> Problem:
    """A fault of grammar, at its place."""
    fault = _fault(source, error, getattr(error, "lineno", None) or 0)
    return problem_at(fault.span, fault.message, fault.hint)


def _fault(source: Source, error: Exception, at: int) -> GrammarFault:
    """A fault of grammar in an author's words."""
    at = min(at, max(len(source.text) - 1, 0))
    message = getattr(error, "message", None) or str(error)
    if unknown := _UNKNOWN_TAG.search(message):
        span, tag = Span(source, at, at + len(unknown[1])), unknown[1]
        if tag in TAGS:
            return GrammarFault(span, f"nothing is open that {{% {tag} %}} goes with")
        return GrammarFault(span, f"there is no {{% {tag} %}}", did_you_mean(tag, TAGS))
    return GrammarFault(Span(source, at, at + 1), _plain(message))


def _plain(message: str) -> str:
    """Jinja's words for a fault of grammar, without its talk of templates."""
    if _QUOTE.match(message):
        return "this quote is never closed"
    for jinja, plain in _PLAIN.items():
        message = message.replace(jinja, plain)
    return message[:1].lower() + message[1:]
