"""Turns planned step by step."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules.rules import yards

steps = st.lists(
    st.one_of(
        st.sampled_from(["stand up", "jump", "minor activity"]),
        st.tuples(st.sampled_from(["mount", "change velocity"]), st.integers(0, 5)),
        st.tuples(st.sampled_from(["walk", "fly", "crawl"]), st.integers(0, 12)),
    ),
    max_size=6,
)


@pytest.mark.parametrize(
    ("speed", "turn", "costs", "total", "left", "overspent"),
    [
        (10, [], (), 0, 10, 0),
        (10, ["stand up", ("walk", 6)], (4, 6), 10, 0, 0),
        (10, [("stand up", 1), ("walk", 6)], (4, 6), 10, 0, 0),
        (10, [["stand up", 1], ["walk", 5]], (4, 5), 9, 1, 0),
        (10, ("stand up", ("walk", 7)), (4, 7), 11, 0, 1),
        (0, ["drop prone"], (1,), 1, 0, 1),
        (5, [("fly", 3)], (Fraction(3, 2),), Fraction(3, 2), Fraction(7, 2), 0),
        (2.5, [("walk", 2.5)], (Fraction(5, 2),), Fraction(5, 2), 0, 0),
        (10, [("change velocity", 3), ("turn vehicle", 2)], (3, 2), 5, 5, 0),
        (10, [("change velocity", 0)], (0,), 0, 10, 0),
        (12, [("walk", 2, "challenging")], (4,), 4, 8, 0),
        (12, [("walk", 2, "retreating", "challenging")], (6,), 6, 6, 0),
    ],
)
def test_a_turn_adds_up(speed, turn, costs, total, left, overspent):
    planned = yards.plan(speed, turn)
    assert planned.costs == costs
    assert planned.total == total
    assert planned.left == left
    assert planned.overspent == overspent
    assert planned == (costs, total, left, overspent)


def test_traits_count_in_every_step():
    turn = [("climb", 3, "challenging"), ("sneak", 2, "challenging"), "leap"]
    assert yards.plan(20, turn).costs == (9, 6, 2)
    assert yards.plan(20, turn, traits=["climber", "strider"]).costs == (3, 4, 2)


@given(st.fractions(0, 40), steps)
def test_what_is_spent_and_left_makes_the_speed(speed, turn):
    planned = yards.plan(speed, turn)
    assert planned.total == sum(planned.costs)
    assert speed == planned.total + planned.left - planned.overspent
    assert 0 in (planned.left, planned.overspent)
    assert min(planned.left, planned.overspent) == 0


@given(steps, steps)
def test_two_turns_cost_what_each_does(first, then):
    whole = yards.plan(10, [*first, *then]).total
    assert whole == yards.plan(10, first).total + yards.plan(10, then).total


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        ("stand up", r'^steps is "stand up"; allowed: a list of steps, such as \["stand up", '),
        (None, "^steps is None; allowed: a list of steps"),
        (["stnd up"], r'^steps\[0\] is "stnd up"; allowed: a step that begins with "walk", '),
        (["jump", ("wolk", 6)], r"^steps\[1\] is \('wolk', 6\); allowed: a step that begins with"),
        (["walk"], r'^steps\[0\] is "walk"; allowed: the form with its yards, such as \("walk", 6'),
        ([("walk", -1)], r"^steps\[0\] is \('walk', -1\); allowed: the form with its yards"),
        ([("walk", "6")], r"^steps\[0\] is \('walk', '6'\); allowed: the form with its yards"),
        (
            [("walk", 6, "slippery")],
            r'; allowed: the form with its yards, such as \("walk", 6\), and "challenging" or "ret',
        ),
        ([("jump", 1.5)], r'; allowed: the activity alone, or with how often, such as \("jump", 2'),
        ([("jump", -1)], "; allowed: the activity alone"),
        ([("jump", 1, "challenging")], "; allowed: the activity alone"),
        ([()], r"^steps\[0\] is \(\); allowed: a step that begins with "),
        ([6], r"^steps\[0\] is 6; allowed: a step that begins with "),
        ([("walk", True)], "; allowed: the form with its yards"),
        ([[["walk"], 6]], "; allowed: a step that begins with "),
    ],
)
def test_a_step_that_is_none_is_refused_by_its_place(turn, message):
    with pytest.raises(ValueError, match=message):
        yards.plan(10, turn)
