"""Read a page's macros with Jinja's parser, and find the expressions in it.

Every expression that a page prints, loops over, tests or sets is a *site*: it is evaluated under
guard, and a failure is reported while the page goes on. Inside a site, each operation knows its
offset, so that a problem points at the very name or argument.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from jinja2 import nodes
from jinja2.exceptions import TemplateSyntaxError
from jinja2.lexer import Token, TokenStream
from jinja2.parser import Parser

from sfrules.press.page.formula_fences import formula_fence
from sfrules.press.page.regions import CLOSING, Region
from sfrules.press.page.tokens import (
    GRAMMAR,
    REMEMBERED,
    Rows,
    Tokens,
    lex,
    parts_of,
    start_of,
)

# Statements that a page may use. The others reach for files, or for Python.
STATEMENTS = (
    nodes.Output,
    nodes.For,
    nodes.If,
    nodes.Assign,
    nodes.AssignBlock,
    nodes.Macro,
    nodes.With,
    nodes.Include,
)
SILENT = ("{%", "{##")  # what opens a statement or a comment, which print nothing in their place
DEEPEST = 100  # levels of statements, and of an expression: each takes some of Python's stack
EXPRESSION = "expression"  # the path of an expression that stands on no page


_SIGNS = {"sub": nodes.Neg, "add": nodes.Pos}


class TooDeep(TemplateSyntaxError):
    """What is nested deeper than a page may be."""

    def __init__(self, lineno: int) -> None:
        super().__init__("the page's expressions or statements are nested too deep", lineno)


@dataclass(frozen=True)
class Snippet:
    """A macro, statement, comment or term of a page, with its tokens.

    `rows` are the tokens as they are written, `tokens` what Jinja's parser reads in their place.
    """

    region: Region
    opener: str
    rows: Rows = ()
    tokens: tuple[Token, ...] = ()


@dataclass(frozen=True)
class Site:
    """An expression of a page that is evaluated as one: how it is used, and its tree."""

    use: str  # "print", "loop", "test" or "set"
    node: nodes.Node
    within: str = ""  # "loop" or "macro", where one place in the page is evaluated several times

    @property
    def start(self) -> int:
        """The offset at which the expression begins."""
        return start_of(self.node)


@dataclass(frozen=True)
class Program:
    """A page as a syntax tree, ready to run: its tokens, its body, and all statements in it."""

    tokens: Tokens
    body: list[nodes.Node]
    statements: tuple[nodes.Stmt, ...]

    @property
    def texts(self) -> Iterator[nodes.TemplateData]:
        """The page's own text between its macros; each knows where it stands, or soon behind."""
        outputs = (each for each in self.statements if isinstance(each, nodes.Output))
        for output in outputs:
            yield from (node for node in output.nodes if isinstance(node, nodes.TemplateData))


def read_snippet(text: str, region: Region) -> Snippet:
    """A region of a page with its tokens; a printed expression is parsed already.

    Raises:
        TemplateSyntaxError: whose `lineno` is an offset in the region.
        ValueError: as above, where the place is not known.
    """
    start, end = region.start, region.end
    if region.kind == "term":
        rows: Rows = (
            (start, "variable_begin", "[["),
            (start + 2, "name", text[start + 2 : end - 2]),
            (end - 2, "variable_end", "]]"),
        )
        term, _, shown = text[start + 2 : end - 2].partition("|")
        words = (nodes.Const(each.strip(), lineno=start + 2) for each in (term, shown or term))
        macro = nodes.Name("term", "load", lineno=start + 2)
        call = nodes.Call(macro, [*words], [], None, None, lineno=start + 2)
        return _printing(region, "[[", rows, call)
    if region.kind == "formula":
        return _formula(text, region)
    opener = next(each for each in CLOSING if text.startswith(each, start))
    if opener == "{##":
        return Snippet(region, opener)
    rows, tokens = lex(text[start:end])
    rows = tuple((start + at, kind, written) for at, kind, written in rows)
    if opener == "{%":
        moved = (Token(start + token.lineno, token.type, token.value) for token in tokens)
        return Snippet(region, opener, rows, tuple(moved))
    return _printing(region, opener, rows, _moved(expression(text[start:end]), start))


