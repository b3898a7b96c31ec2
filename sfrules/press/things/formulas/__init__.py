"""A rule's formula in the book's words, read from the rule's own code, never approximated.

With numbers put in, it is worked through down to the rule's own result.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any

from sfrules.ground.ledger import relative
from sfrules.ground.number_words import exact
from sfrules.ground.problems import Mistake
from sfrules.press.expression import tree
from sfrules.press.expression.from_rule import Reader, RuleSource, Unreadable, Words, find_source
from sfrules.press.expression.values import (
    Inexact,
    answer,
    check_arguments,
    needed,
    signature_of,
    simplest,
    steps,
    value_of,
)
from sfrules.press.expression.words import Fragment, Fragments, worded
from sfrules.press.things.book import Rulebook
from sfrules.press.things.thing import Contents, Desk, Kind, View

WHEN: Fragments = (Fragment("text", " when "),)
EQUALS: Fragments = (Fragment("sign", "="),)


@dataclass(frozen=True)
class Formula:
    """What a rule says: its name in words, an expression, and what the expression depends on."""

    name: str
    expression: tree.Expression
    where: tuple[tree.Definition, ...]
    source: RuleSource

    @property
    def meanings(self) -> dict[str, tree.Expression]:
        """The expressions of the quantities that it defines, by their names."""
        where = ((each.quantity, each.expression) for each in self.where)
        return {it.name: expression for it, expression in where if isinstance(it, tree.Variable)}


@lru_cache(maxsize=1024)
def read_formula(function: Callable[..., object], words: Words, unfold: int = 0) -> Formula:
    """The formula of a rule; nested rules are opened `unfold` levels deep.

    Raises:
        Unreadable: for code that cannot be put into words without guessing.
    """
    formula = _read_rule(function, words)
    expressions = (formula.expression, *(each.expression for each in formula.where))
    where = tuple(dict.fromkeys((*formula.where, *_unfolded(expressions, words, unfold))))
    opened = replace(formula, where=where)
    _check_meanings(opened)
    return opened


def _check_meanings(formula: Formula) -> None:
    """Refuse a formula in which the same words stand for two things."""
    pairs = [(each.quantity, each.expression) for each in formula.where]
    parts = chain.from_iterable(map(tree.every_part, chain([formula.expression], *pairs)))
    meanings: dict[object, object] = {formula.name.casefold(): formula.source.function}
    for said, meaning in chain[tuple[object, object]](pairs, filter(None, map(_meaning, parts))):
        if meanings.setdefault(said, meaning) != meaning:
            reason = f'two things would both be called "{getattr(said, "words", said)}"'
            hint = 'give one of them words of its own: book.words({"name": "its words"})'
            raise formula.source.refusal(formula.source.definition, f"{reason}; {hint}")


def _meaning(part: tree.Expression) -> tuple[str, object] | None:
    """What a part of a formula is called, and what it stands for."""
    match part:
        case (
            tree.Variable(words=words, name=name)
            | tree.Lookup(words=words, table="", table_id=name)
        ):
            return words.casefold(), name
        case tree.RuleCall(words=words, rule=rule):
            return words.casefold(), inspect.unwrap(rule)
    return None


def _read_rule(function: Callable[..., object], words: Words) -> Formula:
    """A rule as it is written, with no other rule opened."""
    source = find_source(function)
    reader = Reader(source, words, _parameters(source, words))
    where: list[tree.Definition] = []
    has_docstring = ast.get_docstring(source.definition) is not None
    statements = source.definition.body[has_docstring:]
    while statements and isinstance(statements[0], ast.Assign | ast.AnnAssign):
        variable, expression = _defined(reader, statements[0])
        reader = replace(reader, scope={**reader.scope, variable.name: variable})
        where.append(tree.Definition(variable, expression))
        statements = statements[1:]
    answer = _answer(reader, statements, source.definition)
    if where and where[-1].quantity == answer:  # it was only given a name to be returned by
        answer = where.pop().expression
    return Formula(words.say(source.name), answer, tuple(where), source)


def _parameters(source: RuleSource, words: Words) -> dict[str, tree.Variable]:
    arguments = source.definition.args
    for star in (arguments.vararg, arguments.kwarg):
        if star is not None:
            raise source.refusal(star, "a parameter with a star cannot be read as a formula")
    return {
        each.arg: tree.Variable(
            words.say(each.arg, source.name),
            each.arg,
            isinstance(each.annotation, ast.Name) and each.annotation.id == "bool",
        )
        for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    }


def _defined(
    reader: Reader, statement: ast.Assign | ast.AnnAssign
) -> tuple[tree.Variable, tree.Expression]:
    """The one name that a statement defines, and what it stands for from there on."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    match targets, statement.value:
        case [ast.Name() as target], ast.expr() as value if target.id not in reader.scope:
            expression: tree.Expression = reader.visit(value)
            words = reader.words.say(target.id, reader.source.name)
            return tree.Variable(words, target.id, tree.is_condition(expression)), expression
    raise reader.source.refusal(statement)


