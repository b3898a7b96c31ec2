"""A number that a page sets itself, how it is counted and told; tests/corpus/loose/chosen.md has the cases."""

from __future__ import annotations

from auditing import audited, counts, loose


def test_an_input_of_a_rule_and_a_part_of_an_example_are_chosen() -> None:
    assert counts("{% set n = 3 %}{{ n }} sails make {{ sea.speed(n) }} knots.")["chosen"] == 1
    assert counts('!!! example "Gull"\n\n    The die shows {{ 3 }}.') == {"loose": 1}
    assert counts('{% set n = 3 %}\n\n!!! example "Gull"\n\n    {{ n }}.') == {"chosen": 1}


def test_flavour_is_told_from_a_number_that_is_chosen() -> None:
    for text in ("[{{ n }} gulls]{.flavour} sang.", "[{{ 3 }} gulls]{.flavour} sang."):
        assert counts(f"{{% set n = 3 %}}\n\n{text}") == {"flavour": 1}
        assert loose(f"{{% set n = 3 %}}\n\n{text}") == []


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
