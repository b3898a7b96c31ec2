"""Calculators answer as the rules do, at every point of small domains and at many of large ones."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from inspect import signature
from itertools import product
from random import Random

import pytest
from book_site import DESK, DOCS
from mkdocs.utils import meta

from sfrules.book import BOOK
from sfrules.book.kinds.painted_map import PaintedMap
from sfrules.book.kinds.planner import Planner, PricedRule
from sfrules.press.site.weave.check import expand, page_of
from sfrules.press.things.calculators.calculator_kind import Calculator
from sfrules.press.things.calculators.dice_kind import DiceDistribution

pytestmark = pytest.mark.browser

PAGE = "calculators.html"
AT_MOST = 2_500
ASK = "([id, calls]) => calls.map(call => document.getElementById(id).answerAt(...call))"
COUNT = "([id, calls]) => calls.map(call => document.getElementById(id).countsAt(...call))"
REACH = "([id, calls]) => calls.map(call => document.getElementById(id).costsAt(...call))"
# Each formula with a calculator below it, how that says its rule, as it is and filled in, and what
# it works by: its data, which has the words that rules and tables answer, and its fields.
BESIDE = """() => [...document.querySelectorAll('details.try')].flatMap(folded => {
    const [box, form] = [folded.previousElementSibling, folded.querySelector('form.by-rule')];
    const data = form?.querySelector('script').textContent ?? '{}';
    const { rule, rules } = JSON.parse(data);
    if (!box?.matches('.formula') || !rules?.[rule].said) return [];
    const fields = [...form.querySelectorAll('[name]')];
    const told = () => [form.querySelector('.calculator__how').textContent, data, ...fields.map(field => field.value)];
    const first = told();
    fields.forEach(field => {
        if (field.type === 'checkbox') field.checked = true;
        else field.value = field.tagName === 'SELECT' ? [...field.options].at(-1).value : Math.min(7, field.max);
    });
    form.dispatchEvent(new Event('input'));
    return [[box.textContent, ...first], [box.textContent, ...told()]];
})"""
WORD = re.compile(r"[^\W\d_][\w'’]*|[+−×÷/]")
RULES = {name: rule for rule, name in BOOK.rule_names.items()}
THROWN = ("d4", "d6", "d8", "d10", "d12", "d20", "2d6", "3d8 + d4", "10d10", "2d6 + d8", "100d4")


def things_on(name):
    """What a page of the book prints, as the press made it."""
    path = DOCS / name
    text = path.read_text(encoding="utf-8")
    expanded = expand(BOOK, page_of(f"docs/{name}", text, meta.get_data(text)[0]))
    assert expanded.problems == ()
    return [piece.thing for piece in expanded.pieces]


THINGS = things_on("calculators.md")


def points_of(fields, most=AT_MOST):
    """Every point of some fields' values, or many chosen by lot, the same each time."""
    domains = {field.name: field.values for field in fields}
    if math.prod(map(len, domains.values())) <= most:
        chosen = product(*domains.values())
    else:
        lot = Random(7)  # noqa: S311 nothing is kept secret by it
        chosen = (tuple(map(lot.choice, domains.values())) for _ in range(most))
    return [dict(zip(domains, values, strict=True)) for values in chosen]


def answered(rule, given, point):
    """What Python answers, as the browser writes it; None where the rule refuses."""
    try:
        value = rule(**given, **point)
    except ValueError:
        return None
    return str(value).lower() if isinstance(value, bool) else str(value)


def sent(point):
    """Numbers go over as their digits, exactly."""
    exactly = lambda value: value if isinstance(value, bool | str) else f"#{Fraction(value)}"  # noqa: E731
    return {name: exactly(value) for name, value in point.items()}


def compare(page, id, calls, expected, ask=ASK):
    """Hold what a form answers to some calls against what Python answers; gives how many."""
    found = page.evaluate(ask, [id, calls])
    pairs = zip(calls, expected, found, strict=True)
    assert [(call, told, got) for call, told, got in pairs if told != got][:3] == []
    return len(calls)


def at_least(wanted, compared):
    """Say how many answers were compared, and hold that they are enough."""
    print(f"{compared:,} answers compared")  # noqa: T201 — it is what the test has to say
    assert compared >= wanted


def id_of(kind, name):
    return f"{kind}-{re.sub('[._]', '-', name)}"


def compared_rule(page, id, rule, given, fields, before=()):
    """Hold one rule of a form against Python, at each of its points that the rule takes."""
    told = [(point, answered(rule, given, point)) for point in points_of(fields)]
    taken = [(point, answer) for point, answer in told if answer]
    calls = [[*before, sent(point)] for point, _ in taken]
    return compare(page, id, calls, [answer for _, answer in taken])


