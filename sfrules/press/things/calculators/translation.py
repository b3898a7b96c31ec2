"""A rule as data that a browser evaluates: an expression tree, or a lookup table of its answers.

Nothing of a rule is written a second time. What `formula` reads is handed on part by part; a rule
that is no formula is asked for all of its answers, if these are few. Any other is refused.
"""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, product
from typing import Any

from sfrules.ground.number_words import exact
from sfrules.press.expression import tree
from sfrules.press.expression.from_rule import Unreadable
from sfrules.press.expression.values import Inexact, answer, simplest, value_of
from sfrules.press.things.book import Book, once_per_book
from sfrules.press.things.formulas import Formula, KnownValues, read_formula

MOST = 5_000  # answers of a rule that is handed on as a grid
ROUNDINGS = {math.floor: "floor", math.ceil: "ceil", tree.half_up: "half", math.trunc: "trunc"}
Rule = Callable[..., object]
Tree = Any  # what JSON can say: numbers and words as they are, all else as [operation, …]


class Untranslatable(ValueError):
    """A rule that is no formula, and has too many answers for a grid."""


def plain(value: object) -> Tree:
    """A value as JSON has it: a fraction is a division, a sequence an operation of its own."""
    value = exact(value)
    if isinstance(value, Fraction) and value.denominator != 1:
        return ["/", value.numerator, value.denominator]
    if isinstance(value, Fraction):
        return value.numerator
    if isinstance(value, bool | int | str):
        return value
    raise Untranslatable(f"{value!r} is no number, no word and no yes or no")


@once_per_book
def _translated(_book: Book) -> dict[str, str]:
    """The rules of a book that have been translated by now, as JSON, by their names."""
    return {}


class Translator:
    """Translates rules of a book, each once for all forms that ask it."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._begun: set[str] = set()
        self._translated = _translated(book)
        self._asked: list[str] = []

    @property
    def rules(self) -> dict[str, Tree]:
        """The rules that were asked for, by their names, with those that they ask."""
        rules: dict[str, Tree] = {}
        left = list(self._asked)
        while left:
            if (name := left.pop()) not in rules:
                rules[name] = json.loads(self._translated[name])
                left += _called(rules[name])
        return dict(sorted(rules.items()))

    def domains(self, rule: Rule, given: Mapping[str, object]) -> dict[str, Sequence[Any]]:
        """The values of each parameter of a rule; one that is given has that value alone.

        Raises:
            Untranslatable: for a parameter whose values the book cannot tell.
        """
        domains: dict[str, Sequence[Any]] = {}
        for name in inspect.signature(rule).parameters:
            values = [given[name]] if name in given else self.values(rule, name)
            if not values:
                raise Untranslatable(f"the values of {name} cannot be told")
            domains[name] = values
        return domains

    def values(self, rule: Rule, name: str) -> Sequence[Any] | None:
        """The values of a parameter; None if the book cannot tell them."""
        with suppress(TypeError):  # its annotation says nothing of its values
            return self._book.domain(rule, name)
        return None

    def rule(self, rule: Rule, given: Mapping[str, object]) -> str:
        """Translate a rule for a form, and give the name that it has among `rules`."""
        self._asked.append(self.called(rule, given))
        return self._asked[-1]

    def called(self, rule: Rule, given: Mapping[str, object]) -> str:
        """Translate a rule, if it is not yet, and give its name."""
        name = self._name(rule, given)
        if name not in self._begun and name not in self._translated:
            self._begun.add(name)  # a rule that asks itself finds its name
            try:
                data = self._formula(rule, given)
            except (Unreadable, Untranslatable) as reason:
                data = self._grid(rule, given, reason)
            finally:
                self._begun.discard(name)
            self._translated[name] = json.dumps(data, ensure_ascii=False)
        return name

    def _name(self, rule: Rule, given: Mapping[str, object]) -> str:
        """A name that tells a rule with some values preset from the rule itself."""
        bare = inspect.unwrap(rule)
        name = self._book.rule_names.get(rule, f"{bare.__module__}.{bare.__qualname__}")
        known = ", ".join(f"{each}={value!r}" for each, value in sorted(given.items()))
        return f"{name}({known})" if known else name

    def _formula(self, rule: Rule, given: Mapping[str, object]) -> Tree:
        formula = read_formula(rule, self._book.words)
        trees = _Trees(self, formula, self.domains(rule, given), given)
        where = {
            each.quantity.name: trees.of(each.expression)
            for each in formula.where
            if isinstance(each.quantity, tree.Variable)
        }
        return {"where": where, "value": trees.of(formula.expression)}

    def _grid(self, rule: Rule, given: Mapping[str, object], reason: Exception) -> Tree:
        domains = self.domains(rule, given)
        if math.prod(map(len, domains.values())) > MOST:
            raise Untranslatable(f"{reason}, and it has more than {MOST} answers")
        asked = [name for name in domains if name not in given]
        entries = []
        for values in product(*domains.values()):
            known = dict(zip(domains, values, strict=True))
            if (told := _asked(rule, known)) is not None:
                entries.append([[plain(known[name]) for name in asked], plain(told)])
        if not entries:
            raise Untranslatable(f"{reason}, and it has no answers")
        return {"where": {}, "value": _found_by([["get", name] for name in asked], entries)}


def _called(data: Tree) -> Iterator[str]:
    """The names of the rules that a tree asks, and the trees in it."""
    match data:
        case ["call", str(name), dict(passed)]:
            yield name
            yield from _called([*passed.values()])
        case dict():
            yield from _called([*data.values()])
        case list():
            yield from chain.from_iterable(map(_called, data))


def _asked(rule: Rule, arguments: Mapping[str, object]) -> object:
    """A rule's answer; None where it refuses the arguments."""
    try:
        return simplest(answer(rule, arguments))
    except Inexact:
        raise Untranslatable("its answer is no number, no word and no yes or no") from None
    except (ValueError, LookupError):
        return None


