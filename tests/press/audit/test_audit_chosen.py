"""How a number is told that a page prints of its own; tests/corpus/loose/chosen.md has the cases."""

from __future__ import annotations

from auditing import audited


def test_it_is_told_at_its_tag_in_the_words_that_are_printed() -> None:
    (problem,) = audited("{% set dice = 4 %}You roll {{ dice|words }} dice.").loose
    assert str(problem) == (
        "docs/page.md:1:31: the number four is loose: no rule vouches for it\n"
        "    1 | {% set dice = 4 %}You roll {{ dice|words }} dice.\n"
        "                                      ^^^^^^^^^^\n"
        "hint: prove it in a proof below: … = four; print it: {{ … }}; or mark what is no rule: "
        "[four]{.flavour}"
    )


def test_what_a_loop_prints_is_told_once() -> None:
    assert len(audited("{% for n in range(40) %}{{ n }} {% endfor %}").loose) == 1
