"""Forms on a page: a calculator of a rule, the dice roller, and the exact distribution of dice."""

from __future__ import annotations

import inspect
import json
import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from html import escape
from itertools import chain, product
from math import ceil
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args, get_origin

from sfrules.ground.formats import decimal_places, format_value
from sfrules.ground.number_words import exact
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.expression import tree
from sfrules.press.expression.from_rule import Unreadable
from sfrules.press.expression.values import Inexact, answer, signature_of, simplest, value_of
from sfrules.press.things.book import Rulebook, once_per_book
from sfrules.press.things.formulas import Formula, KnownValues, read_formula, rule_named
from sfrules.press.things.thing import Contents, Desk, Kind, View, text_of

MOST = 5_000  # answers of a rule that is handed on as a grid
ROUNDINGS = {math.floor: "floor", math.ceil: "ceil", tree.half_up: "half", math.trunc: "trunc"}
Rule = Callable[..., object]
Tree = Any  # what JSON can say: numbers and words as they are, all else as [operation, …]


class Untranslatable(ValueError):
    """A rule that is no formula, and has too many answers for a grid."""


def plain(value: object) -> Tree:
    """A value as JSON has it: a fraction is a division."""
    value = exact(value)
    if isinstance(value, Fraction):
        whole = value.denominator == 1
        return value.numerator if whole else ["/", value.numerator, value.denominator]
    if isinstance(value, bool | int | str):
        return value
    raise Untranslatable(f"{value!r} is no number, no word and no yes or no")


@once_per_book
def _translated(_book: Rulebook) -> dict[str, str]:
    """The rules of a book that have been translated by now, as JSON, by their names."""
    return {}


class Translator:
    """Translates rules of a book, each once for all forms that ask it."""

    def __init__(self, book: Rulebook) -> None:
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
        with suppress(Mistake, TypeError):  # its annotation says nothing of its values
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
        """The name of a rule, with the values that are preset."""
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
        return _found_by([*map(self.of, part.keys)], self._rows(part))

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
        *map(trees.of, part.operands),
    ],
    tree.Clamp: lambda trees, part: [
        "bound",
        *map(trees.of, (part.operand, part.at_least, part.at_most)),
    ],
    tree.Round: lambda trees, part: [ROUNDINGS[part.rounding], trees.of(part.operand)],
    tree.Size: lambda trees, part: ["abs", trees.of(part.operand)],
    tree.Comparison: lambda trees, part: [part.relation, trees.of(part.left), trees.of(part.right)],
    tree.Connective: lambda trees, part: [part.word, *map(trees.of, part.operands)],
    tree.Negation: lambda trees, part: ["not", trees.of(part.operand)],
    tree.Choice: lambda trees, part: [
        "if",
        *map(trees.of, (part.condition, part.chosen, part.otherwise)),
    ],
    tree.RuleCall: _Trees.call,
    tree.Lookup: _Trees.look_up,
}


@dataclass(frozen=True)
class Field:
    """A form field: a parameter's name, its label, and the values that it may have."""

    name: str
    words: str
    values: Sequence[Any]
    #: What it begins with; None for the first choice, or the number nearest to zero.
    first: Any = None
    #: What a list shows for values that are ids.
    names: Mapping[Any, str] = field(default_factory=dict)

    @property
    def html(self) -> str:
        """The control within its label: a box to tick, a list, or a number."""
        name, words = escape(self.name), escape(self.words)
        if all(isinstance(value, bool) for value in self.values):
            checked = " checked" if self.first else ""
            return f'<label><input type="checkbox" name="{name}"{checked}> {words}</label>'
        if any(isinstance(value, str | bool) for value in self.values):
            listed = "".join(map(self._option, self.values))
            return f'<label>{words} <select name="{name}">{listed}</select></label>'
        return f'<label>{words} <input type="number" name="{name}" {self._range}></label>'

    def _option(self, value: object) -> str:
        own = f' value="{escape(str(value))}"' if self.names else ""
        selected = " selected" if self.first is not None and value == self.first else ""
        return f"<option{own}{selected}>{escape(self.names.get(value, str(value)))}</option>"

    @property
    def _range(self) -> str:
        """The attributes of a control for a number between the ends of the values."""
        whole = all(value == int(value) for value in self.values)
        # Such a control takes decimals alone; a least value that has none is said a little above.
        least, most = min(self.values), _first_decimal(sorted(self.values, reverse=True))
        least = least if _is_decimal(least) else Fraction(ceil(least * 1000), 1000)
        start = _first_decimal(sorted(self.values, key=abs)) if self.first is None else self.first
        kind = "a whole number" if whole else "a number"
        return (
            f'min="{_number(least)}" max="{_number(most)}" step="{"1" if whole else "any"}" '
            f'value="{_number(start)}" inputmode="{"numeric" if whole else "decimal"}" '
            f'data-allowed="{kind} from {format_value(least)} to {format_value(most)}"'
        )


