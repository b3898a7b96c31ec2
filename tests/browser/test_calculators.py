"""Calculators answer as the rules do, at every point of small domains and at many of large ones."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from book_site import DESK, DOCS, PHONE
from faults import faults

from sfrules.book import BOOK
from sfrules.press.things.calculators.translation import domains_of

pytestmark = pytest.mark.browser

PAGE = "calculators.html"
CALL = re.compile(r"\{\{ calculator\(([\w.]+)")
RULES = {
    name: rule
    for rule, name in BOOK.rule_names.items()
    if name.removeprefix("core.") in CALL.findall((DOCS / "calculators.md").read_text("utf-8"))
    or name in CALL.findall((DOCS / "calculators.md").read_text("utf-8"))
}
AT_MOST = 2_500
ASK = "([id, points]) => points.map(point => document.getElementById(id).answerAt(point))"

# Where the symbols of a chart are, by the way that they are moved to, from the corner of its frame.
PLACES = """paths => paths.flatMap(path => {
    const [dx, dy] = path.getAttribute("transform").match(/[-\\d.]+/g).map(Number);
    return [...path.getAttribute("d").matchAll(/([-\\d.]+),([-\\d.]+)/g)].map(([, x, y]) => [dx + +x, dy + +y]);
})"""


def near(one, other):
    """Whether two places are the same to the eye."""
    return all(abs(a - b) < 0.11 for a, b in zip(one, other, strict=True))


def points_of(rule):
    """Every point of a rule's domain, or many chosen by lot, the same each time."""
    domains = domains_of(BOOK, rule, {})
    if math.prod(map(len, domains.values())) <= AT_MOST:
        chosen = product(*domains.values())
    else:
        lot = Random(7)  # noqa: S311 nothing is kept secret by it
        chosen = (tuple(map(lot.choice, domains.values())) for _ in range(AT_MOST))
    return [dict(zip(domains, values, strict=True)) for values in chosen]


def answered(rule, point):
    """What Python answers, as the browser writes it; None where the rule refuses."""
    try:
        value = rule(**point)
    except ValueError:
        return None
    return str(value).lower() if isinstance(value, bool) else str(value)


def sent(value):
    """A number goes over as its digits, exactly."""
    return value if isinstance(value, bool | str) else f"#{Fraction(value)}"


def test_every_calculator_agrees_with_its_rule_at_twenty_thousand_points(open_page):
    page = open_page(PAGE, DESK)
    compared = 0
    for name, rule in RULES.items():
        pairs = [(point, told) for point in points_of(rule) if (told := answered(rule, point))]
        asked = [{key: sent(value) for key, value in point.items()} for point, _ in pairs]
        id = f"calculator-{re.sub('[._]', '-', name)}"
        found = page.evaluate(ASK, [id, asked])
        wrong = [
            (point, told, got)
            for (point, told), got in zip(pairs, found, strict=True)
            if told != got
        ]
        assert wrong[:3] == [], name
        compared += len(pairs)
    assert len(RULES) == page.locator("form.calculator").count()
    assert compared >= 20_000


def field(page, name, of="#calculator-core-hit-points"):
    return page.locator(f"{of} [name={name}]")


def test_an_answer_comes_with_its_steps_and_an_address_that_brings_it_back(open_page):
    page = open_page(PAGE, DESK)
    field(page, "level").fill("7")
    field(page, "durability").select_option("high")
    form = page.locator("#calculator-core-hit-points")
    assert form.locator("output").inner_text() == "51"
    assert form.locator(".calculator__how").inner_text() == (
        "base hit points 17 · durability factor 3"
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
    rings = page.locator("#figure-hit-points .chart-yours circle")
    assert rings.count() == 3
    # A ring is around a number of each line: lines go by hundredths of a unit, rings by tenths.
    places = rings.evaluate_all(
        "rings => rings.map(ring => [+ring.getAttribute('cx'), +ring.getAttribute('cy')])"
    )
    paths = page.locator("#figure-hit-points svg path").evaluate_all(PLACES)
    assert [at for at in places if not any(near(at, other) for other in paths)] == []
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
