"""Action points and the escalation die."""

from fractions import Fraction

import pytest

from sfrules.rules import core


@pytest.mark.parametrize(
    ("round_", "shown"), [(1, 0), (2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 4), (8, 4), (100, 4)]
)
def test_the_escalation_die_rises_from_the_third_round_to_the_sixth(round_, shown):
    assert core.escalation_die(round_) == shown
    assert core.escalated_hit_bonus(5, round=round_) == 5 + shown
    assert core.escalated_skill_bonus(5, round=round_) == 5 - shown


@pytest.mark.parametrize(
    ("strength", "left"),
    [(1, [0, 0, 1, 2, 3]), (2, [0, 0, 0, 0, 0]), (7, [0, 0, 0, 0, 0])],
)
def test_a_few_newcomers_lower_the_die_by_one_and_many_put_it_back_to_nothing(strength, left):
    assert [core.escalation_after_newcomers(die, strength) for die in range(5)] == left


def test_there_is_no_round_before_the_first():
    with pytest.raises(ValueError, match="^round is 0; allowed: a whole number from 1 up$"):
        core.escalation_die(0)


@pytest.mark.parametrize("escalation", range(5))
@pytest.mark.parametrize("modifier", range(-6, 7))
def test_an_action_point_check_counts_the_faces_that_reach_4(escalation, modifier):
    reaching = sum(face + escalation + modifier >= 4 for face in range(1, 5))
    assert core.action_point_chance(escalation, modifier) == Fraction(reaching, 4)


@pytest.mark.parametrize("escalation", [-1, 5, 6])
def test_the_escalation_die_shows_no_other_figure(escalation):
    with pytest.raises(ValueError, match=f"^escalation is {escalation}; allowed: 0, 1, 2, 3 or 4$"):
        core.action_point_chance(escalation)
