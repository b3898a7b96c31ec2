"""A constant that a page arrives at by arithmetic with a literal has no name, and should have one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from toy_book import BOOK

from sfrules.ground.source import Source
from sfrules.press.page.expand import Page
from sfrules.press.site.check import expand

STRICT = replace(BOOK, no_loose_numbers=True)
MESSAGE = "this calculates with a literal to arrive at a constant"


def told(text, book=STRICT):
    problems = expand(book, Page(Source("p.md", text))).problems
    return [(p.column, p.length) for p in problems if p.message == MESSAGE]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("{{ 4 - 1 }}", [(4, 5)]),
        ("{{ 1 / sea.speed(3) }}", [(4, 16)]),
        ("{{ printed(8, sea.speed(3) + 1) }}", [(15, 16)]),
        ('{% set die = "d" ~ 14 / sea.speed(3) %}', [(20, 17)]),
        ("{{ (sea.speed(4) - sea.speed(3)) * 100 }}", [(5, 27)]),
        ("{{ sea.speed(2 + 1) }}", [(14, 5)]),
        ("{{ boats.gull.sails // 1 }}", [(4, 21)]),
        ("{{ 2 - 1 }} {{ 3 - 1 }}", [(4, 5), (16, 5)]),
        ("{{ -1 * sea.drift(3) }}", [(4, 17)]),
    ],
)
def test_arithmetic_with_a_literal_is_told(text, places):
    assert told(text) == places


@pytest.mark.parametrize(
    "text",
    [
        "{{ sea.speed(3) }}",
        "{{ sea.speed(4) - sea.speed(3) }}",
        "{{ -3 }}",
        "{% set sails = 3 %}{{ sails + 1 }}",
        "{% set sails = 3 %}{{ sea.speed(sails + 1) - sea.speed(sails) }}",
        "{% for n in [1, 2] %}{{ sea.speed(n) - 1 }}{% endfor %}",
        "{{ table('fleet', rows=[1, 2]) }}",
        "{% for n in range(1, boats.gull.sails + 1) %}{{ n }}{% endfor %}",
        '{{ sea.speed(3)|words ~ " knots" }}',
    ],
)
def test_any_other_arithmetic_is_the_pages_own(text):
    assert told(text) == []


def test_a_book_that_does_not_ask_is_not_told():
    assert told("{{ 4 - 1 }}", replace(STRICT, no_loose_numbers=False)) == []
