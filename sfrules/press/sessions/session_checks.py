"""The sessions of a page, worked out and compared with what the page shows."""

from __future__ import annotations

import ast
import builtins
import re
import reprlib
import sys
import warnings
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from doctest import SKIP, Example
from fractions import Fraction
from functools import cached_property
from io import StringIO
from token import NAME, STRING
from tokenize import COMMENT, generate_tokens
from traceback import format_exception_only
from types import SimpleNamespace
from typing import Any, NamedTuple

from sfrules.ground.formats import without_addresses
from sfrules.ground.ledger import Check, Entry
from sfrules.ground.problems import Mistake, Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.expression import tree
from sfrules.press.expression.bounds import BoundExceeded, Exhausted
from sfrules.press.expression.from_page import misspelt
from sfrules.press.page.error_messages import asked_at
from sfrules.press.page.evaluator import Answer, Evaluator
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.page.lineage import Lineage, parts_of_value
from sfrules.press.page.parse import Site
from sfrules.press.page.regions import Region, Regions
from sfrules.press.page.sandbox import Namespace, PageSandbox
from sfrules.press.sessions.examples import DIRECTIVE, ExampleLines, ExamplePlace, ExampleRunner
from sfrules.press.things.book import Book, Record

LANGUAGES = frozenset({"pycon", "python", "python3", "py", "py3"})
_LANGUAGE = re.compile(r"(?:\{[^}\n.]*\.)?(?P<name>[\w+-]+)")
_SHOWN = re.compile(r"\.shown(?=[\s.}])")  # a class for those that are read, and never run
_COMMENT = re.compile(r"<!--\s*(?P<name>[\w-]+)(?=\s)")
_PROMPT = re.compile(r"^ *>>>", re.MULTILINE)
_TABS = re.compile(r"^[ \t]+")


def _find_sessions(source: Source, found: Regions) -> tuple[list[ExampleLines], list[Problem]]:
    """The sessions among a page's regions: fences and comments of Python with prompts in them.

    The problems are of comments that are never closed.
    """
    sessions: list[ExampleLines] = []
    problems: list[Problem] = []
    unclosed = {source.position(region.start)[0] for region in found.unclosed}
    for region in found.of_kind("code"):
        text = source.text[region.start : region.end]
        comment = text.startswith("<!--")
        opening = _COMMENT.match(text) if comment else _LANGUAGE.match(region.info)
        if opening is None or opening["name"].lower() not in LANGUAGES or ">>>" not in text:
            continue
        if source.position(region.start)[0] in unclosed or _SHOWN.search(region.info):
            continue
        if comment and not text.endswith("-->"):
            span = Span(source, region.start, region.start + 4)
            message, hint = "this comment is never closed", "close it with -->"
            problems.append(problem_at(span, message, hint))
            continue
        session = _in_comment(source, region, opening) if comment else _in_fence(source, region)
        if any(map(_PROMPT.match, session.lines)):
            sessions.append(session)
    return sessions, problems


def _in_comment(source: Source, region: Region, opening: re.Match[str]) -> ExampleLines:
    line, column = source.position(region.start)
    before = source.line(line)[: column - 1]
    margin = "" if before.strip(" \t>") else before
    lines = opening.string[opening.end() : -len("-->")].lstrip(" \t").split("\n")
    line += opening[0].count("\n")
    freed = [_spaced(lines[0]), *_freed(lines[1:], margin)]
    return ExampleLines(source, freed, line, hidden=True)


def _in_fence(source: Source, region: Region) -> ExampleLines:
    margin = re.sub(r"[^ \t>]", " ", region.margin)
    lines = source.text[region.start : region.end].split("\n")[1:-1]  # without the fence's marks
    line, _ = source.position(region.start)
    return ExampleLines(source, ["", *_freed(lines, margin)], line)


def _freed(lines: Sequence[str], margin: str) -> Iterator[str]:
    """Lines without the margin, of which a line may have less than the first."""
    within = re.compile("".join(">?+" if char == ">" else "[ \t]?+" for char in margin))
    return (_spaced(within.sub("", line, count=1)) for line in lines)


def _spaced(line: str) -> str:
    """A line with blanks for tabs ahead of its prompt: doctest knows none there."""
    return _TABS.sub(lambda indent: " " * len(indent[0]), line)


