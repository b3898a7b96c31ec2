"""Calculators among the kinds of things: the macro, and the form that stands on a page."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from sfrules.ground.formats import format_value
from sfrules.ground.problems import Mistake
from sfrules.press.things.calculators.translation import (
    Translator,
    Tree,
    Untranslatable,
    domains_of,
    plain,
)
from sfrules.press.things.formulas.formula_kind import rule_named
from sfrules.press.things.thing import Desk, Kind, View, text_of


@dataclass(frozen=True)
class Field:
    """What a reader fills in: a parameter's name, its words, and the values that it may have."""

    name: str
    words: str
    values: Sequence[Any]


@dataclass(frozen=True)
class RuleForm:
    """A rule to try out: its name, what to fill in, what it was given, and its translation.

    The answer is a share of a hundred with `percent`.
    """

    rule: str
    title: str
    fields: tuple[Field, ...]
    given: Mapping[str, Tree]
    rules: Mapping[str, Tree]
    percent: bool


def calculator(
    desk: Desk,
    rule: Callable[..., object],
    title: str = "",
    *,
    percent: bool = False,
    **given: object,
) -> RuleForm:
    """A form that answers as the rule does; what is given is not asked for."""
    rule = rule_named(desk.book, rule)
    parameters = inspect.signature(rule).parameters
    if unknown := sorted(given.keys() - parameters.keys()):
        raise Mistake(f"the rule has no parameter {unknown[0]}", f"it has {', '.join(parameters)}")
    translator = Translator(desk.book)
    try:
        name = translator.rule(rule, given)
        domains = domains_of(desk.book, rule, given)
        known = {each: plain(value) for each, value in given.items()}
        for values in domains.values():
            plain(values[0])
    except Untranslatable as reason:
        raise Mistake(f"no browser can work out this rule: {reason}") from None
    say = desk.book.words.say
    bare = inspect.unwrap(rule).__name__
    fields = [Field(n, say(n, bare), v) for n, v in domains.items() if n not in given]
    made = text_of(title, "title") or say(bare)
    shown = made[:1].upper() + made[1:]
    desk.spend(len(json.dumps(translator.rules)))
    return RuleForm(name, shown, tuple(fields), known, translator.rules, percent)


@dataclass(frozen=True)
class Yours:
    """What a reader may set once, for the calculators, tables and charts to know."""

    title: str
    fields: tuple[Field, ...]


def yours(desk: Desk, *rules: Callable[..., object], title: str = "Yours") -> Yours:
    """A form for the parameters of some rules, each once; it stays on the reader's device."""
    made = (calculator(desk, rule) for rule in rules)
    fields = {field.name: field for each in made for field in each.fields}
    return Yours(text_of(title, "title"), tuple(fields.values()))


@dataclass(frozen=True)
class Roller:
    """Dice to throw, by their faces."""

    dice: tuple[int, ...]


def roller(desk: Desk) -> Roller:
    """A form that throws the dice of the book."""
    return Roller(tuple(sorted(desk.book.dice)))


def _form(calculator: RuleForm, page: View) -> str:
    """The form; a script that reads its data shows it, so that without scripts there is none."""
    id = page.own_id(f"calculator-{calculator.rule.replace('.', '-').replace('_', '-')}")
    fields = "".join(_field(field) for field in calculator.fields)
    known: dict[str, Any] = {
        "rule": calculator.rule,
        "given": calculator.given,
        "rules": calculator.rules,
    }
    if calculator.percent:
        known["percent"] = True
    data = json.dumps(known, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    rule = page.formula_of(calculator.rule).html
    return (
        f'<form class="calculator" id="{id}" data-search-exclude hidden>'
        f"<fieldset><legend>{escape(calculator.title)}</legend>{fields}"
        f'<output></output><p class="calculator__how" aria-live="polite"></p>'
        f'<p class="calculator__from">{rule} <a class="copy" href="#{id}">Link</a></p></fieldset>'
        f'<script type="application/json">{data}</script></form>'
    )


def _field(field: Field) -> str:
    name, words, values = escape(field.name), escape(field.words), field.values
    if all(isinstance(value, bool) for value in values):
        return f'<label><input type="checkbox" name="{name}"> {words}</label>'
    if any(isinstance(value, str) for value in values):
        options = "".join(f"<option>{escape(str(value))}</option>" for value in values)
        return f'<label>{words} <select name="{name}">{options}</select></label>'
    whole = all(value == int(value) for value in values)
    ends = f'min="{_number(min(values))}" max="{_number(max(values))}"'
    step = "1" if whole else "any"
    first = _number(min(values, key=abs))
    return (
        f'<label>{words} <input type="number" name="{name}" {ends} step="{step}" '
        f'value="{first}" inputmode="{"numeric" if whole else "decimal"}"></label>'
    )


def _number(value: Any) -> str:
    return format_value(value).replace("\N{MINUS SIGN}", "-").replace(",", "")


CALCULATOR = Kind(
    name="calculator",
    makes=RuleForm,
    html=_form,
    macros=(calculator,),
    text=lambda calculator: calculator.title,
)


def _yours(yours: Yours, _page: View) -> str:
    fields = "".join(_field(field) for field in yours.fields)
    return (
        '<form class="yours" data-search-exclude hidden>'
        f"<fieldset><legend>{escape(yours.title)}</legend>{fields}"
        '<button type="reset">Forget</button></fieldset></form>'
    )


def _roller(roller: Roller, _page: View) -> str:
    buttons = "".join(f'<button value="{faces}">d{faces}</button>' for faces in roller.dice)
    return (
        '<form class="roller" data-search-exclude hidden><fieldset><legend>Dice</legend>'
        '<label>how many <input type="number" name="count" min="1" max="100" value="1"></label>'
        f"{buttons}<output></output></fieldset></form>"
    )


YOURS = Kind(
    name="yours",
    makes=Yours,
    html=_yours,
    macros=(yours,),
    text=lambda yours: yours.title,
)
ROLLER = Kind(name="roller", makes=Roller, html=_roller, macros=(roller,))
