"""Turns planned step by step."""

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
