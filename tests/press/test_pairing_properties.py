"""Numbers of two editions are paired so that none is lost, and none is counted twice."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from sfrules.press.changes.comparison import (
    COLUMNS,
    NumberChange,
    Sheet,
    compare_numbers,
    read_numbers,
)

# Few words of each kind, so that numbers of the two editions are often alike in part.
ROWS = st.lists(
    st.tuples(
        st.sampled_from(["docs/a.md", "docs/b.md"]),
        st.sampled_from(["", "hulls"]),
        st.sampled_from(["value", "claim", "worked"]),
        st.sampled_from(["sea.speed(3)", "printed(7, sea.speed(3))", "printed(8, sea.speed(3))"]),
        st.sampled_from(["7", "8", "9"]),
    ),
    max_size=12,
)
EDITIONS = ROWS.map(lambda rows: read_numbers(Sheet(COLUMNS, tuple(rows), ())))


def sides(changes):
    """The numbers of changes, as they were and as they are."""
    before = [change.before for change in changes if change.before]
    return before, [change.after for change in changes if change.after]


@given(EDITIONS, EDITIONS)
def test_each_number_is_paired_or_has_come_or_has_gone(before, after):
    found = compare_numbers(before, after)
    old, new = sides(found.numbers)
    gone, come = sides(found.numbers_removed)[0], sides(found.numbers_added)[1]
    unpaired = Counter(before) - Counter([*old, *gone]), Counter(after) - Counter([*new, *come])
    assert Counter([*old, *gone]) <= Counter(before)
    assert Counter([*new, *come]) <= Counter(after)
    # The rest are the pairs that print the same in both editions.
    was, now = (Counter(number.printed for number in rest.elements()) for rest in unpaired)
    assert was == now
    assert found.reworded <= was.total()


@given(EDITIONS, EDITIONS)
def test_a_change_is_of_what_is_printed_and_a_number_comes_or_goes_alone(before, after):
    found = compare_numbers(before, after)
    assert all(change.before.printed != change.after.printed for change in found.numbers)
    assert all(change.before is None for change in found.numbers_added)
    assert all(change.after is None for change in found.numbers_removed)
    assert not (found.numbers_added and found.numbers_removed) or not any(
        one.number.name == other.number.name
        for one in found.numbers_added
        for other in found.numbers_removed
    )


@given(EDITIONS)
def test_an_edition_beside_itself_has_no_change(numbers):
    found = compare_numbers(numbers, numbers)
    assert (found.numbers, found.numbers_added, found.numbers_removed, found.reworded) == (
        (),
        (),
        (),
        0,
    )


@given(EDITIONS, EDITIONS)
def test_the_way_back_is_the_way_there_turned_around(before, after):
    there, back = compare_numbers(before, after), compare_numbers(after, before)
    turned = {NumberChange(change.after, change.before) for change in back.numbers}
    assert set(there.numbers) == turned
    assert sides(there.numbers_added)[1] == sides(back.numbers_removed)[0]
    assert sides(there.numbers_removed)[0] == sides(back.numbers_added)[1]
    assert there.reworded == back.reworded
