"""A page's file as a template of Jinja's: tokens and syntax tree, in which each part has its place.

Jinja counts lines. Its tokens are handed to its parser with their offset for the number of their
line, so that each node, each syntax error and each expression at work knows where it stands.
"""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias
from unicodedata import normalize

from jinja2 import Environment, nodes
from jinja2.exceptions import TemplateSyntaxError
from jinja2.lexer import Token, get_lexer
from jinja2.visitor import NodeTransformer

from sfrules.ground.number_words import number_of_literal
from sfrules.ground.source import Source, Span
from sfrules.press.expression.walk import whole_if_it_is
from sfrules.press.page.regions import Region, Regions

GRAMMAR = get_lexer(Environment(keep_trailing_newline=True))  # noqa: S701 it reads alone
SILENT = ("{%", "{#")  # what opens a statement or a comment, which print nothing in their place
REFUSED = {
    "raw": "pages have no {% raw %}: text in code stays as it is written",
    **{
        tag: f"pages have no {{% {tag} %}}"
        for tag in "autoescape block extends print debug do trans".split()
    },
}
_KEYWORD = re.compile(r"(?:for\b.*?\bin|(?:set|with)\b[^=]*=|(?:el)?if\b)\s*", re.DOTALL)
_REPEATED = {"for": "loop", "macro": "macro"}
BLOCKS = frozenset("for if macro call filter with set".split())
_TAG = re.compile(r"\{%[-+]?\s*(\w+)")
_SETS = re.compile(
    r"\{%[-+]?\s*(?:macro\s+(?P<macro>[^%]+)"
    r"|(?!(?:el)?if\b|call\b|include\b|import\b|from\b|filter\b)\w+\s+(?P<targets>[\w\s,()]+?)\s*(?:=|\bin\b|\(|[-+]?%|\|))"
)


def tokens_of(text: str, base: int = 0, state: str | None = None) -> Iterator[Token]:
    """The tokens of a tag or an expression, each with its offset for its line, and exact numbers.

    Raises:
        TemplateSyntaxError: whose `lineno` is an offset.
        ValueError: for a number that Python does not take.
    """
    at, found = 0, GRAMMAR.tokeniter(text, None, state=state)
    while True:
        try:
            token = next(found, None)
        except TemplateSyntaxError as error:
            error.lineno = base + at + len(text[at:]) - len(text[at:].lstrip())
            raise
        if token is None:
            return
        _, kind, written = token
        at = text.index(written, at)
        if kind == "float":
            yield Token(base + at, kind, whole_if_it_is(number_of_literal(written)))
        else:
            if kind == "name":
                _check_spelling(written, base + at)
            yield from GRAMMAR.wrap(((base + at, kind, written),))
        at += len(written)


def _check_spelling(name: str, at: int) -> None:
    """Refuse a second way to write a name: it would hide which of the two is the book's."""
    folded = normalize("NFKC", name)
    if folded != name:
        message = f'the name "{name}" is not written as Python reads it: "{folded}"'
        raise TemplateSyntaxError(message, at)


@dataclass(eq=False)
class Site:
    """A tag of a file: where it begins and ends, and what it names."""

    file: PageFile
    region: Region
    #: From the beginning to the end of the block that a statement opens or continues.
    block: tuple[int, int] = (0, 0)
    is_block: bool = False  # which a statement opens
    branches: list[Site] = field(default_factory=list)  # of that block: what continues it
    within: str = ""  # "loop" or "macro", where one place is evaluated several times
    scope: Site | None = None  # the block around it that keeps what is set in it to itself
    names: set[str] = field(default_factory=set)  # dotted, as long as they are

    def __post_init__(self) -> None:
        self.block = self.start, self.end

    @property
    def is_printed(self) -> bool:
        """Whether it is an expression, and no statement."""
        return not self.file.source.text.startswith("{%", self.start)

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.region.start

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.region.end

    @property
    def inner(self) -> Span:
        """What stands between its marks, without blanks."""
        text = self.file.source.text
        cut = 2 if self.region.kind == "term" else 2 + (text[self.start + 2] in "-+")
        back = 2 if self.region.kind == "term" else 2 + (text[self.end - 3] in "-+")
        start, end = self.start + cut, self.end - back
        inner = text[start:end]
        first = start + len(inner) - len(inner.lstrip())
        return Span(self.file.source, first, max(start + len(inner.rstrip()), first))

    @property
    def expression(self) -> Span:
        """What is worked out, of a statement that has one expression."""
        inner = self.inner
        keyword = None if self.is_printed else _KEYWORD.match(inner.text)
        return Span(inner.source, inner.start + keyword.end(), inner.end) if keyword else inner

    @property
    def sets(self) -> set[str]:
        """The names that a statement sets."""
        found = _SETS.match(self.file.source.text, self.start, self.end)
        return set(re.findall(r"\w+", found[found.lastgroup or 0])) if found else set()


