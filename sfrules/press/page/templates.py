"""A page's file as a template of Jinja's: tokens and syntax tree, in which each part has its place.

Jinja counts lines. Its tokens are handed to its parser with their offset for the number of their
line, so that each node, each syntax error and each line of the code that it makes has a place.
"""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
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
from sfrules.press.expression.values import whole_if_it_is
from sfrules.press.page.regions import Regions

GRAMMAR = get_lexer(Environment(keep_trailing_newline=True))  # noqa: S701 it reads alone
REFUSED = frozenset("raw autoescape block extends print debug do trans".split())
BLOCKS = frozenset("for if macro call filter with set".split())
# What stands before the text of a line: blanks, marks of quotations, and markers of lists.
_MARGIN = re.compile(r"(?:[ \t>]|(?:[-*+]|\d+\.)[ \t]+)*")
_MARKERS = re.compile(r"[-*+]|\d+\.")
_TAG = re.compile(r"\{%[-+]?\s*(\w+)")
_INNER = re.compile(r"(?:\{[{%][-+]?|\[\[)\s*(?P<inner>.*?)\s*(?:[-+]?[}%]\}|\]\])", re.DOTALL)
_SETS = re.compile(
    r"macro\s+(?P<macro>[^%]+)|(?!(?:el)?if\b|call\b|include\b|filter\b)\w+\s+"
    r"(?P<targets>[\w\s,()]+?)\s*(?:=|\bin\b|\(|\||\Z)"
)
# In place of a statement or a comment, which print nothing there, and of an expression.
_SILENT, _PRINTED = "\ufdd0", "\ufdd1"
_ALONE = re.compile(rf"^[ \t]*({_SILENT}+)[ \t\r]*(?:\n|\Z)", re.MULTILINE)


def tokens_of(text: str, base: int = 0, state: str | None = None) -> Iterator[Token]:
    """The tokens of a tag or an expression, each with its offset for its line, and exact numbers.

    Raises:
        TemplateSyntaxError: whose `lineno` is an offset.
    """
    at, found = 0, GRAMMAR.tokeniter(text, None, state=state)
    try:
        for _, kind, written in found:
            at = text.index(written, at)
            if kind == "float":
                yield Token(base + at, kind, whole_if_it_is(number_of_literal(written)))
            else:
                if kind == "name":
                    _check_spelling(written)
                yield from GRAMMAR.wrap(((base + at, kind, written),))
            at += len(written)
    except TemplateSyntaxError as error:
        error.lineno = base + len(text) - len(text[at:].lstrip())
        raise
    except ValueError as error:  # a number that Python does not take
        raise TemplateSyntaxError(str(error), base + at) from error


def _check_spelling(name: str) -> None:
    """Refuse a second way to write a name: it would hide which of the two is the book's."""
    folded = normalize("NFKC", name)
    if folded != name:
        message = f'the name "{name}" is not written as Python reads it: "{folded}"'
        raise TemplateSyntaxError(message, 0)


@dataclass(eq=False)
class Site:
    """A tag of a file: its stretch, the block that it belongs to, and what it names."""

    file: PageFile
    start: int
    end: int
    #: From the beginning to the end of the block that a statement opens or continues.
    block: tuple[int, int] = (0, 0)
    scope: Site | None = None  # the block around it that keeps what is set in it to itself
    names: set[str] = field(default_factory=set)  # dotted, as long as they are

    def __post_init__(self) -> None:
        self.block = self.start, self.end
        found = _TAG.match(self.file.source.text, self.start)
        self.tag = found[1] if found else ""  # of a statement: its first word

    @property
    def inner(self) -> Span:
        """What stands between its marks, without blanks."""
        found = _INNER.fullmatch(self.file.source.text, self.start, self.end)
        start, end = found.span("inner") if found else (self.start, self.end)
        return Span(self.file.source, start, end)

    @property
    def sets(self) -> set[str]:
        """The names that a statement sets."""
        found = _SETS.match(self.inner.text) if self.tag else None
        return set(re.findall(r"\w+", found[found.lastgroup or 0])) if found else set()


