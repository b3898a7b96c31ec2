"""The sessions of a page, worked out and compared with what the page shows."""

from __future__ import annotations

import ast
import builtins
import re
import reprlib
import sys
import warnings
from collections.abc import Callable, Container, Iterator
from dataclasses import replace
from decimal import Decimal
from doctest import SKIP, Example
from fractions import Fraction
from functools import partial
from io import StringIO
from token import NAME, STRING
from tokenize import COMMENT, generate_tokens
from traceback import format_exception_only
from typing import Any

from sfrules.ground.exhausted import Exhausted
from sfrules.ground.formats import without_addresses
from sfrules.ground.ledger import Entry
from sfrules.ground.problems import Mistake, Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.expression import tree
from sfrules.press.expression.bounds import BoundExceeded
from sfrules.press.expression.from_page import misspelt
from sfrules.press.page.error_messages import asked_at
from sfrules.press.page.evaluator import Answer, Evaluator
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.page.lineage import Lineage, parts_of_value
from sfrules.press.page.parse import Site
from sfrules.press.page.regions import Regions
from sfrules.press.page.sandbox import PageSandbox
from sfrules.press.sessions.examples import DIRECTIVE, Examples
from sfrules.press.things.book import Book

LANGUAGES = frozenset({"pycon", "python", "python3", "py", "py3"})
_LANGUAGE = re.compile(r"(?:\{[^}\n.]*\.)?(?P<name>[\w+-]+)")
_SHOWN = re.compile(r"\.shown(?=[\s.}])")  # a class for those that are read, and never run
_PROMPT = re.compile(r"^ *>>>", re.MULTILINE)


def _find_sessions(book: Book, source: Source, found: Regions) -> Iterator[Examples]:
    """The sessions among a page's regions: fences of Python with prompts in them."""
    unclosed = {source.position(region.start)[0] for region in found.unclosed}
    for region in found.of_kind("code"):
        line, column = source.position(region.start)
        text = source.text[region.start : region.end]
        opening = _LANGUAGE.match(region.info)
        if opening is None or opening["name"].lower() not in LANGUAGES or ">>>" not in text:
            continue
        if line in unclosed or _SHOWN.search(region.info):
            continue
        begin, end = text.find("\n"), text.rfind("\n") + 1
        before = source.line(line)[: column - 1] + re.sub(r"[^ \t>]", " ", region.margin)
        lines = [*_freed(before, text[begin:end])]
        if any(map(_PROMPT.match, lines)):
            top = line + text.count("\n", 0, begin)
            yield Examples(source, lines, top, "the page", book.root)


def _freed(before: str, text: str) -> Iterator[str]:
    """The lines of a text without the margin before it, of which each may have less."""
    margin = "" if before.strip(" \t>") else before
    marks = "".join(">?+" if mark == ">" else "[ \t]?+" for mark in margin)
    ahead = re.compile(rf"{marks}([ \t]*)")
    first, *others = text.lstrip(" \t").split("\n")
    yield first
    for line in others:  # doctest knows no tabs ahead of a prompt
        yield ahead.sub(lambda found: " " * len(found[1]), line, count=1)


# What no page shows: refusals of the press, and words that name its own types.
REFUSALS = (Mistake, BoundExceeded, RecursionError, MemoryError, TypeError)
_NAMES = re.compile(r"\s*+(\w[\w, ]*+)=(?!=)")
# Kinds of expressions that a rule has a part in if it has one in each of their parts.
_WHOLES = (tree.Sequence, tree.Entries, tree.Choice, tree.Joined, tree.Subscript)


def check_sessions(book: Book, expanded: ExpandedPage, found: Regions) -> ExpandedPage:
    """A page with what its sessions show, and what is wrong in them; they share their names."""
    run, meter = _Run(book, expanded), expanded.meter
    problems = [*expanded.problems]
    for session in _find_sessions(book, expanded.page.source, found):
        for example in session.read():
            try:
                if not (meter.out or example.options.get(SKIP)):
                    run.evaluate(session, example)
            except (Exhausted, MemoryError, RecursionError) as error:
                span = session.span(example)
                session.problems.append(problem_at(span, meter.end(error)))
        problems += session.problems
    return replace(
        expanded,
        entries=(*expanded.entries, *run.entries),
        problems=tuple(problems),
        verified=run.verified(),
    )


