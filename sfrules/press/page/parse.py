"""Read a page's statements with Jinja's parser; each expression in them becomes a tree of ours.

Every expression that a page prints, loops over, tests or sets is a *site*: it is worked out under
guard, and a failure is reported while the page goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jinja2 import nodes
from jinja2.exceptions import TemplateSyntaxError
from jinja2.lexer import Token

from sfrules.ground.source import Source, Span
from sfrules.press.expression.from_page import (
    DEEPEST,
    PageParser,
    Place,
    Rows,
    Tokens,
    TooDeep,
    lex,
    read_expression,
    tree_of,
)
from sfrules.press.expression.tree import Call, Constant, Expression, Given, Markdown, Variable
from sfrules.press.page.regions import CLOSING, Region

# Statements that a page may use, with those of their parts that are expressions. The others reach
# for files, or for Python.
STATEMENTS: Mapping[type[Any], tuple[str, ...]] = {
    nodes.Output: (),
    nodes.For: ("iter", "test"),
    nodes.If: ("test",),
    nodes.Assign: ("node",),
    nodes.AssignBlock: ("filter",),
    nodes.Macro: ("defaults",),
    nodes.With: ("values",),
    nodes.Include: ("template",),
}
SILENT = ("{%", "{##")  # what opens a statement or a comment, which print nothing in their place


@dataclass(frozen=True)
class Snippet:
    """A macro, statement, comment or term of a page, with what Jinja's parser reads for it.

    `rows` are the tokens of a statement as they are written.
    """

    region: Region
    opener: str
    tokens: tuple[Token, ...] = ()
    rows: Rows = ()


@dataclass(frozen=True)
class Site:
    """An expression of a page that is evaluated as one: how it is used, and its tree.

    The places in the tree begin at `base`, an offset in the page. What is printed stands between
    marks, from `start` to `end`.
    """

    use: str  # "print", "loop", "test" or "set"
    tree: Expression
    base: int = 0
    start: int = 0
    end: int = 0
    within: str = ""  # "loop" or "macro", where one place in the page is evaluated several times

    @property
    def at(self) -> int:
        """The offset at which the expression begins."""
        return self.base + self.tree.start

    lineno = at  # as Jinja's parser asks what is printed

    def span(self, source: Source) -> Span:
        """The whole expression; of what is printed, all between the marks."""
        text = source.text
        if self.use != "print" or not self.end:
            return Span(source, self.at, self.base + self.tree.end)
        start, end = self.base, _inner_end(text, self.end)
        inner = text[start:end]
        return Span(source, start + len(inner) - len(inner.lstrip()), start + len(inner.rstrip()))


@dataclass(frozen=True)
class Program:
    """A page as a syntax tree, ready to run: its body, and all statements in it.

    `sites` are the expressions of all of them, in order.
    """

    body: list[nodes.Node]
    statements: tuple[nodes.Stmt, ...]
    sites: tuple[Site, ...]

    @property
    def texts(self) -> Iterator[nodes.TemplateData]:
        """The page's own text between its macros; each knows where it stands, or soon behind."""
        outputs = (each for each in self.statements if isinstance(each, nodes.Output))
        for output in outputs:
            yield from (node for node in output.nodes if isinstance(node, nodes.TemplateData))


def read_snippet(text: str, region: Region) -> Snippet:
    """A region of a page with its tokens; a printed expression is read already.

    Raises:
        TemplateSyntaxError: whose `lineno` is an offset in the region.
        ValueError: as above, where the place is not known.
    """
    start, end = region.start, region.end
    if region.kind == "term":
        return _printing(region, "[[", Site("print", _term(text, region), 0, start, end))
    opener = next(each for each in CLOSING if text.startswith(each, start))
    if opener == "{##":
        return Snippet(region, opener)
    base = start + len(opener) + (text[start + len(opener)] in "-+")
    inner = text[base : _inner_end(text, end)]
    try:
        if opener == "{{":
            site = Site("print", read_expression(inner), base, start, end)
            return _printing(region, opener, site)
        rows, tokens = lex(inner, "block")
    except TemplateSyntaxError as error:
        error.lineno += base - start
        raise
    if rows and rows[0][2] == "raw":
        message = "pages have no {% raw %}: text in code stays as it is written"
        raise TemplateSyntaxError(message, 0)
    moved = (Token(base + token.lineno, token.type, token.value) for token in tokens)
    first, last = Token(start, "block_begin", opener), Token(end - 2, "block_end", "%}")
    written = tuple((base + at, kind, word) for at, kind, word in rows)
    return Snippet(region, opener, (first, *moved, last), written)


