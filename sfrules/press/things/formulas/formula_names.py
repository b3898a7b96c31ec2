"""What the words in an author's formula can stand for: the rule's parameters, and other rules."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from sfrules.press.expression.tree import (
    Comparison,
    Constant,
    Definition,
    Expression,
    Lookup,
    MappedValue,
    RuleCall,
    Variable,
    changed,
    every_part,
)
from sfrules.press.things.formulas.formula import Formula, Unreadable, read_formula
from sfrules.press.things.formulas.wording import worded

if TYPE_CHECKING:
    from sfrules.press.things.book import Book

Rule: TypeAlias = Callable[..., object]
_PREPOSITION = re.compile(r"(?:in|on|at|with|without|while|when|for)\s+")


@dataclass(frozen=True)
class OtherRule:
    """A rule of the book by its words, before it is known what it is called with."""

    words: str
    rule: Rule

    @property
    def parameters(self) -> tuple[str, ...]:
        """The identifiers of its parameters."""
        return tuple(inspect.signature(self.rule).parameters)

    def called(
        self, given: Mapping[str, Expression], known: Mapping[str, Variable]
    ) -> RuleCall | str:
        """The call, with what is `given` and what is `known` by the same name; or what it lacks."""
        parameters = inspect.signature(self.rule).parameters
        arguments: list[Expression] = []
        for name, parameter in parameters.items():
            if name in given:
                arguments.append(given[name])
            elif name in known:
                arguments.append(known[name])
            elif parameter.default is not parameter.empty:
                arguments.append(Constant(parameter.default))
            else:
                return name
        yes_or_no = inspect.unwrap(self.rule).__annotations__.get("return") in (bool, "bool")
        names = tuple(parameters)
        return RuleCall(self.words, self.rule, names, names, tuple(arguments), yes_or_no)


Meaning: TypeAlias = Expression | OtherRule


@dataclass(frozen=True)
class FormulaNames:
    """The names that a formula of one rule may use.

    `formula` is the rule's own, where its code can be read as one.
    """

    book: Book
    rule: Rule
    formula: Formula | None

    @cached_property
    def own(self) -> frozenset[str]:
        """What the rule itself is called."""
        return frozenset(self._spoken(self._say(self.rule)))

    @cached_property
    def parameters(self) -> Mapping[str, Variable]:
        """The rule's parameters, by their identifiers."""
        plain, owner = inspect.unwrap(self.rule), _identifier(self.rule)
        return {
            name: Variable(
                self.book.words.say(name, owner), name, parameter.annotation in (bool, "bool")
            )
            for name, parameter in inspect.signature(plain).parameters.items()
        }

    @cached_property
    def meanings(self) -> Mapping[str, tuple[Meaning, ...]]:
        """What each name in small letters stands for; several things, if it is not clear which."""
        found: dict[str, tuple[Meaning, ...]] = {}
        for named in (self._of_parameters(), self._in_the_code(), self._near(), self._elsewhere()):
            level: dict[str, tuple[Meaning, ...]] = {}
            for words, meaning in named:
                for name in self._spoken(words):
                    others = level.get(name, ())
                    level[name] = others if meaning in others else (*others, meaning)
            found = {**level, **found}
        return found

    @cached_property
    def conditions(self) -> Mapping[str, Comparison]:
        """The book's phrases for the values of the rule's parameters, such as "in light armor"."""
        return {
            " ".join(phrase.lower().split()): Comparison(
                "==", self.parameters[name], Constant(value)
            )
            for (name, value), phrase in self.book.words.conditions.items()
            if name in self.parameters
        }

    @cached_property
    def short_conditions(self) -> Mapping[str, Comparison]:
        """The same without their prepositions, for what a reader sees as "(light armor only)"."""
        return {
            _PREPOSITION.sub("", phrase, count=1): condition
            for phrase, condition in self.conditions.items()
        }

    @property
    def title(self) -> str:
        """What the rule is called, with a capital."""
        name = self._say(self.rule)
        return name[:1].upper() + name[1:]

    @property
    def few(self) -> tuple[str, ...]:
        """The names that are the rule's own affair."""
        return tuple(term.words for term in self.parameters.values())

    def say(self, parameter: str, rule: Rule) -> str:
        """The book's words for a parameter of some rule."""
        return self.book.words.say(parameter, _identifier(rule))

    def _of_parameters(self) -> Iterator[tuple[str, Meaning]]:
        for term in self.parameters.values():
            yield term.words, term
        names, owner = self.book.words.names, _identifier(self.rule)
        for name in names:  # a place in a parameter that is a tuple: "distance.a[0]"
            element = name.removeprefix(f"{owner}.")
            if "[" in element and element.partition("[")[0] in self.parameters:
                yield self.book.words.say(element, owner), Variable(names[name], element)

    def _in_the_code(self) -> Iterator[tuple[str, Meaning]]:
        """What the rule's own code goes by, under the words that its formula has for it."""
        for part in parts_of(self.formula) if self.formula else ():
            match part:
                case RuleCall() | Lookup() | MappedValue():
                    yield "".join(piece.text for piece in worded(part)), part
                    if not (isinstance(part, RuleCall) and part.stated):
                        yield part.words, part
                case Constant(value=str() as word):
                    yield word, part

    def _near(self) -> Iterator[tuple[str, Meaning]]:
        """The other rules of the rule's own namespace."""
        space = self.book.rule_names[self.rule].partition(".")[0]
        return self._rules([space])

    def _elsewhere(self) -> Iterator[tuple[str, Meaning]]:
        return self._rules(self.book.namespaces)

    def _rules(self, spaces: Iterable[str]) -> Iterator[tuple[str, Meaning]]:
        for space in spaces:
            for rule in self.book.namespaces.get(space, {}).values():
                if callable(rule) and rule is not self.rule:
                    words = self._say(rule)
                    yield words, OtherRule(words, rule)

    def _say(self, rule: Rule) -> str:
        return self.book.words.say(_identifier(rule))

    def _spoken(self, words: str) -> Iterator[str]:
        """A name as it may be written: itself, and the aliases of the term that it is."""
        term = self.book.terms_by_name.get(words.casefold())
        for name in (words, *(term.aliases if term else ())):
            yield " ".join(name.lower().replace("\u2019", "'").split())


def names_of(book: Book, rule: Rule) -> FormulaNames:
    """The names that a formula of a rule may use."""
    try:
        return FormulaNames(book, rule, read_formula(rule, book.words))
    except Unreadable:
        return FormulaNames(book, rule, None)


def parts_of(formula: Formula) -> Iterator[Expression]:
    """Everything that a formula is made of, with what it defines on the way."""
    for expression in (formula.expression, *(each.expression for each in formula.where)):
        yield from every_part(expression)


def inlined(expression: Expression, where: Iterable[Definition]) -> Expression:
    """An expression with each defined term as what it is."""
    meanings = {definition.quantity: definition.expression for definition in where}

    def change(part: Expression) -> Expression:
        return change(meanings[part]) if part in meanings else changed(part, change)

    return change(expression)


def _identifier(rule: Rule) -> str:
    return str(getattr(inspect.unwrap(rule), "__name__", ""))
