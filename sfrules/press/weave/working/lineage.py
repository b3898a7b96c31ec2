"""From which rules and rows an expression has its numbers, also through variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jinja2 import nodes

from sfrules.press.ground.ledger import Origin, origin_of
from sfrules.press.things.book import Book, Record
from sfrules.press.weave.reading.tokens import parts_of, start_of

Binding = tuple[int, set[str]]  # where a variable is set, and the names that it is set from


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
    """The names that each variable of a page is made from.

    It remembers which of the variables have gone into something that draws on a rule or a row.
    """

    def __init__(self, book: Book, found: Iterable[nodes.Node]) -> None:
        self._book = book
        self._origins: dict[str, Origin | None] = {}
        self._made: dict[str, list[Binding]] = {}
        self._used: set[tuple[str, int]] = set()
        for target, source in _bindings(found):
            for name in _stored(target):
                made = self._made.setdefault(name, [])
                if made and made[-1][0] == target.lineno:
                    made[-1][1].update(_names_in(source))  # the text of a {% set %} has many parts
                else:
                    made.append((target.lineno, _names_in(source)))
        for made in self._made.values():
            made.sort(key=lambda binding: binding[0])

    def origins(self, node: nodes.Node, also: Iterable[Origin] = ()) -> tuple[Origin, ...]:
        """Every rule and authored row that an expression draws on, each once, in order.

        `also` are those of what it answers, which its names do not tell.
        """
        found: set[Origin] = set(also)
        seen: set[tuple[str, int]] = set()
        bound: set[tuple[str, int]] = set()
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
            variable = name.partition(".")[0]
            if made := self._binding(variable, place):
                bound.add((variable, made[0]))
                waiting.extend((each, made[0]) for each in made[1])
        if found:
            self._used |= bound
        return tuple(sorted(found))

    def is_idle(self, node: nodes.Node) -> bool:
        """Whether an expression says only what the page has set, and no rule has had a use for.

        To be asked when the origins of everything that the page prints have been looked up.
        """
        settings = list(self._settings(node))
        return not settings or any(setting not in self._used for setting in settings)

    def _settings(self, node: nodes.Node) -> Iterator[tuple[str, int]]:
        """The variables in an expression; in place of one that no rule has used, its own parts."""
        seen: set[tuple[str, int]] = set()
        waiting = [(name, start_of(node)) for name in _names_in(node)]
        while waiting:
            name, place = waiting.pop()
            variable = name.partition(".")[0]
            made = self._binding(variable, place)
            if made is None or (variable, made[0]) in seen:
                continue
            at, names = made
            seen.add((variable, at))
            parts = [(each, at) for each in names if self._binding(each.partition(".")[0], at)]
            if parts and (variable, at) not in self._used:
                waiting.extend(parts)
            else:
                yield variable, at

    def _binding(self, name: str, place: int) -> Binding | None:
        """What a variable was last set from before a place, and where, in the order of the page."""
        before = [binding for binding in self._made.get(name, ()) if binding[0] < place]
        return before[-1] if before else None

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
