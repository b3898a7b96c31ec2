"""What stands beside a number is part of it: a proof of 3 does not vouch for "at most 3"."""

from __future__ import annotations

import pytest
from proved import proved

SAYS = "sea.speed(1) = 3"
BESIDE = """
more than 3
less than 3
fewer than 3
at most 3
at least 3
up to 3
no more than 3
not 3
never 3
anything but 3
nothing except 3
over 3
below 3
almost 3
3 or more
3 or fewer
3 knots or more
**3** knots or more
at most **3**
3+
> 3
≥3
≤ 3
≠ 3
&lt; 3
minus 3
negative 3
− 3
-3
−3
–3
‑3
－3
3%
3 %
3‰
3k
3M
3e3
3 million
3 dozen
$3
3 €
3-fold
3 times as much
3²
3½
3rd
""".strip().splitlines()


@pytest.mark.parametrize("said", BESIDE)
def test_a_bare_number_of_a_proof_is_no_other(said: str) -> None:
    assert proved(f"The speed is {said}.", SAYS) != []


@pytest.mark.parametrize(
    ("prose", "line"),
    [
        ("It makes 3.", SAYS),
        ("It makes **3** knots.", SAYS),
        ("It makes about 3 knots.", SAYS),
        ("It makes 3, more or less.", SAYS),
        ("It makes 3 knots more or less.", SAYS),
        ("It makes 3 knots, or more in a storm.", SAYS),
        ("Its keel less 3 is the speed.", SAYS),
        ("It makes at most 3.", "sea.speed(1) = at most 3"),
        ("It makes at most 4.", "sea.speed(1) = at most 4"),
        ("It makes no more than 3.", "sea.speed(1) = no more than 3"),
        ("It makes less than 4.", "sea.speed(1) = less than 4"),
        ("It makes up to **3**.", "sea.speed(1) = up to 3"),
        ("It makes 3 or more.", "sea.speed(1) = 3 or more"),
    ],
)
def test_what_a_proof_says_with_its_bound_holds(prose: str, line: str) -> None:
    assert proved(prose, line) == []


def test_a_bound_that_the_rule_crosses_is_told() -> None:
    assert proved("It makes at most 2.", "sea.speed(1) = at most 2") != []


def test_what_is_given_to_a_rule_is_not_bounded_where_the_rule_has_answered() -> None:
    assert proved("With 1 sail: 3.", SAYS) == []
    told = "1:16: the prose says more than 1 of something else here than the rule takes it for"
    assert proved("With more than 1 sail: 3.", SAYS) == [told]


def test_a_number_that_a_line_says_again_may_be_bounded() -> None:
    assert proved("It makes over 3 under sail.", "limit = sea.speed(1)", "limit") == []
    assert proved("It makes over 4 under sail.", "limit = sea.speed(1)", "limit") != []
