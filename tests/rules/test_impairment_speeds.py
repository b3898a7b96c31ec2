"""Speed in fights, chases and travel, and what changes it."""

from fractions import Fraction

import pytest

from sfrules import authored
from sfrules.rules import impairment


@pytest.mark.parametrize(
    ("sides", "chance"),
    [
        (2, 0),
        (3, Fraction(1, 3)),
        (4, Fraction(1, 2)),
        (6, Fraction(2, 3)),
        (10, Fraction(4, 5)),
        (20, Fraction(9, 10)),
    ],
)
def test_a_risky_teleport_fails_on_a_2_or_less(sides, chance):
    assert impairment.risky_teleport_chance(sides) == chance
    good = [shown for shown in range(1, sides + 1) if shown > 2]
    assert Fraction(len(good), sides) == chance


def test_figures_that_rules_use_are_those_of_the_table():
    figures = {row.id: row.figure for row in authored.rows("impairment-figures")}
    assert impairment.step_up(
        5, int(authored.row("cited", ("IM-07", "sprint")).number)
    ) == impairment.sprint_speed(5)
    depth = figures["dive_depth"]
    assert (impairment.dive_damage(depth), impairment.dive_damage(depth + 1)) == (0, 1)
    assert impairment.combat_speed(2) == figures["human_limit"]
