"""Examples at Python's prompt in a page: each asked of the book, and compared as doctest does."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from sfrules.ground.exhausted import Exhausted
from sfrules.ground.formats import without_addresses
from sfrules.ground.ledger import Entry, Origin
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.ground.terminal import escaped
from sfrules.press.page.answers import Answered, answer
from sfrules.press.page.environment import Failed, Work
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.page.faults import asked_at
from sfrules.press.page.regions import Regions
from sfrules.press.page.short_names import origins_named
from sfrules.press.things.book import Book

_LANGUAGE = re.compile(r"(?:\{[^}\n.]*\.)?(?:pycon|python3?|py3?)(?![\w-])", re.IGNORECASE)
_SHOWN = re.compile(r"\.shown(?=[\s.}])")  # a class for those that are read, and never run
_PROMPT = re.compile(r"^ *>>> ", re.MULTILINE)
_SETS = re.compile(r"\s*([^\W\d_]\w*)\s*=(?!=)\s*")
_DIRECTIVE = re.compile(r"#\s*doctest:[^\n'\"]*$", re.MULTILINE)
# How doctest reports a text that it cannot parse, with the line counted from 1.
_OF_DOCTEST = re.compile(r"line (\d+) of the doc\w+ for \S+ (.*)", re.DOTALL)
LONGEST = 60  # characters of output in a message
# What no page shows as an answer: that it asked in a wrong way.
_REFUSALS = (ValueError, ArithmeticError, LookupError)
HINT = "a line is an expression, or name = expression"


def check_sessions(book: Book, expanded: ExpandedPage, found: Regions) -> ExpandedPage:
    """A page with what its sessions show, and what is wrong in them; they share their names."""
    run = _Run(book, expanded)
    source, meter = expanded.page.source, expanded.meter
    for top, margin, text in _sessions(source, found):
        try:
            examples = doctest.DocTestParser().get_examples(text)
        except ValueError as error:
            said = _OF_DOCTEST.match(str(error))
            at, message = (int(said[1]) - 1, said[2]) if said else (0, str(error))
            run.tell(run.line(top + at, margin), f"the line {message}")
            continue
        for example in examples:
            if meter.out or example.options.get(doctest.SKIP):
                continue
            try:
                run.work_out(example, top + example.lineno, margin)
            except (Exhausted, MemoryError, RecursionError) as error:
                run.tell(run.line(top + example.lineno, margin), meter.end(error))
                return run.checked()
    return run.checked()


def _sessions(source: Source, found: Regions) -> Iterator[tuple[int, int, str]]:
    """Each fence of Python with prompts: its first line, the width of its margin, its text."""
    unclosed = {source.position(region.start)[0] for region in found.unclosed}
    for region in found.of_kind("code"):
        text = source.text[region.start : region.end]
        line, _ = source.position(region.start)
        if not _LANGUAGE.match(region.info) or _SHOWN.search(region.info) or line in unclosed:
            continue
        before = source.line(line)[
            : source.text.find(text[:3], region.start) - source.start_of(line)
        ]
        margin = len(re.match(r"[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*", before + region.margin)[0])  # type: ignore[index] # it matches nothing, too
        inner = text[text.find("\n") + 1 : text.rfind("\n") + 1]
        marks = re.compile(rf"^[ \t>]{{0,{margin}}}", re.MULTILINE)
        freed = marks.sub("", inner)
        if _PROMPT.search(freed):
            yield line + text.count("\n", 0, text.find("\n") + 1), margin, freed


@dataclass
class _Run:
    """The sessions of a page as they are worked out, with the names that they set."""

    book: Book
    expanded: ExpandedPage
    entries: list[Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    names: dict[str, Any] = field(default_factory=dict)
    #: The lines of each example, the name that it sets, the names in it, and where it is from.
    parts: list[tuple[range, str, frozenset[str], set[Origin]]] = field(default_factory=list)

    def tell(self, span: Span, message: str, hint: str = "") -> None:
        """Note a problem."""
        self.problems.append(problem_at(span, message, hint))

    def line(self, number: int, margin: int, at: int = 0) -> Span:
        """The rest of a line of the page, from a column behind its margin."""
        source = self.expanded.page.source
        start, text = source.start_of(number), source.line(number).rstrip()
        first = min(margin, len(text) - len(text.lstrip(" \t>"))) + at
        return Span(source, start + min(first, max(len(text) - 1, 0)), start + len(text))

    def work_out(self, example: doctest.Example, number: int, margin: int) -> None:
        """Ask what a prompt asks, and compare it with what is shown below."""
        code = _DIRECTIVE.sub("", example.source).rstrip()
        if not code or code.startswith("#"):
            return
        margin += example.indent
        found = _SETS.match(code)
        name, begin = (found[1], found.end()) if found else ("", 0)
        work = Work(self.expanded.meter, self.expanded.short)
        if name in self.book.namespaces or name in work.short.members:
            self.tell(
                self.line(number, margin, 4),
                f'"{name}" is a name of this book',
                "take another name",
            )
            return
        answered = answer(self.book, code[begin:], self.names, work)
        origins = self._origins(answered)
        lines = range(number, number + (example.source + example.want).count("\n"))
        self.parts.append((lines, name, answered.names, origins))
        got = self._got(example, answered, name)
        if got is None:
            self._refuse(answered, code, begin, number, margin)
            self.names[name] = Failed()
            return
        if name:
            self.names[name] = answered.value
        flags = sum(flag for flag, on in example.options.items() if on)
        want = example.exc_msg if answered.error and example.exc_msg else example.want
        self.expanded.meter.count_output(len(got))
        if not doctest.OutputChecker().check_output(want, got, flags):
            below = number + example.source.count("\n")
            shows, gives = _short(want) or "nothing", _short(got) or "nothing"
            span = self.line(below if example.want else number, margin)
            self.tell(span, f"the page shows {shows}, it is {gives}")
        elif got and origins and not answered.error:
            path, at = self.expanded.page.source.path, self.line(number, margin, 4)
            place = at.source.position(at.start)
            said = " ".join(code.split())
            self.entries.append(
                Entry(
                    path, *place, "session", said, got.strip("\n"), origins=tuple(sorted(origins))
                )
            )

    def _got(self, example: doctest.Example, answered: Answered, name: str) -> str | None:
        """What Python's prompt would show; None for a mistake of the page."""
        if error := answered.error:
            is_shown = example.exc_msg is not None and isinstance(error, _REFUSALS)
            return f"{_kind(error)}: {error}\n" if is_shown else None
        if not answered.is_sound:
            return None
        value = answered.value
        return "" if name or value is None else f"{without_addresses(_shown(value))}\n"

    def _refuse(self, answered: Answered, code: str, begin: int, number: int, margin: int) -> None:
        if fault := answered.fault:
            before = code[: begin + fault.start]
            row, column = before.count("\n"), len(before) - before.rfind("\n") - 1
            span = self.line(number + row, margin, 4 + column)
            hint = fault.hint or ("" if answered.error else HINT)
            if fault.elsewhere:
                self.problems.append(asked_at(fault.elsewhere, span))
            else:
                self.tell(span, fault.message, hint)

    def _origins(self, answered: Answered) -> set[Origin]:
        found: set[Origin] = set()
        for name in answered.names:
            found |= set(origins_named(self.book, self.expanded.short, name))
            first = name.partition(".")[0]
            sets = (origins for _, sets, _, origins in reversed(self.parts) if sets == first)
            found |= next(sets, set())
        return found

    def checked(self) -> ExpandedPage:
        """The page; the lines that have the answer of a rule, or what it is asked, are verified."""
        verified, inputs = set[int](), set[str]()
        for lines, name, uses, origins in reversed(self.parts):
            if origins or name in inputs:
                verified.update(lines)
                inputs = (inputs - {name}) | {use.partition(".")[0] for use in uses}
        return replace(
            self.expanded,
            entries=(*self.expanded.entries, *self.entries),
            problems=(*self.expanded.problems, *self.problems),
            verified=frozenset(verified),
        )


def _kind(error: Exception) -> str:
    """The name that a refusal shows itself by: of one of the book's own, that of its kind."""
    return "ValueError" if isinstance(error, ValueError) else type(error).__name__


def _shown(value: Any) -> str:
    """A value as Python writes it, with sets in order: the same in every run."""
    if isinstance(value, set | frozenset) and value:
        inner = f"{{{', '.join(sorted(map(repr, value)))}}}"
        return inner if isinstance(value, set) else f"frozenset({inner})"
    text = repr(value)
    return "\n".join(line.rstrip() or "<BLANKLINE>" for line in text.split("\n"))


def _short(text: str) -> str:
    """A text for a message: one line, without signs that a terminal would act on."""
    safe = escaped(text.strip("\n")).replace("\n", r"\n")
    return safe if len(safe) <= LONGEST else f"{safe[: LONGEST - 1]}…"
