"""The movement systems side by side: what steps cost, what a budget reaches, what tasks take."""

from sfrules.rules.systems.costs import (
    forms,
    prices,
    step_cost,
    steps_within,
    terrains,
    typical_turn,
)
from sfrules.rules.systems.reaching import cheapest, reach_map
from sfrules.rules.systems.speeds import converted_speed, flight, spd, speed
from sfrules.rules.systems.tasks import side_by_side, task_cost, task_share, tasks_priced
