"""Calculators answer as the rules do, at every point of small domains and at many of large ones."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from inspect import signature
from itertools import product
from random import Random

import pytest
from book_site import DESK, DOCS, PHONE
from faults import faults
from mkdocs.utils import meta

from sfrules.book import BOOK
from sfrules.press.site.check import expand, page_of
from sfrules.press.things.calculators.calculator_kind import Calculator
from sfrules.press.things.calculators.dice_kind import DiceDistribution
from sfrules.press.things.calculators.map_kind import PaintedMap
from sfrules.press.things.calculators.planner_kind import Planner, Priced

pytestmark = pytest.mark.browser

PAGE = "calculators.html"
AT_MOST = 2_500
ASK = "([id, calls]) => calls.map(call => document.getElementById(id).answerAt(...call))"
COUNT = "([id, calls]) => calls.map(call => document.getElementById(id).countsAt(...call))"
REACH = "([id, calls]) => calls.map(call => document.getElementById(id).costsAt(...call))"
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
    for name in ("core/damage", "core/dice-and-checks", "systems/impairment", "systems/yards"):
        page = open_page(f"{name}.html", DESK)
        made = [thing for thing in things_on(f"{name}.md") if isinstance(thing, Calculator)]
        assert len(made) == page.locator("details.try form.by-rule").count() >= 2
        for c in made:
            id = id_of("calculator", c.rule)
            compared += compared_rule(page, id, RULES[c.rule], c.given, c.fields)
    at_least(20_000, compared)


def test_distributions_have_the_ways_to_each_outcome_that_python_counts(open_page):
    page = open_page(PAGE, DESK)
    compared = 0
    for shown in (thing for thing in THINGS if isinstance(thing, DiceDistribution)):
        calls, expected = [], []
        for dice, point in product(THROWN, points_of(shown.fields, 60)):
            counts = RULES[shown.rule](**{shown.dice.name: dice}, **shown.given, **point).counts
            calls.append([dice, sent(point)])
            expected.append([[str(outcome), str(ways)] for outcome, ways in counts])
        compare(page, id_of("distribution", shown.rule), calls, expected, COUNT)
        compared += sum(map(len, expected))
    at_least(20_000, compared)


def test_each_rule_of_a_planner_agrees_with_python(open_page):
    page = open_page(PAGE, DESK)
    compared, made = 0, [thing for thing in THINGS if isinstance(thing, Planner)]
    for planner in made:
        budget = [planner.budget] if isinstance(planner.budget, Priced) else []
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


def field(page, name, of="#calculator-core-hit-points"):
    return page.locator(f"{of} [name={name}]")


def test_an_answer_comes_with_its_steps_and_an_address_that_brings_it_back(open_page):
    page = open_page(PAGE, DESK)
    field(page, "level").fill("7")
    field(page, "durability").select_option("high")
    form = page.locator("#calculator-core-hit-points")
    assert form.locator("output").inner_text() == "51"
    assert form.locator(".calculator__how").inner_text().splitlines()[0] == (
        "base hit points 17 × durability factor 3, rounded down = 51"
    )
    address = form.locator("a.copy").evaluate("link => link.href")
    again = open_page("welcome.html", DESK)
    again.goto(address)
    assert again.locator("#calculator-core-hit-points output").inner_text() == "51"


def test_what_a_rule_does_not_take_has_no_answer(open_page):
    page = open_page(PAGE)
    field(page, "level").fill("31")
    assert page.locator("#calculator-core-hit-points output").inner_text() == "–"


def test_a_chance_is_answered_as_a_share_of_a_hundred(open_page):
    page = open_page(PAGE, DESK)
    form = page.locator("#calculator-core-check-chance")
    form.locator("[name=target]").fill("13")
    assert form.locator("output").inner_text() == "40%"


def test_your_hero_is_known_to_calculators_and_marked_in_tables(open_page):
    page = open_page(PAGE, DESK)
    field(page, "level", "form.yours").fill("12")
    field(page, "durability", "form.yours").select_option("medium")
    assert page.locator("#calculator-core-hit-points output").inner_text() == "60"
    page.goto(page.url.partition("calculators")[0] + "core/characters.html")
    assert page.locator("#table-hit-points tr.yours th").inner_text() == "12"
    page.evaluate("localStorage.clear()")


def test_dice_are_thrown_within_their_faces(open_page):
    page = open_page(PAGE)
    page.locator("form.roller [name=count]").fill("50")
    page.locator("form.roller button[value='6']").click()
    thrown, _, total = page.locator("form.roller output").inner_text().partition(" = ")
    faces = [int(each) for each in thrown.split(" + ")]
    assert len(faces) == 50
    assert set(faces) <= set(range(1, 7))
    assert sum(faces) == int(total)


def test_without_scripts_there_is_nothing_to_fill_in(chromium, reader):
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(reader.address(PAGE))
        assert page.locator("form.calculator").first.is_hidden()
        page.goto(reader.address("core/characters.html"))
        assert page.locator("#table-hit-points").is_visible()


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_axe_finds_nothing_wrong_with_calculators(open_page, width):
    assert faults(open_page(PAGE, width)) == []


def filled(page, of, **values):
    """A form, with some of its fields filled in."""
    form = page.locator(of)
    for name, value in values.items():
        form.locator(f"[name='{name}']").fill(value)
    return form


HIT = "#distribution-core-damage-distribution"


def test_a_hit_has_its_mean_and_the_chance_of_at_least_so_much(open_page):
    form = filled(open_page(PAGE, DESK), HIT, dice="2d12", ability="4", level="1")
    form.locator("[name='at least']").fill("28")
    # One throw of 144 shows two twelves; the mean is 13 and 4.
    assert form.locator("output").inner_text() == "28 or more: about 0.69% · mean 17"
    assert "1 of 144 equally likely throws" in form.locator(".calculator__how").inner_text()
    assert form.locator("svg[role=img]").get_attribute("aria-label") == (
        "Chances of 6 to 28, with a mean of 17"
    )
    form.locator("summary").click()
    assert form.locator("tbody tr").count() == 23
    assert form.locator("tbody tr").last.inner_text().split() == (
        "28 about 0.69% about 0.69%".split()
    )


def test_an_address_brings_back_dice_of_two_kinds(open_page):
    page = open_page(PAGE)
    address = filled(page, HIT, dice="2d6 + d8").locator("a.copy").evaluate("link => link.href")
    again = open_page("welcome.html")
    again.goto(address)
    assert again.locator(f"{HIT} [name=dice]").input_value() == "2d6 + d8"


@pytest.mark.parametrize("dice", ["2d7", "d", "101d6", "2d6 +", "0d6"])
def test_dice_that_the_book_does_not_have_are_refused_in_words(open_page, dice):
    form = filled(open_page(PAGE), HIT, dice=dice)
    assert form.locator("output").inner_text() == "–"
    assert form.locator(".calculator__how").inner_text() != ""


def test_a_chance_is_rolled_for_and_the_face_judged(open_page):
    page = open_page(PAGE)
    form = filled(page, "#calculator-core-check-chance", bonus="4", target="13")
    for _ in range(20):
        form.get_by_role("button", name="Roll d20").click()
        said = form.locator(".calculator__how").inner_text().splitlines()[0]
        face = int(re.search(r": (\d+),", said)[1])
        assert (
            said == f"d20: {face}, a {'success' if face >= 9 else 'failure'} (9 or more succeeds)"
        )


def test_a_monsters_damage_is_rolled_on_a_die_of_six(open_page):
    form = filled(open_page(PAGE), "#calculator-core-rolled-monster-damage", level="1")
    seen = set()
    for _ in range(60):
        form.get_by_role("button", name="Roll d6").click()
        seen.add(form.locator("output").inner_text())
    assert seen == {"6", "8", "10"}


YARDS = "#planner-a-turn-in-yards"


def test_a_planner_adds_up_the_steps_of_a_turn_and_its_address_brings_them_back(open_page):
    page = open_page(PAGE, DESK)
    form = filled(page, YARDS, budget="10")
    form.get_by_role("button", name="Add an activity").click()
    form.locator("li [name=name]").select_option("stand up")
    form.get_by_role("button", name="Add a move").click()
    form.locator("li [name=form]").select_option("climb")
    form.locator("li [name=distance]").fill("4")
    form.locator("li [name=challenging]").check()
    # Standing up is 4; each of 4 yards up a wall over challenging terrain is 2 and 1.
    assert form.locator("output").inner_text() == "16 of 10 yards: 6 too many"
    assert "4 + 12 = 16" in form.locator(".calculator__how").inner_text()
    again = open_page("welcome.html", DESK)
    again.goto(form.locator("a.copy").evaluate("link => link.href"))
    assert again.locator(f"{YARDS} output").inner_text() == "16 of 10 yards: 6 too many"
    again.locator(f"{YARDS} li button").first.click()
    assert again.locator(f"{YARDS} output").inner_text() == "12 of 10 yards: 2 too many"


MAP = "#map-systems-reach-map"


def test_a_map_is_painted_by_keys_alone_and_says_what_a_square_costs(open_page):
    page = open_page(PAGE, DESK)
    form = filled(page, MAP, budget="3")
    form.get_by_role("radio", name="Wall").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert form.get_by_role("radio", name="Rough", exact=True).is_checked()
    form.locator("button[tabindex='0'][data-place]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    here = form.locator("button[tabindex='0'][data-place]")
    assert here.get_attribute("aria-label") == "Column 2, row 5: Rough, 2"
    assert here.evaluate("cell => cell === document.activeElement")
    assert form.locator(".calculator__how").inner_text() == "Column 2, row 5: Rough. 2 = 2"


def test_a_map_is_painted_by_a_pointer_that_is_dragged_and_its_address_brings_it_back(open_page):
    page = open_page(PAGE, DESK)
    form = page.locator(MAP)
    form.get_by_role("radio", name="Wall").check()
    form.locator("[data-place='0']").hover()
    page.mouse.down()
    for place in range(12):
        form.locator(f"[data-place='{place}']").hover()
    page.mouse.up()
    assert form.locator("button.ground-0").count() == 12 + 6
    again = open_page("welcome.html", DESK)
    again.goto(form.locator("a.copy").evaluate("link => link.href"))
    assert again.locator(f"{MAP} button.ground-0").count() == 12 + 6


def test_ground_that_a_system_has_no_price_for_is_refused_in_words(open_page):
    form = open_page(PAGE).locator(MAP)
    form.locator("[name=system]").select_option("core")
    assert form.locator("output").inner_text() == "–"
    assert "no price for rough ground" in form.locator(".calculator__how").inner_text()


def test_a_calculator_stands_folded_below_its_formula(open_page):
    page = open_page("core/characters.html")
    folded = page.locator("details.try", has=page.locator("#calculator-core-hit-points"))
    assert folded.locator("form").is_hidden()
    folded.locator("summary").click()
    folded.locator("[name=level]").fill("7")
    folded.locator("[name=durability]").select_option("high")
    assert folded.locator("output").inner_text() == "51"