def _inner_end(text: str, end: int) -> int:
    """Where what stands in a macro ends: before its closing marks."""
    return end - 2 - (text[end - 3] in "-+")


def _printing(region: Region, opener: str, site: Site) -> Snippet:
    tokens = (
        Token(region.start, "variable_begin", opener),
        Token(region.start, "tree", site),  # type: ignore[arg-type] # for our parser alone
        Token(region.end - 2, "variable_end", "}}"),
    )
    return Snippet(region, opener, tokens)


def _term(text: str, region: Region) -> Expression:
    """A term in double brackets, as a call of the macro that prints it."""
    at, said = region.start + 2, text[region.start + 2 : region.end - 2]
    term, _, shown = said.partition("|")
    place = Place(start=at, end=at + len(term))
    words = (Constant(Markdown(each.strip()), **place) for each in (term, shown or term))
    return Call(Variable("term", "term", **place), Given(tuple(words)), **place)


def parse(text: str, start: int, snippets: Sequence[Snippet]) -> Program:
    """Read a page whose text begins at an offset; the `lineno` of its errors are offsets, too."""
    parser = PageParser(_stream(snippets, texts_between(text, start, snippets)))
    try:
        body = parser.subparse()
    except RecursionError:
        raise TooDeep(parser.stream.current.lineno) from None
    places = Tokens(tuple(row for snippet in snippets for row in snippet.rows))
    statements = tuple(_statements(body, places))
    return Program(body, statements, tuple(sites_in(statements)))


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


def _statements(body: Sequence[nodes.Node], places: Tokens) -> Iterator[nodes.Stmt]:
    """The statements of a page in order, also those within others, with trees of ours in them."""
    waiting = [(node, 0) for node in reversed(body)]
    while waiting:
        node, depth = waiting.pop()
        if depth > DEEPEST:
            raise TooDeep(node.lineno)
        if isinstance(node, nodes.NSRef):
            raise TemplateSyntaxError("a name to be set has no dot", node.lineno)
        if isinstance(node, nodes.Output) or not isinstance(node, nodes.Stmt):
            if isinstance(node, nodes.Stmt):
                yield node
            continue
        if type(node) not in STATEMENTS:
            name = type(node).__name__.lower().removesuffix("block").removesuffix("modifier")
            raise TemplateSyntaxError(f"pages have no {{% {name} %}}", node.lineno)
        within = [*node.iter_child_nodes(exclude=STATEMENTS[type(node)])]
        for field in STATEMENTS[type(node)]:
            value: Any = getattr(node, field)
            many = isinstance(value, list)
            trees = [tree_of(each, places) for each in (value if many else [value]) if each]
            setattr(node, field, trees if many else next(iter(trees), None))
        yield node
        waiting.extend((part, depth + 1) for part in reversed(within))


def sites_in(statements: Iterable[Any]) -> Iterator[Site]:
    """The expressions of statements, without those of statements within them."""
    uses = {nodes.For: "loop", nodes.If: "test"}
    for statement in statements:
        if isinstance(statement, nodes.Output):
            yield from (each for each in statement.nodes if isinstance(each, Site))
        for field in STATEMENTS.get(type(statement), ()):
            value: Any = getattr(statement, field)
            for tree in value if isinstance(value, list) else [value]:
                if tree is not None:
                    yield Site(uses.get(type(statement), "set"), tree)


def bindings(statement: nodes.Stmt) -> Iterator[tuple[nodes.Node, list[Expression]]]:
    """What a statement sets, each target with the expressions that it is set from."""
    if isinstance(statement, nodes.Assign | nodes.For):
        source: Any = statement.node if isinstance(statement, nodes.Assign) else statement.iter
        yield statement.target, [source]
    elif isinstance(statement, nodes.AssignBlock):
        inner = (each for node in statement.body for each in (node, *node.find_all(nodes.Stmt)))
        yield statement.target, [site.tree for site in sites_in(inner)]
    elif isinstance(statement, nodes.With):
        values: Any = statement.values
        for target, value in zip(statement.targets, values, strict=True):
            yield target, [value]
    elif isinstance(statement, nodes.Macro):
        yield from ((parameter, []) for parameter in statement.args)
