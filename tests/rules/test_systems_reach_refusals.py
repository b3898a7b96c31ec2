"""What a reach map refuses: maps, squares, forms and budgets that are none."""

import pytest

from sfrules.rules import systems
from sfrules.rules.systems.shape import NoRule


@pytest.mark.parametrize(
    "grid",
    [None, 3, "", [], [""], ["..", "."], ["x"], ["@"], [3], ["." * 101], ["."] * 101, {".": 1}],
)
def test_a_map_is_even_rows_of_known_letters(grid):
    message = (
        r"^grid is .*; allowed: equally long rows of the letters # \. ~ \^, at most 100 each way$"
    )
    with pytest.raises(ValueError, match=message):
        systems.reach_map(grid, (0, 0), 1, "core")


@pytest.mark.parametrize("square", [(2, 0), (0, 1), (-1, 0), (0, -1), (1, 0)])
def test_a_walk_starts_and_ends_on_the_map_and_in_no_wall(square):
    said = "is .+; allowed: a square of the map that is no wall$"
    with pytest.raises(ValueError, match=f"^start {said}"):
        systems.reach_map([".#"], square, 1, "core")
    with pytest.raises(ValueError, match=f"^goal {said}"):
        systems.cheapest([".#"], (0, 0), square, "core")


@pytest.mark.parametrize("form", ["dance", "fly"])
def test_a_form_is_one_of_the_system(form):
    with pytest.raises(
        NoRule, match=f'^seconds has no rule for form "{form}" on terrain "clear"; '
    ):
        systems.reach_map(["."], (0, 0), 1, "seconds", form)


@pytest.mark.parametrize("budget", [-1, "3", None, True])
def test_a_budget_is_a_number_from_0_up(budget):
    with pytest.raises(ValueError, match="^budget is .+; allowed: a number from 0 up$"):
        systems.reach_map(["."], (0, 0), budget, "core")
