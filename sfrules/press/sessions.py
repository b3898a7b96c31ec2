"""Examples at Python's prompt in a page: each asked of the book, and compared as doctest does."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from sfrules.ground.edits import Edit
from sfrules.ground.faults import LimitReached
from sfrules.ground.formats import without_addresses
from sfrules.ground.ledger import Origin, Statement
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.ground.terminal import escaped
from sfrules.press.page.answers import Answer, answer, asked_at
from sfrules.press.page.environment import FAILED, Work
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.page.names import origins_named
from sfrules.press.page.regions import Regions
from sfrules.press.things.book import Rulebook

_LANGUAGE = re.compile(r"(?:\{[^}\n.]*\.)?(?:pycon|python3?|py3?)(?![\w-])", re.IGNORECASE)
_SHOWN = re.compile(r"\.shown(?=[\s.}])")  # a class for those that are read, and never run
_PROMPT = re.compile(r"^ *>>> ", re.MULTILINE)
_MARGIN = re.compile(r"[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*")
_SETS = re.compile(r"\s*([^\W\d_]\w*)\s*=(?!=)\s*")
_REMARK = re.compile(r"#\s*doctest:[^\n'\"]*$|\A\s*#.*", re.MULTILINE)
# How doctest reports a text that it cannot parse, with the line counted from 1.
_OF_DOCTEST = re.compile(r"line (\d+) of the doc\w+ for \S+ (.*)", re.DOTALL)
LONGEST = 60  # characters of output in a message
# What a page may show: that a rule refuses. Any other error is a mistake of the page.
_REFUSALS = (ValueError, ArithmeticError, LookupError)
HINT = "a line is an expression, or name = expression"


def check_sessions(book: Rulebook, expanded: ExpandedPage, found: Regions) -> ExpandedPage:
    """A page with what its sessions show, and what is wrong in them; they share their names."""
    run, meter = _Run(book, expanded), expanded.meter
    for run.margin, text in _sessions(expanded.page.source, found):
        try:
            for example in doctest.DocTestParser().get_examples(text):
                if not (meter.out or example.options.get(doctest.SKIP)):
                    run.work_out(example)
        except ValueError as error:
            at, message = _OF_DOCTEST.match(str(error)).groups()  # type: ignore[union-attr] # it says so each time
            run.tell(run.span(int(at) - 1), f"the line {message}")
    return run.checked()


def _sessions(source: Source, found: Regions) -> Iterator[tuple[int, str]]:
    """The margin of each fence with prompts, and its text without it, at its lines of the file."""
    unclosed = {source.position(region.start)[0] for region in found.unclosed}
    for region in found.of_kind("code"):
        line, column = source.position(region.start)
        if not _LANGUAGE.match(region.info) or _SHOWN.search(region.info) or line in unclosed:
            continue
        text = source.text[region.start : region.end]
        before = source.line(line)[: column - 1] + region.margin
        margin = len(_MARGIN.match(before)[0])  # type: ignore[index] # it matches nothing, too
        inner = text[text.find("\n") + 1 : text.rfind("\n") + 1]
        freed = re.sub(rf"^[ \t>]{{0,{margin}}}", "", inner, flags=re.MULTILINE)
        if _PROMPT.search(freed):
            yield margin, "\n" * line + freed


@dataclass
class _Run:
    """The sessions of a page as they are worked out, with the names that they set."""

    book: Rulebook
    expanded: ExpandedPage
    entries: list[Statement] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    names: dict[str, Any] = field(default_factory=dict)
    margin: int = 0
    #: The lines of each example, the name that it sets, the names in it, and where it is from.
    parts: list[tuple[range, str, frozenset[str], set[Origin]]] = field(default_factory=list)

    def span(self, nth: int, at: int = 0) -> Span:
        """The rest of the nth line, counted from 0, from a column of what a session has of it."""
        source = self.expanded.page.source
        start, text = source.start_of(nth + 1), source.line(nth + 1).rstrip()
        first = min(self.margin, len(text) - len(text.lstrip(" \t>"))) + at
        return Span(source, start + min(first, max(len(text) - 1, 0)), start + len(text))

    def tell(self, span: Span, message: str, hint: str = "") -> None:
        """Note a problem."""
        self.problems.append(problem_at(span, message, hint))

    def work_out(self, example: doctest.Example) -> None:
        """Ask what a prompt asks, and compare it with what is shown below."""
        if not (code := _REMARK.sub("", example.source).rstrip()):
            return
        found, prompt = _SETS.match(code), example.indent + len(">>> ")
        name, begin = (found[1], found.end()) if found else ("", 0)
        short, meter, span = self.expanded.short, self.expanded.meter, self.span(example.lineno)
        if name in self.book.namespaces or name in short.members:
            message = f'"{name}" is a name of this book'
            self.tell(self.span(example.lineno, prompt), message, "take another name")
            return
        try:
            answered = answer(self.book, code[begin:], self.names, Work(meter, short))
        except (LimitReached, MemoryError, RecursionError) as error:
            self.tell(span, meter.end(error))
            return
        origins, at = self._origins(answered), self.span(example.lineno, prompt)
        first = example.lineno + 1
        lines = range(first, first + (example.source + example.want).count("\n"))
        self.parts.append((lines, name, answered.names, origins))
        self.names |= {name: answered.value if answered.is_sound else FAILED} if name else {}
        shown = example.exc_msg if isinstance(answered.error, _REFUSALS) else None
        if not answered.is_sound and shown is None:
            self._refuse(example, answered, begin)
            return
        is_value_error = isinstance(answered.error, ValueError)
        kind = "ValueError" if is_value_error else type(answered.error).__name__
        got = f"{kind}: {answered.error}\n" if shown else ""
        if not shown and not name and answered.value is not None:
            got = f"{without_addresses(_written(answered.value))}\n"
        meter.count_output(len(got))
        flags = sum(flag for flag, on in example.options.items() if on)
        want = shown or example.want
        if not doctest.OutputChecker().check_output(want, got, flags):
            below = self.span(example.lineno + example.source.count("\n"), example.indent)
            said = f"the page shows {_short(want)}, it is {_short(got)}"
            if f"{below.text}\n" == want and got.count("\n") == 1 and self.expanded.page.whole:
                edit = Edit(at.source.path, below.start, below.end, below.text, got[:-1])
                hint = f"sfrules check --fix writes {_short(got)}"
                self.problems.append(problem_at(below, said, hint, edit))
            else:
                self.tell(below if example.want else span, said)
        elif got and origins and not shown:
            place, said = at.source.position(at.start), " ".join(code.split())
            entry = Statement(at.source.path, *place, "session", said, got.strip("\n"))
            self.entries.append(replace(entry, origins=tuple(sorted(origins))))

    def _refuse(self, example: doctest.Example, answered: Answer, begin: int) -> None:
        if fault := answered.fault:
            before = example.source[: begin + fault.start]
            row, column = before.count("\n"), len(before) - before.rfind("\n") - 1
            span = self.span(example.lineno + row, example.indent + len(">>> ") + column)
            hint = fault.hint or ("" if answered.error else HINT)
            there = fault.elsewhere and asked_at(fault.elsewhere, span)
            self.problems.append(there or problem_at(span, fault.message, hint))

    def _origins(self, answered: Answer) -> set[Origin]:
        found: set[Origin] = set()
        for name in answered.names:
            first = name.partition(".")[0]
            sets = (origins for _, sets, _, origins in reversed(self.parts) if sets == first)
            found |= {*origins_named(self.book, self.expanded.short, name), *next(sets, ())}
        return found

    def checked(self) -> ExpandedPage:
        """The page; the lines that have the answer of a rule, or what it is asked, are verified."""
        verified, inputs = set[int](), set[str]()
        for lines, name, uses, origins in reversed(self.parts):
            if origins or name in inputs:
                verified.update(lines)
                inputs = (inputs - {name}) | {use.partition(".")[0] for use in uses}
        entries = (*self.expanded.entries, *self.entries)
        problems = (*self.expanded.problems, *self.problems)
        return replace(
            self.expanded, entries=entries, problems=problems, verified=frozenset(verified)
        )


def _written(value: Any) -> str:
    """A value as Python writes it, with sets in order: the same in every run."""
    if isinstance(value, set | frozenset) and value:
        inner = f"{{{', '.join(sorted(map(repr, value)))}}}"
        return inner if isinstance(value, set) else f"frozenset({inner})"
    return "\n".join(line.rstrip() or "<BLANKLINE>" for line in repr(value).split("\n"))


def _short(text: str) -> str:
    """A text for a message: one line, without signs that a terminal would act on."""
    safe = escaped(text.strip("\n")).replace("\n", r"\n") or "nothing"
    return safe if len(safe) <= LONGEST else f"{safe[: LONGEST - 1]}…"