# What no page shows: refusals of the press, and words that name its own types.
REFUSALS = (Mistake, BoundExceeded, RecursionError, MemoryError, TypeError)
_NAMES = re.compile(r"\s*+(\w[\w, ]*+)=(?!=)")
# Kinds of expressions that a rule has a part in if it has one in each of their parts.
_WHOLES = (tree.Sequence, tree.Entries, tree.Choice, tree.Joined, tree.Subscript)


def check_sessions(book: Book, expanded: ExpandedPage, found: Regions) -> ExpandedPage:
    """A page with what its sessions show, and what is wrong in them; they share their names."""
    sessions, problems = _find_sessions(expanded.page.source, found)
    run, checks, entries = _Run(book, expanded), list[Check](), list[Entry]()
    work_out = run.execute if book.trusted_sessions else run.evaluate
    for session in sessions:
        runner = ExampleRunner(session, book.root, "the page")
        for example in runner.examples():
            try:
                if not (expanded.meter.out or example.options.get(SKIP)):
                    shown = work_out(runner, example)
                    entries += () if session.hidden else shown
            except (Exhausted, MemoryError, RecursionError) as error:
                place, said = runner.place(example), expanded.meter.end(error)
                runner.problems.append(problem_at(place.prompt, said))
        problems += runner.problems
        checks.append(session.check("session", "", runner.problems))
    return replace(
        expanded,
        entries=(*expanded.entries, *entries),
        problems=(*expanded.problems, *problems),
        checks=(*expanded.checks, *checks),
        use=replace(expanded.use, cases=expanded.use.cases | run.engine.sandbox.cases),
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
        vars(self).update(dict.fromkeys(vars(self), sys.maxsize))

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        """A dict in its own order."""
        items = (f"{self.repr1(key, level)}: {self.repr1(x[key], level)}" for key in x)
        return f"{{{', '.join(items)}}}"


class _Part(NamedTuple):
    """The lines of an example, the names that it sets and uses, and whether a rule answers it."""

    lines: range
    sets: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    answered: bool = True


class _Run:
    """Works out the lines of a page's sessions, and compares them with what the page shows."""

    def __init__(self, book: Book, expanded: ExpandedPage) -> None:
        self.engine = Evaluator(book, expanded.meter, expanded.short, SessionSandbox)
        self._lineage = Lineage(book, (), expanded.short)
        self._answers: set[str] = set()
        self._parts: list[_Part] = []

    def evaluate(self, runner: ExampleRunner, example: Example) -> Sequence[Entry]:
        """Work out a line as an expression of pages; an entry for what it shows of the rules."""
        named = _NAMES.match(example.source)
        names = frozenset(re.findall(r"\w+", named[1])) if named else frozenset()
        answer = self._answer(runner, example, named.end() if named else 0)
        if not isinstance(answer, Answer):
            runner.problems += [answer] if answer else []
            for name in names:
                self.engine.fail(name)
            return ()
        read = answer.tree or tree.Missing()
        self._note(read, names, runner.place(example).lines)
        if error := answer.error:
            told = ValueError(str(error)) if isinstance(error, ValueError) else error
            runner.compare(example, format_exception_only(told)[-1], example.exc_msg or "")
            return ()
        self.engine.names.update(dict.fromkeys(names, answer.value))
        got = "" if names or answer.value is None else f"{_REPR.repr(answer.value)}\n"
        self.engine.meter.count_output(len(got))
        got = without_addresses("\n".join(map(str.rstrip, got.split("\n"))))
        origins = self._lineage.origins(Site("print", read))
        if not (runner.compare(example, got, example.want) and got and origins):
            return ()
        code = runner.place(example).code()
        said, at = " ".join(example.source.split()), code.source.position(code.start)
        return [Entry(code.source.path, *at, "session", said, got.strip("\n"), origins=origins)]

    def _answer(
        self, runner: ExampleRunner, example: Example, start: int
    ) -> Answer | Problem | None:
        """What a line comes to, or what is wrong with it, of which None is told already."""
        place, code = runner.place(example), DIRECTIVE.sub("", example.source)
        if wrong := refusal(code, self.engine.given, place):
            return wrong
        answer = self.engine.answer(code[start:])
        refused = answer.error is None or isinstance(answer.error, REFUSALS)
        if answer.fault is None or not (refused or example.exc_msg is None):
            return answer if answer.known else None
        if answer.fault.elsewhere:
            return asked_at(answer.fault.elsewhere, place.prompt)
        at = min(start + answer.fault.start, len(code))
        line, column = code.count("\n", 0, at) + 1, at - code.rfind("\n", 0, at) - 1
        return problem_at(place.code(line, column), answer.fault.message, answer.fault.hint)

    def execute(self, runner: ExampleRunner, example: Example) -> Sequence[Entry]:
        """Run a line that the book trusts as code of its own, and vouches for."""
        self._parts.append(_Part(runner.place(example).lines))
        runner.execute([example], self._python)
        return ()

    @cached_property
    def _python(self) -> dict[str, Any]:
        return {name: _in_python(given) for name, given in self.engine.given.items()}

    def _note(self, read: tree.Expression, names: frozenset[str], lines: range) -> None:
        answered = self._is_answered(read)
        uses = frozenset(
            each.name for each in tree.every_part(read) if isinstance(each, tree.Variable)
        )
        (self._answers.update if answered else self._answers.difference_update)(names)
        self._parts.append(_Part(lines, names, uses, answered))

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
        for part in reversed(self._parts):
            if part.answered or part.sets & inputs:
                found.update(part.lines)
                inputs -= part.sets
                inputs |= part.uses
        return frozenset(found)


def _in_python(given: Any) -> Any:
    """A namespace or a row as Python has it, with what is in it as attributes."""
    match given:
        case Namespace(members=has) | Record(fields=has):
            return SimpleNamespace(**{name: _in_python(each) for name, each in has.items()})
    return given


_REPR = _Repr()


# The kinds of nodes, and the types of constants, that mean the same to both.
ALIKE = frozenset(
    """Expr Assign Name Attribute Subscript Slice Call keyword Tuple List Dict IfExp Add Sub Mult
    Div FloorDiv Mod Pow USub UAdd Not And Or Eq NotEq Lt LtE Gt GtE In NotIn str int bool
    NoneType""".split()
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


def refusal(code: str, given: Container[str], place: ExamplePlace) -> Problem | None:
    """What is wrong with a line of a session in a book that gives some names; None if nothing."""
    try:
        with warnings.catch_warnings():  # of what is doubtful in Python
            warnings.simplefilter("ignore")
            tree = ast.parse(code, "<session>", "single")
    except SyntaxError as error:
        span = place.code(error.lineno or 1, max((error.offset or 1) - 1, 0))
        return problem_at(span, f"SyntaxError: {error.msg}")
    except (MemoryError, RecursionError):  # which stand for nesting here
        return problem_at(place.code(), "the code is nested too deep")
    for token in generate_tokens(StringIO(code).readline):
        if token.type == NAME and (wrong := misspelt(token.string)):
            return problem_at(place.code(*token.start), wrong)
    for kind, line, column in _found(code, tree, given):
        if kind not in ALIKE:
            what, hint = REFUSED.get(kind, (kind.lower(), OTHERWISE))
            return problem_at(place.code(line, column), f"a session has no {what}", hint)
    return None


def _found(code: str, tree: ast.AST, given: Container[str]) -> Iterator[tuple[str, int, int]]:
    """The kinds of what a line consists of, each with its line, from 1, and column, from 0."""
    lines = code.encode().split(b"\n")
    for node in ast.walk(tree):
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
        case ast.BinOp(op=sign) | ast.UnaryOp(op=sign) | ast.BoolOp(op=sign):
            yield type(sign).__name__
        case ast.Compare(ops=signs):
            yield from (type(sign).__name__ for sign in signs)
        case ast.Assign(targets=targets) if [*map(type, targets)] != [ast.Name]:
            yield "AugAssign"
        case ast.keyword(arg=None):
            yield "Starred"
        case _ if hasattr(node, "lineno"):
            yield type(node).__name__


def _kind_of_name(name: str, given: Container[str], *, is_set: bool) -> str:
    if name in ("true", "false", "none"):
        return name
    if name.startswith("_"):
        return "private"
    if name in given:
        return "given" if is_set else "Name"
    return "builtin" if hasattr(builtins, name) else "Name"
