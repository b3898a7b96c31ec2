"""The scale table, in full."""

import pytest

from sfrules.facts.domain import rules_of
from sfrules.rules import scale


@pytest.mark.parametrize("s", [-2, 11])
@pytest.mark.parametrize("name", sorted({*rules_of(scale)} - {"scale_of", "squares_to_metres"}))
def test_scales_are_minus_1_to_10(name, s):
    with pytest.raises(ValueError, match=f"^s is {s}; allowed: a whole number from -1 to 10$"):
        getattr(scale, name)(s)
