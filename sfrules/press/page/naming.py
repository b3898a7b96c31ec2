"""What a page names: a thing of its own never like one of the book's, and a constant by its name.

Whoever writes `1 / core.chance()` to arrive at the faces of a die recovers what a rule or a row
could say by its name. Arithmetic on what a page sets, as in `round + 1`, is the page's own affair.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from jinja2 import nodes

from sfrules.ground.number_words import number_in
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.page.lineage import dotted_name, parts_of_value
from sfrules.press.page.parse import Program, bindings
from sfrules.press.page.tokens import all_of, parts_of, start_of

_FEW = 3  # what is less is an English word
_PRINTED = frozenset({"default", "join"})  # filters that may print what they are given
_PASSED_ON = (
    *(nodes.And, nodes.Or, nodes.Concat, nodes.CondExpr, nodes.Dict, nodes.Getitem, nodes.List),
    *(nodes.Neg, nodes.Pair, nodes.Pos, nodes.Tuple),
)
HINT = "name the constant: a rule or a row says it, or can say it"


def unnamed_constants(
    source: Source, program: Program, names: Collection[str]
) -> Iterator[Problem]:
    """A problem for each expression that does such arithmetic; `names` are those of the book."""
    tokens = program.tokens
    parts = (part for each in program.statements for part in each.iter_child_nodes())
    said = (part for part in parts if isinstance(part, nodes.Expr))
    for tree in sorted(said, key=start_of):
        if found := _calculated(tree, names):
            start = start_of(found)
            end = min(tokens.end_of_argument(start), tokens.end_of_expression(start))
            span = Span(source, start, max(end, start + 1))
            yield problem_at(span, "this calculates with a literal to arrive at a constant", HINT)


def _calculated(node: nodes.Node, names: Collection[str]) -> nodes.Node | None:
    """The outermost arithmetic of that sort in an expression."""
    calculates = isinstance(node, nodes.BinExpr) and not isinstance(node, nodes.And | nodes.Or)
    if calculates and _has_literal(node) and _is_constant(node, names):
        return node
    if isinstance(node, nodes.Call) and dotted_name(node.node) == "range":
        return None  # its end is one beyond the last
    return next((found for part in parts_of(node) if (found := _calculated(part, names))), None)


def literals_in_answers(
    source: Source, program: Program, draws_on_book: Callable[[nodes.Node], bool]
) -> Iterator[Problem]:
    """A problem for each expression that may print a number typed in it beside what a rule says."""
    parts = (part for each in program.statements for part in each.iter_child_nodes())
    for tree in sorted((part for part in parts if isinstance(part, nodes.Expr)), key=start_of):
        literal = next(_printable(tree), None)
        if literal and literal is not tree and draws_on_book(tree):
            end = program.tokens.end(program.tokens.index(literal.lineno))
            span = Span(source, literal.lineno, end)
            message = f"{span.text} may be printed here, and is no rule's answer"
            yield problem_at(span, message, HINT)


def _printable(node: nodes.Node) -> Iterator[nodes.Const]:
    """The numbers typed in an expression, also in texts, that may be its value or a part of it."""
    if isinstance(node, nodes.Const) and _says_number(node.value):
        yield node
    for part in _parts_printed(node):
        yield from _printable(part)


def _parts_printed(node: nodes.Node) -> Iterable[nodes.Node]:
    """The parts of an expression that may be printed for it.

    A number that is added or multiplied is told as arithmetic; what a rule is asked about is not
    printed.
    """
    if isinstance(node, _PASSED_ON):
        return parts_of_value(node)
    if isinstance(node, nodes.Filter):
        given = [*node.args, *(each.value for each in node.kwargs)]
        given = given if node.name in _PRINTED else given[1:] if node.name == "map" else []
        return filter(None, (None if node.name == "length" else node.node, *given))
    parts: Iterable[nodes.Node] = ()
    if isinstance(node, nodes.BinExpr):
        parts = (node.left, node.right)
    elif isinstance(node, nodes.Call) and dotted_name(node.node) == "printed":
        parts = (*node.args[1:2], *(each.value for each in node.kwargs if each.key == "computed"))
    return (part for part in parts if not _is_number(part))


def _says_number(value: object) -> bool:
    if isinstance(value, str):
        return any(map(str.isdigit, value)) or any(map(_is_count, value.split()))
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_count(word: str) -> bool:
    """Whether a word is a number, and not one that counts next to nothing: "one", "no"."""
    number = number_in(word.strip(".,:;!?()"))
    return number is not None and number >= _FEW


def _is_number(node: nodes.Node) -> bool:
    """Whether a node is a number as it is typed, with its sign."""
    if isinstance(node, nodes.UnaryExpr):
        return _is_number(node.node)
    return isinstance(node, nodes.Const) and isinstance(node.value, int | float)


def _has_literal(node: nodes.Node) -> bool:
    """Whether a number is typed as an operand, and not as an argument of a rule."""
    if isinstance(node, nodes.BinExpr):
        return _has_literal(node.left) or _has_literal(node.right)
    if isinstance(node, nodes.UnaryExpr):
        return _has_literal(node.node)
    return isinstance(node, nodes.Const) and isinstance(node.value, int | float)


def _is_constant(node: nodes.Node, names: Collection[str]) -> bool:
    if isinstance(node, nodes.Name):
        return node.name in names
    if isinstance(node, nodes.Call):
        return _is_constant(node.node, names)
    return all(_is_constant(part, names) for part in parts_of(node))


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
        yield from ((name.name, name.lineno) for name in all_of(nodes.Name, target))