class SessionSandbox(PageSandbox):
    """The sandbox of a page, in which numbers come to what Python's prompt shows."""

    closed = "ask a rule, or the row that has it"

    def operate(self, sign: str, left: Any, right: Any) -> Any:
        """An operator, exactly; refused where Python's answer is another one."""
        kinds = {type(self.operand(left)), type(self.operand(right))}
        if sign == "%" and isinstance(left, str):
            raise Mistake("a session formats no text", "show the value, and say it in the text")
        whole = Fraction not in kinds
        power = sign == "**" and (type(right) is not int or (type(left) is int and right < 0))
        if kinds & {float, Decimal} or power or (sign == "/" and kinds <= {int, bool}):
            hint = "use //, or ask a rule, which answers with a Fraction"
            raise Mistake(f"Python's {sign} is not exact here", hint)
        value = super().operate(sign, left, right)
        return value if whole or sign == "//" or type(value) is not int else Fraction(value)


class _Repr(reprlib.Repr):
    """Python's own repr, at any length, with sets in order: the same in every run."""

    def __init__(self) -> None:
        super().__init__()
        limits = (name for name in vars(self) if name.startswith("max"))
        vars(self).update(dict.fromkeys([*limits], sys.maxsize))

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        """A dict in its own order."""
        items = (f"{self.repr1(key, level)}: {self.repr1(x[key], level)}" for key in x)
        return f"{{{', '.join(items)}}}"


class _Run:
    """Works out the lines of a page's sessions, and compares them with what the page shows."""

    def __init__(self, book: Book, expanded: ExpandedPage) -> None:
        self.engine = Evaluator(book, expanded.meter, expanded.short, SessionSandbox)
        self.entries: list[Entry] = []
        self._lineage = Lineage(book, (), expanded.short)
        self._answers: set[str] = set()
        # The lines of an example, the names that it sets and uses, whether a rule answers it.
        self._parts: list[tuple[range, frozenset[str], frozenset[str], bool]] = []

    def evaluate(self, session: Examples, example: Example) -> None:
        """Work out a line as an expression of pages; note what it shows of the rules."""
        named = _NAMES.match(example.source)
        names = frozenset(re.findall(r"\w+", named[1])) if named else frozenset()
        answer = self._answer(session, example, named.end() if named else 0)
        if not answer.known:
            for name in names:
                self.engine.fail(name)
            return
        read = answer.tree or tree.Missing()
        self._note(read, names, session.lines_of(example))
        if error := answer.error:
            told = ValueError(str(error)) if isinstance(error, ValueError) else error
            stack = example.want.removesuffix(example.exc_msg or "")
            session.compare(example, stack + format_exception_only(told)[-1])
            return
        self.engine.names.update(dict.fromkeys(names, answer.value))
        got = "" if names or answer.value is None else f"{_REPR.repr(answer.value)}\n"
        self.engine.meter.count_output(len(got))
        got = without_addresses("\n".join(map(str.rstrip, got.split("\n"))))
        origins = self._lineage.origins(Site("print", read))
        if session.compare(example, got) and got and origins:
            said, code = " ".join(example.source.split()), session.code(example)
            path, at = session.source.path, session.source.position(code.start)
            shown = got.strip("\n")
            self.entries.append(Entry(path, *at, "session", said, shown, origins=origins))

    def _answer(self, session: Examples, example: Example, start: int) -> Answer:
        """What a line comes to; one that is wrong, which is noted, is not known."""
        code = DIRECTIVE.sub("", example.source)
        if wrong := refusal(code, self.engine.given, partial(session.code, example)):
            session.problems.append(wrong)
            return Answer(known=False)
        answer = self.engine.answer(code[start:])
        refused = answer.error is None or isinstance(answer.error, REFUSALS)
        if (fault := answer.fault) is None or not (refused or example.exc_msg is None):
            return answer
        line, column = Source("", code).position(start + fault.start)
        here = problem_at(session.code(example, line, column - 1), fault.message, fault.hint)
        there = fault.elsewhere and asked_at(fault.elsewhere, session.span(example))
        session.problems.append(there or here)
        return Answer(known=False)

    def _note(self, read: tree.Expression, names: frozenset[str], lines: range) -> None:
        answered = self._is_answered(read)
        uses = frozenset(
            each.name for each in tree.every_part(read) if isinstance(each, tree.Variable)
        )
        (self._answers.update if answered else self._answers.difference_update)(names)
        self._parts.append((lines, names, uses, answered))

    def _is_answered(self, read: tree.Expression) -> bool:
        """Whether a rule or a row has a part in all of a value."""
        if name := tree.dotted_name(read):
            site = Site("print", read)
            return name.partition(".")[0] in self._answers or self._lineage.draws_on_book(site)
        found = tree.parts(read) if isinstance(read, tree.Entries) else parts_of_value(read)
        every = all if isinstance(read, _WHOLES) else any
        return every(map(self._is_answered, found))

    def verified(self) -> frozenset[int]:
        """The lines that have the answer of a rule, or what it is asked about."""
        found, inputs = set[int](), set[str]()
        for lines, sets, uses, answered in reversed(self._parts):
            if answered or sets & inputs:
                found.update(lines)
                inputs = (inputs - sets) | uses
        return frozenset(found)


