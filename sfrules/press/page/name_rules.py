"""What a page names: a thing of its own never like one of the book's, and a constant by its name.

Whoever writes `1 / core.chance()` to arrive at the faces of a die recovers what a rule or a row
could say by its name. Arithmetic on what a page sets, as in `round + 1`, is the page's own affair.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from numbers import Rational

from jinja2 import nodes

from sfrules.ground.number_words import number_in
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.expression import tree
from sfrules.press.page.lineage import names_set, parts_of_value
from sfrules.press.page.parse import Program, Site, bindings

_FEW = 3  # what is less is an English word
_PRINTED = frozenset({"default", "join"})  # filters that may print what they are given
_PASSED_ON = (tree.Joined, tree.Choice, tree.Entries, tree.Subscript, tree.Sequence, tree.Negative)
HINT = "name the constant: a rule or a row says it, or can say it"


def unnamed_constants(
    source: Source, program: Program, names: Collection[str]
) -> Iterator[Problem]:
    """A problem for each expression that does such arithmetic; `names` are those of the book."""
    for site in sorted(program.sites, key=lambda site: site.at):
        if found := _calculated(site.tree, names):
            span = site.span_of(found, source)
            yield problem_at(span, "this calculates with a literal to arrive at a constant", HINT)


def _calculated(whole: tree.Expression, names: Collection[str]) -> tree.Expression | None:
    """The outermost arithmetic of that sort in an expression."""
    calculates = isinstance(whole, tree.Operation) and whole.sign != "~"
    if calculates and _has_literal(whole) and _is_constant(whole, names):
        return whole
    if isinstance(whole, tree.Call) and tree.dotted_name(whole.function) == "range":
        return None  # its end is one beyond the last
    return next((found for part in tree.parts(whole) if (found := _calculated(part, names))), None)


def literals_in_answers(
    source: Source, program: Program, draws_on_book: Callable[[Site], bool]
) -> Iterator[Problem]:
    """A problem for each expression that may print a number typed in it beside what a rule says."""
    for site in sorted(program.sites, key=lambda site: site.at):
        literal = next(_printable(site.tree), None)
        if literal and literal is not site.tree and draws_on_book(site):
            span = site.span_of(literal, source)
            message = f"{span.text} may be printed here, and is no rule's answer"
            yield problem_at(span, message, HINT)


def _printable(whole: tree.Expression) -> Iterator[tree.Constant]:
    """The numbers typed in an expression, also in texts, that may be its value or a part of it."""
    if isinstance(whole, tree.Constant) and _says_number(whole.value):
        yield whole
    for part in _parts_printed(whole):
        yield from _printable(part)


def _parts_printed(whole: tree.Expression) -> Iterable[tree.Expression]:
    """The parts of an expression that may be printed for it.

    A number that is added or multiplied is told as arithmetic; what a rule is asked about is not
    printed.
    """
    if isinstance(whole, _PASSED_ON) or (isinstance(whole, tree.Operation) and whole.sign == "~"):
        return parts_of_value(whole)
    if isinstance(whole, tree.Filter):
        values = (each.value for each in whole.given.keywords)
        given = [*whole.given.arguments, *values]
        given = given if whole.name in _PRINTED else given[1:] if whole.name == "map" else []
        return filter(None, (None if whole.name == "length" else whole.operand, *given))
    found: Iterable[tree.Expression] = ()
    if isinstance(whole, tree.Operation):
        found = (whole.left, whole.right)
    elif isinstance(whole, tree.Call) and tree.dotted_name(whole.function) == "printed":
        named = (each.value for each in whole.given.keywords if each.name == "computed")
        found = (*whole.given.arguments[1:2], *named)
    return (part for part in found if not _is_number(part))


def _says_number(value: object) -> bool:
    if isinstance(value, str):
        return any(map(str.isdigit, value)) or any(map(_is_count, value.split()))
    return isinstance(value, Rational) and not isinstance(value, bool)


def _is_count(word: str) -> bool:
    """Whether a word is a number, and not one that counts next to nothing: "one", "no"."""
    number = number_in(word.strip(".,:;!?()"))
    return number is not None and number >= _FEW


def _is_number(whole: tree.Expression) -> bool:
    """Whether a part is a number as it is typed, with its sign."""
    return isinstance(whole, tree.Constant) and isinstance(whole.value, Rational)


def _has_literal(whole: tree.Expression) -> bool:
    """Whether a number is typed as an operand, and not as an argument of a rule."""
    if isinstance(whole, tree.Operation | tree.Negative):
        return any(map(_has_literal, tree.parts(whole)))
    return _is_number(whole)


def _is_constant(whole: tree.Expression, names: Collection[str]) -> bool:
    if isinstance(whole, tree.Variable):
        return whole.name in names
    if isinstance(whole, tree.Call):
        return _is_constant(whole.function, names)
    return all(_is_constant(part, names) for part in tree.parts(whole))


def shadows(source: Source, program: Program, names: Collection[str]) -> Iterator[Problem]:
    """A problem for each of the book's `names` that a page gives to a thing of its own.

    It would hide a check that the book's thing makes.
    """
    for statement in program.statements:
        for name, at in _given(source, statement):
            if name in names:
                span = Span(source, at, at + len(name))
                yield problem_at(span, f'"{name}" is a name of this book', "take another name")


def _given(source: Source, statement: nodes.Stmt) -> Iterator[tuple[str, int]]:
    """The names that a statement gives, each with its place."""
    if isinstance(statement, nodes.Macro):
        yield statement.name, source.text.find(statement.name, statement.lineno)
    for target, _ in bindings(statement):
        yield from ((name.name, name.lineno) for name in names_set(target))