def _printing(region: Region, opener: str, rows: Rows, tree: nodes.Expr) -> Snippet:
    tokens = (
        Token(region.start, "variable_begin", opener),
        Token(region.start, "tree", tree),  # type: ignore[arg-type] # for our parser alone
        Token(region.end - 2, "variable_end", "}}"),
    )
    return Snippet(region, opener, rows, tokens)


def _formula(text: str, region: Region) -> Snippet:
    """A fence that says a formula, as what it prints."""
    fence, rule = formula_fence(text, region), None
    if fence.rule:
        try:
            rule = _moved(expression(fence.rule), fence.rule_at)
        except TemplateSyntaxError as error:
            error.lineno += fence.rule_at - region.start
            raise
    return _printing(region, fence.rows[0][2], fence.rows, fence.call(rule))


@lru_cache(maxsize=REMEMBERED)
def expression(region: str) -> nodes.Expr:
    """The tree of what stands between double braces, given with them, at offset 0."""
    body = _parsed(lex(region)[1])
    printed = body[0].nodes if len(body) == 1 and isinstance(body[0], nodes.Output) else []
    if len(printed) != 1:
        raise TemplateSyntaxError("one expression at a time", 0)
    _check(printed[0])
    return printed[0]


def _moved(node: Any, by: int) -> Any:
    """A copy of a tree that begins further on in the page."""
    made = object.__new__(type(node))
    for name, value in node.__dict__.items():
        if isinstance(value, nodes.Node):
            made.__dict__[name] = _moved(value, by)
        elif type(value) is list:
            made.__dict__[name] = [_moved(each, by) for each in value]
        else:
            made.__dict__[name] = value
    if made.lineno is not None:
        made.lineno += by
    return made


class _Parser(Parser):
    """Jinja's parser, which takes the tree of an expression that has been read before."""

    def __init__(self, tokens: Iterable[Token]) -> None:
        super().__init__(GRAMMAR, "")
        self.stream = TokenStream(tokens, None, None)

    def parse_tuple(self, *args: Any, **kwargs: Any) -> Any:
        if self.stream.current.type == "tree":
            return next(self.stream).value
        return super().parse_tuple(*args, **kwargs)

    def parse_pow(self) -> nodes.Expr:
        return self.parse_unary()

    def parse_unary(self, with_filter: bool = True) -> nodes.Expr:
        """As in Python, a power binds before the sign in front of it, and from the right."""
        first = self.stream.current
        node: nodes.Expr
        if first.type in _SIGNS:
            next(self.stream)
            node = _SIGNS[first.type](self.parse_unary(with_filter=False), lineno=first.lineno)
        else:
            node = self.parse_postfix(self.parse_primary())
        if with_filter:
            node = self.parse_filter_expr(node)
        if self.stream.skip_if("pow"):
            node = nodes.Pow(node, self.parse_unary(), lineno=first.lineno)
        return node


def _parsed(tokens: Iterable[Token]) -> list[nodes.Node]:
    parser = _Parser(iter(tokens))
    try:
        return parser.subparse()
    except RecursionError:
        raise TooDeep(parser.stream.current.lineno) from None


def parse(text: str, start: int, snippets: Sequence[Snippet]) -> Program:
    """Read a page whose text begins at an offset; the `lineno` of its errors are offsets, too."""
    body = _parsed(_stream(snippets, texts_between(text, start, snippets)))
    for node in body:
        _check(node)
    rows = tuple(row for snippet in snippets for row in snippet.rows)
    return Program(Tokens(rows), body, tuple(_statements(body)))


