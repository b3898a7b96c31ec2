"""Where a stale claim is fixed, what else stays as it is, and what the hint says."""

from __future__ import annotations

import pytest
from judging import judged
from printing import fixed, print_page, problem_of
from toy_book import BOOK

from sfrules.ground.edits import Edit
from sfrules.ground.source import Source
from sfrules.press.site.weave.check import page_of


@pytest.mark.parametrize(
    ("page", "now"),
    [
        ("{{ printed(  8 ,sea.speed(3))}}", "{{ printed(  7 ,sea.speed(3))}}"),
        ("{{ printed((8), sea.speed(3)) }}", "{{ printed((7), sea.speed(3)) }}"),
        (
            "{{ printed(computed=sea.speed(3), printed=8) }}",
            "{{ printed(computed=sea.speed(3), printed=7) }}",
        ),
        (
            "{% if printed('eight', sea.speed(3)) %}x{% endif %}",
            "{% if printed('seven', sea.speed(3)) %}x{% endif %}",
        ),
        (
            "{% set n = sea.speed(3) %}\n{% set c = printed(8, n) %}",
            "{% set n = sea.speed(3) %}\n{% set c = printed(7, n) %}",
        ),
        (
            "{% for n in [printed(8, sea.speed(3))] %}x{% endfor %}",
            "{% for n in [printed(7, sea.speed(3))] %}x{% endfor %}",
        ),
        (
            "{{ worked(sea.drift, knots=3, result=14) }}",
            "{{ worked(sea.drift, knots=3, result=-3) }}",
        ),
        ("{{ worked(sea.drift, 0, 14, knots=3) }}", "{{ worked(sea.drift, 0, -3, knots=3) }}"),
        (
            '{{ worked(sea.drift, knots=3, result="−4") }}',
            '{{ worked(sea.drift, knots=3, result="−3") }}',
        ),
        ("{% set n = 8 %}{{ printed(n, sea.speed(3)) }}", None),
        ("{{ printed(4 + 4, sea.speed(3)) }}", None),
        ("{{ printed('8' ~ '', sea.speed(3)) }}", None),
        ("{{ printed('8' '8', sea.speed(3)) }}", None),
        ("{{ printed([8, 9], [8, 7]) }}", None),
        ("{{ printed(8, sea.speed(3), within=0) }}", None),
        ("{{ printed(7, sea.speed(3), because='so') }}", None),
        ("{% for n in [1, 1] %}{{ printed(8, sea.speed(3)) }}{% endfor %}", None),
        ("{% macro f() %}{{ printed(8, sea.speed(3)) }}{% endmacro %}{{ f() }}", None),
    ],
)
def test_a_fix_changes_what_is_typed_and_nothing_else(page: str, now: str | None) -> None:
    assert fixed(page) == now


def test_a_claim_with_a_reason_is_not_touched() -> None:
    assert not print_page("{{ printed(8, sea.speed(3), because='the tide') }}").problems


@pytest.mark.parametrize(
    ("page", "hint"),
    [
        ("{{ printed(8, sea.speed(3)) }}", "sfrules check --fix writes 7"),
        ("{{ printed('eight', sea.speed(3)) }}", "sfrules check --fix writes seven"),
        ("{{ printed('70%', 7/11) }}", "write 7/11"),
        (
            "{% for n in [3] %}{{ printed(8, sea.speed(n)) }}{% endfor %}",
            "write 7; sfrules check --fix leaves it, as it stands in a loop",
        ),
        (
            "{% macro f(n) %}{{ printed(8, sea.speed(n)) }}{% endmacro %}{{ f(3) }}",
            "write 7; sfrules check --fix leaves it, as it stands in a macro",
        ),
        (
            "{% set n = 8 %}{{ printed(n, sea.speed(3)) }}",
            "write 7; sfrules check --fix leaves it, as it is not typed here",
        ),
        ("{{ printed('at least 8', sea.speed(3)) }}", "say what holds of 7"),
        ("{{ printed('8 to 8', sea.speed(3)) }}", "say what holds of 7"),
        ("{{ printed('8 to 5', sea.speed(3)) }}", "write the lower number of the range first"),
        (
            "{{ printed('about 8', sea.speed(3) + 1/4, within=0) }}",
            "say what holds of 7.25",
        ),
        (
            "{{ printed('about 7', sea.speed(3) + 1/4, within=0.2) }}",
            "say what holds of 7.25, or widen within=",
        ),
    ],
)
def test_a_hint_says_what_to_write_and_who_writes_it(page: str, hint: str) -> None:
    assert problem_of(page).hint == hint


def test_a_text_that_is_not_the_files_own_has_no_fix() -> None:
    text = "{{ printed(8, sea.speed(3)) }}"
    whole = judged(BOOK, page_of("docs/page.md", f"---\na: 1\n---\n{text}", text)).problems[0]
    changed = judged(BOOK, page_of("docs/page.md", "other", text)).problems[0]
    assert whole.fix == Edit("docs/page.md", 24, 25, "8", "7")
    assert (changed.fix, changed.hint) == (None, "write 7")


def test_a_thousand_stale_claims_are_reported_in_no_time() -> None:
    page = "{{ printed(8, sea.speed(3)) }}\n" * 1000
    problems = judged(BOOK, page_of("docs/page.md", page, page)).problems
    assert len(problems) == 1000
    assert Source("docs/page.md", page).position(problems[-1].fix.start) == (1000, 12)