@dataclass(frozen=True, eq=False)
class Binding:
    """Where a name of a file is set, the names that it is set from, and where these stand."""

    at: int
    names: frozenset[str] = frozenset()
    until: float = float("inf")  # where the block ends in which it holds
    adds: bool = False  # to what the name has elsewhere, as an attribute of a namespace does
    macro: str = ""  # whose parameter it is: the nth, and its name
    parameter: tuple[int, str] = (0, "")
    file: str = ""  # that it is imported from


Given: TypeAlias = Mapping[int | str, frozenset[str]]


class PageFile:
    """A page, or a file that a page includes, and its tags; those `left_out` are not there."""

    def __init__(self, source: Source, start: int, found: Regions) -> None:
        self.source, self.regions = source, found
        self.faults: list[tuple[Site, BaseException]] = []  # of tags that cannot be read alone
        self.sites: dict[int, Site] = {}
        self.bindings: dict[str, list[Binding]] = {}
        self.calls: dict[str, list[tuple[int, Given]]] = {}  # by the last part of their names
        self._start = start
        self._regions = [region for region in found.found if region.kind in ("jinja", "term")]
        self._left_out: list[tuple[int, int]] = []
        self._starts: list[int] = []

    @property
    def name(self) -> str:
        """The name of its template: its path."""
        return self.source.path

    def leave_out(self, start: int, end: int) -> None:
        """Read the file without a tag, or a block of several, from now on."""
        self._left_out.append((start, end))

    def is_left_out(self, at: int) -> bool:
        """Whether an offset is in a stretch that is left out."""
        return any(start <= at < end for start, end in self._left_out)

    def site_at(self, at: int) -> Site:
        """The tag that an offset is in, or the last one before it."""
        return self.sites[self._starts[max(bisect_right(self._starts, at) - 1, 0)]]

    def tokens(self) -> list[Token]:
        """The tokens of the file, as Jinja's parser takes them; what is wrong with tags alone."""
        self.sites, self.faults = {}, []
        opened: list[list[Site]] = []  # the blocks that are open, each with its tags
        texts = self._texts()
        found = [Token(self._start, "data", next(texts))]
        for region, text in zip(self._regions, texts, strict=True):
            is_comment = self.source.text.startswith("{#", region.start)
            if not (is_comment or self.is_left_out(region.start)):
                site = self.sites[region.start] = Site(self, region.start, region.end)
                self._note(site, opened)
                try:
                    found += _tokens_in(site)
                except TemplateSyntaxError as error:
                    self.faults.append((site, error))
            found.append(Token(region.end, "data", text))
        self._starts = [*self.sites]
        self.faults += [(block[0], _never_closed(block[0])) for block in opened]
        return [token for token in found if token.value or token.type != "data"]

    def _note(self, site: Site, opened: list[list[Site]]) -> None:
        """Note the block that a tag opens, continues or closes."""
        around = opened[-1][0] if opened else None
        site.scope = around.scope if around and around.tag == "if" else around
        is_set = site.tag == "set" and "=" in site.inner.text.partition("|")[0]
        if site.tag in BLOCKS and not is_set:
            opened.append([site])
        elif site.tag in ("elif", "else") and opened:
            opened[-1].append(site)
            site.block = opened[-1][0].start, site.end
        elif any(site.tag == f"end{block[0].tag}" for block in reversed(opened)):
            while (block := opened.pop())[0].tag != site.tag[3:]:
                self.faults.append((block[0], _never_closed(block[0])))
            for each in (*block, site):
                each.block = block[0].start, site.end

    def _texts(self) -> Iterator[str]:
        """What stands before the first tag, between each two, and behind the last.

        `{{-` and `-}}` take the blanks beside them away. A statement or comment that stands alone
        on its line takes the line: a blank one would end the list, table or paragraph around it.
        """
        text, at, parts = self.source.text, self._start, [""]
        for region in self._regions:
            parts[-1] += "" if self.is_left_out(at) else text[at : region.start]
            is_term = region.kind == "term"
            if text[region.start + 2] == "-" and not is_term:
                parts[-1] = parts[-1].rstrip()
            parts.append(_SILENT if text.startswith(("{%", "{#"), region.start) else _PRINTED)
            at = region.end
            parts.append("")
            if text[at - 3] == "-" and not is_term:
                at = len(text) - len(text[at:].lstrip())
        parts.append("" if self.is_left_out(at) else text[at:])
        whole = _ALONE.sub(r"\1", "".join(parts))
        return iter(re.split(f"[{_SILENT}{_PRINTED}]", whole))


