"""Action points and the escalation die."""

from fractions import Fraction

import pytest

from sfrules.rules import core


@pytest.mark.parametrize("escalation", range(5))
@pytest.mark.parametrize("modifier", range(-6, 7))
def test_an_action_point_check_counts_the_faces_that_reach_4(escalation, modifier):
    reaching = sum(face + escalation + modifier >= 4 for face in range(1, 5))
    assert core.action_point_chance(escalation, modifier) == Fraction(reaching, 4)
