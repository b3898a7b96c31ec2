"""What a claim that has gone stale is mended to: the new number, in the author's own style."""

from __future__ import annotations

import pytest
from printing import print_page
from toy_book import BOOK

from sfrules.ground.mends import Edit
from sfrules.ground.problems import Problem
from sfrules.ground.source import Source
from sfrules.press.site.check import page_of
from sfrules.press.site.whole_page import expand

STYLES = [
    # typed, computed, mended
    ("52", "51", "51"),
    ("52", "5/2", "2.5"),
    ("52", "1/3", None),
    ("2.50", "11/4", "2.75"),
    ("2.50", "3", "3.00"),
    ("2.50", "17/8", "2.125"),
    ("2.5", "3", "3"),
    ("1_000", "2000", "2_000"),
    ("2", "12000", "12000"),
    ("-2", "-3", "-3"),
    ("-2", "3", "3"),
    ("2", "-3", "-3"),
    ("+2", "3", "+3"),
    ("1e3", "2000", "2000"),
    ("true", "1 > 2", "false"),
    ("False", "1 < 2", "True"),
    ("1", "1 < 2", None),
    ("52", '"d8"', None),
    ('"52"', "51", '"51"'),
    ("'52'", "51", "'51'"),
    ('" 52 "', "51", '" 51 "'),
    ('"60%"', "0.65", '"65%"'),
    ('"60%"', "0.655", '"65.5%"'),
    ('"60.0%"', "0.65", '"65.0%"'),
    ('"60%"', "1/3", None),
    ('"60 %"', "0.65", '"65 %"'),
    ('"60 percent"', "0.65", '"65 percent"'),
    ('"Sixty per cent"', "0.65", '"Sixty-five per cent"'),
    ('"+1"', "2", '"+2"'),
    ('"+1"', "0", '"+0"'),
    ('"+1"', "-1", '"−1"'),
    ('"−2"', "-3", '"−3"'),
    ('"−2"', "3", '"3"'),
    ('"-2"', "-3", '"-3"'),
    ('"2"', "-3", '"−3"'),
    ('"×1.5"', "2", '"×2"'),
    ('"× 1.5"', "1.25", '"× 1.25"'),
    ('"×2"', "1/3", None),
    ('"1,024"', "2048", '"2,048"'),
    ('"1,024"', "512", '"512"'),
    ('"1,024"', "1048576", '"1,048,576"'),
    ('"1024"', "20480", '"20,480"'),
    ('"10240"', "20480", '"20480"'),
    ('"2.50"', "2.75", '"2.75"'),
    ('"2.50"', "3", '"3.00"'),
    ('"2.50"', "1/3", None),
    ('"2/3"', "3/4", '"3/4"'),
    ('"2/3"', "0.25", '"1/4"'),
    ('"2/3"', "2", '"2"'),
    ('"2 1/2"', "2.25", '"2 1/4"'),
    ('"1½"', "1.75", '"1¾"'),
    ('"1½"', "0.5", '"½"'),
    ('"1 ½"', "2", '"2"'),
    ('"½"', "0.1", '"0.1"'),
    ('"½"', "1/7", None),
    ('"−½"', "-1.5", '"−1½"'),
    ('"two"', "3", '"three"'),
    ('"Two"', "3", '"Three"'),
    ('"TWO"', "42", '"FORTY-TWO"'),
    ('"no"', "3", '"three"'),
    ('"two"', "101", '"101"'),
    ('"two"', "-3", '"minus three"'),
    ('"minus two"', "-3", '"minus three"'),
    ('"Minus two"', "3", '"Three"'),
    ('"two"', "2.5", '"two and a half"'),
    ('"two"', "2.1", '"2.1"'),
    ('"two"', "1/7", None),
    ('"two and a half"', "3.75", '"three and three quarters"'),
    ('"two and a half"', "3", '"three"'),
    ('"third"', "4", '"fourth"'),
    ('"Third"', "21", '"Twenty-first"'),
    ('"third"', "101", '"101st"'),
    ('"third"', "2.5", None),
    ('"3rd"', "4", '"4th"'),
    ('"3rd"', "112", '"112th"'),
    ('"half"', "1/3", '"a third"'),
    ('"half"', "2/3", '"two thirds"'),
    ('"Half"', "1/8", '"An eighth"'),
    ('"a third"', "1/2", '"a half"'),
    ('"a quarter"', "1/2", '"a half"'),
    ('"one third"', "1/4", '"one quarter"'),
    ('"two-thirds"', "3/4", '"three-quarters"'),
    ('"half"', "0.65", '"0.65"'),
    ('"half"', "4/17", None),
    ('"half"', "2", None),
    ('"twice"', "3", '"thrice"'),
    ('"twice"', "4", '"four times"'),
    ('"twice"', "2.5", '"two and a half times"'),
    ('"twice"', "1", None),
    ('"double"', "3", '"triple"'),
    ('"double"', "2.5", None),
    ('"three times"', "2", '"two times"'),
    ('"3 times"', "2", '"2 times"'),
    ('"between 11 and 17"', "[10, 12, 18]", '"between 10 and 18"'),
    ('"Between two and six"', "[3, 4]", '"Between three and four"'),
    ('"from 11 to 17"', "[10, 12]", '"from 10 to 12"'),
    ('"11–17"', "[10, 18]", '"10–18"'),
    ('"60–70%"', "[0.5, 0.75]", '"50–75%"'),
    ('"60%–70%"', "[0.5, 0.75]", '"50%–75%"'),
    ('"11–17"', "[10, 10]", None),
    ('"11–17"', "18", None),
    ('"2d6"', '"2d8"', '"2d8"'),
    ('"2d6"', "'a \"d8\"'", None),
    ('"at least 12"', "11", None),
    ('"a lot"', "11", None),
]


