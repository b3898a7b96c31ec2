"""From which rules and rows an expression has its numbers, also through variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jinja2 import nodes

from sfrules.press.ground.ledger import Origin, origin_of
from sfrules.press.things.book import Book, Record
from sfrules.press.weave.tokens import parts_of, start_of


def dotted_name(node: nodes.Node) -> str:
    """`space.rule` for the expression that says so; nothing for any other."""
    if isinstance(node, nodes.Name):
        return str(node.name)
    if isinstance(node, nodes.Getattr) and (owner := dotted_name(node.node)):
        return f"{owner}.{node.attr}"
    if isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Const):
        owner = dotted_name(node.node)
        return f"{owner}.{node.arg.value}" if owner and isinstance(node.arg.value, str) else ""
    return ""


class Lineage:
    """The names that each variable of a page is made from."""

    def __init__(self, book: Book, found: Iterable[nodes.Node]) -> None:
        self._book = book
        self._origins: dict[str, Origin | None] = {}
        self._made: dict[str, list[tuple[int, set[str]]]] = {}
        for target, source in _bindings(found):
            for name in _stored(target):
                self._made.setdefault(name, []).append((target.lineno, _names_in(source)))
        for made in self._made.values():
            made.sort(key=lambda binding: binding[0])

    def origins(self, node: nodes.Node) -> tuple[Origin, ...]:
        """Every rule and authored row that an expression draws on, each once, in order."""
        found: set[Origin] = set()
        seen: set[tuple[str, int]] = set()
        waiting = [(name, start_of(node)) for name in _names_in(node)]
        while waiting:
            name, place = waiting.pop()
            if (name, place) in seen:
                continue
            seen.add((name, place))
            if name not in self._origins:
                self._origins[name] = self._origin(name)
            if origin := self._origins[name]:
                found.add(origin)
            waiting.extend(self._made_of(name.split(".")[0], place))
        return tuple(sorted(found))

    def _made_of(self, name: str, place: int) -> list[tuple[str, int]]:
        """What a variable holds at a place: what it was last set from, in the order of the page."""
        before = [binding for binding in self._made.get(name, ()) if binding[0] < place]
        if not before:
            return []
        at, names = before[-1]
        return [(each, at) for each in names]

    def _origin(self, name: str) -> Origin | None:
        space, _, member = name.partition(".")
        thing = self._book.namespaces.get(space, {}).get(member.partition(".")[0])
        if isinstance(thing, Record):
            return thing.origin
        if not callable(thing):
            return None
        return origin_of(f"{space}.{member}", thing, self._book.root)


def _bindings(found: Iterable[nodes.Node]) -> Iterator[tuple[nodes.Node, nodes.Node]]:
    for node in found:
        if isinstance(node, nodes.Assign):
            yield node.target, node.node
        elif isinstance(node, nodes.For):
            yield node.target, node.iter
        elif isinstance(node, nodes.With):
            yield from zip(node.targets, node.values, strict=True)
        elif isinstance(node, nodes.AssignBlock):
            yield from ((node.target, each) for each in node.body)


def _stored(target: nodes.Node) -> Iterator[str]:
    names = [target] if isinstance(target, nodes.Name) else target.find_all(nodes.Name)
    return (str(name.name) for name in names)


def _names_in(node: nodes.Node) -> set[str]:
    """The longest dotted names in a tree; space["rule"] is space.rule."""
    if dotted := dotted_name(node):
        return {dotted}
    return {name for part in parts_of(node) for name in _names_in(part)}
