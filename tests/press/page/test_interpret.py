"""What a page's statements do: their order, the scope of their names, and what a macro is given."""

from __future__ import annotations

import pytest
from corpus import read_pairs
from printing import print_page
from toy_book import BOOK

from sfrules.ground.source import Source
from sfrules.press.page.expand import ExpandedPage, Page
from sfrules.press.page.marks import without_marks
from sfrules.press.site.weave import expand


def expanded(text: str) -> ExpandedPage:
    return expand(BOOK, Page(Source("docs/page.md", text)))


def printed(text: str) -> str:
    result = expanded(text)
    assert not result.problems, [str(problem) for problem in result.problems]
    return without_marks(result.markdown)


@pytest.mark.parametrize(
    "part",
    [
        "statements",
        "macros of a page",
        "expressions",
        "what macros print",
        "statements on lines of their own",
    ],
)
def test_what_is_written_prints(part: str) -> None:
    found = [
        (text, printed(text).rstrip(), result) for text, result in read_pairs("statements", part)
    ]
    assert [each for each in found if each[1] != each[2]] == []


def test_a_mistake_is_the_page_s_one_problem() -> None:
    for text, message in read_pairs("statements", "mistakes"):
        problems = expanded(text + "{{ 3 }}").problems
        assert [problem.message for problem in problems] == [message]


def test_a_failed_filter_of_a_text_stands_at_its_place_and_the_page_goes_on() -> None:
    page = expanded("One.\n{% set a | oops %}x{% endset %}{{ a }}{{ sea.speed(3) }}")
    assert [(p.line, p.column) for p in page.problems] == [(2, 12)]
    assert without_marks(page.markdown).endswith("7")


def test_a_loop_over_what_fails_as_it_is_read_is_a_problem_and_the_page_goes_on() -> None:
    page = expanded("{% for n in [1, 2] if n > 'a' %}{{ n }}{% endfor %}{{ sea.speed(3) }}")
    assert len({str(problem) for problem in page.problems}) == 1
    assert without_marks(page.markdown) == "7"


def test_a_statement_right_below_the_front_matter_takes_nothing_of_the_text_away() -> None:
    text = "---\ntitle: Boats\n---\n{% set n = 1 %}\nThe text goes on.\n"
    start = text.index("{%")
    assert expand(BOOK, Page(Source("docs/page.md", text), start)).markdown == "The text goes on.\n"


def test_a_loop_over_an_answer_by_a_parameters_name_is_told_where_it_is_never_closed() -> None:
    (problem,) = print_page("{% for n in sea.crew(names=3) %}{{ n }}").problems
    assert (problem.column, problem.message) == (4, "this {% for %} is never closed")


def test_all_the_mistakes_of_a_page_are_reported_together() -> None:
    text = "{{ 1 + }}{% endfor %}{{ oops }}{% fro %}{{ sea.speed(10) }}{{ 'a }}"
    assert [(p.column, p.message) for p in sorted(print_page(text).problems)] == [
        (6, "the expression breaks off"),
        (13, "nothing is open that {% endfor %} goes with"),
        (25, '"oops" is not a name of this book'),
        (35, "there is no {% fro %}"),
        (44, "sails is 10; allowed: a whole number from 1 to 9"),
        (63, "this quote is never closed"),
    ]


@pytest.mark.parametrize("opening", ["{{ 3 }}{% raw %}", "Three{%-   raw-%}"])
def test_text_that_is_to_stay_as_it_is_is_told_where_its_statement_has_its_name(opening) -> None:
    (problem,) = expanded(opening + "7{% endraw %}").problems
    assert problem.column == opening.index("raw") + 1
    assert problem.message.startswith("pages have no {% raw %}")


@pytest.mark.parametrize(
    ("before", "margin"),
    [
        ("!!! note\n\n    ", "    "),
        ("> ", "> "),
        ("- ", "    "),
        ("1. ", "    "),
        ("[^1]: ", "    "),
        ("  - Words, ", "      "),
        ("", ""),
    ],
)
def test_each_line_of_what_a_tag_brings_is_indented_as_the_tag_is(before: str, margin: str) -> None:
    two = "{% macro two() %}First.\n\nSecond.{% endmacro %}\n"
    page = printed(f"{two}{before}{{{{ two() }}}}\n")
    assert page.removeprefix("\n") == f"{before}First.\n{margin}\n{margin}Second.\n"