def problem_of(page: str) -> Problem:
    """The one problem of a page."""
    (problem,) = print_page(page).problems
    return problem


def mended(page: str) -> str | None:
    """The page with its one problem mended; None where there is no mend."""
    edit = problem_of(page).mend
    if edit is None:
        return None
    assert isinstance(edit, Edit)
    assert edit.path == "docs/page.md"
    assert page[edit.start : edit.end] == edit.was
    return page[: edit.start] + edit.text + page[edit.end :]


@pytest.mark.parametrize(("typed", "computed", "now"), STYLES)
def test_a_mend_keeps_the_style(typed: str, computed: str, now: str | None) -> None:
    page = "---\ntitle: é\n---\nA {{ 1 }}, then {{ printed(%s, " + computed + ") }} — and 52.\n"
    assert mended(page.replace("%s", typed)) == (now and page.replace("%s", now))
    if now:
        assert not print_page(page.replace("%s", now)).problems


@pytest.mark.parametrize(
    ("page", "now"),
    [
        ("{{ printed(  8 ,sea.speed(3))}}", "{{ printed(  7 ,sea.speed(3))}}"),
        ("{{ printed((8), sea.speed(3)) }}", "{{ printed((7), sea.speed(3)) }}"),
        ("{{ printed(- 8, sea.drift(3)) }}", "{{ printed(-3, sea.drift(3)) }}"),
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
def test_a_mend_changes_what_is_typed_and_nothing_else(page: str, now: str | None) -> None:
    assert mended(page) == now


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
        (
            "{{ printed('about 10', sea.speed(3), within=1) }}",
            "say what holds of 7, or widen within=",
        ),
    ],
)
def test_a_hint_says_what_to_write_and_who_writes_it(page: str, hint: str) -> None:
    assert problem_of(page).hint == hint


def test_a_text_that_is_not_the_files_own_has_no_mend() -> None:
    text = "{{ printed(8, sea.speed(3)) }}"
    whole = expand(BOOK, page_of("docs/page.md", f"---\na: 1\n---\n{text}", text)).problems[0]
    changed = expand(BOOK, page_of("docs/page.md", "other", text)).problems[0]
    assert whole.mend == Edit("docs/page.md", 24, 25, "8", "7")
    assert (changed.mend, changed.hint) == (None, "write 7")


def test_a_thousand_stale_claims_are_told_in_no_time() -> None:
    page = "{{ printed(8, sea.speed(3)) }}\n" * 1000
    problems = expand(BOOK, page_of("docs/page.md", page, page)).problems
    assert len(problems) == 1000
    assert Source("docs/page.md", page).position(problems[-1].mend.start) == (1000, 12)
