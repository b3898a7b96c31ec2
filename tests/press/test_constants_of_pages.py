"""A constant that a page arrives at by arithmetic with a literal has no name, and should have one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from toy_book import BOOK

from sfrules.ground.source import Source
from sfrules.press.page.expand import Page
from sfrules.press.site.weave.check import expand

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
        ("{{ (sea.speed(4) - sea.speed(3)) * 100 }}", [(4, 35)]),
        ("{{ sea.speed(2 + 1) }}", [(14, 5)]),
        ("{{ boats.gull.sails // 1 }}", [(4, 21)]),
        ("{{ 2 - 1 }} {{ 3 - 1 }}", [(4, 5), (16, 5)]),
        ("{{ -1 * sea.drift(3) }}", [(4, 17)]),
        ("{% for n in [1, 2] %}{{ sea.speed(n) - 1 }}{% endfor %}", [(25, 16)]),
        ("{% set n = 3 %}{{ sea.speed(n) + 74 }}", [(19, 17)]),
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
        "{{ table('fleet', rows=[1, 2]) }}",
        "{% for n in range(1, boats.gull.sails + 1) %}{{ n }}{% endfor %}",
        '{{ sea.speed(3)|words ~ " knots" }}',
    ],
)
def test_any_other_arithmetic_is_the_pages_own(text):
    assert told(text) == []


# What may print a number that is typed in it, and where that stands.
TYPED = [
    ("{{ [77, sea.speed(3)][0] }}", (5, 2)),
    ("{{ [77, sea.speed(3)]|max }}", (5, 2)),
    ("{{ (sea.speed(3), 77)|last }}", (19, 2)),
    ("{{ [sea.speed(3), 74]|sum }}", (19, 2)),
    ("{{ sea.speed(3)|default(default_value=77) }}", (39, 2)),
    ("{{ [sea.speed(3), 'x 7']|join(' ') }}", (19, 5)),
    ("{{ [sea.speed(3), sea.speed(4)]|join(' of 77, ') }}", (38, 10)),
    ("{{ {1: 77, 2: sea.speed(3)}[2] }}", (8, 2)),
    ("{{ 77|default(sea.speed(3)) }}", (4, 2)),
    ("{{ sea.speed(3)|default(77) }}", (25, 2)),
    ("{{ sea.speed(3) ~ ' of 77 seats' }}", (19, 14)),
    ("{{ sea.speed(3) ~ ' and seventy' }}", (19, 14)),
    ("{{ 77 ~ ' of ' ~ sea.speed(3) }}", (4, 2)),
    ("{{ sea.speed(3) if boats.gull.sails > 2 else 77 }}", (46, 2)),
    ("{{ sea.speed(3) and 77 }}", (21, 2)),
    ("{{ -(sea.speed(3) or 77) }}", (22, 2)),
    ("{{ printed(77, [77, sea.speed(3)]|max) }}", (17, 2)),
    ("{% set n = sea.speed(3) %}{{ [77, n]|max }}", (31, 2)),
    ("{% set all = [77, sea.speed(3)] %}{{ all[0] }}", (15, 2)),
    ("{% for n in [77, sea.speed(3)] %}{{ n }} {% endfor %}", (14, 2)),
    ("{{ [1, 77]|select('gt', sea.speed(3))|first }}", (5, 1)),
    ("{{ [[sea.speed(3)], [77]]|map('first')|join(' ') }}", (22, 2)),
    ("{{ [sea.speed(3)]|map('default', 77)|join(' ') }}", (34, 2)),
]


@pytest.mark.parametrize(("text", "place"), TYPED)
def test_a_number_that_may_be_printed_for_an_answer_is_told(text, place):
    (problem,) = expand(STRICT, Page(Source("p.md", text))).problems
    assert (problem.column, problem.length) == place
    assert problem.message.endswith(" may be printed here, and is no rule's answer")


@pytest.mark.parametrize(
    "text",
    [
        "{{ [sea.speed(3), sea.speed(4)]|join(' and ') }}",
        "{{ [sea.speed(3), sea.speed(n)]|max }}".replace("(n)", "(9)"),
        "{{ 'fast' if sea.speed(3) > 5 else 'slow' }}",
        "{{ sea.speed(3)|decimal(2) }}",
        "{{ sea.crew(9)[3] }}",
        "{{ {'wood': sea.speed(3)}['wood'] }}",
        "{{ [1, 2, 3]|select('lt', sea.speed(3))|list|length }}",
        "{{ boats.gull.name ~ ' is one of ' ~ sea.speed(3) }}",
        "{% set n = 3 %}{{ n ~ ' sails' }} {{ sea.speed(n) }}",
        "{% for n in [1, 2] %}{{ sea.speed(n) }} {% endfor %}",
        "{{ table('fleet', rows=[1, 2]) }}",
    ],
)
def test_a_number_that_a_rule_is_asked_about_is_not_printed(text):
    assert expand(STRICT, Page(Source("p.md", text))).problems == ()


def test_a_book_that_does_not_ask_is_not_told():
    assert told("{{ 4 - 1 }}", replace(STRICT, no_loose_numbers=False)) == []
