"""A page's audit: its places, its problems beside the others, and its time on hostile text."""

from __future__ import annotations

import pytest
from auditing import STRICT, audited
from counting import as_a_page, calls
from judging import converted, judged
from printing import print_page

from sfrules.ground.source import Source
from sfrules.press.page.expand import Page
from sfrules.press.site.judge import judge


@pytest.mark.parametrize("text", ["A boat.\r\nThree gulls.\r\n{.flavour}\r\n", "1. a\r\n2. b\r\n"])
def test_line_ends_of_windows_change_nothing(text: str) -> None:
    assert audited(text).loose == ()


def test_line_ends_of_windows_move_no_place() -> None:
    (problem,) = audited("A boat.\r\nHere are three gulls.\r\n").loose
    assert (problem.line, problem.column) == (2, 10)


def test_the_numbers_of_a_passage_are_one_message_with_the_lines_of_their_proof() -> None:
    (passage,) = audited("From 12 boats, three sink.").loose
    assert str(passage) == (
        "docs/page.md:1:6: 2 numbers of this passage are loose: 12 and three\n"
        "    1 | From 12 boats, three sink.\n"
        "             ^^\n"
        "hint: prove them in a proof below: … = 12; … = three; print them: {{ … }}; "
        "or mark what is no rule: [12]{.flavour}"
    )
    (alone,) = audited("Of boats, three sink.").loose
    assert alone.message == "the number three is loose: no rule vouches for it"


def test_a_number_that_a_page_prints_of_its_own_is_told_at_its_tag_in_its_words() -> None:
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


def test_a_number_of_front_matter_is_told_in_the_text_that_says_it() -> None:
    text = '---\nweight: 3\ntags:\n  - old\n  - "of 3 masts"\n---\n# Boats\n'
    (problem,) = audited(text).loose
    assert (problem.line, problem.column) == (5, 9)


def test_a_book_that_does_not_ask_is_told_nothing_and_has_its_counts() -> None:
    page = Page(Source("docs/page.md", "Three gulls."))
    lax = judged(STRICT.checking(no_loose_numbers=False), page)
    assert lax.problems == ()
    assert lax.audit.counts["loose"] == 1
    assert len(judged(STRICT, page).problems) == 1


def test_a_page_of_the_boats_is_audited_from_end_to_end() -> None:
    page = """\
---
title: Boats
---
# Boats {#boats-1}

A sloop makes {{ sea.speed(3) }} knots under {{ boats.gull.sails|words }} sails.
It has 4 masts, and one [[sail]].

[A hundred gulls]{.flavour} follow it.

{{ table("fleet", rows=[1]) }}
"""
    woven = print_page(page, STRICT)
    told = [(problem.line, problem.message.split(" is ")[0]) for problem in woven.problems]
    assert told == [(7, "the number 4")]
    assert woven.printing.audits["page.md"].counts == {
        "computed": 2,
        "cells": 4,
        "flavour": 1,
        "loose": 1,
    }
    assert '<span class="flavour">A hundred gulls</span> follow' in woven.pages["page.md"].html


def test_loose_numbers_are_told_with_the_other_mistakes() -> None:
    woven = print_page("Three {{ sea.spede(3) }} and four {{ table('fleat') }}.\n", STRICT)
    assert [problem.column for problem in woven.problems] == [1, 14, 38]


def test_a_macro_that_is_never_closed_is_one_mistake() -> None:
    woven = print_page("It makes {{ sea.speed(3) knots, and 4 gulls.\n", STRICT)
    assert [problem.message for problem in woven.problems] == ["this {{ is never closed"]


@pytest.mark.parametrize(
    ("opened", "is_told"),
    [
        ("```proof\nsea.speed(3) = 7\n", False),
        ("~~~proof\nsea.speed(3) = 7\n", False),
        ("{{ sea.speed(3)\n", True),
    ],
)
def test_a_number_above_a_proof_that_is_never_closed_is_not_loose(opened, is_told) -> None:
    woven = print_page(f"She makes 7 knots.\n\n{opened}", STRICT)
    loose = [problem for problem in woven.problems if "loose" in problem.message]
    assert len(woven.problems) - len(loose) == 1
    assert bool(loose) is is_told


def test_a_page_of_nothing_but_numbers_is_told_in_part_and_counted_whole() -> None:
    found = audited("12 " * 3_000)
    assert len(found.loose) == 1
    assert found.counts["loose"] == 3_000


# Of some there is less: Markdown itself takes too long with more, or goes too deep.
HOSTILE = {
    "digits": "1" * 200_000,
    "speech": "> " + "“" * 100_000,
    "tables": "|a|\n|-|\n" * 20_000,
    "blank cells": "a|b\n" + " " * 100_000,
    "dating words": "was in " * 30_000,
    "years": "in 1800 a " * 20_000,
    "numbered headings": "# 1\n## 1.1\n" * 1_000,
    "dice and signs": "2d6+–" * 40_000,
    "digits and dots": "1." * 100_000,
    "signs": "+-" * 100_000,
    "words": "two " * 50_000,
    "ones": "one one " * 25_000,
    "hyphens": "two-" * 50_000,
    "brackets": ("[" * 250 + "]{.flavour}" * 25) * 4,
    "spans": "*two*{.flavour} " * 12_000,
    "half-open spans": "_{.flavour}**{.flavour} " * 8_000,
    "marks": "two\n{.flavour}\n" * 12_000,
    "attributes": "<a " + "alt=\"title='alt=" * 12_000 + ">",
    "entities": "&frac&#" * 30_000,
    "numerals": "XIVI" * 50_000 + " XIV" * 10_000,
    "pairs": "a pair of " * 20_000 + "once " * 20_000,
    "tags": "<svg><div class='flavour'>" * 8_000,
    "links": "](" * 100_000,
    "braces": "{.a" * 60_000,
    "slashes": "a/" * 100_000,
    "one long word": "a" * 200_000 + " 3.md",
    "headings": "# 1 " * 50_000,
    "blanks": " " * 200_000 + "2",
    "quotes": "> " * 100_000 + "2",
    "list marks": ("- " * 100 + "2. x\n\n") * 200,
    "months": "20 November " * 16_000,
}


@pytest.mark.nightly
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_read_before_its_page_is_out_of_time(name: str) -> None:
    as_a_page(HOSTILE[name], audited, HOSTILE[name])


@pytest.mark.parametrize("name", HOSTILE)
def test_twice_the_hostile_text_takes_twice_the_work(name: str) -> None:
    """Without Markdown itself, which is not ours."""
    texts = (HOSTILE[name][:size] for size in (1_000, 2_000))
    pages = [converted(STRICT, Page(Source("docs/page.md", text))) for text in texts]
    once, twice = (calls(judge, STRICT, *page) for page in pages)
    assert twice < 2.4 * once + 500