def _never_closed(site: Site) -> TemplateSyntaxError:
    at = site.file.source.text.index(site.tag, site.start)
    return TemplateSyntaxError(f"this {{% {site.tag} %}} is never closed", at)


def _tokens_in(site: Site) -> list[Token]:
    """The tokens of a tag."""
    text, at = site.file.source.text[site.start : site.end], site.start
    if text.startswith("[["):
        term, _, shown = text[2:-2].partition("|")
        given = repr(term.strip()), repr((shown or term).strip())
        call = f"{{{{ term({', '.join(given)}) }}}}"
        return [Token(at, each.type, each.value) for each in tokens_of(call)]
    if site.tag in REFUSED:
        raise TemplateSyntaxError(f"pages have no {{% {site.tag} %}}", text.index(site.tag) + at)
    return list(tokens_of(text, at))


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


def names_in(*found: nodes.Node) -> frozenset[str]:
    """The longest dotted names in some nodes."""
    names: set[str] = set()
    for node in found:
        name = dotted_name(node)
        names |= {name} if name else names_in(*node.iter_child_nodes())
    return frozenset(names)


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
                found |= self._named(file, names | given["*"], at)
        return found


def given_to(call: nodes.Call) -> Given:
    """The dotted names in what a call is given: by place, by name, and spread."""
    return {
        **{at: names_in(each) for at, each in enumerate(call.args)},
        **{each.key: names_in(each.value) for each in call.kwargs},
        "*": names_in(*filter(None, (call.dyn_args, call.dyn_kwargs))),
    }


def margin_of(text: str, at: int) -> str:
    """What further lines begin with that are to stay in the box or the item of an offset."""
    margin = _MARGIN.match(text[text.rfind("\n", 0, at) + 1 : at])
    return _MARKERS.sub(lambda found: " " * len(found[0]), margin[0]) if margin else ""


def _helper(name: str, *given: Any, at: int = 0) -> nodes.Call:
    """A call of what the environment has under a name, which no page can say."""
    return nodes.Call(nodes.EnvironmentAttribute(name), [*given], [], None, None, lineno=at)


