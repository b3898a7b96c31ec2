"""A page's file as a template of Jinja's: tokens and syntax tree, in which each part has its place.

Jinja counts lines. Its tokens are handed to its parser with their offset for the number of their
line, so that each node, each syntax error and each line of the code that it makes has a place.
"""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_right
from collections import ChainMap, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias
from unicodedata import normalize

from jinja2 import Environment, nodes
from jinja2.exceptions import TemplateSyntaxError
from jinja2.lexer import Token, get_lexer
from jinja2.visitor import NodeTransformer, NodeVisitor

from sfrules.ground.number_words import number_of_literal
from sfrules.ground.source import Source, Span
from sfrules.press.expression.values import whole_if_it_is
from sfrules.press.page.regions import Regions

GRAMMAR = get_lexer(Environment(keep_trailing_newline=True))  # noqa: S701 it reads alone
#: Tags of Jinja that pages have not got, each with what does its work.
REFUSED = {
    "raw": "a fence of code, and what stands in backticks, is printed as it is written",
    "autoescape": "texts are escaped as they are printed",
    "block": "{% include %} puts in a file, and {% import %} takes macros from one",
    "extends": "{% include %} puts in a file, and {% import %} takes macros from one",
    "print": "print it so: {{ … }}",
    "debug": "sfrules show macros lists what a page may use",
    "do": "give it a name: {% set name = … %}",
    "trans": "a page has one language: write the words",
}
# Filters of our own: for what a {% set %} has captured, and what {% filter %} makes of a block.
OF_BLOCKS, OF_FILTERS = "of blocks", "of filters"
BLOCKS = frozenset("for if macro call filter with set".split())
# What stands before the text of a line: blanks, marks of quotations, and markers of lists,
# definitions and notes, in which further lines are indented by four blanks.
_MARKERS = re.compile(r"(?:[-*+:]|\d+\.|\[\^[^\]\s]+\]:)[ \t]+")
_MARGIN = re.compile(rf"(?:[ \t>]|{_MARKERS.pattern})*")
_TAG = re.compile(
    r"(?:\{(?:\{|(?P<statement>%))[-+]?|\[\[)\s*(?P<inner>(?P<word>\w*).*?)\s*(?:[-+]?[}%]\}|\]\])",
    re.DOTALL,
)
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
                # As Python reads names: there is no second way to write one that another name has.
                said = normalize("NFKC", written) if kind == "name" else written
                yield from GRAMMAR.wrap(((base + at, kind, said),))
            at += len(written)
    except TemplateSyntaxError as error:
        error.lineno = base + len(text) - len(text[at:].lstrip())
        raise
    except ValueError as error:  # a number that Python does not take
        raise TemplateSyntaxError(str(error), base + at) from error


@dataclass(eq=False)
class Site:
    """A tag of a file: its stretch, and the block that it belongs to."""

    file: PageFile
    start: int
    end: int
    #: From the beginning to the end of the block that a statement opens or continues.
    block: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        self.block = self.start, self.end
        found = _TAG.fullmatch(self.file.source.text, self.start, self.end)
        start, end = found.span("inner") if found else (self.start, self.end)
        self.inner = Span(self.file.source, start, end)  # what stands between its marks
        self.tag = found["word"] if found and found["statement"] else ""

    @property
    def sets(self) -> set[str]:
        """The names that a statement sets."""
        found = _SETS.match(self.inner.text) if self.tag else None
        return set(re.findall(r"\w+", found[found.lastgroup or 0])) if found else set()


class PageFile:
    """A page, or a file that a page includes, and its tags; those `left_out` are not there."""

    def __init__(self, source: Source, start: int, found: Regions) -> None:
        self.source, self.regions = source, found
        self.name = source.path  # that of its template
        self.faults: list[tuple[Site, BaseException]] = []  # of tags that cannot be read alone
        self.sites: dict[int, Site] = {}
        self.tree = nodes.Template([])
        self._start = start
        self._regions = [region for region in found.found if region.kind in ("jinja", "term")]
        self.left_out: list[tuple[int, int]] = []  # tags, and blocks of several
        self._starts: list[int] = []

    def is_left_out(self, at: int) -> bool:
        """Whether an offset is in a stretch that is left out."""
        return any(start <= at < end for start, end in self.left_out)

    def site_at(self, at: int) -> Site:
        """The tag that an offset is in, or the last one before it."""
        return self.sites[self._starts[max(bisect_right(self._starts, at) - 1, 0)]]

    def using(self, names: Collection[str]) -> set[Site]:
        """The tags that use any of some names."""
        said = self.tree.find_all(nodes.Name) if names else ()
        found = (each for each in said if each.name in names and each.ctx == "load")
        return {self.site_at(each.lineno) for each in found}

    def tokens(self) -> list[Token]:
        """The tokens of the file, as Jinja's parser takes them; what is wrong with tags alone."""
        sites, self.faults = dict[int, Site](), []
        opened: list[list[Site]] = []  # the blocks that are open, each with its tags
        texts = self._texts()
        found = [Token(self._start, "data", next(texts))]
        for region, text in zip(self._regions, texts, strict=True):
            is_comment = self.source.text.startswith("{#", region.start)
            if not (is_comment or self.is_left_out(region.start)):
                site = sites[region.start] = Site(self, region.start, region.end)
                self._note(site, opened)
                try:
                    found += _tokens_in(site)
                except TemplateSyntaxError as error:
                    self.faults.append((site, error))
            found.append(Token(region.end, "data", text))
        # Both at once: when the page's time is up, its tags are asked for where it was.
        self.sites, self._starts = sites, [*sites]
        self.faults += [(block[0], _never_closed(block[0])) for block in opened]
        return [token for token in found if token.value or token.type != "data"]

    def _note(self, site: Site, opened: list[list[Site]]) -> None:
        """Note the block that a tag opens, continues or closes."""
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


