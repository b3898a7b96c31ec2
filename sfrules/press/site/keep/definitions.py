"""The definitions of a book's code, and which of them stand on which, read from their text.

A definition is a function, a class, or a name assigned at the top of a module; what a module does
besides, such as offering a table, is a statement that is known by its place among them. A part
stands on all that its text names. Its docstrings and remarks are no code.

What is not in the text is not seen: a name that is computed, or an object of another module that a
module changes. A module that is known as a whole stands for all that it has.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.util import resolve_name
from itertools import accumulate
from pathlib import Path

from sfrules.press.things.book import Binder, Book

WHOLE = "*"  # of a module: every definition and statement of it
Chain = tuple[str, ...]  # a dotted name: core.hit_points
# By these, code comes to names that its text does not have.
_BY_NAME = frozenset("globals vars locals eval exec importlib __import__ sys".split())
_DEFINED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTED = (ast.Import, ast.ImportFrom)
# What no later statement can change.
_FIXED = (ast.Constant, ast.JoinedStr, ast.Lambda, ast.BinOp, ast.UnaryOp, ast.Compare, *_DEFINED)
_PLAIN = frozenset("int str float bool Fraction bytes TypeAlias".split())


@dataclass(frozen=True)
class CodePart:
    """A definition or a statement."""

    #: Its lines without docstrings and remarks.
    code: str
    #: Its lines with them.
    text: str
    first: int
    last: int
    #: The dotted names in it.
    names: frozenset[Chain]
    #: The names whose values it may change.
    changes: frozenset[str]
    #: Whether it does something when the module is loaded, beside defining its name.
    acts: bool
    #: Whether its value stays as it is made.
    is_fixed: bool


@dataclass
class Outline:
    """The parts of a module by their names, those of statements being numbers, and its imports."""

    parts: dict[str, CodePart] = field(default_factory=dict)
    #: The module, and what is taken from it; nothing is, where the module itself is meant.
    imports: dict[str, tuple[str, Chain]] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)

    def at(self, line: int) -> str:
        """The name of the part that a line stands in."""
        within = (name for name, part in self.parts.items() if part.first <= line <= part.last)
        return next(within, WHOLE)

    def changing(self, name: str) -> Iterator[str]:
        """The parts that may change the value of a name while the module is loaded."""
        if not self.parts[name].is_fixed:
            acting = ((own, part) for own, part in self.parts.items() if part.acts)
            yield from (own for own, part in acting if name in self._changed_by(part))

    def _changed_by(self, part: CodePart) -> set[str]:
        """The names that a part may change, by itself or by the functions that it may call."""
        found, waiting, seen = set[str](), [part], set[str]()
        while waiting:
            one = waiting.pop()
            found |= one.changes
            called = {chain[0] for chain in one.names if chain[0] in self.parts} - seen
            seen |= called
            waiting += [self.parts[name] for name in called]
        return found


class Definitions:
    """The code of a book: its modules by prefix, each with what it defines."""

    def __init__(self, prefixes: Iterable[str]) -> None:
        above = frozenset(prefixes)
        packages = ((each, accumulate(each.split("."), "{}.{}".format)) for each in sys.modules)
        own = [each for each, around in packages if not above.isdisjoint(around)]
        self.own = frozenset(each for each in own if getattr(sys.modules[each], "__file__", None))
        self.text = cache(self._text)
        self.outline = cache(self._outline)
        self._near = cache(self._stands_on)

    def file(self, module: str) -> Path | None:
        """Where a module of the book was loaded from."""
        return Path(sys.modules[module].__file__ or "") if module in self.own else None

    def _text(self, module: str) -> str:
        return text_of(path) if (path := self.file(module)) else ""

    def _outline(self, module: str) -> Outline:
        return _outlined(self.text(module), getattr(sys.modules[module], "__package__", "") or "")

    def part(self, name: str) -> CodePart | None:
        """A part by its full name: "rules.core:hit_points"."""
        module, _, own = name.partition(":")
        return self.outline(module).parts.get(own) if module in self.own else None

    def meaning(self, name: str) -> Iterator[str]:
        """The code of a part, and the parts that its names come to."""
        part = self.part(name)
        yield part.code if part else ""
        yield from sorted(self._near(name))

    def printed(self, name: str) -> Iterator[str]:
        """What a page may print of a part beside its answers: where it stands, and its text."""
        part = self.part(name)
        yield from (str(part.first), part.text) if part else ()

    def named(self, module: str, function: str, line: str) -> str:
        """The part of a module that a function was written in."""
        if module not in self.own:
            return f"{module}:{WHOLE}"
        outline, own = self.outline(module), function.partition(".")[0]
        return f"{module}:{own if own in outline.parts else outline.at(int(line))}"

    def behind(self, names: Iterable[str], until: Iterable[str] = ()) -> set[str]:
        """Parts, and all that their code can come to; nothing behind those of `until`."""
        found, waiting, ends = set[str](), set(names), frozenset(until)
        while waiting:
            found |= waiting
            waiting = set[str]().union(*map(self._near, waiting - ends)) - found
        return found

    def _stands_on(self, name: str) -> frozenset[str]:
        """The parts that one part names, and what may change their values."""
        module, _, own = name.partition(":")
        if module not in self.own:
            return frozenset()
        return frozenset(self._of_whole(module) if own == WHOLE else self._of_part(module, own))

    def _of_whole(self, module: str) -> Iterator[str]:
        outline = self.outline(module)
        yield from (f"{module}:{each}" for each in outline.parts)
        for home, member in outline.imports.values():
            yield from self._found(home, member)
        yield from (f"{each}:{WHOLE}" for each in outline.stars if each in self.own)

    def _of_part(self, module: str, own: str) -> Iterator[str]:
        outline = self.outline(module)
        part = outline.parts.get(own)
        if part is None:  # the module may have it from anywhere
            yield f"{module}:{WHOLE}"
            return
        if isinstance(getattr(sys.modules[module], own, None), Book | Binder):
            return  # what a page asks of the book is noted when it asks
        if any(chain[0] in _BY_NAME for chain in part.names):
            yield from (f"{each}:{WHOLE}" for each in self.own)
        yield from (f"{module}:{each}" for each in outline.changing(own))
        for chain in part.names:
            if chain[0] in outline.parts or chain[0] in outline.imports:
                yield from self._found(module, chain)
            else:
                yield from (f"{each}:{WHOLE}" for each in outline.stars if each in self.own)

    def _found(self, module: str, chain: Chain) -> Iterator[str]:
        """The part that a dotted name comes to, from a module on."""
        seen = set[tuple[str, Chain]]()
        while (module, chain) not in seen:
            seen.add((module, chain))
            outline = self.outline(module) if module in self.own else _NOTHING
            first, more = chain[:1], chain[1:]
            inner = ".".join((module, *first))
            if first and first[0] in outline.parts:
                yield f"{module}:{first[0]}"
                return
            if first and first[0] in outline.imports:
                module, member = outline.imports[first[0]]
                chain = (*member, *more)
            elif first and (inner in self.own or (module not in self.own and more)):
                module, chain = inner, more  # a package of another's may hold modules of the book
            else:
                if module in self.own:
                    yield f"{module}:{WHOLE}"
                return


_NOTHING = Outline()


def text_of(path: Path) -> str:
    """The text of a file; of one that cannot be read, nothing."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