def _answer(reader: Reader, statements: Sequence[ast.stmt], within: ast.AST) -> tree.Expression:
    """What a run of statements returns: one expression, or a case and then the rest."""
    match statements:
        case [ast.Return(value=ast.expr() as value)]:
            return reader.visit(value)
        case [ast.If() as case, *rest]:
            return _cases(reader, case, rest)
        case []:
            raise reader.source.refusal(within, "nothing is returned here")
    raise reader.source.refusal(statements[0])


def _cases(reader: Reader, case: ast.If, rest: Sequence[ast.stmt]) -> tree.Expression:
    if case.orelse and rest:
        raise reader.source.refusal(rest[0])
    condition = reader.condition(case.test)
    chosen = _answer(reader, case.body, case)
    return tree.Choice(condition, chosen, _answer(reader, case.orelse or rest, case))


def _unfolded(
    expressions: tuple[tree.Expression, ...], words: Words, levels: int
) -> Iterator[tree.Definition]:
    """What the rules in some expressions are, each once, and so on level by level."""
    if levels < 1:
        return
    for part in dict.fromkeys(part for each in expressions for part in tree.every_part(each)):
        if isinstance(part, tree.RuleCall):
            definitions = _unfolded_rule(part, words)
            yield from definitions
            yield from _unfolded(tuple(each.expression for each in definitions), words, levels - 1)


def _unfolded_rule(call: tree.RuleCall, words: Words) -> tuple[tree.Definition, ...]:
    """What a nested rule is, and what it defines on the way, in terms of its arguments."""
    rule = _read_rule(call.rule, words)
    meanings = dict(zip(call.parameters, call.arguments, strict=True))
    for definition in rule.where:
        if isinstance(definition.quantity, tree.Variable):
            name = definition.quantity.name
            meanings[name] = replace(definition.quantity, name=f"{rule.source.name}.{name}")
    opened = partial(_substituted, meanings=meanings, source=rule.source)
    return (
        tree.Definition(call, opened(rule.expression)),
        *(tree.Definition(opened(each.quantity), opened(each.expression)) for each in rule.where),
    )


def _substituted(
    expression: tree.Expression, meanings: Mapping[str, tree.Expression], source: RuleSource
) -> tree.Expression:
    """An expression of a rule, with the arguments in place of the rule's parameters."""
    if not isinstance(expression, tree.Variable):
        return tree.changed(expression, lambda part: _substituted(part, meanings, source))
    if expression.name in meanings:
        return meanings[expression.name]
    # An element of a parameter keeps its words only if it is still the same parameter's.
    parameter = expression.name.partition("[")[0]
    argument = meanings[parameter]
    if isinstance(argument, tree.Variable) and argument.name == parameter:
        return expression
    raise source.refusal(source.definition, f"{expression.name} has no words where it is opened")


