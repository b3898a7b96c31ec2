"""What stands beside a number is part of it: a proof of 3 does not vouch for "at most 3"."""

from __future__ import annotations

from proved import proved

SAYS = "sea.speed(1) = 3"


def test_a_bound_that_the_rule_crosses_is_told() -> None:
    assert proved("It makes at most 2.", "sea.speed(1) = at most 2") != []


def test_what_is_given_to_a_rule_is_not_bounded_where_the_rule_has_answered() -> None:
    assert proved("With 1 sail: 3.", SAYS) == []
    told = "1:16: the prose says more than 1 of something else here than the rule takes it for"
    assert proved("With more than 1 sail: 3.", SAYS) == [told]


def test_a_number_that_a_line_says_again_may_be_bounded() -> None:
    assert proved("It makes over 3 under sail.", "limit = sea.speed(1)", "limit") == []
    assert proved("It makes over 4 under sail.", "limit = sea.speed(1)", "limit") != []
