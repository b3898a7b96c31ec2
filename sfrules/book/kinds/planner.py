"""Planners: steps of a turn that a reader chooses, priced by rules, added up against a budget."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from sfrules.ground.problems import Mistake
from sfrules.press.things.calculators.calculator_kind import (
    Field,
    FormKind,
    WebForm,
    form_html,
    own_id,
    receipt_html,
    translated,
    words_of,
)
from sfrules.press.things.calculators.translation import Rule, Translator, Tree, preset
from sfrules.press.things.formulas.formula_kind import rule_named
from sfrules.press.things.thing import Desk, View, text_of

TIMES = range(1, 101)
MOST = range(10_001)  # of a budget that no rule gives


@dataclass(frozen=True)
class PricedRule:
    """A rule of a planner: its names in the book and among those translated, and its fields.

    `words` are what a step that it prices is called.
    """

    rule: str
    name: str
    words: str
    fields: tuple[Field, ...]
    given: Mapping[str, object]

    @property
    def repeats(self) -> bool:
        """Whether it prices a single step, so that a reader says how many; a distance says so."""
        return all(field.is_choice for field in self.fields)


@dataclass(frozen=True)
class Planner(WebForm):
    """Steps by the rules that price them, and the rule of the budget that pays, if there is one.

    Its own fields are those of the budget.
    """

    id: str
    steps: tuple[PricedRule, ...]
    budget: PricedRule | None


def planner(  # noqa: PLR0913 — what an author may say of a planner
    desk: Desk,
    steps: Mapping[str, Rule],
    *,
    budget: Rule | str,
    title: str,
    unit: str = "",
    folded: bool = False,
    **given: object,
) -> Planner:
    """A form that adds up the steps of a turn, each by one of some rules, against a budget.

    `steps` has the rule that prices each kind of step, by what a step of it is called. What the
    budget asks for is not asked again by its steps.
    """
    _check_steps(steps)
    translator = Translator(desk.book)
    paid = _priced(desk, translator, ("", budget), given) if callable(budget) else None
    fields = paid.fields if paid else (Field("budget", text_of(budget, "budget"), MOST),)
    asked = frozenset(field.name for field in fields) if paid else frozenset()
    priced = tuple(_priced(desk, translator, step, given, asked) for step in steps.items())
    data: dict[str, Tree] = {
        "rules": translator.rules,
        "unit": text_of(unit, "unit"),
        "budget": paid and paid.name,
        "steps": [[step.name, step.words] for step in priced],
    }
    desk.spend(len(json.dumps(data)))
    id = "-".join(text_of(title, "title").lower().split())
    return Planner(id, priced, paid, title=title, fields=fields, data=data, folded=folded)


def _check_steps(steps: object) -> None:
    if not isinstance(steps, Mapping) or not steps:
        message = 'steps are a mapping of names to rules, such as {"a move": yards.cost}'
        raise Mistake(message, parameter="steps")


def _priced(
    desk: Desk,
    translator: Translator,
    step: tuple[str, Rule],
    given: Mapping[str, object],
    asked: frozenset[str] = frozenset(),
) -> PricedRule:
    """A rule with those of the given values that it has a parameter for."""
    words, rule = step[0], rule_named(desk.book, step[1])
    own = {name: given[name] for name in inspect.signature(rule).parameters if name in given}
    name, fields, known = translated(desk, translator, rule, own)
    left = tuple(field for field in fields if field.name not in asked)
    bare = desk.book.rule_names[rule]
    return PricedRule(bare, name, words, left, preset(known))


def _html(planner: Planner, page: View) -> str:
    id = own_id(page, "planner", planner.id)
    budget = "".join(field.html for field in planner.fields)
    names = [each.rule for each in (planner.budget, *planner.steps) if each]
    templates = "".join(_template(step) for step in planner.steps)
    buttons = "".join(
        f'<button type="button" value="{at}">Add {escape(step.words)}</button>'
        for at, step in enumerate(planner.steps)
    )
    inner = (
        f'{budget}<ol class="planner__steps"></ol><p class="planner__add">{buttons}</p>'
        f"{receipt_html(page, id, *dict.fromkeys(names))}{templates}"
    )
    return form_html("planner", id, planner, inner)


def _template(step: PricedRule) -> str:
    times = Field("times", "times", TIMES).html if step.repeats else ""
    fields = "".join(field.html for field in step.fields)
    remove = '<button type="button" aria-label="Remove this step">×</button>'
    return f"<template>{fields}{times}<span></span>{remove}</template>"


def _words(planner: Planner) -> Iterator[str]:
    yield from words_of(planner)
    for step in planner.steps:
        yield from (step.words, *(field.words for field in step.fields))
    yield str(planner.data["unit"])


PLANNER = FormKind(
    name="planner",
    makes=Planner,
    html=_html,
    macros=(planner,),
    words=_words,
    styles=(Path(__file__).with_suffix(".css"),),
    form_scripts=(Path(__file__).with_suffix(".js"),),
)
