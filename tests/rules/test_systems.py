"""The shape that the movement systems share: steps, forms, typical turns and budgets."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules import authored
from sfrules.rules import systems
from sfrules.rules.systems.costs import step_prices
from sfrules.rules.systems.registry import SYSTEMS
from sfrules.rules.systems.shape import MovementSystem

HALF = Fraction(1, 2)

# What a straight and a diagonal step cost, from the figures of each source.
STEPS = [
    ("core", "walking", "clear", 1, 1),
    ("core", "flight", "clear", 1, 1),
    ("core", "swimming", "clear", 1, 1),
    ("core", "burrowing", "clear", 1, 1),
    ("yards", "walk", "clear", 1, 1),
    ("yards", "walk", "challenging", 2, 2),
    ("yards", "descend a rope", "clear", HALF, HALF),
    ("yards", "crawl", "challenging", 3, 3),
    ("yards", "fly", "challenging", Fraction(3, 2), Fraction(3, 2)),
    ("terrain", "walk", "light", 2, 2),
    ("terrain", "walk", "heavy", 4, 4),
    ("terrain", "run", "light", 2, 2),
    ("terrain", "climb", "light", 4, 4),
    ("terrain", "fly", "heavy", 1, 1),
    ("impairment", "walk", "clear", 1, 1),
    ("impairment", "walk", "difficult", 2, 2),
    ("impairment", "sneak", "clear", 2, 2),
    ("impairment", "sneak", "difficult", 5, 5),
    ("impairment", "pass_through", "clear", 5, 5),
    ("impairment", "pass_through", "difficult", 10, 10),
    ("impairment", "climb", "clear", 2, 2),
    ("impairment", "burrow", "clear", 5, 5),
    ("impairment", "swim", "clear", 1, 1),
    ("impairment", "swim", "rough", 2, 2),
    ("impairment", "swim", "difficult", 5, 5),
    ("impairment", "fly", "difficult", 1, 1),
    ("impairment", "fly", "wind", 2, 2),
    ("impairment", "fly", "hurricane", 5, 5),
    ("seconds", "walk", "clear", 1, Fraction(3, 2)),
    ("seconds", "walk", "extreme", 3, Fraction(9, 2)),
]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_form_has_a_price_and_the_first_one_on_clear_ground(system):
    shape = SYSTEMS[system]
    assert isinstance(shape, MovementSystem)
    assert shape.id == system
    assert systems.forms(system) == shape.forms
    assert systems.terrains(system) == shape.terrains
    assert shape.ordinary_form == shape.forms[0]
    assert shape.step_cost(shape.ordinary_form, "clear") == 1
    for form in shape.forms:
        assert any(price.cost for price in step_prices(system) if price.form == form)


@pytest.mark.parametrize("system", SYSTEMS)
def test_prices_are_those_of_the_steps_and_none_where_there_is_no_rule(system):
    listed = {(price.form, price.terrain): price.cost for price in step_prices(system)}
    assert len(listed) == len(systems.forms(system)) * len(systems.terrains(system))
    for (form, terrain), cost in listed.items():
        assert cost == SYSTEMS[system].find_step_cost(form, terrain)


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_ground_is_easier_than_clear_ground_and_no_diagonal_easier_than_a_straight_step(system):
    shape = SYSTEMS[system]
    for form, terrain, cost in step_prices(system):
        if cost is not None:
            assert cost >= shape.step_cost(form, "clear")
            assert cost <= shape.step_cost(form, terrain, diagonal=True)


@pytest.mark.parametrize(
    "row", authored.rows("map-letters"), ids=lambda row: row.system + row.letter
)
def test_a_letter_of_a_map_stands_for_ground_that_the_ordinary_form_can_cross(row):
    shape = SYSTEMS[row.system]
    assert row.terrain in shape.terrains
    assert shape.step_cost(shape.ordinary_form, row.terrain) > 0


@given(st.sampled_from(STEPS), st.fractions(0, 100))
def test_a_budget_pays_for_its_steps_and_not_for_one_more(step, budget):
    system, form, terrain, cost, _ = step
    steps = systems.steps_within(system, budget, form, terrain)
    assert steps * cost <= budget < (steps + 1) * cost


# The cost of each task, worked out by hand, and as a share of the typical turns above.
