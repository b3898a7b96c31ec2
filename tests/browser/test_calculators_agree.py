"""Rules in a browser answer as in Python, at every point of small domains and at many of large ones."""

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from book_site import DESK
from nights import NIGHTLY

from sfrules.book import BOOK
from sfrules.press.expression.values import Inexact
from sfrules.press.things.calculators import Translator, Untranslatable
from sfrules.rules import core

pytestmark = pytest.mark.browser

AT_MOST = 300 if NIGHTLY else 10
HIT = "distribution-core-damage-distribution"
ASK = """([rules, name, calls]) => calls.map((given) => {
    const { answer, written } = evaluator;
    return written(answer(rules, name, calculators.exactly(given)));
})"""
COUNT = f"calls => calls.map(call => document.getElementById({HIT!r}).countsAt(...call))"
SPACES = ("core", "scale", "yards", "terrain", "impairment", "seconds")
THROWN = ("d4", "d6", "d8", "d10", "d12", "d20", "2d6", "3d8 + d4", "10d10", "2d6 + d8", "100d4")


@pytest.fixture(scope="module")
def page(reader):
    page = reader.open("calculators.html", DESK)
    yield page
    page.close()


def points_of(domains, most=AT_MOST):
    """Every point of some domains, or many chosen by lot, the same each time."""
    if math.prod(map(len, domains.values())) <= most:
        chosen = product(*domains.values())
    else:
        lot = Random(7)  # noqa: S311 nothing is kept secret by it
        chosen = (tuple(map(lot.choice, domains.values())) for _ in range(most))
    return [dict(zip(domains, values, strict=True)) for values in chosen]


def answered(rule, point):
    """What Python answers, as the browser writes it; None where the rule refuses."""
    try:
        value = rule(**point)
    except ValueError:
        return None
    return str(value).lower() if isinstance(value, bool) else str(value)


def sent(point):
    """Numbers go over as their digits, exactly."""
    exactly = lambda value: value if isinstance(value, bool | str) else f"#{Fraction(value)}"  # noqa: E731
    return {name: exactly(value) for name, value in point.items()}


def translated() -> Iterator[tuple[str, Translator]]:
    """The rules that a browser can work out, each with its translation."""
    book = replace(BOOK)  # other tests may have translated rules of that book with other tables
    for rule, name in book.rule_names.items():
        translator = Translator(book)
        if name.partition(".")[0] in SPACES:
            try:
                yield translator.rule(rule, {}), translator
            except (Untranslatable, Inexact):
                continue


def test_every_rule_that_a_browser_can_work_out_is_answered_there_as_in_python(page):
    rules, compared = {name: rule for rule, name in BOOK.rule_names.items()}, 0
    for name, translator in translated():
        points = points_of(translator.domains(rules[name], {}))
        told = [(point, answer) for point in points if (answer := answered(rules[name], point))]
        calls = [sent(point) for point, _ in told]
        found = page.evaluate(ASK, [translator.rules, name, calls])
        pairs = zip(told, found, strict=True)
        assert [(name, *each, got) for each, got in pairs if each[1] != got][:3] == []
        compared += len(calls)
    assert compared >= 60 * AT_MOST


def test_distributions_have_the_ways_to_each_outcome_that_python_counts(page):
    domains = {"ability": range(-1, 6), "level": range(1, 31), "bonus": range(4)}
    calls, expected = [], []
    for dice, point in product(THROWN, points_of(domains, AT_MOST // 5)):
        calls.append([dice, sent(point)])
        counts = core.damage_distribution(dice, **point).counts
        expected.append([[str(outcome), str(ways)] for outcome, ways in counts])
    assert page.evaluate(COUNT, calls) == expected