def _found_by(keys: list[Tree], entries: list[Tree]) -> Tree:
    """A value that is found by keys; where one whole number is the key, by stretches of it."""
    if len(keys) != 1 or any(type(key) is not int for (key,), _ in entries):
        return ["grid", keys, entries]
    runs: list[list[Tree]] = []
    for (key,), value in sorted(entries, key=lambda entry: entry[0][0]):
        if runs and runs[-1][1] == key - 1 and runs[-1][2] == value:
            runs[-1][1] = key
        else:
            runs.append([key, key, value])
    return ["runs", keys[0], runs]


@dataclass(frozen=True)
class _Trees:
    """Turns the expressions of one formula into trees."""

    translator: Translator
    formula: Formula
    domains: Mapping[str, Sequence[Any]]
    preset: Mapping[str, object]

    def of(self, part: tree.Expression | None) -> Tree:
        """The tree of an expression; null for a bound that is none."""
        return None if part is None else TREES[type(part)](self, part)

    def each(self, parts: Iterable[tree.Expression]) -> list[Tree]:
        """The trees of some expressions."""
        return [self.of(part) for part in parts]

    def variable(self, part: tree.Variable) -> Tree:
        """A parameter or a quantity on the way, to be asked for; what is preset is a constant."""
        if part.name in self.preset:
            return plain(self.preset[part.name])
        return ["get", part.name]

    def call(self, part: tree.RuleCall) -> Tree:
        """Another rule, by its name among the rules of the calculator, with what it is given."""
        arguments = dict(zip(part.parameters, part.arguments, strict=True))
        given = {
            name: self.preset[each.name]
            for name, each in arguments.items()
            if isinstance(each, tree.Variable) and each.name in self.preset
        }
        passed = {name: self.of(each) for name, each in arguments.items() if name not in given}
        return ["call", self.translator.called(part.rule, given), passed]

    def look_up(self, part: tree.Lookup) -> Tree:
        """A value of a table, with all that it can be."""
        if not part.keys:
            return plain(part.find(part.table_id))
        return _found_by(self.each(part.keys), self._rows(part))

    def mapped(self, part: tree.MappedValue) -> Tree:
        """A value of a mapping, with the whole mapping."""
        entries = [[[plain(key)], plain(value)] for key, value in part.entries]
        return _found_by([self.of(part.key)], entries)

    def _rows(self, lookup: tree.Lookup) -> list[Tree]:
        """What a look-up finds for each of the keys that the rule can ask it for."""
        found: dict[tuple[object, ...], Tree] = {}
        for known in self._every(lookup):
            try:
                keys = tuple(simplest(value_of(key, known)) for key in lookup.keys)
                if keys not in found:
                    found[keys] = plain(value_of(lookup, known))
            except (ValueError, LookupError):
                continue  # the rule refuses what leads here, as the table has no such row
        return [[[*map(plain, keys)], value] for keys, value in found.items()]

    def _every(self, lookup: tree.Lookup) -> Iterator[KnownValues]:
        """The formula at each value of the parameters that a look-up depends on."""
        names = [name for name in self.domains if name in self._needed(lookup)]
        if math.prod(len(self.domains[name]) for name in names) > MOST:
            raise Untranslatable(f"{lookup.words} depends on more than {MOST} values")
        for values in product(*(self.domains[name] for name in names)):
            yield KnownValues(self.formula, dict(zip(names, values, strict=True)))

    def _needed(self, part: tree.Expression) -> set[str]:
        """The names of the parameters that an expression depends on."""
        meanings = self.formula.meanings
        names: set[str] = set()
        for each in tree.every_part(part):
            if isinstance(each, tree.Variable) and each.name in meanings:
                names |= self._needed(meanings[each.name])
            elif isinstance(each, tree.Variable):
                names.add(each.name.partition("[")[0])
        return names


# Each receives only expressions of the type that it is listed for.
TREES: Mapping[type[tree.Expression], Callable[[_Trees, Any], Tree]] = {
    tree.Constant: lambda _, part: plain(part.value),
    tree.Variable: _Trees.variable,
    tree.Negative: lambda trees, part: ["neg", trees.of(part.operand)],
    tree.Operation: lambda trees, part: [part.sign, trees.of(part.left), trees.of(part.right)],
    tree.Extreme: lambda trees, part: [
        "max" if part.highest else "min",
        *trees.each(part.operands),
    ],
    tree.Clamp: lambda trees, part: [
        "bound",
        *map(trees.of, (part.operand, part.at_least, part.at_most)),
    ],
    tree.Round: lambda trees, part: [ROUNDINGS[part.rounding], trees.of(part.operand)],
    tree.Size: lambda trees, part: ["abs", trees.of(part.operand)],
    tree.Comparison: lambda trees, part: [part.relation, trees.of(part.left), trees.of(part.right)],
    tree.Connective: lambda trees, part: [part.word, *trees.each(part.operands)],
    tree.Negation: lambda trees, part: ["not", trees.of(part.operand)],
    tree.Choice: lambda trees, part: [
        "if",
        *map(trees.of, (part.condition, part.chosen, part.otherwise)),
    ],
    tree.RuleCall: _Trees.call,
    tree.MappedValue: _Trees.mapped,
    tree.Lookup: _Trees.look_up,
}
