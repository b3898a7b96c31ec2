"""The shape that the movement systems share: steps, forms, typical turns and budgets."""

from fractions import Fraction

import pytest

from sfrules import authored
from sfrules.rules import systems
from sfrules.rules.systems.costs import step_prices
from sfrules.rules.systems.registry import SYSTEMS
from sfrules.rules.systems.shape import MovementSystem


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


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_budget_pays_for_its_steps_and_not_for_one_more(system):
    for form, terrain, cost in step_prices(system):
        for budget in (0, 1, Fraction(5, 2), 7, Fraction(100, 3)) if cost else ():
            steps = systems.steps_within(system, budget, form, terrain)
            assert steps * cost <= budget < (steps + 1) * cost