def _stream(snippets: Sequence[Snippet], texts: Sequence[str]) -> Iterator[Token]:
    if texts[0]:
        yield Token(0, "data", texts[0])
    for snippet, text in zip(snippets, texts[1:], strict=True):
        yield from snippet.tokens
        if text:
            yield Token(snippet.region.end, "data", text)


def texts_between(text: str, start: int, snippets: Sequence[Snippet]) -> list[str]:
    """What stands before the first snippet of a page, between each two, and behind the last.

    `{{-` and `-}}` take the blanks beside them away. A statement or comment that stands alone on
    its line takes the line: a blank one would end the list, table or paragraph around it.
    """
    ends = [start, *(snippet.region.end for snippet in snippets)]
    starts = [*(snippet.region.start for snippet in snippets), len(text)]
    texts = [text[end:next_start] for end, next_start in zip(ends, starts, strict=True)]
    for at, snippet in enumerate(snippets):
        opener, closer = snippet.opener, CLOSING.get(snippet.opener)
        if closer and text.startswith("-", snippet.region.start + len(opener)):
            texts[at] = texts[at].rstrip()
        if closer and text.startswith("-", snippet.region.end - len(closer) - 1):
            texts[at + 1] = texts[at + 1].lstrip()
    for first, last in list(_alone(snippets, texts)):
        texts[first] = texts[first].rstrip(" \t")
        texts[last + 1] = texts[last + 1].partition("\n")[2]
    return texts


def _alone(snippets: Sequence[Snippet], texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The first and the last of the statements that stand alone on their line together."""
    at, count = 0, len(snippets)
    while at < count:
        first = at
        while at < count and snippets[at].opener in SILENT and (at == first or not texts[at]):
            at += 1
        if at == first:
            at += 1
            continue
        _, ends_a_line, before = texts[first].rpartition("\n")
        after, begins_a_line, _ = texts[at].partition("\n")
        begins_it = begins_a_line or (at == count and not after)
        if not before.strip() and not after.strip() and (ends_a_line or first == 0) and begins_it:
            yield first, at - 1


def _check(tree: nodes.Node) -> None:
    """Refuse what a page may not say; what it prints has been checked before."""
    waiting = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > DEEPEST:
            raise TooDeep(start_of(tree))
        if isinstance(node, nodes.Stmt) and not isinstance(node, STATEMENTS):
            name = type(node).__name__.lower().removesuffix("block").removesuffix("modifier")
            raise TemplateSyntaxError(f"pages have no {{% {name} %}}", node.lineno)
        if isinstance(node, nodes.NSRef):
            raise TemplateSyntaxError("a name to be set has no dot", node.lineno)
        if isinstance(node, nodes.Call):
            keys = [keyword.key for keyword in node.kwargs]
            for keyword in node.kwargs:
                if keys.count(keyword.key) > 1:
                    raise TemplateSyntaxError(f"{keyword.key} is given twice", keyword.lineno)
        if not isinstance(node, nodes.Output):
            waiting.extend((part, depth + 1) for part in reversed(parts_of(node)))


def _statements(body: Sequence[nodes.Node]) -> Iterator[nodes.Stmt]:
    """The statements of a page in order, also those within others."""
    waiting = [*reversed(body)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, nodes.Stmt):
            yield node
            waiting.extend(reversed([*node.iter_child_nodes()]))


def bindings(statement: nodes.Stmt) -> Iterator[tuple[nodes.Node, list[nodes.Node]]]:
    """What a statement sets, each target with what it is set from."""
    if isinstance(statement, nodes.Assign):
        yield statement.target, [statement.node]
    elif isinstance(statement, nodes.AssignBlock):
        yield statement.target, statement.body
    elif isinstance(statement, nodes.For):
        yield statement.target, [statement.iter]
    elif isinstance(statement, nodes.With):
        for target, value in zip(statement.targets, statement.values, strict=True):
            yield target, [value]
    elif isinstance(statement, nodes.Macro):
        yield from ((parameter, []) for parameter in statement.args)