class NameUse(NamedTuple):
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


def asked_in(node: nodes.Node, *, is_all: bool = True) -> Iterator[NameUse]:
    """The names and the calls of an expression, from the outside to the inside."""
    if name := dotted_name(node):
        yield NameUse(name, is_all=is_all)
        return
    parts = node.iter_child_nodes()
    if isinstance(node, nodes.Call) and (name := dotted_name(node.node)):
        keywords = tuple((each.key, _plain(each.value)) for each in node.kwargs)
        yield NameUse(name, tuple(map(_plain, node.args)), keywords, is_call=True, is_all=is_all)
        parts = node.iter_child_nodes(exclude=("node",))
    through = node.node if is_all and isinstance(node, nodes.Filter | nodes.Neg) else None
    for part in parts:
        yield from asked_in(part, is_all=part is through)


def names_in(*found: nodes.Node) -> frozenset[str]:
    """The longest dotted names in some nodes."""
    return frozenset(use.name for node in found for use in asked_in(node))


def _plain(node: nodes.Node) -> object:
    if isinstance(node, nodes.Const):
        return node.value
    return [node.name] if isinstance(node, nodes.Name) else None


Key: TypeAlias = str | tuple[object, ...]  # a dotted name; or for what is set in any other place


class Lineage(NodeVisitor):
    """The names of a book that a page's names come from: its files are gone through in order."""

    _file: PageFile

    def __init__(self, files: Mapping[str, PageFile]) -> None:
        self._files = files
        self._count = 0  # of the files that have been gone through
        self._made = defaultdict[Key, set[Key]](set)
        #: What each call of a macro gives it by place or name, and where the call stands.
        self._calls = defaultdict[tuple[object, ...], list[dict[object, set[Key]]]](list)
        self._scope = ChainMap[str, set[Key]]()
        self._included = list[PageFile]()
        #: Each name that a page gives to something, and where.
        self.sets: dict[tuple[PageFile, str, int], None] = {}

    def names(self, site: Site, callers: Iterable[Site] | None = None) -> set[str]:
        """The dotted names that are in a tag, or that its names are set from.

        What macros are given, they are given in the tags of the `callers`, or in any.
        """
        self.read()
        at = None if callers is None else {*map(_place, callers)}
        found, keys = set[Key](), list[tuple[object, ...]]([_place(site)])
        while keys:
            more = self._sources(keys.pop(), at) - found
            found |= more
            keys += (each for each in more if not isinstance(each, str))
        return {name for name in found if isinstance(name, str)}

    def _sources(self, key: tuple[object, ...], at: Collection[Key] | None) -> set[Key]:
        sources = [self._made.get(key, set())]
        if key[0] == "given":
            _, macro, *ways = key
            calls = ((macro,),) if at is None else ((macro, place) for place in at)
            every = (each for call in calls for each in self._calls.get(call, ()))
            given = [each[way] for each in every for way in ways or each if way in each]
            sources = given or sources  # its default
        return set[Key]().union(*sources)

    def read(self) -> None:
        """Go through the files, if one of them is new."""
        if len(self._files) > self._count:
            self._count = len(self._files)
            self._made.clear()
            self._calls.clear()
            for file in self._files.values():
                self._file, self._scope = file, ChainMap({"caller": {("caller", "")}})
                self.visit(file.tree)

    def visit(self, node: nodes.Node, *_: Any) -> None:
        """Note a name at its tag; else go on."""
        if getattr(node, "ctx", "load") == "load" and dotted_name(node):
            self._made[_place(self._file.site_at(node.lineno))] |= self._from(node)
        else:
            super().visit(node)

    def _from(self, *parts: nodes.Node | None) -> set[Key]:
        found = set[Key]()
        for name in names_in(*filter(None, parts)):
            first, _, rest = name.partition(".")
            for key in self._scope.get(first, {name}):
                is_whole = not rest or key[0] != "parts"
                found.add(key if is_whole else (*key, rest.partition(".")[0]))
        return found

    def _set(self, target: nodes.Node, made: set[Key]) -> None:
        """Give names to something; what an attribute of a namespace is set to joins the rest."""
        parts: Any = target.find_all(nodes.Name) if isinstance(target, nodes.Tuple) else [target]
        for each in parts:
            self.sets[self._file, each.name, target.lineno] = None
            if isinstance(each, nodes.NSRef):
                for key in self._scope.get(each.name, ()):
                    if key[0] == "parts":
                        self._set_part(key, each.attr, made)
                continue
            self._scope[each.name] = made
            if len(self._scope.maps) == 1:  # another file may import it
                self._set_part(("parts", self._file.name), each.name, made)

    def _set_part(self, whole: Key, name: str, made: set[Key]) -> None:
        self._made[(*whole, name)] |= made
        self._made[whole].add((*whole, name))

    @contextmanager
    def _inside(self, node: nodes.Node) -> Iterator[None]:
        """Set names that a block keeps to itself, and go through it."""
        self._scope = self._scope.new_child()
        yield
        self.generic_visit(node)
        self._scope = self._scope.parents

    def visit_Call(self, node: nodes.Call) -> None:
        if macro := dotted_name(node.node).rpartition(".")[2]:
            named = ((each.key, each.value) for each in node.kwargs)
            spread = (("*", each) for each in (node.dyn_args, node.dyn_kwargs) if each)
            given = (*enumerate(node.args), *named, *spread)
            made = {key: self._from(each) for key, each in given}
            place = _place(self._file.site_at(node.lineno))
            self._calls[macro,].append(made)
            self._calls[macro, place].append(made)
        self.generic_visit(node)

    def visit_For(self, node: nodes.For) -> None:
        made = self._from(node.iter)
        with self._inside(node):
            self._set(node.target, made)
            self._set(node.target, made := made | self._from(node.test))
            # The turns of a list that is written there are counted by its author.
            typed = node.iter.find(nodes.List) or node.iter.find(nodes.Tuple)
            self._scope["loop"] = set() if typed else made

    def visit_With(self, node: nodes.With) -> None:
        made = [*map(self._from, node.values)]
        with self._inside(node):
            for target, each in zip(node.targets, made, strict=True):
                self._set(target, each)

    def visit_Assign(self, node: nodes.Assign | nodes.AssignBlock) -> None:
        with self._inside(node):
            made = self._from(*node.iter_child_nodes(exclude=("target",)))
        match node:
            case nodes.Assign(
                target=nodes.Tuple(items=names),
                node=nodes.Call(args=[nodes.Tuple(items=values) | nodes.List(items=values)]),
            ) if len(names) == len(values):
                for name, each in zip(names, [*map(self._from, values)], strict=True):
                    self._set(name, each)
            case nodes.Assign(
                node=nodes.Call(args=[nodes.Call(node=nodes.Name(name="namespace")) as space])
            ):
                key = "parts", self._file.name, node.lineno
                for part in space.kwargs:
                    self._set_part(key, part.key, self._from(part.value))
                self._set(node.target, {key})
            case _:
                self._set(node.target, made)

    visit_AssignBlock = visit_Assign

    def visit_Macro(self, node: nodes.Macro | nodes.CallBlock) -> None:
        """A parameter has what a call gives it, or its default; a macro what is in it."""
        name = getattr(node, "name", "caller")
        self._made[name, ""] |= self._from(*node.body)
        with self._inside(node):
            defaults = [None] * (len(node.args) - len(node.defaults)) + node.defaults
            for nth, (each, default) in enumerate(zip(node.args, defaults, strict=True)):
                key = "given", name, nth, each.name, "*"
                self._made[key] |= self._from(default)
                self._set(each, {key})
            self._scope["varargs"] = self._scope["kwargs"] = {("given", name)}
        self._set(nodes.Name(name, "store", lineno=node.lineno), {(name, "")})

    visit_CallBlock = visit_Macro

    def _path(self, node: Any) -> str:
        """The file that a tag includes or imports."""
        return posixpath.normpath(
            posixpath.join(posixpath.dirname(self._file.name), str(_plain(node.template)))
        )

    def visit_Import(self, node: nodes.Import | nodes.FromImport) -> None:
        path = self._path(node)
        for each in [(None, node.target)] if isinstance(node, nodes.Import) else node.names:
            own, name = (each, each) if isinstance(each, str) else each
            target = nodes.Name(name, "store", lineno=node.lineno)
            self._set(target, {("parts", path, own) if own else ("parts", path)})

    visit_FromImport = visit_Import

    def visit_Include(self, node: nodes.Include) -> None:
        """What is included has the names of the page, and keeps its own to itself."""
        file, outer = self._files.get(self._path(node)), self._file
        if file and file not in self._included:
            self._included.append(file)
            self._file = file
            with self._inside(file.tree):
                pass
            self._file = outer
            self._included.pop()


