"""What a page names: a thing of its own never like one of the book's, and a constant by its name.

Whoever writes `1 / core.chance()` to arrive at the faces of a die recovers what a rule or a row
could say by its name. Arithmetic on what a page sets, as in `round + 1`, is the page's own affair.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from jinja2 import nodes

from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.page.lineage import dotted_name
from sfrules.press.page.parse import Program, bindings
from sfrules.press.page.tokens import all_of, parts_of, start_of

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


def _calculated(node: nodes.Node, names: Collection[str]) -> nodes.BinExpr | None:
    """The outermost arithmetic of that sort in an expression."""
    if isinstance(node, nodes.BinExpr) and _has_literal(node) and _is_constant(node, names):
        return node
    if isinstance(node, nodes.Call) and dotted_name(node.node) == "range":
        return None  # its end is one beyond the last
    return next((found for part in parts_of(node) if (found := _calculated(part, names))), None)


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
