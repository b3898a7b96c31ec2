"""Jumps, drops, falls and tight places."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules import authored
from sfrules.rules import yards

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
LUCK = ("critical failure", "failure", "success", "critical success")

size = st.one_of(st.just(HALF), st.integers(1, 30))


@pytest.mark.parametrize(
    ("size", "up", "up_running", "drop", "across", "across_running"),
    [
        (HALF, QUARTER, HALF, 1, 1, 2),
        (0.5, QUARTER, HALF, 1, 1, 2),
        (1, HALF, 1, 2, 2, 4),
        (2, 1, 2, 4, 4, 8),
        (3, Fraction(3, 2), 3, 6, 6, 12),
        (10, 5, 10, 20, 20, 40),
    ],
)
def test_jumps_by_size(size, up, up_running, drop, across, across_running):
    assert yards.jump_up(size) == up
    assert yards.jump_up(size, running=True) == up_running
    assert yards.safe_drop(size) == drop
    assert yards.leap(size) == across
    assert yards.leap(size, running=True) == across_running


@given(size, st.booleans())
def test_a_roll_doubles_a_jump_and_a_leap(size, running):
    assert yards.jump_up(size, running, doubled=True) == 2 * yards.jump_up(size, running)
    assert yards.leap(size, running, doubled=True) == 2 * yards.leap(size, running)


@pytest.mark.parametrize(("size", "drop"), [(HALF, 2), (1, 4), (3, 12)])
def test_a_roll_doubles_a_jump_down_too(size, drop):
    assert yards.safe_drop(size, doubled=True) == drop


@pytest.mark.parametrize("way", ["jump", "leap"])
def test_a_jump_in_any_direction_costs_2_and_a_run_has_no_price(way):
    assert yards.activity_cost(way) == 2
    down = authored.row("yards-activities", "jump").effect
    assert "down" in down
    with pytest.raises(ValueError, match='^form is "run"; allowed: "walk", '):
        yards.rate("run")
    with pytest.raises(ValueError, match='^name is "run"; allowed: "drop prone", '):
        yards.activity_cost("run")


@pytest.mark.parametrize(
    ("size", "space"),
    [(HALF, HALF), (1, HALF), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3)],
)
def test_half_a_size_is_squeezed_into_and_no_less_than_a_half(size, space):
    assert yards.squeeze_space(size) == space


@pytest.mark.parametrize(("size", "wide"), [(HALF, 0), (1, 0), (2, 1), (3, 2), (4, 3)])
def test_a_tunnel_is_one_narrower_than_the_burrower(size, wide):
    assert yards.tunnel_diameter(size) == wide


@pytest.mark.parametrize("wrong", [0, -1, QUARTER, 1.5, 2.5, "2", None, True])
@pytest.mark.parametrize("name", ["jump_up", "safe_drop", "leap", "squeeze_space"])
def test_a_size_is_a_half_or_whole(name, wrong):
    allowed = "; allowed: 1/2, or a whole number from 1 up$"
    with pytest.raises(ValueError, match=f"^size is .+{allowed}"):
        getattr(yards, name)(wrong)


@pytest.mark.parametrize(
    ("workers", "minutes"), [(1, 60), (2, 30), (7, Fraction(60, 7)), (60, 1), (120, HALF)]
)
def test_workers_share_an_hour(workers, minutes):
    assert yards.clearing_time(workers) == minutes


def test_the_hour_is_for_a_space_of_size_3():
    assert authored.row("yards-complications", "clearing").size == 3
    with pytest.raises(ValueError, match="^workers is 0; allowed: a whole number from 1 up$"):
        yards.clearing_time(0)


def test_a_drop_of_more_than_your_height_is_a_fall():
    assert not yards.is_fall(1.75, height=2)
    assert not yards.is_fall(2, height=2)
    assert yards.is_fall(2.25, height=2)


@pytest.mark.parametrize(("n", "during", "after"), [(1, 50, 50), (2, 150, 200), (3, 250, 450)])
def test_a_fall_goes_faster_from_round_to_round(n, during, after):
    assert yards.fall_in_round(n) == during
    assert yards.fall_after(n) == after


@pytest.mark.parametrize(
    ("distance", "rounds"),
    [
        (0, 0),
        (0.01, 1),
        (49, 1),
        (50, 1),
        (50.01, 2),
        (51, 2),
        (199, 2),
        (200, 2),
        (201, 3),
        (450, 3),
        (451, 4),
        (800, 4),
        (801, 5),
        (50 * 10**40, 10**20),
        (50 * 10**40 + 1, 10**20 + 1),
    ],
)
def test_a_fall_ends_in_the_first_round_that_takes_it_so_far(distance, rounds):
    assert yards.rounds_to_fall(distance) == rounds


@given(st.fractions(0, 100_000))
def test_a_fall_takes_as_many_rounds_as_falling_them_one_by_one(distance):
    fallen = rounds = 0
    while fallen < distance:
        fallen += 50 + 100 * rounds
        rounds += 1
    assert yards.rounds_to_fall(distance) == rounds


@pytest.mark.parametrize("n", [0, -1, 1.5])
def test_rounds_of_a_fall_are_counted_from_1(n):
    for name in ("fall_in_round", "fall_after"):
        with pytest.raises(ValueError, match=f"^n is {n}; allowed: a whole number from 1 up$"):
            getattr(yards, name)(n)


# Yards, and the Health that each outcome of luck leaves lost; then the same into liquid.
LOSSES = [
    (0, 0, 0, 0, 0),
    (0.5, 0, 0, 0, 0),
    (1, 1, 0, 0, 0),
    (2, 2, 1, 1, 0),
    (3, 3, 1, 1, 0),
    (4, 4, 2, 2, 1),
    (15, 15, 7, 7, 3),
    (15.9, 15, 7, 7, 3),
    (30, 30, 15, 15, 7),
]


@pytest.mark.parametrize(("distance", "all_of_it", "half", "wet", "half_wet"), LOSSES)
def test_a_fall_costs_one_health_a_yard(distance, all_of_it, half, wet, half_wet):
    assert yards.fall_health_loss(distance, "failure") == all_of_it
    assert yards.fall_health_loss(distance, "success") == half
    assert yards.fall_health_loss(distance, "critical success") == 0
    assert yards.fall_health_loss(distance, "failure", into_liquid=True) == wet
    assert yards.fall_health_loss(distance, "success", into_liquid=True) == half_wet
    assert yards.fall_health_loss(distance, "critical success", into_liquid=True) == 0
    assert yards.health_at_stake(distance) == all_of_it
    assert yards.health_at_stake(distance, into_liquid=True) == wet


@pytest.mark.parametrize("into_liquid", [False, True])
@pytest.mark.parametrize("distance", [0, 1, 500])
def test_a_critical_failure_costs_all_health_and_life(distance, into_liquid):
    assert yards.fall_health_loss(distance, "critical failure", into_liquid) == "all"
    assert yards.lands_prone(distance, "critical failure", into_liquid)
    assert [outcome for outcome in LUCK if yards.fall_kills(outcome)] == ["critical failure"]


@pytest.mark.parametrize(
    ("distance", "luck", "prone"),
    [
        (0, "failure", False),
        (1, "failure", True),
        (1, "success", False),
        (2, "success", True),
        (100, "critical success", False),
    ],
)
def test_whoever_loses_health_lands_prone(distance, luck, prone):
    assert yards.lands_prone(distance, luck) is prone


def test_unknown_luck_is_refused():
    allowed = '"critical failure", "failure", "success" or "critical success"'
    with pytest.raises(ValueError, match=f'^luck is "lucky"; allowed: {allowed}$'):
        yards.fall_health_loss(10, "lucky")


@pytest.mark.parametrize(
    ("affliction", "flier", "hoverer"),
    [
        ("held", True, False),
        ("prone", True, False),
        ("stunned", True, False),
        ("unconscious", True, True),
    ],
)
def test_what_brings_a_flier_down(affliction, flier, hoverer):
    assert yards.flier_falls(affliction) is flier
    assert yards.flier_falls(affliction, hovers=True) is hoverer


def test_only_one_knocked_prone_may_stop_the_fall():
    (recovers,) = [row for row in authored.rows("yards-flight") if row.recovery]
    assert recovers.id == "prone"
    assert all(other in recovers.recovery for other in ("held", "stunned", "unconscious"))
