"""A number that a page sets itself is an input of a rule, or part of an example, or loose."""

from __future__ import annotations

import pytest
from auditing import audited, counts, loose

SET = "{% set n = 3 %}\n\n"

INPUTS = [
    "{{ n }} sails make {{ sea.speed(n) }} knots.",
    "{{ n }} sails make {{ printed(7, sea.speed(n)) }} knots.",
    "{{ n }} sails make {{ sea.speed(sails=n) }} knots.",
    "{{ n|words }} sails make {{ sea.speed(n) }} knots.",
    "{{ n + 1 }} sails make {{ sea.speed(n + 1) }} knots.",
    "{{ sea.speed(n) }} knots, from {{ n }} sails.",
    "{{ n }} boats of {{ n * sea.speed(2) }} knots in all.",
    "{{ n }} sails{% if sea.speed(n) > 5 %}, too many{% endif %}.",
    "{{ n }} sails:\n\n{{ table('fleet', rows=[n]) }}",
    "{% set more = n + 1 %}{{ more }} sails, after {{ n }}, make {{ sea.speed(more) }} knots.",
    "{% set more = n + 1 %}{{ more }} sails make {{ sea.speed(n) }} and more.",
    "{% for m in [1, 2] %}{{ m }}: {{ sea.speed(m) }}. {% endfor %}",
    "{% set all = [1, 2] %}{% for m in all %}{{ m }} {% endfor %}{{ sea.speed(all|first) }}",
    "{% for m in range(9) if sea.speed(m + 1) > 15 %}{{ m }}{% endfor %} sails.",
    "{{ n }} sails are {{ 'fast' if sea.speed(n) > 5 else 'slow' }}.",
    "{% set total %}{{ n }} and {{ sea.speed(n) }}{% endset %}{{ total }}",
]

IDLE = [
    ("It has {{ n }} sails.", "n"),
    ("It has {{ n|words }} sails.", "n|words"),
    ("It has {{ n + 1 }} sails.", "n + 1"),
    ("{% set m = 1 %}It has {{ m|words }} mast.", "m|words"),
    ("It has {{ 7 / 2 }} sails.", "7 / 2"),
    ("It has {{ printed(3, n) }} sails.", "printed(3, n)"),
    ('It has {{ printed("three", 1 + 2) }} sails.', 'printed("three", 1 + 2)'),
    ("{{ sea.speed(3) }} knots, and {{ n }} sails.", "n"),
    ("{{ sea.speed(n) }} knots.{% set n = 4 %} It has {{ n }} sails.", "n"),
    ("{% set m = 4 %}{{ sea.speed(n) }} knots, {{ n + m }} sails.", "n + m"),
    ("{% set more = n + 1 %}It has {{ more }} sails.", "more"),
    ("{% set used = sea.speed(n) %}It has {{ n }} sails.", "n"),
    ("{% for m in [1, 2] %}{{ m }} {% endfor %}", "m"),
    ("{% for m in range(2, 4) %}{{ m }} {% endfor %}{{ sea.speed(3) }}", "m"),
    ("It has {{ 77 if sea.speed(3) else 1 }} sails.", "77 if sea.speed(3) else 1"),
    ('It has {{ {7: "77 sails"}[sea.speed(3)] }}.', '{7: "77 sails"}[sea.speed(3)]'),
    ("{% set m = 77 if sea.speed(3) else 1 %}It has {{ m }}.", "m"),
    (
        "It has {{ printed(77, 77 if sea.speed(3) else 1) }}.",
        "printed(77, 77 if sea.speed(3) else 1)",
    ),
    ("It has {{ range(78)[sea.speed(9)] }} sails.", "range(78)[sea.speed(9)]"),
    ('!!! tip "Sails"\n\n    It has {{ n }} sails.', "n"),
    ('!!! example "Sails"\n\n    None.\n\nIt has {{ n }} sails.', "n"),
    ('!!! example "Sails"\n\n    It has {{ 3 }} sails.', "3"),
]


@pytest.mark.parametrize("text", INPUTS)
def test_what_goes_into_a_calculation_with_a_rule_is_an_input(text: str) -> None:
    assert loose(SET + text) == []
    assert counts(SET + text).get("chosen", 0) >= 1


@pytest.mark.parametrize(("text", "expression"), IDLE)
def test_what_no_rule_has_a_part_in_is_loose(text: str, expression: str) -> None:
    assert loose(SET + text) == [expression]


@pytest.mark.parametrize(
    "text",
    [
        '!!! example "Gull"\n\n    The die shows {{ n }}.',
        '??? example "Gull"\n\n    {% set n = 3 %}\n    The die shows {{ n + 1 }}.',
        '!!! example "Gull"\n\n    - In a list:\n\n        The die shows {{ n }}.',
        '!!! tip "Gull"\n\n    !!! example "Gull"\n\n        The die shows {{ n }}.',
    ],
)
def test_an_example_chooses_freely(text: str) -> None:
    assert loose(SET + text) == []
    assert counts(SET + text) == {"chosen": 1}


def test_flavour_is_told_from_a_number_that_is_chosen() -> None:
    for text in ("[{{ n }} gulls]{.flavour} sang.", "[{{ 3 }} gulls]{.flavour} sang."):
        assert counts(SET + text) == {"flavour": 1}
        assert loose(SET + text) == []


def test_the_message_says_what_to_do() -> None:
    (problem,) = audited("{% set dice = 4 %}You roll {{ dice }} dice.").loose
    assert str(problem) == (
        "docs/page.md:1:31: the number 4 is loose: the page sets it itself, and no rule has a "
        "part in it\n"
        "    1 | {% set dice = 4 %}You roll {{ dice }} dice.\n"
        "                                      ^^^^\n"
        "hint: print it from its rule, give it to a rule, or say it in the box of an example"
    )


def test_a_loop_is_told_at_its_place_and_counted_by_its_turns() -> None:
    found = audited("{% for n in range(40) %}{{ n }} {% endfor %}")
    assert len(found.loose) == 1
    assert found.counts["loose"] == 40


def test_a_name_with_a_number_word_in_it_is_no_number() -> None:
    text = '{% set inn = "The Three Gulls" %}They met at {{ inn }}.'
    assert loose(text) == []
    assert counts(text) == {}