@dataclass(frozen=True, eq=False)
class Binding:
    """Where a name of a file is set, the names that it is set from, and where these stand."""

    at: int
    names: frozenset[str]
    adds: bool = False  # to what the name has elsewhere, as an attribute of a namespace does
    until: float = float("inf")  # where the block ends in which it holds
    macro: str = ""  # whose parameter it is: the nth, and its name
    parameter: tuple[int, str] = (0, "")
    file: str = ""  # that it is imported from


Given: TypeAlias = Mapping[int | str, frozenset[str]]


class PageFile:
    """A page, or a file that a page includes, and its tags; those `left_out` are not there."""

    def __init__(self, source: Source, start: int, found: Regions) -> None:
        self.source = source
        self.faults: list[tuple[Region, Exception]] = []  # of tags that cannot be read alone
        self._start = start
        self._regions = [region for region in found.found if region.kind in ("jinja", "term")]
        self._left_out: list[tuple[int, int]] = [
            (region.start, region.end) for region in found.found if region.kind == "formula"
        ]
        self.sites: dict[int, Site] = {}
        self._starts: list[int] = []
        self.bindings: dict[str, list[Binding]] = {}
        self.calls: dict[str, list[tuple[int, Given]]] = {}  # by the last part of their names

    @property
    def name(self) -> str:
        """The name of its template: its path."""
        return self.source.path

    def leave_out(self, start: int, end: int) -> None:
        """Read the file without a stretch, and so without its tags, from now on."""
        self._left_out.append((start, end))

    def is_left_out(self, at: int) -> bool:
        """Whether an offset is in a stretch that is left out."""
        return any(start <= at < end for start, end in self._left_out)

    def site_at(self, at: int) -> Site | None:
        """The tag that an offset is in, or the last one before it."""
        index = bisect_right(self._starts, at)
        return self.sites[self._starts[index - 1]] if index else None

    def tokens(self) -> list[Token]:
        """The tokens of the whole file, as Jinja's parser takes them."""
        return list(self._tokens())

    def _tokens(self) -> Iterator[Token]:
        regions = [each for each in self._regions if not self.is_left_out(each.start)]
        texts = self._texts(regions)
        self.sites, self._starts = {}, []
        opened: list[tuple[str, Site]] = []
        if texts[0]:
            yield Token(self._start, "data", texts[0])
        for region, text in zip(regions, texts[1:], strict=True):
            try:
                tokens = list(self._tokens_in(region))
            except (TemplateSyntaxError, ValueError) as error:
                self.faults.append((region, error))
                self.leave_out(region.start, region.end)
                continue
            self._note(region, tokens, opened)
            yield from tokens
            if text:
                yield Token(region.end, "data", text)

    def _tokens_in(self, region: Region) -> Iterator[Token]:
        text, at = self.source.text[region.start : region.end], region.start
        if region.kind == "term":
            term, _, shown = text[2:-2].partition("|")
            yield Token(at, "variable_begin", "{{")
            yield from (Token(at, *each) for each in (("name", "term"), ("lparen", "(")))
            yield Token(at, "string", term.strip())
            yield Token(at, "comma", ",")
            yield Token(at, "string", (shown or term).strip())
            yield from (Token(at, *each) for each in (("rparen", ")"), ("variable_end", "}}")))
        elif not text.startswith("{#"):
            tag = _TAG.match(text)
            if tag and tag[1] in REFUSED:
                raise TemplateSyntaxError(REFUSED[tag[1]], at + tag.start(1))
            yield from tokens_of(text, at)

    def _note(
        self, region: Region, tokens: Sequence[Token], opened: list[tuple[str, Site]]
    ) -> None:
        """Note a tag, and where the block ends that it belongs to."""
        if not tokens:
            return
        site = self.sites[region.start] = Site(self, region)
        self._starts.append(region.start)
        if opened:
            site.within = _REPEATED.get(opened[-1][0]) or opened[-1][1].within
            site.scope = next((first for kind, first in reversed(opened) if kind != "if"), None)
        tag = "" if site.is_printed or not tokens[1:] else str(tokens[1].value)
        if tag in BLOCKS and not (tag == "set" and any(t.type == "assign" for t in tokens)):
            opened.append((tag, site))
            site.is_block = True
        elif opened and (tag.startswith("end") or tag in ("elif", "else")):
            first = opened[-1][1]
            site.block = first.start, site.end
            if tag.startswith("end"):
                opened.pop()
                for each in (first, *first.branches):
                    each.block = first.start, site.end
            else:
                first.branches.append(site)

    def _texts(self, regions: Sequence[Region]) -> list[str]:
        """What stands before the first tag, between each two, and behind the last.

        `{{-` and `-}}` take the blanks beside them away. A statement or comment that stands alone
        on its line takes the line: a blank one would end the list, table or paragraph around it.
        """
        text = self.source.text
        ends = [self._start, *(region.end for region in regions)]
        starts = [*(region.start for region in regions), len(text)]
        texts = [self._kept(end, start) for end, start in zip(ends, starts, strict=True)]
        for at, region in enumerate(regions):
            if region.kind == "term":
                continue
            if text[region.start + 2] == "-":
                texts[at] = texts[at].rstrip()
            if text[region.end - 3] == "-":
                texts[at + 1] = texts[at + 1].lstrip()
        silent = [text.startswith(SILENT, region.start) for region in regions]
        for first, last in list(_alone(silent, texts)):
            texts[first] = texts[first].rstrip(" \t")
            texts[last + 1] = texts[last + 1].partition("\n")[2]
        return texts

    def _kept(self, start: int, end: int) -> str:
        """The text of a stretch without what is left out."""
        text, at = "", start
        for first, last in sorted(self._left_out):
            if at <= first < end:
                text += self.source.text[at:first]
            if first < end and last > at:
                at = max(at, min(last, end))
        return text + self.source.text[at:end]