def begun(fields: Iterable[Field], begin: Mapping[str, object]) -> tuple[Field, ...]:
    """The fields, each with the value that it begins with.

    Raises:
        Mistake: for a field that there is not, or a value that it may not have.
    """
    known = {field.name: field for field in fields}
    for name, value in begin.items():
        if name not in known:
            hint = did_you_mean(name, known) or f"it has {', '.join(known)}"
            raise Mistake(f"the form has no field {name}", hint, "begin")
        if value not in known[name].values:
            raise Mistake(f"{known[name].words} cannot begin with {value!r}", parameter="begin")
        known[name] = replace(known[name], first=value)
    return tuple(known.values())


@dataclass(frozen=True, kw_only=True)
class WebForm:
    """What every form has: what its script works by is its data."""

    title: str
    fields: tuple[Field, ...] = ()
    data: Mapping[str, Tree] = field(default_factory=dict)
    #: Whether it stands closed until it is opened, as below the formula that it works by.
    folded: bool = False


F = TypeVar("F")


def contents_of(form: WebForm, *more: str) -> Contents:
    """The author's words of a form: its title, the labels of its fields, and more."""
    return Contents(
        text=form.title, words=(form.title, *(field.words for field in form.fields), *more)
    )


@dataclass(frozen=True, kw_only=True)
class FormKind(Kind[F]):
    """A kind of forms that a reader fills in."""

    contents: Callable[[F], Contents] = contents_of  # type: ignore[assignment] # of a WebForm; others give their own
    computed_in: str = "form, details.try"  # its numbers are the ends of what its rule takes
    #: Scripts that are loaded where a page has a form, after those of the calculators.
    form_scripts: tuple[Path, ...] = ()

    @property
    def assets(self) -> tuple[Path, ...]:
        """All files that a reader's browser may get of it."""
        return (*self.files, *self.form_scripts)


def _first_decimal(values: Sequence[Any]) -> Any:
    return next(filter(_is_decimal, values))


def _is_decimal(value: Any) -> bool:
    return decimal_places(Fraction(value)) is not None


def _number(value: Any) -> str:
    return format_value(value).replace("\N{MINUS SIGN}", "-").replace(",", "")