@lru_cache(maxsize=1024)
def _outlined(text: str, package: str) -> Outline:
    """The outline of a module; the same text is read once, however often it is loaded."""
    outline, lines = Outline(), text.split("\n")
    try:
        statements = ast.parse(text).body
    except SyntaxError:  # it was loaded before it was broken
        statements = []
    for number, statement in enumerate(statements):
        for node in ast.walk(statement):
            if isinstance(node, _IMPORTED):
                _note_import(outline, node, package)
        if isinstance(statement, _IMPORTED) or _is_text(statement):
            continue
        part, names = _part(statement, lines), _bound_by(statement)
        for name in names if outline.parts.keys().isdisjoint(names) and names else [str(number)]:
            outline.parts[name] = part
    return outline


def _is_text(statement: ast.AST) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _bound_by(statement: ast.stmt) -> list[str]:
    """The names that a statement gives a value, but for those within functions and classes."""
    if isinstance(statement, _DEFINED):
        return [statement.name]
    found, waiting = list[str](), [statement]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _DEFINED):
            found.append(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.append(node.id)
        else:
            waiting += ast.iter_child_nodes(node)  # type: ignore[arg-type]
    return found


def _part(statement: ast.stmt, lines: list[str]) -> CodePart:
    decorators = getattr(statement, "decorator_list", [])
    first = min([statement.lineno, *(each.lineno for each in decorators)])
    last = statement.end_lineno or first
    chains, changed, silent, within = set[Chain](), set[str](), set[int](), set[int]()
    inner = set[ast.AST]()  # the parts of a dotted name beside its last
    for node in ast.walk(statement):
        if isinstance(node, ast.Attribute | ast.Name) and node not in inner:
            chains.add(_chain(node, inner))
        changed.update(_changed(node))
        if isinstance(node, _DEFINED) and _is_text(text := node.body[0]):
            silent.update(_lines_alone(text, lines))
        if isinstance(node, ast.Constant | ast.JoinedStr) and node.lineno != node.end_lineno:
            within.update(range(node.lineno, (node.end_lineno or 0) + 1))
    numbered = [(at, lines[at - 1]) for at in range(first, last + 1)]
    code = (
        line
        for at, line in numbered
        if at not in silent and (at in within or not line.lstrip().startswith("#"))
    )
    acts = bool(decorators) if isinstance(statement, _DEFINED) else True
    return CodePart(
        code="\n".join(code),
        text="\n".join(line for _, line in numbered),
        first=first,
        last=last,
        names=frozenset(filter(None, chains)),
        changes=frozenset(changed),
        acts=acts,
        is_fixed=_is_fixed(statement),
    )


def _lines_alone(text: ast.stmt, lines: list[str]) -> range:
    """The lines of a docstring; none where code stands on one of them as well."""
    first, last = text.lineno, text.end_lineno or text.lineno
    before = lines[first - 1].encode()[: text.col_offset]
    behind = lines[last - 1].encode()[text.end_col_offset :]
    return range(first, last + 1) if not (before + behind).strip() else range(0)


def _is_fixed(statement: ast.stmt) -> bool:
    said = getattr(statement, "annotation", None)
    if isinstance(said, ast.Name) and said.id in _PLAIN:
        return True
    value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else statement
    values = value.elts if isinstance(value, ast.Tuple) else [value]
    return all(isinstance(each, _FIXED) for each in values)


def _chain(node: ast.expr, inner: set[ast.AST]) -> Chain:
    """A dotted name, from its first to its last; nothing for an attribute of another value."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
        inner.add(node)
    return (node.id, *reversed(names)) if isinstance(node, ast.Name) else ()


def _changed(node: ast.AST) -> Iterator[str]:
    """The names whose values a node may change: what it calls, hands on, or assigns a part of."""
    if isinstance(node, ast.Call):
        given = (*node.args, *(each.value for each in node.keywords))
        if isinstance(node.func, ast.Attribute):
            given = (*given, node.func.value)
    elif isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(node.ctx, ast.Load):
        given = (node.value,)
    elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        given = (node,)
    else:
        given = tuple(getattr(node, "decorator_list", ()))
    for each in given:
        while isinstance(each, ast.Attribute | ast.Subscript | ast.Starred):
            each = each.value  # noqa: PLW2901
        if isinstance(each, ast.Name):
            yield each.id


def _note_import(outline: Outline, node: ast.Import | ast.ImportFrom, package: str) -> None:
    if isinstance(node, ast.Import):
        for alias in node.names:
            known = alias.asname or alias.name.partition(".")[0]
            outline.imports[known] = (alias.name if alias.asname else known, ())
        return
    home = resolve_name(f"{'.' * node.level}{node.module or ''}", package)
    for alias in node.names:
        if alias.name == "*":
            outline.stars.append(home)
        else:
            outline.imports[alias.asname or alias.name] = (home, (alias.name,))