def _alone(silent: Sequence[bool], texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The first and the last of the statements that stand alone on their line together."""
    at, count = 0, len(silent)
    while at < count:
        first = at
        while at < count and silent[at] and (at == first or not texts[at]):
            at += 1
        if at == first:
            at += 1
            continue
        _, ends_a_line, before = texts[first].rpartition("\n")
        after, begins_a_line, _ = texts[at].partition("\n")
        begins_it = begins_a_line or (at == count and not after)
        if not before.strip() and not after.strip() and (ends_a_line or first == 0) and begins_it:
            yield first, at - 1


def dotted_name(node: nodes.Node) -> str:
    """`space.rule` for a node of that form, also as space["rule"]; empty for any other."""
    match node:
        case nodes.Name():
            return str(node.name)
        case nodes.Getattr():
            inner, last = node.node, node.attr
        case nodes.Getitem(arg=nodes.Const(value=str() as last)):
            inner = node.node
        case _:
            return ""
    first = dotted_name(inner)
    return f"{first}.{last}" if first else ""


def names_in(node: nodes.Node) -> set[str]:
    """The longest dotted names in a node."""
    if name := dotted_name(node):
        return {name}
    return set().union(*map(names_in, node.iter_child_nodes()))


class Asked(NamedTuple):
    """A dotted name of an expression; of a call, what it is given, too."""

    name: str
    #: A text or a number that is written there, or the name that stands there as a list of one.
    arguments: tuple[object, ...] = ()
    keywords: tuple[tuple[str, object], ...] = ()
    is_call: bool = False
    #: Whether it is the whole expression.
    is_all: bool = False

    def given(self, parameters: list[str]) -> Iterator[tuple[str, object]]:
        """What is given for each of some parameters."""
        yield from zip(parameters, self.arguments, strict=False)
        yield from self.keywords


def asked_in(node: nodes.Node, *, is_all: bool = True) -> Iterator[Asked]:
    """The names and the calls of an expression, from the outside to the inside."""
    parts: Iterable[nodes.Node] = node.iter_child_nodes()
    if isinstance(node, nodes.Call) and (name := dotted_name(node.node)):
        keywords = tuple((each.key, _plain(each.value)) for each in node.kwargs)
        yield Asked(name, tuple(map(_plain, node.args)), keywords, is_call=True, is_all=is_all)
        parts = [*node.args, *(pair.value for pair in node.kwargs)]
    elif name := dotted_name(node):
        yield Asked(name, is_all=is_all)
        parts = ()
    through = node.node if is_all and isinstance(node, nodes.Filter | nodes.Neg) else None
    for part in parts:
        yield from asked_in(part, is_all=part is through)


def _plain(node: nodes.Node) -> object:
    if isinstance(node, nodes.Const):
        return node.value
    return [node.name] if isinstance(node, nodes.Name) else None


class Lineage:
    """The names of a book that the names of a page's files come from."""

    def __init__(self, files: Mapping[str, PageFile]) -> None:
        self._files = files
        self._count = 0  # of the files that are known
        self._known: dict[Binding, set[str]] = {}

    def names(self, site: Site) -> set[str]:
        """The dotted names that are in a tag, or that its names are set from."""
        if len(self._files) > self._count:
            self._read()
        return self._named(site.file, site.names, site.start)

    def _read(self) -> None:
        """Follow all names in the order in which they are set, so that no way is long."""
        self._count, self._known = len(self._files), {}
        for file in self._files.values():
            every = (binding for bindings in file.bindings.values() for binding in bindings)
            for binding in sorted(every, key=lambda binding: binding.at):
                self._bound(file, binding)

    def _named(self, file: PageFile, names: Iterable[str], at: int) -> set[str]:
        found: set[str] = set()
        for name in names:
            bindings = file.bindings.get(name.partition(".")[0])
            if not bindings:
                found.add(name)
                continue
            before = bindings[: bisect_left(bindings, at, key=lambda binding: binding.at)]
            here = (binding for binding in reversed(before) if at < binding.until)
            last = next(here, bindings[-1])
            for binding in bindings if last.adds else [last]:
                found |= self._bound(file, binding)
        return found

    def _bound(self, file: PageFile, binding: Binding) -> set[str]:
        if binding not in self._known:
            self._known[binding] = set()  # of a macro that calls itself
            self._known[binding] = self._of_binding(file, binding)
        return self._known[binding]

    def _of_binding(self, file: PageFile, binding: Binding) -> set[str]:
        if binding.macro:
            return self._given(binding)
        if not binding.file:
            return self._named(file, binding.names, binding.at)
        folder = posixpath.dirname(file.name)
        other = self._files.get(posixpath.normpath(posixpath.join(folder, binding.file)))
        sites = other.sites.values() if other else ()
        return set().union(*(self._named(each.file, each.names, each.start) for each in sites))

    def _given(self, binding: Binding) -> set[str]:
        """What any call gives for a parameter of a macro."""
        nth, name = binding.parameter
        found: set[str] = set()
        for file in self._files.values():
            for at, given in file.calls.get(binding.macro, ()):
                names = given.get(nth, frozenset()) | given.get(name, frozenset())
                found |= self._named(file, names | given.get("*", frozenset()), at)
        return found


def given_to(call: nodes.Call) -> Given:
    """The dotted names in what a call is given: by place, by name, and spread."""
    spread = (each for each in (call.dyn_args, call.dyn_kwargs) if each)
    return {
        **{at: frozenset(names_in(each)) for at, each in enumerate(call.args)},
        **{each.key: frozenset(names_in(each.value)) for each in call.kwargs},
        "*": frozenset().union(*map(names_in, spread)),
    }


def _helper(name: str, *given: nodes.Expr) -> nodes.Call:
    """A call of what the environment has under a name, which no page can say."""
    return nodes.Call(nodes.EnvironmentAttribute(name), [*given], [], None, None)


class Exact(NodeTransformer):
    """Makes an expression exact: its numbers, its powers as Python has them, its joined texts."""

    def __init__(self, text: str) -> None:
        self._text = text

    def visit_Const(self, node: nodes.Const) -> nodes.Node:
        if isinstance(node.value, str):
            return _helper("markdown", node)
        if isinstance(node.value, Fraction):
            whole, part = node.value.as_integer_ratio()
            return _helper("fraction", nodes.Const(whole), nodes.Const(part))
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:
        self.generic_visit(node)
        return _helper("text_of", *node.nodes)

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Node:
        """Jinja would slice without the sandbox."""
        if not isinstance(node.arg, nodes.Slice):
            return self.generic_visit(node)
        ends = (node.arg.start, node.arg.stop, node.arg.step)
        given = (self.visit(each) if each else nodes.Const(None) for each in ends)
        return _helper("sliced", self.visit(node.node), *given)

    def visit_Pow(self, node: nodes.Pow) -> nodes.Node:
        """As in Python, a power binds before the sign in front of it, and from the right."""
        operands: list[nodes.Expr] = []
        first: nodes.Expr = node
        while isinstance(first, nodes.Pow):
            operands.append(first.right)
            # A bracket before the first operand stands between the two beginnings.
            inner, outer = first.left, first.lineno
            first = inner
            if isinstance(inner, nodes.Pow) and outer < inner.lineno:
                break
        bare = outer == first.lineno
        operands.append(first)
        operands = [self.visit(each) for each in reversed(operands)]
        made = operands.pop()
        while operands:
            base = operands.pop()
            made = self._powered(base, made, self._is_bare(base) if operands else bare)
        return made

    def _is_bare(self, operand: nodes.Expr) -> bool:
        """Whether no bracket stands before an operand."""
        return not self._text[: operand.lineno].rstrip().endswith("(")

    def _powered(self, base: nodes.Expr, exponent: nodes.Expr, bare: bool) -> nodes.Expr:
        if isinstance(base, nodes.Neg | nodes.Pos) and bare:
            inner = self._powered(base.node, exponent, bare)
            return type(base)(inner, lineno=base.lineno)
        return nodes.Pow(base, exponent, lineno=base.lineno)

    def visit_Include(self, node: nodes.Include) -> nodes.Node:
        return node

    visit_Import = visit_FromImport = visit_Include


class Located(Exact):
    """Lets each expression of a file say that it is at work, and where.

    It notes meanwhile what each tag names, and what the names of the file are set from.
    """

    def __init__(self, file: PageFile) -> None:
        super().__init__(file.source.text)
        self._file = file
        file.bindings, file.calls = {}, {}

    def template(self, tree: nodes.Template) -> nodes.Template:
        """The whole file."""
        for call in tree.find_all(nodes.Call):
            name = dotted_name(call.node).rpartition(".")[2]
            self._file.calls.setdefault(name, []).append((call.lineno, given_to(call)))
        found: nodes.Template = self.visit(tree)
        for bindings in self._file.bindings.values():
            bindings.sort(key=lambda binding: binding.at)
        return found

    # What is at work

    def _opened(self, node: nodes.Node) -> nodes.Expr:
        site = self._file.site_at(node.lineno)
        start = site.start if site else 0
        if site:
            site.names |= names_in(node)
        return _helper("opened", nodes.Const(self._file.name), nodes.Const(start))

    def _guarded(self, node: Any, target: nodes.Node | None = None) -> nodes.Expr:
        """An expression of a statement, which may be for several names."""
        opened = self._opened(node)
        return _helper("closed", opened, self.visit(node), _count(target))

    def _names(self, at: nodes.Node, node: nodes.Node) -> None:
        if site := self._file.site_at(at.lineno):
            site.names |= names_in(node)

    def visit_Output(self, node: nodes.Output) -> nodes.Node:
        node.nodes = [
            each
            if isinstance(each, nodes.TemplateData)
            else _helper("shown", self._opened(each), self.visit(each))
            for each in node.nodes
        ]
        return node

    def visit_For(self, node: nodes.For) -> nodes.Node:
        scope = self._file.site_at(node.lineno)
        from_ = [node.iter, *filter(None, [node.test])]
        self._bind(node.target, *from_, scope=scope)
        # A turn is none of what it goes through.
        self._bind(nodes.Name("loop", "store", lineno=node.target.lineno), scope=scope)
        inner = (each for part in node.body for each in part.find_all(nodes.TemplateData))
        size = sum(len(each.data) for each in inner)
        opened = self._opened(node.iter)
        node.iter = _helper(
            "turns", opened, self.visit(node.iter), nodes.Const(size), _count(node.target)
        )
        node.test = node.test and self._guarded(node.test)
        node.body, node.else_ = self._all(node.body), self._all(node.else_)
        return node

    def visit_If(self, node: nodes.If) -> nodes.Node:
        node.test = self._guarded(node.test)
        for name in ("body", "elif_", "else_"):
            setattr(node, name, self._all(getattr(node, name)))
        return node

    def visit_Assign(self, node: nodes.Assign) -> nodes.Node:
        self._bind(node.target, node.node)
        node.node = self._guarded(node.node, node.target)
        return node

    def visit_AssignBlock(self, node: nodes.AssignBlock) -> Any:
        self._bind(node.target, *node.body, *filter(None, [node.filter]))
        node.body = self._all(node.body)
        node.filter = node.filter and self.visit(node.filter)
        target: Any = node.target
        if isinstance(target, nodes.NSRef):
            name = nodes.Name(target.name, "load", lineno=target.lineno)
            made: nodes.Expr = nodes.Getattr(name, target.attr, "load", lineno=target.lineno)
        else:
            made = nodes.Name(target.name, "load", lineno=target.lineno)
        again = nodes.Assign(target, _helper("block", made), lineno=node.lineno)
        return [*self._around(node), again]

    def visit_With(self, node: nodes.With) -> nodes.Node:
        for target, value in zip(node.targets, node.values, strict=True):
            self._bind(target, value, scope=self._file.site_at(node.lineno))
        node.values = [self._guarded(value) for value in node.values]
        node.body = self._all(node.body)
        return node

    def visit_Macro(self, node: nodes.Macro) -> nodes.Node:
        self._parameters(node, node.name)
        self._bind(nodes.Name(node.name, "store", lineno=node.lineno), *node.body)
        node.defaults = [self._guarded(each) for each in node.defaults]
        node.body = self._all(node.body)
        return node

    def visit_CallBlock(self, node: nodes.CallBlock) -> Any:
        self._names(node, node.call)
        self._bind(nodes.Name("caller", "store", lineno=node.lineno), *node.body)
        self._parameters(node, "caller")
        node.call = self.visit(node.call)
        node.body = self._all(node.body)
        return self._around(node)

    def visit_FilterBlock(self, node: nodes.FilterBlock) -> Any:
        name = nodes.Name("text_of_filter", "store", lineno=node.lineno)
        block = nodes.AssignBlock(name, node.filter, node.body, lineno=node.lineno)
        load = nodes.Name("text_of_filter", "load", lineno=node.lineno)
        return [*self.visit_AssignBlock(block), nodes.Output([load], lineno=node.lineno)]

    def visit_Include(self, node: nodes.Include) -> Any:
        return self._around(node)

    def visit_Import(self, node: Any) -> Any:
        targets = [node.target] if isinstance(node, nodes.Import) else node.names
        for target in targets:
            name = target[1] if isinstance(target, tuple) else target
            path = str(getattr(node.template, "value", ""))
            self._file.bindings.setdefault(name, []).append(
                Binding(node.lineno, frozenset(), file=path)
            )
        return self._around(node)

    visit_FromImport = visit_Import

    def _around(self, node: nodes.Stmt) -> list[nodes.Node]:
        """A statement that is not an expression's, between the notes that it is at work."""
        opened = self._opened(nodes.Const(None, lineno=node.lineno))
        return [
            nodes.Output([_helper("entered", opened)], lineno=node.lineno),
            node,
            nodes.Output([_helper("left")], lineno=node.lineno),
        ]

    def _all(self, body: Iterable[nodes.Node]) -> list[nodes.Node]:
        made: list[nodes.Node] = []
        for each in body:
            found = self.visit(each)
            made.extend(found if isinstance(found, list) else [found])
        return made

    # What names are set from

    def _bind(self, target: Any, *made: nodes.Node, scope: Site | None = None) -> None:
        names = frozenset().union(*map(names_in, made))
        several = isinstance(target, nodes.Tuple)
        site = self._file.site_at(target.lineno)
        scope = scope or (site and site.scope)
        until = scope.block[1] if scope else float("inf")
        for name in target.find_all(nodes.Name) if several else [target]:
            adds = isinstance(name, nodes.NSRef)
            bindings = self._file.bindings.setdefault(name.name, [])
            bindings.append(Binding(target.lineno, names, adds, float("inf") if adds else until))

    def _parameters(self, macro: nodes.Macro | nodes.CallBlock, name: str) -> None:
        """Each parameter has what any call of the macro gives it."""
        site = self._file.site_at(macro.lineno)
        until = site.block[1] if site else 0
        for at, each in enumerate(macro.args):
            given = (at, each.name)
            binding = Binding(each.lineno, frozenset(), until=until, macro=name, parameter=given)
            self._file.bindings.setdefault(each.name, []).append(binding)


def _count(target: nodes.Node | None) -> nodes.Const:
    """How many names a statement sets at once; 0 for one."""
    return nodes.Const(len(target.items) if isinstance(target, nodes.Tuple) else 0)