def data_html(data: Mapping[str, Tree]) -> str:
    """What a form works by, as JSON: in a template, since a theme that swaps pages runs scripts."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"<template>{escape(text, quote=False)}</template>"


def form_html(kind: str, id: str, form: WebForm, inner: str) -> str:
    """A form; a script that reads its data shows it, so that without scripts there is none."""
    made = (
        f'<form class="calculator {kind}" id="{id}" data-search-exclude hidden><fieldset>'
        f"<legend>{escape(form.title)}</legend>{inner}</fieldset>{data_html(form.data)}</form>"
    )
    if not form.folded:
        return made
    summary = f"<summary>Try it: {escape(form.title)}</summary>"
    return f'<details class="try" data-search-exclude hidden>{summary}{made}</details>'


def receipt_html(id: str) -> str:
    """Where an answer stands, what else is to be said of it, and its address."""
    return (
        '<output></output><p class="calculator__how" aria-live="polite"></p>'
        f'<p class="calculator__from"><a class="copy" href="#{id}">Link</a></p>'
    )


HERE = Path(__file__).parent
_DIE = re.compile(r"d([1-9][0-9]*)")


@dataclass(frozen=True)
class Calculator(WebForm):
    """A rule to try out: its name, and its translation as data."""

    rule: str


def translated(
    desk: Desk, translator: Translator, rule: Rule, given: Mapping[str, object]
) -> tuple[str, tuple[Field, ...], dict[str, object]]:
    """A rule's name among those translated, the fields that it asks for, and what it was given.

    A parameter whose values cannot be told keeps its default.

    Raises:
        Mistake: for a rule that no browser can work out, or a parameter that it does not have.
    """
    parameters = inspect.signature(rule).parameters
    if unknown := sorted(given.keys() - parameters.keys()):
        hint = did_you_mean(unknown[0], parameters) or f"it has {', '.join(parameters)}"
        raise Mistake(f"the rule has no parameter {unknown[0]}", hint, unknown[0])
    defaults = {
        name: each.default
        for name, each in parameters.items()
        if each.default is not each.empty and not translator.values(rule, name)
    }
    known = {**defaults, **given}
    try:
        name = translator.rule(rule, known)
        domains = translator.domains(rule, known)
        for each, values in domains.items():
            plain(values[0] if each not in known else 0)
    except (Untranslatable, Inexact) as reason:
        asked = (each for each in parameters if each not in known)
        endless = next((each for each in asked if not translator.values(rule, each)), "")
        hint = f"give it one, {endless}=…; faces of dice have a form, distribution(…)"
        message = f"no browser can work out this rule: {reason}"
        raise Mistake(message, hint if endless else "") from None
    say, bare = desk.book.words.say, inspect.unwrap(rule).__name__
    fields = (Field(n, say(n, bare), v) for n, v in domains.items() if n not in known)
    return name, tuple(fields), known


def titled(desk: Desk, title: str, rule: Rule) -> str:
    """A form's title: the author's, or the rule's name in the book's words."""
    made = text_of(title, "title") or desk.book.words.say(inspect.unwrap(rule).__name__)
    return made[:1].upper() + made[1:]


def calculator(  # noqa: PLR0913 — what an author may say of a calculator
    desk: Desk,
    rule: Rule,
    title: str = "",
    *,
    percent: bool = False,
    die: object = "",
    begin: Mapping[str, object] | None = None,
    folded: bool = False,
    **given: object,
) -> Calculator:
    """A form that answers as the rule does; what is given is not asked for.

    A field begins with its value in `begin`, with the first choice or with the number nearest to 0.

    With `percent`, the answer is a chance. With `die`, the reader can roll for it, and the highest
    faces succeed.
    """
    rule = rule_named(desk.book, rule)
    translator = Translator(desk.book)
    name, fields, known = translated(desk, translator, rule, given)
    data: dict[str, Tree] = {"rule": name, "rules": translator.rules}
    if percent:
        data["percent"] = True
    if die:
        data["die"] = faces = faces_of(desk.book, die)
        _check_roll(rule, fields, known, faces)
    desk.spend(len(json.dumps(data)))
    return Calculator(
        rule=desk.book.rule_names[rule],
        fields=begun(fields, begin or {}),
        title=titled(desk, title, rule),
        data=data,
        folded=folded,
    )


def faces_of(book: Rulebook, die: object) -> int:
    """The faces of a die of the book: "d6", or a rule that names the die."""
    said = die() if callable(die) else die
    written = _DIE.fullmatch(said) if isinstance(said, str) else None
    if not written or int(written[1]) not in book.dice:
        known = ", ".join(f"d{faces}" for faces in sorted(book.dice))
        raise Mistake(f"{said!r} is no die of this book", f"it has {known or 'none'}", "die")
    return int(written[1])


def _check_roll(
    rule: Rule, fields: tuple[Field, ...], known: Mapping[str, object], faces: int
) -> None:
    """Refuse a die that the rule's chance cannot be rolled for with."""
    first = {field.name: field.values[0] for field in fields}
    chance = rule(**known, **first)
    if not isinstance(chance, int | Fraction) or (Fraction(chance) * faces).denominator != 1:
        raise Mistake(f"the rule's answer is no chance on a d{faces}", parameter="die")


def own_id(page: View, kind: str, rule: str) -> str:
    """The id of a form on its page, from the name of its rule."""
    return page.own_id(f"{kind}-{re.sub('[._]', '-', rule)}")


def _html(calculator: Calculator, page: View) -> str:
    id = own_id(page, "calculator", calculator.rule)
    fields = "".join(field.html for field in calculator.fields)
    faces = calculator.data.get("die")
    roll = f'<button type="button" value="{faces}">Roll d{faces}</button>' if faces else ""
    inner = fields + roll + receipt_html(id)
    return form_html("by-rule", id, calculator, inner)


