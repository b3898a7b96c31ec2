"""Which rules and rows the numbers of an expression come from, also through variables."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

from jinja2 import nodes

from sfrules.ground.ledger import Origin
from sfrules.press.expression import tree
from sfrules.press.page.parse import Site, bindings
from sfrules.press.page.short_names import NONE, ShortNames, origins_named
from sfrules.press.things.book import Book


@dataclass(eq=False)
class Binding:
    """Where a variable is set, and the variables that it is set from.

    `origins` are the rules and rows that it comes from through all of them; `used` is whether
    something that comes from a rule or a row is made with it.
    """

    at: int
    parts: list[Binding]
    origins: set[Origin]
    used: bool = False


class Lineage:
    """The rules and rows that each variable of a page comes from.

    It remembers which of the variables something that comes from a rule or a row is made with.
    """

    def __init__(
        self, book: Book, statements: Iterable[nodes.Stmt], short: ShortNames = NONE
    ) -> None:
        self._book = book
        self._short = short
        self._origins: dict[str, tuple[Origin, ...]] = {}
        self._made: dict[str, list[Binding]] = {}
        self._in_order: list[Binding] = []
        self.decided: set[Origin] = set()
        found = [pair for statement in statements for pair in bindings(statement) if pair[1]]
        # A binding has its parts before it, so one pass is enough however long the chain.
        for target, sources in sorted(found, key=lambda pair: pair[0].lineno):
            names = {name for source in sources for name in tree.names_in(source)}
            made_from, origins = self._bound(names, target.lineno), set[Origin]()
            for source in sources:
                origins |= self._of_value(source, target.lineno)
            for name in names_set(target):
                binding = Binding(target.lineno, made_from, origins)
                self._made.setdefault(name.name, []).append(binding)
                self._in_order.append(binding)

    def origins(self, site: Site, also: Iterable[Origin] = ()) -> tuple[Origin, ...]:
        """Every rule and authored row that the value comes from, each once, in order.

        `also` are those of its value, which its names do not show. What only chooses the value, a
        condition or a subscript, is no origin of it, but `decided` by.
        """
        names = tree.names_in(site.tree)
        bound = self._bound(names, site.at)
        found = self._of_value(site.tree, site.at).union(also)
        asked = self._origins_of(names, bound)
        self.decided |= asked - found
        waiting = bound if asked or found else []
        while waiting:
            binding = waiting.pop()
            if not binding.used:
                binding.used = True
                waiting.extend(binding.parts)
        return tuple(sorted(found))

    def draws_on_book(self, site: Site) -> bool:
        """Whether a rule or an authored row has a part in the value of an expression."""
        return bool(self._of_value(site.tree, site.at))

    def _of_value(self, whole: tree.Expression, place: int) -> set[Origin]:
        names = tree.names_in(whole, parts_of_value)
        return self._origins_of(names, self._bound(names, place))

    def is_idle(self, site: Site) -> bool:
        """Whether an expression has only what the page sets itself, and no rule uses.

        Ask when the origins of everything that the page prints have been looked up.
        """
        bound = self._bound(tree.names_in(site.tree), site.at)
        return not bound or any(id(binding) in self._idle for binding in bound)

    @cached_property
    def _idle(self) -> set[int]:
        """The ids of the bindings that no rule uses, and that are not made from used ones."""
        idle: set[int] = set()
        for binding in self._in_order:
            made_idle = not binding.parts or any(id(part) in idle for part in binding.parts)
            if made_idle and not binding.used:
                idle.add(id(binding))
        return idle

    def _bound(self, names: Iterable[str], place: int) -> list[Binding]:
        """What the variables among some names were last set from, before a place in the page."""
        made = (self._made.get(name.partition(".")[0], []) for name in names)
        before = ((each, bisect_left(each, place, key=attrgetter("at"))) for each in made)
        return [each[index - 1] for each, index in before if index]

    def _origins_of(self, names: Iterable[str], bound: Iterable[Binding]) -> set[Origin]:
        found: set[Origin] = set().union(*(binding.origins for binding in bound))
        for name in names:
            if name not in self._origins:
                self._origins[name] = origins_named(self._book, self._short, name)
            found.update(self._origins[name])
        return found


def names_set(target: nodes.Node) -> Iterable[nodes.Name]:
    """The names that a statement sets."""
    return [target] if isinstance(target, nodes.Name) else target.find_all(nodes.Name)


def parts_of_value(whole: tree.Expression) -> Iterable[tree.Expression]:
    """The parts of an expression that its value is made from, and none that only choose it."""
    match whole:
        case tree.Choice():
            return (whole.chosen, whole.otherwise)
        case tree.Subscript():
            return (whole.owner,)
        case tree.Entries():
            return whole.values
        case tree.Call(function=tree.Variable(name="range")):
            return ()  # what bounds it says which of all whole numbers it has
    return tree.parts(whole)
