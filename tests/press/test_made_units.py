"""What two units make of each other: a sum, a difference, a product or a quotient counts one, or none."""

from __future__ import annotations

import pytest

from sfrules.press.things.units import Unit, Units

METERS, ROUNDS, CRATES = Unit("meters"), Unit("rounds"), Unit("crates")
HOURS = Unit("hours", kind_of="rounds")
PACE = Unit("meters a round", kind_of="meters", per="rounds")
TYPED = Unit("")  # a number that a page types counts nothing of its own
UNITS = Units({unit.name: unit for unit in (METERS, ROUNDS, CRATES, HOURS, PACE)})


@pytest.mark.parametrize(
    ("one", "sign", "other", "made"),
    [
        (PACE, "*", ROUNDS, METERS),
        (ROUNDS, "*", PACE, METERS),
        (HOURS, "*", PACE, METERS),
        (PACE, "*", CRATES, None),
        (CRATES, "*", PACE, None),
        (PACE, "*", PACE, None),
        (METERS, "*", ROUNDS, None),
        (METERS, "/", PACE, ROUNDS),
        (METERS, "//", PACE, ROUNDS),
        (TYPED, "/", PACE, ROUNDS),
        (CRATES, "/", PACE, None),
        (PACE, "/", METERS, None),
        (METERS, "-", PACE, None),
    ],
    ids=lambda part: getattr(part, "name", part) or "a number",
)
def test_a_rate_times_what_it_is_counted_by_is_so_much_and_no_other_product_is(
    one: Unit, sign: str, other: Unit, made: Unit | None
) -> None:
    assert UNITS.by_rate(sign, one, other) is made