CALCULATOR = FormKind(
    name="calculator",
    makes=Calculator,
    html=_html,
    macros=(calculator,),
    files=(HERE / "calculators.css", HERE / "yours.js"),
    form_scripts=(HERE / "evaluate.js", HERE / "forms.js"),
)


MOST_DICE = 100  # that a browser adds up, and that a roller throws at once


@dataclass(frozen=True)
class Roller:
    """Dice to roll, by their faces."""

    dice: tuple[int, ...]


def roller(desk: Desk) -> Roller:
    """A form that rolls the dice of the book."""
    return Roller(tuple(sorted(desk.book.dice)))


@dataclass(frozen=True)
class DiceDistribution(WebForm):
    """How likely each outcome of some dice is, through a rule of their total where there is one.

    The rule answers the distribution itself: what the form shows is held against it when the book
    is built. Or it answers what a list of faces counts, and dice are added up by what each counts
    alone.
    """

    rule: str
    #: The field for the dice.
    dice: Field


def distribution(  # noqa: PLR0913 — what an author may say of a distribution
    desk: Desk,
    rule: Rule,
    of: Rule | None = None,
    title: str = "",
    *,
    begin: Mapping[str, object] | None = None,
    folded: bool = False,
    **given: object,
) -> DiceDistribution:
    """A form for the distribution that a rule answers: of what `of` makes of the dice's total.

    Both rules take the same parameters, but for the dice of the one and their total of the other.
    A rule that takes a list of faces, of which all else is given, needs no other.
    """
    rule = rule_named(desk.book, rule)
    translator = Translator(desk.book)
    fields: tuple[Field, ...] = ()
    known: Mapping[str, object] = given
    data: dict[str, Tree] = {}
    faces, most = sorted(desk.book.dice), MOST_DICE
    if of is None and (dice := _list_parameter(rule, given)):
        data["worth"] = worth = _worth(rule, dice, given, faces)
        faces = [*worth]
    else:
        if of is None:
            dice, total = _dice_alone(rule), ""
        else:
            of = rule_named(desk.book, of)
            dice, total = _dice_and_total(rule, of)
            name, asked, known = translated(desk, translator, of, given)
            fields = tuple(field for field in asked if field.name != total)
            data = {"rule": name, "total": total}
        points = [{**known, **{each.name: each.values[at] for each in fields}} for at in (0, -1)]
        _hold(rule, of, (dice, total), points, faces)
        most = _most(rule, dice, points[0], faces[0])
    data |= {"rules": translator.rules, "faces": faces, "most": most}
    desk.spend(len(json.dumps(data)))
    words = desk.book.words.say(dice, inspect.unwrap(rule).__name__)
    first = Field(dice, words, (f"2d{faces[len(faces) // 2]}",))
    return DiceDistribution(
        rule=desk.book.rule_names[rule],
        dice=first,
        title=titled(desk, title, rule),
        fields=begun(fields, begin or {}),
        data=data,
        folded=folded,
    )


def _list_parameter(rule: Rule, given: Mapping[str, object]) -> str:
    """The parameter of a rule that takes a list, if the rule has all others."""
    parameters = inspect.signature(rule, eval_str=True).parameters.values()
    left = [p for p in parameters if p.name not in given and p.default is p.empty]
    origin = get_origin(left[0].annotation) if len(left) == 1 else None
    if origin is Annotated:  # as `Annotated[list[int], …]` is
        origin = get_origin(get_args(left[0].annotation)[0])
    return left[0].name if origin is list else ""


def _worth(
    rule: Rule, dice: str, given: Mapping[str, object], faces: Iterable[int]
) -> dict[int, list[int]]:
    """What each face of a die counts alone, by the faces of each die that the rule takes."""
    worth: dict[int, list[int]] = {}
    for die in faces:
        shown = range(1, die + 1)
        try:
            alone = [answer(rule, {**given, dice: [face]}) for face in shown]
            both = [answer(rule, {**given, dice: [*two]}) for two in product(shown, repeat=2)]
        except ValueError:
            continue  # a list of other dice
        counts = [each for each in alone if type(each) is int]
        if len(counts) < die or both != [*map(sum, product(counts, repeat=2))]:
            hint = "print a table whose cells ask the rule for it"
            raise Mistake("two dice do not count the sum of what each counts alone", hint)
        worth[die] = counts
    if not worth:
        raise Mistake("the rule takes none of the book's dice", f"{dice} is a list of their faces")
    return worth


