"""What an expression asks: the names in it, and what its rules are given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from jinja2 import Environment, TemplateSyntaxError, nodes

_JINJA = Environment(autoescape=True)


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


@lru_cache(maxsize=8192)
def asked_in(expression: str) -> tuple[Asked, ...]:
    """The names and the calls of an expression, from the outside to the inside."""
    try:
        output = _JINJA.parse("{{ (" + expression + ") }}").body[0]
    except TemplateSyntaxError:
        return ()
    whole = next(output.iter_child_nodes())
    return tuple(_walk(whole, is_all=True))


def _walk(node: nodes.Node, *, is_all: bool = False) -> Iterator[Asked]:
    if isinstance(node, nodes.Call) and (name := _dotted(node.node)):
        keywords = tuple((each.key, _plain(each.value)) for each in node.kwargs)
        yield Asked(name, tuple(map(_plain, node.args)), keywords, is_call=True, is_all=is_all)
        yield from _inside([*node.args, *(pair.value for pair in node.kwargs)])
    elif name := _dotted(node):
        yield Asked(name, is_all=is_all)
    elif isinstance(node, nodes.Filter | nodes.Neg) and is_all:
        for part in node.iter_child_nodes():
            yield from _walk(part, is_all=part is node.node)
    else:
        yield from _inside(node.iter_child_nodes())


def _inside(parts: Iterable[nodes.Node]) -> Iterator[Asked]:
    for part in parts:
        yield from _walk(part)


def _plain(node: nodes.Node) -> object:
    if isinstance(node, nodes.Const):
        return node.value
    return [node.name] if isinstance(node, nodes.Name) else None


def _dotted(node: nodes.Node) -> str:
    """A dotted name; `boats["barge"].seats` is one, too."""
    if isinstance(node, nodes.Name):
        return str(node.name)
    if isinstance(node, nodes.Getattr) and (owner := _dotted(node.node)):
        return f"{owner}.{node.attr}"
    if isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Const):
        owner, key = _dotted(node.node), node.arg.value
        return f"{owner}.{key}" if owner and isinstance(key, str) else ""
    return ""
