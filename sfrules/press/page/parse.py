"""Read the statements of a page; a fault of grammar is reported, and its macro left out.

Every expression that a page prints, loops over, tests or sets is a *site*: it is worked out under
guard, and a failure is reported while the page goes on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jinja2 import nodes
from jinja2.exceptions import TemplateSyntaxError
from jinja2.lexer import Token

from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.expression.from_page import (
    PageParser,
    Place,
    PlacedToken,
    TooDeep,
    lex,
    read_expression,
)
from sfrules.press.expression.tree import Call, Constant, Expression, Given, Markdown, Variable
from sfrules.press.page.regions import CLOSING, Region, Regions, without

# The parts of statements that are expressions.
EXPRESSIONS: Mapping[type[Any], tuple[str, ...]] = {
    nodes.For: ("iter", "test"),
    nodes.If: ("test",),
    nodes.Assign: ("node",),
    nodes.AssignBlock: ("filter",),
    nodes.Macro: ("defaults",),
    nodes.With: ("values",),
}
SILENT = ("{%", "{##")  # what opens a statement or a comment, which print nothing in their place

TAGS = "for if elif else set with macro endfor endif endset endwith endmacro".split()
MOST_READINGS = 50  # of the statements of a page: each fault between them costs one
_OPEN_TAG = re.compile(r"innermost block that needs to be closed is '(\w+)'")
_UNKNOWN_TAG = re.compile(r"unknown tag '(\w+)'")
_CONTINUES = re.compile(r"\{%[-+]?\s*(?:end\w+|el\w+)")
_STORES = re.compile(r"\{%[-+]?\s*\w+\s+(?P<targets>[\w\s,()]+)")
_PLAIN = {
    "end of template": "the end of the page",
    "unexpected 'end of print statement'": "the expression breaks off",
    "got 'end of print statement'": "but the macro ends here",
    "end of print statement": "the closing }}",
    "end of statement block": "the closing %}",
}
_BOX = re.compile(
    r"^(?P<outer>[ \t>]*)(?:!!!|\?\?\?\+?)[ \t]+[\w\"][^\n]*\n"
    r"(?P<inner>[ \t>]*)(?P<text>[^\s>][^\n]*)",
    re.MULTILINE,
)
IN_BOX = 4  # blanks that the text of a box is indented by
_CURLY = re.compile(r"[\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb] is no part")


@dataclass(frozen=True)
class Snippet:
    """A macro, statement, comment or term of a page, with what Jinja's parser reads for it."""

    region: Region
    opener: str
    tokens: tuple[Token | PlacedToken, ...] = ()


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

    def span_of(self, part: Expression, source: Source) -> Span:
        """A part of the expression, in the page."""
        return Span(source, self.base + part.start, self.base + part.end)

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
        tokens = lex(inner)
    except TemplateSyntaxError as error:
        error.lineno += base - start
        raise
    if tokens and tokens[0].value == "raw":
        message = "pages have no {% raw %}: text in code stays as it is written"
        raise TemplateSyntaxError(message, base - start + tokens[0].lineno)
    moved = (token._replace(lineno=base + token.lineno) for token in tokens)
    first, last = Token(start, "block_begin", opener), Token(end - 2, "block_end", "%}")
    return Snippet(region, opener, (first, *moved, last))


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
    statements = tuple(statements_in(body))
    return Program(body, statements, tuple(sites_in(statements)))


def _stream(snippets: Sequence[Snippet], texts: Sequence[str]) -> Iterator[Token | PlacedToken]:
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


def statements_in(body: Iterable[nodes.Node]) -> Iterator[nodes.Stmt]:
    """The statements of a page in order, also those within others."""
    for node in body:
        if isinstance(node, nodes.Stmt):
            yield node
        yield from node.find_all(nodes.Stmt)


def sites_in(statements: Iterable[Any]) -> Iterator[Site]:
    """The expressions of statements, without those of statements within them."""
    uses = {nodes.For: "loop", nodes.If: "test"}
    for statement in statements:
        if isinstance(statement, nodes.Output):
            yield from (each for each in statement.nodes if isinstance(each, Site))
        for field in EXPRESSIONS.get(type(statement), ()):
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
        inner = sites_in(statements_in(statement.body))
        yield statement.target, [site.tree for site in inner]
    elif isinstance(statement, nodes.With):
        values: Any = statement.values
        for target, value in zip(statement.targets, values, strict=True):
            yield target, [value]
    elif isinstance(statement, nodes.Macro):
        yield from ((parameter, []) for parameter in statement.args)