@dataclass(frozen=True)
class WorkedQuantity:
    """A quantity that the example depends on, and the steps to its value."""

    definition: tree.Definition
    steps: tuple[tree.Expression, ...]


@dataclass(frozen=True)
class WorkedExample:
    """A formula, and the steps from the numbers put in down to the result.

    `where` works out those of the formula's definitions that the result depends on.
    """

    formula: Formula
    where: tuple[WorkedQuantity, ...]
    steps: tuple[tree.Expression, ...]


def work_through(
    function: Callable[..., object],
    words: Words,
    arguments: Mapping[str, object],
    unfold: int = 0,
) -> WorkedExample:
    """Work through a rule's formula with some arguments; the rule's own defaults fill the rest.

    Raises:
        Mistake: for an unknown or a missing argument.
        Unreadable: for a rule that is no formula, or whose answer the formula does not give.
        ValueError: where the rule itself refuses the arguments.
    """
    formula = read_formula(function, words, unfold)
    given = _complete(function, arguments)
    answered = answer(function, given)
    try:
        return _work(formula, KnownValues(formula, given), simplest(answered))
    except Inexact as inexact:
        raise _unreadable(formula, str(inexact)) from None


def _work(formula: Formula, known: KnownValues, result: tree.Value) -> WorkedExample:
    computed = simplest(value_of(formula.expression, known))
    if computed != result or isinstance(computed, bool) != isinstance(result, bool):
        raise _unreadable(formula, f"the formula gives {computed}, the rule {result}")
    meanings = {definition.quantity: definition.expression for definition in formula.where}
    used = set(needed(formula.expression, meanings, known))
    where = tuple(
        WorkedQuantity(each, steps(each.expression, known))
        for each in formula.where
        if each.quantity in used
    )
    return WorkedExample(formula, where, steps(formula.expression, known))


class KnownValues(dict[str, object]):
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
    """Every argument as a rule takes it, in the order of its parameters: of a row, the key."""
    check_arguments(function.__name__, function, (), arguments)
    bound = signature_of(function).bind(**arguments)
    bound.apply_defaults()
    taken = getattr(function, "taken", lambda _name, value: value)
    return {name: taken(name, value) for name, value in bound.arguments.items()}


def _unreadable(formula: Formula, reason: str) -> Unreadable:
    source = formula.source
    return Unreadable(reason, source.file, source.definition.lineno, source.name)


HERE = Path(__file__).parent


def formula(desk: Desk, rule: Callable[..., object], unfold: int = 0) -> Formula:
    """A rule's formula, read from its code."""
    with _readable(desk.book):
        return read_formula(rule_named(desk.book, rule), desk.book.words, unfold)


def worked(
    desk: Desk,
    rule: Callable[..., object],
    unfold: int = 0,
    **arguments: object,
) -> WorkedExample:
    """A rule's formula with numbers put in, step by step."""
    with _readable(desk.book):
        return work_through(rule_named(desk.book, rule), desk.book.words, arguments, unfold)


def rule_named(book: Rulebook, rule: object) -> Callable[..., object]:
    """What a macro is given, if it is a rule of the book; raises Mistake for all else."""
    if not callable(rule) or rule not in book.rule_names:
        example = next(iter(book.rule_names.values()), "a rule")
        raise Mistake(f"this macro takes a rule by its name, such as {example}, uncalled")
    return rule


@contextmanager
def _readable(book: Rulebook) -> Iterator[None]:
    """Report code that is no formula in the page's terms; the hint says where the code is."""
    try:
        yield
    except Unreadable as error:
        place = f"{relative(Path(error.file), book.root)}:{error.line}"
        hint = f"{place}: {error.text}" if error.text else place
        raise Mistake(f"the rule's code is no formula: {error.reason}", hint) from None


def formula_text(shown: Formula | WorkedExample) -> str:
    """A formula or a worked example as plain text, in lines."""
    return "\n".join(plain_text(line).strip() for _, line in _lines(shown))


