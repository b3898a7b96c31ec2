"""What a column says of its function; `cases/table` has a table on a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from toy_book import fleet, speed

from sfrules.press.things.tables import Column, contents_of


def later(by: int) -> Callable[[int], int]:
    return lambda sails: speed(sails) + by


def held(rule: Callable[[int], int]) -> Callable[[int], int]:
    return lambda sails: max(rule(sails), 0)


@pytest.mark.parametrize("of", [later(4), held(later(4)), partial(max, 4), held(partial(max, 4))])
def test_what_the_function_of_a_column_holds_is_given_at_its_heading(
    of: Callable[[int], int],
) -> None:
    table = replace(fleet(), columns=(Column("Later", of, "Speed."),))
    assert 4 in contents_of(table).given("Later")
    assert 5 not in contents_of(table).given("Later")
