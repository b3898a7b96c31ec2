"""A worked example: a rule's formula, the numbers in it, and the rule's own result."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from sfrules.ground.number_words import exact
from sfrules.press.expression.rule_source import Unreadable, Words, answer, signature_of
from sfrules.press.expression.steps import needed, steps, value_of
from sfrules.press.expression.tree import Definition, Expression, MappingValues, Value
from sfrules.press.expression.walk import Inexact, simplest
from sfrules.press.things.formulas.formula import Formula, read_formula


@dataclass(frozen=True)
class Working:
    """A quantity that the example depends on, and the steps to its value."""

    definition: Definition
    steps: tuple[Expression, ...]


@dataclass(frozen=True)
class Worked:
    """A formula, the steps from the numbers put in down to the result, and the result.

    `where` works out those of the formula's definitions that the result depends on.
    """

    formula: Formula
    where: tuple[Working, ...]
    steps: tuple[Expression, ...]
    result: Value


def work_through(
    function: Callable[..., object],
    words: Words,
    arguments: Mapping[str, object],
    unfold: int = 0,
) -> Worked:
    """Work through a rule's formula with some arguments; the rule's own defaults fill the rest.

    Raises:
        TypeError: for an unknown or a missing argument.
        Unreadable: for a rule that is no formula, or whose answer the formula does not give.
        ValueError: where the rule itself refuses the arguments.
    """
    formula = read_formula(function, words, unfold)
    given = _complete(function, arguments)
    answered = answer(function, given)
    try:
        return _work(formula, Known(formula, given), simplest(answered))
    except Inexact as inexact:
        raise _unreadable(formula, str(inexact)) from None


def _work(formula: Formula, known: Known, result: Value) -> Worked:
    computed = simplest(value_of(formula.expression, known))
    if computed != result or isinstance(computed, bool) != isinstance(result, bool):
        raise _unreadable(formula, f"the formula gives {computed}, the rule {result}")
    meanings = {definition.quantity: definition.expression for definition in formula.where}
    used = set(needed(formula.expression, meanings, known))
    where = []
    for definition in formula.where:
        if definition.quantity in used:
            # A list of values does not say which of them it is; the quantity does.
            listed = isinstance(definition.expression, MappingValues)
            source = definition.quantity if listed else definition.expression
            where.append(Working(definition, steps(source, known)))
    return Worked(formula, tuple(where), steps(formula.expression, known), result)


class Known(dict[str, object]):
    """The values of a formula's variables; a definition is evaluated when it is first asked for.

    A definition that the arguments do not lead to is never evaluated: it may have no value.
    """

    def __init__(self, formula: Formula, given: Mapping[str, object]) -> None:
        super().__init__(_values(given))
        self._meanings = formula.meanings

    def __missing__(self, name: str) -> object:
        self[name] = value_of(self._meanings[name], self)
        return self[name]


def _values(given: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Arguments by name, and the elements of tuples: `at[0]`."""
    for name, value in given.items():
        yield name, exact(value)
        if isinstance(value, tuple | list):
            yield from ((f"{name}[{index}]", exact(item)) for index, item in enumerate(value))


def _complete(
    function: Callable[..., object], arguments: Mapping[str, object]
) -> dict[str, object]:
    """Every argument of a rule, in the order of its parameters; else a TypeError says why not."""
    parameters = signature_of(function).parameters
    for name in arguments:
        if name not in parameters:
            raise TypeError(f"{_untyped(function)} has no parameter {name}")
    complete = {name: arguments.get(name, each.default) for name, each in parameters.items()}
    for name, value in complete.items():
        if value is inspect.Parameter.empty:
            raise TypeError(f"{_untyped(function)} needs {name}")
    return complete


def _untyped(function: Callable[..., object]) -> str:
    plain = [p.replace(annotation=p.empty) for p in signature_of(function).parameters.values()]
    return f"{getattr(function, '__name__', function)}{inspect.Signature(plain)}"


def _unreadable(formula: Formula, reason: str) -> Unreadable:
    source = formula.source
    return Unreadable(reason, source.file, source.line, source.name)
