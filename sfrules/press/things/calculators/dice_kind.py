"""The dice roller, and the exact distribution of what dice come to, as forms on a page."""

from __future__ import annotations

import inspect
import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path

from sfrules.ground.problems import Mistake
from sfrules.press.expression.rule_source import answer, signature_of
from sfrules.press.things.book import Book
from sfrules.press.things.calculators.calculator_kind import (
    Field,
    FormKind,
    WebForm,
    begun,
    contents_of,
    form_html,
    own_id,
    receipt_html,
    titled,
    translated,
)
from sfrules.press.things.calculators.translation import Rule, Translator, Tree
from sfrules.press.things.formulas.formula_kind import rule_named
from sfrules.press.things.thing import Contents, Desk, View

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

    The first of `rules` answers the distribution itself: what the form shows is held against it
    when the book is built. `dice` is the field for these.
    """

    rules: tuple[str, ...]
    dice: Field
    given: Mapping[str, object]


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
    """
    rule = rule_named(desk.book, rule)
    translator = Translator(desk.book)
    fields: tuple[Field, ...] = ()
    known: dict[str, object] = {}
    data: dict[str, Tree] = {}
    if of is None:
        dice, total = _dice_alone(rule), ""
    else:
        of = rule_named(desk.book, of)
        dice, total = _dice_and_total(rule, of)
        name, asked, known = translated(desk, translator, of, given)
        fields = tuple(field for field in asked if field.name != total)
        data = {"rule": name, "total": total}
    faces = sorted(desk.book.dice)
    points = [known | {each.name: each.values[at] for each in fields} for at in (0, -1)]
    _hold(rule, of, (dice, total), points, faces)
    most = _most(rule, dice, points[0], faces[0])
    data |= {"rules": translator.rules, "faces": faces, "most": most}
    desk.spend(len(json.dumps(data)))
    first = _dice_field(desk.book, rule, dice, faces)
    names = tuple(desk.book.rule_names[each] for each in (rule, of) if each)
    own, shown = begun(fields, begin or {}), titled(desk, title, rule)
    return DiceDistribution(names, first, known, title=shown, fields=own, data=data, folded=folded)


def _dice_field(book: Book, rule: Rule, dice: str, faces: list[int]) -> Field:
    words = book.words.say(dice, inspect.unwrap(rule).__name__)
    return Field(dice, words, (f"2d{faces[len(faces) // 2]}",))


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
    id = own_id(page, "distribution", shown.rules[0])
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


SCRIPT = Path(__file__).with_name("dice.js")
ROLLER = FormKind(
    name="roller",
    makes=Roller,
    html=_roller,
    macros=(roller,),
    contents=lambda _: Contents(),
    form_scripts=(SCRIPT,),
)
DISTRIBUTION = FormKind(
    name="distribution",
    makes=DiceDistribution,
    html=_distribution,
    macros=(distribution,),
    contents=lambda shown: contents_of(shown, shown.dice.words),
    form_scripts=(SCRIPT,),
)