class Translator(NodeTransformer):
    """Makes a tree exact and bounded: numbers, powers as Python has them, joined texts, loops.

    Of a file, it notes meanwhile what each tag names, and what the names are set from.
    """

    def __init__(self, text: str, file: PageFile | None = None) -> None:
        self._text, self._file = text, file

    def template(self, tree: nodes.Template, file: PageFile) -> nodes.Template:
        """The whole file."""
        file.bindings, file.calls = {}, {}
        for call in tree.find_all(nodes.Call):
            name = dotted_name(call.node).rpartition(".")[2]
            file.calls.setdefault(name, []).append((call.lineno, given_to(call)))
        found: nodes.Template = self.visit(tree)
        for bindings in file.bindings.values():
            bindings.sort(key=lambda binding: binding.at)
        return found

    def visit(self, node: nodes.Node, *args: Any, **kwargs: Any) -> Any:
        """A name as it is, which is noted; anything else as its method makes it."""
        if getattr(node, "ctx", "load") == "load" and (name := dotted_name(node)):
            if self._file:
                self._file.site_at(node.lineno).names.add(name)
            return node
        return super().visit(node, *args, **kwargs)

    # Expressions

    def visit_Const(self, node: nodes.Const) -> nodes.Node:
        if isinstance(node.value, str):
            return _helper("markdown", node)
        if isinstance(node.value, Fraction):
            return _helper("fraction", *map(nodes.Const, node.value.as_integer_ratio()))
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Expr:
        self.generic_visit(node)
        return _helper("text_of", *node.nodes)

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Node:
        """Jinja would slice without the sandbox."""
        if not isinstance(node.arg, nodes.Slice):
            return self.generic_visit(node)
        ends = (node.arg.start, node.arg.stop, node.arg.step)
        given = (self.visit(each) if each else nodes.Const(None) for each in ends)
        return _helper("sliced", self.visit(node.node), *given)

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        """Python would refuse what is given twice, and not say where."""
        known: set[str] = set()
        for each in node.kwargs:
            if each.key in known:
                raise TemplateSyntaxError(f"{each.key} is given twice", each.lineno)
            known.add(each.key)
        return self.generic_visit(node)

    def visit_Pow(self, node: nodes.Pow) -> nodes.Node:
        """As in Python, a power binds before the sign in front of it, and from the right."""
        operands, bare = list[nodes.Expr](), True
        first: nodes.Expr = node
        while isinstance(first, nodes.Pow) and bare:
            operands.append(first.right)
            # A bracket before the first operand stands between the two beginnings.
            bare = first.lineno >= first.left.lineno
            first = first.left
        made: nodes.Expr
        made, *bases = [self.visit(each) for each in (*operands, first)]
        for at, base in enumerate(bases, 1):
            made = _powered(base, made, bare if at == len(bases) else self._is_bare(base))
        return made

    def _is_bare(self, operand: nodes.Expr) -> bool:
        """Whether no bracket stands before an operand."""
        return not self._text[: operand.lineno].rstrip().endswith("(")

    # Statements

    def visit_Output(self, node: nodes.Output) -> nodes.Node:
        """Each printed value is turned into text, with what was asked for it."""
        node.nodes = [
            each
            if isinstance(each, nodes.TemplateData)
            else _helper("shown", _helper("asked"), self.visit(each), at=each.lineno)
            for each in node.nodes
        ]
        return node

    def visit_For(self, node: nodes.For) -> nodes.Node:
        """The turns of a loop are counted, with the characters that each prints of the page."""
        made = [node.iter, *filter(None, [node.test])]
        self._bind(node.target, *made, inside=node)
        each = nodes.Output([node.iter])
        typed = each.find(nodes.List) or each.find(nodes.Tuple)
        # The turns of a list that is written there are counted by its author.
        loop = nodes.Name("loop", "store", lineno=node.target.lineno)
        self._bind(loop, *(() if typed else made), inside=node)
        inner = (each for part in node.body for each in part.find_all(nodes.TemplateData))
        size = sum(len(each.data) for each in inner)
        self.generic_visit(node)
        node.iter = _helper("turns", node.iter, nodes.Const(size))
        return node

    def visit_Assign(self, node: nodes.Assign) -> nodes.Node:
        self._bind(node.target, node.node)
        self.generic_visit(node)
        node.node = _helper("checked", node.node)
        return node

    def visit_AssignBlock(self, node: nodes.AssignBlock) -> Any:
        self._bind(node.target, *node.body, *filter(None, [node.filter]))
        self.generic_visit(node)
        target: Any = node.target
        made: nodes.Expr = nodes.Name(target.name, "load")
        if isinstance(target, nodes.NSRef):
            made = nodes.Getattr(made, target.attr, "load")
        return [node, nodes.Assign(target, _helper("block", made), lineno=node.lineno)]

    def visit_With(self, node: nodes.With) -> Any:
        for target, value in zip(node.targets, node.values, strict=True):
            self._bind(target, value, inside=node)
        self.generic_visit(node)
        node.values = [_helper("checked", value) for value in node.values]
        # Jinja notes no place for it.
        return [nodes.ExprStmt(nodes.Const(None), lineno=node.lineno), node]

    def visit_Macro(self, node: nodes.Macro) -> nodes.Node:
        self._parameters(node, node.name)
        self._bind(nodes.Name(node.name, "store", lineno=node.lineno), *node.body)
        return self.generic_visit(node)

    def visit_CallBlock(self, node: nodes.CallBlock) -> nodes.Node:
        self._bind(nodes.Name("caller", "store", lineno=node.lineno), *node.body)
        self._parameters(node, "caller")
        return self.generic_visit(node)

    def visit_FilterBlock(self, node: nodes.FilterBlock) -> Any:
        """What a filter makes of a block is a printed value."""
        name, load = (
            nodes.Name("text_of_filter", c, lineno=node.lineno) for c in ("store", "load")
        )
        block = nodes.AssignBlock(name, node.filter, node.body, lineno=node.lineno)
        return [*self.visit(block), self.visit(nodes.Output([load], lineno=node.lineno))]

    def visit_Import(self, node: Any) -> Any:
        targets = [node.target] if isinstance(node, nodes.Import) else node.names
        for target in targets:
            name = target[1] if isinstance(target, tuple) else target
            binding = Binding(node.lineno, file=str(getattr(node.template, "value", "")))
            if self._file:
                self._file.bindings.setdefault(name, []).append(binding)
        return node

    visit_FromImport = visit_Import

    def visit_Include(self, node: nodes.Include) -> Any:
        """What is included stays in the box, the tab or the item that the tag stands in."""
        at = self._text.rfind("{%", 0, node.lineno)
        if not (margin := margin_of(self._text, at)):
            return node
        # A tag that stands alone on its line takes the line, with its margin.
        first = margin if not self._text[self._text.rfind("\n", 0, at) + 1 : at].strip() else ""
        name, load = (
            nodes.Name("text_of_include", c, lineno=node.lineno) for c in ("store", "load")
        )
        text = _helper("indented", load, nodes.Const(first), nodes.Const(margin))
        return [
            nodes.AssignBlock(name, None, [node], lineno=node.lineno),
            nodes.Output([text], lineno=node.lineno),
        ]

    def _bind(self, target: Any, *made: nodes.Node, inside: nodes.Node | None = None) -> None:
        """Note that names are set; what is set inside of a block ends with it."""
        if self._file is None:
            return
        site = self._file.site_at(inside.lineno if inside else target.lineno)
        scope = site if inside else site.scope
        for name in target.find_all(nodes.Name) if isinstance(target, nodes.Tuple) else [target]:
            adds = isinstance(name, nodes.NSRef)
            until = scope.block[1] if scope and not adds else float("inf")
            bindings = self._file.bindings.setdefault(name.name, [])
            bindings.append(Binding(target.lineno, names_in(*made), until, adds))

    def _parameters(self, macro: nodes.Macro | nodes.CallBlock, name: str) -> None:
        """Each parameter has what any call of the macro gives it."""
        if self._file:
            until = self._file.site_at(macro.lineno).block[1]
            for at, each in enumerate(macro.args):
                binding = Binding(each.lineno, until=until, macro=name, parameter=(at, each.name))
                self._file.bindings.setdefault(each.name, []).append(binding)


def _powered(base: nodes.Expr, exponent: nodes.Expr, bare: bool) -> nodes.Expr:
    if isinstance(base, nodes.Neg | nodes.Pos) and bare:
        inner = _powered(base.node, exponent, bare)
        return type(base)(inner, lineno=base.lineno)
    return nodes.Pow(base, exponent, lineno=base.lineno)
