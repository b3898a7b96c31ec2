"""What the same tasks cost in each movement system, side by side."""

from fractions import Fraction

import pytest

from sfrules import authored
from sfrules.rules import systems
from sfrules.rules.systems.registry import SYSTEMS

TASKS = {
    "rough_ground": {"yards": 12, "terrain": 12, "impairment": 12, "seconds": 12},
    # A move of 6 squares goes one square up, or on hands and knees, or to one's feet.
    "climb": {"core": 3 * 6, "yards": 6, "terrain": 12, "impairment": 6},
    "swim": {"core": 6, "yards": 12, "terrain": 24, "impairment": 6},
    "crawl": {"core": 4 * 6, "yards": 8, "terrain": 16},
    "stand_and_leave": {"core": 6, "yards": 4 + 2, "terrain": 5 + 1},
    "fall": {"core": Fraction(165, 2), "yards": 30, "terrain": 270},
    "fly_up": {"core": 5, "yards": Fraction(5, 2), "terrain": 20, "impairment": 5},
}


def test_side_by_side_holds_every_task_in_every_system():
    lines = systems.side_by_side()
    assert (
        [line.task for line in lines] == [row.id for row in authored.rows("tasks")] == list(TASKS)
    )
    for line in lines:
        assert [price.system for price in line.prices] == list(SYSTEMS)
        for price in line.prices:
            told = systems.task_cost(line.task, price.system)
            assert price.cost == told == TASKS[line.task].get(price.system)
            assert (price.unit is None) == (price.cost is None)
            assert price.share == systems.task_share(line.task, price.system)


def test_harm_is_no_share_of_a_turn():
    (fall,) = (line for line in systems.side_by_side() if line.task == "fall")
    assert [(price.unit, price.share) for price in fall.prices if price.unit] == [
        ("damage", None),
        ("Health", None),
        ("damage", None),
    ]


@pytest.mark.parametrize(
    "row", authored.rows("task-steps"), ids=lambda row: f"{row.task}-{row.system}"
)
def test_a_step_of_a_task_is_paid_in_the_unit_of_its_system_or_is_harm(row):
    assert row.unit == SYSTEMS[row.system].unit or row.act == "fall"
    units = {
        r.unit for r in authored.rows("task-steps") if (r.task, r.system) == (row.task, row.system)
    }
    assert units == {row.unit}
