"""Examples at Python's prompt in a page: each asked of the book, and compared as doctest does."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from dataclasses import replace
from textwrap import shorten
from typing import Any

from sfrules.ground.edits import Edit
from sfrules.ground.faults import LimitReached
from sfrules.ground.formats import without_addresses
from sfrules.ground.ledger import Origin, Statement
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.page.answers import Answer, answer, asked_at
from sfrules.press.page.environment import Work
from sfrules.press.page.expand import ExpandedPage, short_names_of
from sfrules.press.page.names import origins_named
from sfrules.press.page.regions import Regions
from sfrules.press.things.book import Rulebook

_LANGUAGE = re.compile(r"(?:\{[^}\n.]*\.)?(?:pycon|python3?|py3?)(?![\w-])", re.IGNORECASE)
_SHOWN = re.compile(r"\.shown(?=[\s.}])")  # a class for those that are read, and never run
_PROMPT = re.compile(r"^ *>>> ", re.MULTILINE)
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
    return replace(
        expanded,
        entries=(*expanded.entries, *run.entries),
        problems=(*expanded.problems, *run.problems),
        verified=frozenset(run.verified),
    )


def _sessions(source: Source, found: Regions) -> Iterator[tuple[int, str]]:
    """The margin of each fence with prompts, and its text without it, at its lines of the file."""
    unclosed = {source.position(region.start)[0] for region in found.unclosed}
    for region in found.of_kind("code"):
        line, margin = source.position(region.start)[0], len(region.margin)
        if not _LANGUAGE.match(region.info) or _SHOWN.search(region.info) or line in unclosed:
            continue
        text = source.text[region.start : region.end]
        inner = text[text.find("\n") + 1 : text.rfind("\n") + 1]
        freed = re.sub(rf"^[ \t>]{{0,{margin}}}", "", inner, flags=re.MULTILINE)
        if _PROMPT.search(freed):
            yield margin, "\n" * line + freed


class _Run:
    """The sessions of a page as they are worked out, with the names that they set."""

    def __init__(self, book: Rulebook, expanded: ExpandedPage) -> None:
        self.entries: list[Statement] = []
        self.problems: list[Problem] = []
        self.margin = 0
        self._book, self._page, self._meter = book, expanded.page, expanded.meter
        self._short = short_names_of(book, expanded.page)
        self._names: dict[str, Any] = {}
        #: The lines that the value of each name comes from, and the rules and rows.
        self._made: dict[str, tuple[set[int], set[Origin]]] = {}
        #: The lines that have the answer of a rule, or what it is asked.
        self.verified: set[int] = set()

    def span(self, nth: int, at: int = 0) -> Span:
        """The rest of the nth line, counted from 0, from a column of what a session has of it."""
        source = self._page.source
        start, text = source.start_of(nth + 1), source.line(nth + 1).rstrip()
        first = min(self.margin, len(text) - len(text.lstrip(" \t>"))) + at
        return Span(source, start + min(first, max(len(text) - 1, 0)), start + len(text))

    def tell(self, span: Span, message: str, hint: str = "", edit: Edit | None = None) -> None:
        """Note a problem."""
        self.problems.append(problem_at(span, message, hint, edit))

    def work_out(self, example: doctest.Example) -> None:
        """Ask what a prompt asks, and compare it with what is shown below."""
        if not (code := _REMARK.sub("", example.source).rstrip()):
            return
        found, at = _SETS.match(code), self.span(example.lineno, example.indent + len(">>> "))
        name, begin = (found[1], found.end()) if found else ("", 0)
        if name in self._book.namespaces or name in self._short.members:
            self.tell(at, f'"{name}" is a name of this book', "take another name")
            return
        try:
            answered = answer(self._book, code[begin:], self._names, Work(self._meter, self._short))
        except (LimitReached, MemoryError, RecursionError) as error:
            self.tell(self.span(example.lineno), self._meter.end(error))
            return
        origins = self._note(example, answered, name)
        refused = example.exc_msg if isinstance(answered.error, _REFUSALS) else None
        if not (answered.is_sound or refused):
            self._refuse(example, answered, begin)
            return
        got, want = "", refused or example.want
        if refused:
            is_value_error = isinstance(answered.error, ValueError)
            kind = "ValueError" if is_value_error else type(answered.error).__name__
            got = f"{kind}: {answered.error}\n"
        elif not name and answered.value is not None:
            got = f"{without_addresses(_written(answered.value))}\n"
        if self._compare(example, want, got) and got and origins and not refused:
            place, said = at.source.position(at.start), " ".join(code.split())
            entry = Statement(at.source.path, *place, "session", said, got.strip("\n"))
            self.entries.append(replace(entry, origins=tuple(sorted(origins))))

    def _compare(self, example: doctest.Example, want: str, got: str) -> bool:
        """Whether a page shows what it should."""
        flags = sum(flag for flag, is_on in example.options.items() if is_on)
        if doctest.OutputChecker().check_output(want, got, flags):
            return True
        below = self.span(example.lineno + example.source.count("\n"), example.indent)
        said = f"the page shows {_short(want)}, it is {_short(got)}"
        if f"{below.text}\n" == want and got.count("\n") == 1 and self._page.whole:
            edit = Edit(below.source.path, below.start, below.end, below.text, got[:-1])
            self.tell(below, said, f"sfrules check --fix writes {_short(got)}", edit)
        else:
            self.tell(below if example.want else self.span(example.lineno), said)
        return False

    def _refuse(self, example: doctest.Example, answered: Answer, begin: int) -> None:
        if fault := answered.fault:
            before = example.source[: begin + fault.start]
            row, column = before.count("\n"), len(before) - before.rfind("\n") - 1
            span = self.span(example.lineno + row, example.indent + len(">>> ") + column)
            hint = fault.hint or ("" if answered.error else HINT)
            there = fault.elsewhere and asked_at(fault.elsewhere, span)
            self.problems.append(there or problem_at(span, fault.message, hint))

    def _note(self, example: doctest.Example, answered: Answer, name: str) -> set[Origin]:
        """Keep the value of a name, and note the lines that vouch for numbers; returns origins."""
        first, origins = example.lineno + 1, set[Origin]()
        lines = {*range(first, first + (example.source + example.want).count("\n"))}
        for each in answered.names:
            above, known = self._made.get(each.partition(".")[0], ((), ()))
            origins.update(known, origins_named(self._book, self._short, each))
            lines.update(above)
        self.verified |= lines if origins else set()
        if name:
            self._names[name], self._made[name] = answered.value, (lines, origins)
        return origins


def _written(value: Any) -> str:
    """A value as Python writes it, with a set in order: the same in every run."""
    if isinstance(value, set) and value:
        return f"{{{', '.join(sorted(map(repr, value)))}}}"
    return repr(value)


def _short(text: str) -> str:
    """A text for a message."""
    return shorten(text, LONGEST, placeholder="…") or "nothing"