def drawn(shown: Formula | WorkedExample, _: View | None = None) -> str:
    """A formula or a worked example as a group of lines.

    A screen reader announces the group by its label: what it is, and the rule's name.
    """
    if isinstance(shown, Formula):
        name, label = "formula", f"Formula: {_title(shown)}"
    else:
        name, label = "worked", f"Worked example: {_title(shown.formula)}"
    inner = "\n".join(f'<p class="{each}">{_html(line)}</p>' for each, line in _lines(shown))
    return f'<div class="{name}" role="group" aria-label="{escape(label)}">\n{inner}\n</div>'


def _lines(shown: Formula | WorkedExample) -> Iterator[tuple[str, Fragments]]:
    """The lines of a formula or of a worked example, each with its CSS class."""
    if isinstance(shown, Formula):
        yield "formula__line", _first_line(shown)
        yield from (("formula__where", _where(definition)) for definition in shown.where)
        return
    yield "worked__formula", _first_line(shown.formula)
    yield from (("worked__where", _working(working)) for working in shown.where)
    yield from (("worked__step", _step(step)) for step in shown.steps[:-1])
    yield "worked__result", _step(shown.steps[-1])


def _title(formula: Formula) -> str:
    return formula.name[:1].upper() + formula.name[1:]


def _said(name: str, expression: tree.Expression) -> Fragments:
    """What a name stands for: a quantity equals, a condition holds when."""
    joint = WHEN if tree.is_condition(expression) else EQUALS
    return (Fragment("name", name), *joint, *worded(expression))


def _first_line(formula: Formula) -> Fragments:
    return _said(_title(formula), formula.expression)


def _where(definition: tree.Definition) -> Fragments:
    name = plain_text(worded(definition.quantity))
    return (Fragment("text", "where "), *_said(name, definition.expression))


def _working(working: WorkedQuantity) -> Fragments:
    """A definition, the numbers in it and its value, in one line; steps between are left out."""
    definition, first, last = working.definition, working.steps[0], working.steps[-1]
    fragments = _where(definition)
    for step in dict.fromkeys((first, last)):
        fragments += _step(step, "; ")
    return fragments


def _step(step: tree.Expression, link: str = "") -> Fragments:
    """A step, behind an equals sign or, if it is a condition, behind the link and perhaps so."""
    if not tree.is_condition(step):
        return (*EQUALS, *worded(step))
    settled = isinstance(
        step.expression if isinstance(step, tree.ConditionNote) else step, tree.Constant
    )
    return (Fragment("text", f"{link}so " if settled else link), *worded(step))


# A line breaks before a sign, never after it: the sign stays with the number that follows.
MARKUP: Mapping[str, str] = {
    "text": "{}",
    "name": '<span class="formula__name">{}</span>',
    "term": '<span class="formula__term">{}</span>',
    "sign": ' <span class="formula__sign">{}</span>&nbsp;',
    "minus": '<span class="formula__sign">{}</span>',
    "power": '<span class="formula__aloud"> to the power of </span><sup>',
    "end of power": "</sup>",
}


def _html(fragments: Fragments) -> str:
    return "".join(MARKUP[each.kind].format(escape(each.text)) for each in fragments).strip()


FORMULA: Kind[Any] = Kind(
    name="formula",
    makes=Formula,
    html=drawn,
    macros=(formula,),
    contents=lambda shown: Contents(text=formula_text(shown)),
    computed_in=".formula",
    kept=True,
    files=(HERE / "formulas.css",),
)
WORKED: Kind[Any] = replace(
    FORMULA, name="worked", makes=WorkedExample, macros=(worked,), computed_in=".worked"
)


def plain_text(fragments: Fragments) -> str:
    """Fragments as plain text, with blanks around each sign."""
    return "".join(f" {each.text} " if each.kind == "sign" else each.text for each in fragments)