def _place(site: Site) -> tuple[object, ...]:
    return "at", site.file.name, site.start


def margin_of(text: str, at: int) -> str:
    """What further lines begin with that are to stay in the box or the item of an offset."""
    margin = _MARGIN.match(text[text.rfind("\n", 0, at) + 1 : at])
    return _MARKERS.sub("    ", margin[0]) if margin else ""


def _helper(name: str, *given: Any, at: int = 0) -> nodes.Call:
    """A call of what the environment has under a name, which no page can say."""
    return nodes.Call(nodes.EnvironmentAttribute(name), [*given], [], None, None, lineno=at)


def _filter(name: str, node: nodes.Expr | None, *given: nodes.Expr) -> nodes.Filter:
    """A filter of an expression, or of the text of a block."""
    return nodes.Filter(node, name, [*given], [], None, None)


def _captured(last: nodes.Filter | None) -> nodes.Filter:
    """The filters of a block, the first of which gets its text without marks."""
    captured = _filter(OF_BLOCKS, None)
    first: Any = last
    while first and first.node:
        first = first.node
    if first:
        first.node = captured
    return last or captured


class Translator(NodeTransformer):
    """Makes a tree exact and bounded: numbers, powers as Python has them, joined texts, loops."""

    def __init__(self, text: str) -> None:
        self._text = text

    def visit(self, node: nodes.Node, *args: Any, **kwargs: Any) -> Any:
        """A name as it is, also one with its parts in brackets; anything else by its method."""
        return node if dotted_name(node) else super().visit(node, *args, **kwargs)

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

    def visit_Pow(self, node: nodes.Pow) -> nodes.Expr:
        """As in Python, a power binds before the sign in front of it, and from the right."""
        self.generic_visit(node)
        # A bracket before the first operand stands between the two beginnings.
        made = self._power(node.left, node.right, node.lineno >= node.left.lineno)
        made.lineno = min(node.lineno, node.left.lineno)
        return made

    def _power(self, base: nodes.Expr, exponent: nodes.Expr, is_bare: bool) -> nodes.Expr:
        """A power whose exponent goes to the last operand of its base that is in no bracket."""
        match base:
            case nodes.Neg(node=inner) | nodes.Pos(node=inner) if is_bare:
                return type(base)(self._power(inner, exponent, self._is_bare(inner)))
            case nodes.Pow(left=left, right=right) if is_bare:
                return nodes.Pow(left, self._power(right, exponent, self._is_bare(right)))
        return nodes.Pow(base, exponent)

    def _is_bare(self, operand: nodes.Expr) -> bool:
        """Whether no bracket stands before an operand; one that was made here has no place."""
        return not self._text[: operand.lineno or 0].rstrip().endswith("(")

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
        inner = (each for part in node.body for each in part.find_all(nodes.TemplateData))
        size = sum(len(each.data) for each in inner)
        self.generic_visit(node)
        node.iter = _helper("turns", node.iter, nodes.Const(size))
        return node

    def visit_Assign(self, node: nodes.Assign) -> nodes.Node:
        self.generic_visit(node)
        node.node = _helper("checked", node.node)
        return node

    def visit_AssignBlock(self, node: nodes.AssignBlock) -> nodes.Node:
        self.generic_visit(node)
        node.filter = _captured(node.filter)
        return node

    def visit_With(self, node: nodes.With) -> Any:
        self.generic_visit(node)
        node.values = [_helper("checked", value) for value in node.values]
        # Jinja notes no place for it.
        return [nodes.ExprStmt(nodes.Const(None), lineno=node.lineno), node]

    def visit_FilterBlock(self, node: nodes.FilterBlock) -> nodes.Node:
        """What a filter makes of a block is a printed value."""
        self.generic_visit(node)
        node.filter = _filter(OF_FILTERS, _captured(node.filter))
        return node

    def visit_Import(self, node: nodes.Node) -> nodes.Node:
        """The name of a file stays as it is."""
        return node

    visit_FromImport = visit_Import

    def visit_Include(self, node: nodes.Include) -> nodes.Node:
        """What is included stays in the box, the tab or the item that the tag stands in."""
        at = self._text.rfind("{%", 0, node.lineno)
        if not (margin := margin_of(self._text, at)):
            return node
        # A tag that stands alone on its line takes the line, with its margin.
        is_alone = not self._text[self._text.rfind("\n", 0, at) + 1 : at].strip()
        indented = _filter("indent", None, nodes.Const(margin), nodes.Const(is_alone))
        return nodes.FilterBlock([node], indented, lineno=node.lineno)