class Reading:
    """What of a page can be read, the faults, and the names that these would have set.

    Its snippets are read together again and again, each time without the one at fault.
    """

    def __init__(self, source: Source, start: int, found: Regions) -> None:
        self.problems = [*unclosed(source, found)]
        self.failed: set[str] = set()
        self._source = source
        self._start = start
        self._snippets: list[Snippet] = []
        self._left_out: list[Region] = []
        self._lost_a_statement = False
        for region in found.found:
            if region.kind != "code":
                self._read_alone(region)
        self.program = self._read()

    def _read_alone(self, region: Region) -> None:
        if region.kind == "formula":
            self.problems.append(_typed_formula(self._source, region))
            self._leave_out(region)
            return
        try:
            self._snippets.append(read_snippet(self._source.text, region))
        except (TemplateSyntaxError, ValueError) as error:
            self.problems.append(syntax_problem(self._source, error, region.start))
            self._leave_out(region)

    def _read(self) -> Program | None:
        """Read the snippets together; nothing, if none can be blamed for a fault."""
        for _ in range(MOST_READINGS):
            left_out = sorted(self._left_out, key=lambda region: region.start)
            try:
                return parse(without(self._source.text, left_out), self._start, self._snippets)
            except TemplateSyntaxError as error:
                problem = self._fault(error)
                at = self._source.start_of(problem.line) + problem.column - 1
                regions = (snippet.region for snippet in self._snippets)
                region = next((each for each in regions if each.start <= at < each.end), None)
                if region is None or isinstance(error, TooDeep):
                    self.problems.append(problem)
                    return None
                continues = _CONTINUES.match(self._source.text, region.start)
                if not (self._lost_a_statement and continues):
                    self.problems.append(problem)
                self._snippets = [each for each in self._snippets if each.region is not region]
                self._leave_out(region)
        return None

    def _leave_out(self, region: Region) -> None:
        """Leave a region out; what it would have set is no second mistake elsewhere."""
        self._left_out.append(region)
        self._lost_a_statement |= self._source.text.startswith("{%", region.start)
        if match := _STORES.match(self._source.text, region.start, region.end):
            self.failed |= set(re.findall(r"\w+", match["targets"]))

    def _fault(self, error: TemplateSyntaxError) -> Problem:
        """The fault that keeps the snippets from being read together."""
        innermost = _OPEN_TAG.search(error.message or "")
        name = innermost[1] if innermost else ""
        if name and (opened := self._opened(name)):
            span = Span(self._source, opened[-1], opened[-1] + len(name))
            hint = f"close it with {{% end{name} %}}"
            return problem_at(span, f"this {{% {name} %}} is never closed", hint)
        return syntax_problem(self._source, error, 0 if error.lineno else self._start)

    def _opened(self, name: str) -> list[int]:
        """The offsets of the statements of a name that the page opens and never closes."""
        opened: list[int] = []
        for snippet in self._snippets:
            if snippet.opener != "{%":
                continue
            _, tag, *more = snippet.tokens
            is_closed = tag.value == "set" and any(each.type == "assign" for each in more)
            if tag.value == name and not is_closed:
                opened.append(tag.lineno)
            elif tag.value == f"end{name}" and opened:
                opened.pop()
        return opened


def unclosed(source: Source, found: Regions) -> Iterator[Problem]:
    """A problem for each macro or code fence that is opened and never closed."""
    yield from (_unclosed(source, region) for region in found.unclosed)
    if "!!!" in source.text or "???" in source.text:
        yield from _empty_boxes(source, found)


def _empty_boxes(source: Source, found: Regions) -> Iterator[Problem]:
    """A problem for each line of text that is meant for the box above it, and stands outside."""
    hidden = without(source.text, found.of_kind("code"))
    for box in _BOX.finditer(hidden):
        if len(box["inner"].expandtabs(4)) < len(box["outer"].expandtabs(4)) + IN_BOX:
            span = Span(source, box.start("text"), box.end("text"))
            hint = f"indent it by {IN_BOX} blanks, or leave an empty line above it"
            yield problem_at(span, "this line is not in the box above it", hint)


def _unclosed(source: Source, region: Region) -> Problem:
    span = Span(source, region.start, region.end)
    if closing := CLOSING.get(span.text):
        return problem_at(span, f"this {span.text} is never closed", f"close it with {closing}")
    hint = "close it with a line of the same marks alone"
    if region.info_at >= 0:
        line, _ = source.position(region.info_at)
        hint = f"close it with a line of the same marks alone, above line {line}"
    return problem_at(span, "this code fence is never closed", hint)


def _typed_formula(source: Source, region: Region) -> Problem:
    """The problem of a fence that types a formula, which its rule would have to say as well."""
    _, _, rule = region.info.partition(" ")
    span = Span(source, region.start, region.info_at + len(region.info))
    hint = f"write {{{{ formula({rule.strip() or '…'}) }}}} in place of the fence"
    return problem_at(span, "a formula is read from its rule, and not typed", hint)


def syntax_problem(source: Source, error: Exception, start: int = 0) -> Problem:
    """A fault of grammar in what begins at an offset, in an author's words."""
    at = start + (getattr(error, "lineno", None) or 0)
    message = getattr(error, "message", None) or str(error)
    if unknown := _UNKNOWN_TAG.search(message):
        span, tag = Span(source, at, at + len(unknown[1])), unknown[1]
        if tag in TAGS:
            return problem_at(span, f"nothing is open that {{% {tag} %}} goes with")
        return problem_at(span, f"there is no {{% {tag} %}}", did_you_mean(tag, TAGS))
    curly = _CURLY.match(message)
    hint = 'an expression has straight quotes: "…"' if curly else ""
    return problem_at(Span(source, at, at), _plain(message), hint)


def _plain(message: str) -> str:
    """Jinja's words for a fault of grammar, without its talk of templates."""
    for jinja, plain in _PLAIN.items():
        message = message.replace(jinja, plain)
    return message[:1].lower() + message[1:]