def _dice_alone(rule: Rule) -> str:
    """The one parameter of a rule."""
    if len(names := list(signature_of(rule).parameters)) != 1:
        raise Mistake("a distribution without of= is of a rule whose one parameter are the dice")
    return names[0]


def _dice_and_total(rule: Rule, of: Rule) -> tuple[str, str]:
    """The parameter that one rule has for dice where the other has one for their total."""
    first, second = signature_of(rule).parameters, signature_of(of).parameters
    dice, total = first.keys() - second.keys(), second.keys() - first.keys()
    if len(dice) != 1 or len(total) != 1:
        hint = f"the rule has {', '.join(first)}; of= has {', '.join(second)}"
        message = "of= needs the rule's parameters, with a total in place of the dice"
        raise Mistake(message, hint, "of")
    return dice.pop(), total.pop()


def _hold(
    rule: Rule,
    of: Rule | None,
    named: tuple[str, str],
    points: Iterable[Mapping[str, object]],
    dice: list[int],
) -> None:
    """Hold what the form will show of one die, and of two, against the rule's own answer."""
    for known, faces, number in product(points, dice, (1, 2)):
        written = f"d{faces}" if number == 1 else f"{number}d{faces}"
        told = answer(rule, {**known, named[0]: written})
        ways = Counter(map(sum, product(range(1, faces + 1), repeat=number)))
        counts: Counter[object] = Counter()
        for total, count in ways.items():
            counts[answer(of, {**known, named[1]: total}) if of else total] += count
        shown = {outcome: Fraction(count, faces**number) for outcome, count in counts.items()}
        try:
            agrees = dict(told) == shown  # type: ignore[call-overload] # what is no distribution raises
        except (TypeError, ValueError):
            raise Mistake("the rule's answer is no distribution") from None
        if not agrees:
            raise Mistake(f"the rule's answer at {written} is not that of its dice", parameter="of")


def _most(rule: Rule, dice: str, known: Mapping[str, object], faces: int) -> int:
    """The most dice that the rule takes, as far as a browser adds them up."""

    def refused(number: int) -> int:
        try:
            answer(rule, {**known, dice: f"{number}d{faces}"})
        except ValueError:
            return 1
        return 0

    if not refused(MOST_DICE):
        return MOST_DICE
    return 1 + bisect_left(range(2, MOST_DICE), 1, key=refused)


def _roller(roller: Roller, _page: View) -> str:
    buttons = "".join(f'<button value="{faces}">d{faces}</button>' for faces in roller.dice)
    return (
        '<form class="roller" data-search-exclude hidden><fieldset><legend>Dice</legend>'
        f'<label>how many <input type="number" name="count" min="1" max="{MOST_DICE}" value="1">'
        f"</label>{buttons}<output></output></fieldset></form>"
    )


def _distribution(shown: DiceDistribution, page: View) -> str:
    id = own_id(page, "distribution", shown.rule)
    written = (
        f'<label>{shown.dice.words} <input name="{shown.dice.name}" value="{shown.dice.values[0]}" '
        'size="10" autocomplete="off" autocapitalize="off" spellcheck="false"></label>'
    )
    least = '<label>at least <input type="number" name="at least" step="1" required></label>'
    inner = (
        f"{written}{''.join(field.html for field in shown.fields)}{least}"
        '<button type="button">Roll</button>'
        '<div class="calculator__plot"></div>'
        f"{receipt_html(id)}"
    )
    return form_html("distribution", id, shown, inner)


ROLLER = FormKind(
    name="roller",
    makes=Roller,
    html=_roller,
    macros=(roller,),
    contents=lambda _: Contents(),
    form_scripts=(HERE / "dice.js",),
)
DISTRIBUTION = FormKind(
    name="distribution",
    makes=DiceDistribution,
    html=_distribution,
    macros=(distribution,),
    contents=lambda shown: contents_of(shown, shown.dice.words),
    form_scripts=(HERE / "dice.js",),
)