def test_every_calculator_agrees_with_its_rule_at_sixty_thousand_points(open_page):
    page = open_page(PAGE, DESK)
    made = [thing for thing in THINGS if isinstance(thing, Calculator)]
    assert len(made) == page.locator("form.by-rule").count() >= 30
    compared = sum(
        compared_rule(page, id_of("calculator", c.rule), RULES[c.rule], c.given, c.fields)
        for c in made
    )
    at_least(60_000, compared)


def test_the_calculators_below_formulas_agree_with_their_rules_too(open_page):
    compared = 0
    for name in ("core/characters", "core/dice-and-checks", "systems/impairment", "systems/yards"):
        page = open_page(f"{name}.html", DESK)
        made = [thing for thing in things_on(f"{name}.md") if isinstance(thing, Calculator)]
        assert len(made) == page.locator("details.try form.by-rule").count() >= 2
        for c in made:
            id = id_of("calculator", c.rule)
            compared += compared_rule(page, id, RULES[c.rule], c.given, c.fields)
    at_least(20_000, compared)


def test_a_calculator_says_its_rule_in_the_words_of_the_formula_above_it(open_page):
    compared = 0
    pages = (path for path in DOCS.rglob("*.md") if "folded=true" in path.read_text("utf-8"))
    for name in sorted(path.relative_to(DOCS).with_suffix(".html").as_posix() for path in pages):
        for formula, how, data, *values in open_page(name, DESK).evaluate(BESIDE):
            answers = [*values, *re.findall(r'\],"(\w+)"\]', data)]
            chosen = {word for value in answers for word in WORD.findall(value)}
            own = re.split(r" = |; so ", how)[0]  # behind it stand the answer, and other rules
            assert set(WORD.findall(own)) - chosen - {"not"} <= set(WORD.findall(formula)), own
            compared += 1
    at_least(60, compared)


def test_distributions_have_the_ways_to_each_outcome_that_python_counts(open_page):
    page = open_page(PAGE, DESK)
    compared = 0
    for shown in (thing for thing in THINGS if isinstance(thing, DiceDistribution)):
        calls, expected = [], []
        for dice, point in product(THROWN, points_of(shown.fields, 60)):
            counts = RULES[shown.rules[0]](**{shown.dice.name: dice}, **shown.given, **point).counts
            calls.append([dice, sent(point)])
            expected.append([[str(outcome), str(ways)] for outcome, ways in counts])
        compare(page, id_of("distribution", shown.rules[0]), calls, expected, COUNT)
        compared += sum(map(len, expected))
    at_least(20_000, compared)


def test_each_rule_of_a_planner_agrees_with_python(open_page):
    page = open_page(PAGE, DESK)
    compared, made = 0, [thing for thing in THINGS if isinstance(thing, Planner)]
    for planner in made:
        budget = [planner.budget] if isinstance(planner.budget, PricedRule) else []
        for priced in [*budget, *planner.steps]:
            rule = RULES[priced.rule]
            asked = {f.name: f for f in (*priced.fields, *(f for b in budget for f in b.fields))}
            fields = [asked[n] for n in signature(rule).parameters if n not in priced.given]
            id = id_of("planner", planner.id)
            compared += compared_rule(page, id, rule, priced.given, fields, [priced.name])
    assert len(made) == page.locator("form.planner").count() == 5
    at_least(5_000, compared)


def test_on_painted_maps_the_least_costs_are_those_of_python(open_page):
    page = open_page(PAGE, DESK)
    (painted,) = (thing for thing in THINGS if isinstance(thing, PaintedMap))
    lot = Random(7)  # noqa: S311 nothing is kept secret by it
    calls, expected = [], []
    for (given, _, prices), size in product(painted.data["ways"], (3, 6, 9, 12)):
        for _ in range(6):
            letters = [*prices, *prices, *prices, "#"]
            rows = ["".join(lot.choices(letters, k=size)) for _ in range(8)]
            start = lot.choice([(x, y) for x in range(size) for y in range(8)])
            budget = lot.choice([0, 1, 3, Fraction(9, 2), 6, 10, 25])
            if rows[start[1]][start[0]] == "#":
                continue
            reached = RULES[painted.rule](grid=rows, start=start, budget=budget, **given)
            calls.append([rows, start, str(budget), given])
            expected.append({square: str(cost) for square, cost in reached})
    found = page.evaluate(REACH, [id_of("map", painted.rule), calls])
    assert [{(x, y): cost for x, y, cost in each} for each in found] == expected
    compared = sum(map(len, expected))
    at_least(10_000, compared)
