"""Lines, columns, headings: where things stand, as the author counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from printing import print_page, print_pages

from sfrules.ground.problems import (
    Problem,
    did_you_mean,
    in_order,
    problem_at,
    problem_on_line,
    report,
)
from sfrules.ground.source import Source, Span
from sfrules.press.page.regions import regions


@given(st.text(alphabet="ab\n", max_size=60), st.data())
def test_a_place_is_what_counting_newlines_says(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    before = text[:offset]
    line, column = Source("x", text).position(offset)
    assert line == before.count("\n") + 1
    assert column == offset - (before.rfind("\n") + 1) + 1


@given(st.text(alphabet="`~{}%# -<>!\na[]|1", max_size=80))
def test_masking_keeps_every_place(text: str) -> None:
    found = regions(text)
    ends = [0, *(edge for region in found.found for edge in (region.start, region.end))]
    assert ends == sorted(ends)


def test_a_problem_shows_its_line_with_a_caret() -> None:
    source = Source("docs/x.md", "one\ntwo three\n")
    problem = problem_at(Span(source, 8, 13), "no", "yes")
    assert str(problem) == "docs/x.md:2:5: no\n    2 | two three\n            ^^^^^\nhint: yes"


def test_a_report_counts_its_problems() -> None:
    one = Problem("x", 1, 1, "no")
    assert report([]) == "no problems"
    assert report([one]).endswith("\n\n1 problem")
    assert report([one, one]).endswith("\n\n2 problems")


def test_a_hint_names_the_nearest_or_lists_what_there_is() -> None:
    assert did_you_mean("speeed", ["speed", "drift"]) == "did you mean speed?"
    assert did_you_mean("zzz", ["speed", "drift"]) == "there are drift, speed"
    assert did_you_mean("zzz", []) == ""


def test_a_hint_lists_twelve_names_and_counts_the_others():
    names = [f"n{number:02}" for number in range(15)]
    listed = f"there are {', '.join(names[:12])}"
    assert did_you_mean("zzz", names[:12]) == listed
    assert did_you_mean("zzz", names) == f"{listed} and 3 more"


@pytest.mark.parametrize(
    ("text", "anchors"),
    [
        ("{{ 1 }}\n\n# One\n\n{{ 2 }}\n\n## Two {#b}\n\n{{ 3 }}", ["", "one", "b"]),
        ("# A\n\n## Same\n\n{{ 1 }}\n\n## Same\n\n{{ 2 }}", ["same", "same_1"]),
        ("# A\n\n```\n# no heading\n```\n\n{{ 1 }}", ["a"]),
        ("# A\n\n## No {{ 3 }}\n\n{{ 4 }}\n\n## Last\n\n{{ 5 }}", ["no-3", "no-3", "last"]),
        ("# A\n\n!!! note\n\n    ## Inside\n\n    {{ 1 }}\n", ["inside"]),
    ],
)
def test_an_entry_stands_under_its_heading(text: str, anchors: list[str]) -> None:
    assert [entry.anchor for entry in print_page(text).entries] == anchors


def test_an_entry_names_the_rules_that_its_number_comes_from() -> None:
    text = (
        "{% set n = boats.gull.sails %}{{ sea.speed(n) }} {{ sea.drift(sea.speed(1)) }} "
        "{% for k in sea.crew(2) %}{{ k }}{% endfor %}"
    )
    names = [[origin.name for origin in entry.origins] for entry in print_page(text).entries]
    assert names[:2] == [["boats.gull", "sea.speed"], ["sea.drift", "sea.speed"]]
    assert names[2:] == [["sea.crew"], ["sea.crew"]]


def test_a_term_without_its_page_or_heading_is_a_problem_where_it_is_defined() -> None:
    (problem,) = print_pages({"terms.md": "# Terms\n\n## Knot {#knot}\n"}).problems
    assert problem.message == 'term "knot": terms.md has no #knots'
    assert problem.hint == "did you mean knot?"


def test_a_line_past_the_end_of_a_file_has_no_text() -> None:
    source = Source("game.py", "x = 1\n")
    assert [source.line(number) for number in (1, 2, 3, 60)] == ["x = 1", "", "", ""]
    told = str(problem_on_line(source, 60, "the table cannot be built"))
    assert told == "game.py:60:1: the table cannot be built"


def test_one_mistake_that_several_pages_show_is_told_once() -> None:
    told = [Problem("game.py", 3, 1, "KeyError: 3", hint) for hint in ("at b.md", "at a.md")]
    other = Problem("game.py", 3, 1, "KeyError: 4", "at a.md")
    assert in_order([*told, other, *told]) == [told[1], other]
