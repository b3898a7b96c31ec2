"""What a reach map refuses: maps, squares, forms and budgets that are none."""

import pytest

from sfrules.rules import systems


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