_REPR = _Repr()


# The kinds of nodes, and the types of constants, that mean the same to both.
ALIKE = frozenset(
    """Expr Assign Name Attribute Subscript Slice Call keyword Tuple List Dict IfExp BinOp
    UnaryOp BoolOp Compare Load Add Sub Mult Div FloorDiv Mod Pow USub UAdd Not And Or Eq NotEq
    Lt LtE Gt GtE In NotIn str int bool NoneType""".split()
)
# The others, and some forms of these: what they are called, and what to write in their place.
_OTHERS = """
FunctionDef AsyncFunctionDef Lambda ClassDef | functions or classes | write it as a rule of the book
For While ListComp SetComp DictComp GeneratorExp | loops | ask once on each line
Try TryStar Raise Assert | errors of its own | show what a rule refuses as a traceback
AugAssign AnnAssign NamedExpr Delete | other ways to name a value | write name = expression
Import ImportFrom | imports | leave it out: the names of the book are there
Is IsNot | is | compare with ==
float complex | floats | a rule answers exactly, with a Fraction
JoinedStr | f-strings | show the value, and say the rest in the text
If | if statements | choose with … if … else …
BitOr | filters | ask a rule
Set | sets | write a list
Starred | unpacking | write each value in its place
several | several statements on a line | give each a prompt of its own
builtin | functions of Python's own | ask a rule; what a line answers is shown
true false none | true, false or none | write True, False and None
private | names that begin with _ | begin it with a letter
given | new values for names of the book | take another name
remark | remarks | say it in the text
prefix | letters before a quote | write it in plain quotes
"""
REFUSED = {
    kind: (what.strip(), hint.strip())
    for kinds, what, hint in (line.split("|") for line in _OTHERS.strip().split("\n"))
    for kind in kinds.split()
}
OTHERWISE = "a line is an expression, or name = expression"


def refusal(code: str, given: Container[str], span: Callable[..., Span]) -> Problem | None:
    """What is wrong with a line of a session in a book that gives some names; None if nothing.

    `span` is where a line of it stands, counted from 1, from a column that is counted from 0.
    """
    try:
        with warnings.catch_warnings():  # of what is doubtful in Python
            warnings.simplefilter("ignore")
            parsed = ast.parse(code, "<session>", "single")
    except SyntaxError as error:
        at = span(error.lineno or 1, max((error.offset or 1) - 1, 0))
        return problem_at(at, f"SyntaxError: {error.msg}")
    except (MemoryError, RecursionError):  # which stand for nesting here
        return problem_at(span(), "the code is nested too deep")
    for token in generate_tokens(StringIO(code).readline):
        if token.type == NAME and (wrong := misspelt(token.string)):
            return problem_at(span(*token.start), wrong)
    for kind, line, column in _found(code, parsed, given):
        if kind not in ALIKE:
            what, hint = REFUSED.get(kind, (kind.lower(), OTHERWISE))
            return problem_at(span(line, column), f"a session has no {what}", hint)
    return None


def _found(code: str, parsed: ast.AST, given: Container[str]) -> Iterator[tuple[str, int, int]]:
    """The kinds of what a line consists of, each with its line, from 1, and column, from 0."""
    lines = code.encode().split(b"\n")
    for node in ast.walk(parsed):
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        for kind in _kinds(node, given):
            yield kind, line, len(lines[line - 1][:column].decode())
    for token in generate_tokens(StringIO(code).readline):
        if token.type == COMMENT:
            yield "remark", *token.start
        if token.type == STRING and token.string[0].isalpha():
            yield "prefix", *token.start


def _kinds(node: ast.AST, given: Container[str]) -> Iterator[str]:
    """The kinds of a node and its signs; or what it is if only some forms of it are refused."""
    match node:
        case ast.Interactive(body=[_, _, *_]):
            yield "several"
        case ast.Constant(value=value):
            yield type(value).__name__
        case ast.Name(id=name, ctx=use):
            yield _kind_of_name(name, given, is_set=isinstance(use, ast.Store))
        case ast.Assign(targets=targets) if [*map(type, targets)] != [ast.Name]:
            yield "AugAssign"
        case ast.keyword(arg=None):
            yield "Starred"
        case _ if hasattr(node, "lineno"):
            yield type(node).__name__
            inner = (each for each in ast.iter_child_nodes(node) if not hasattr(each, "lineno"))
            yield from (type(sign).__name__ for sign in inner)


def _kind_of_name(name: str, given: Container[str], *, is_set: bool) -> str:
    if name in ("true", "false", "none"):
        return name
    if name.startswith("_"):
        return "private"
    if name in given:
        return "given" if is_set else "Name"
    return "builtin" if hasattr(builtins, name) else "Name"
