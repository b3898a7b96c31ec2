"""What macros print in a page, and what stays as the author wrote it."""

from __future__ import annotations

import pytest
from printing import html_of, print_page
from toy_book import BOOK

from sfrules.ground.source import Source
from sfrules.press.page.expand import ExpandedPage, Page
from sfrules.press.page.marks import without_marks
from sfrules.press.site.weave import expand


def expanded(text: str) -> ExpandedPage:
    result = expand(BOOK, Page(Source("docs/page.md", text)))
    assert not result.problems, [str(problem) for problem in result.problems]
    return result


@pytest.mark.parametrize(
    "text",
    [
        "`{{ sea.speed(3) }}`",
        "``a ` {{ b }}``",
        "```\n{{ not_a_name }}\n```",
        "~~~ jinja\n{% if %}\n~~~",
        "````\n```\n{{ x }}\n```\n````",
        "!!! note\n\n    ```\n    {{ x }}\n    ```\n",
        "- item\n\n  ```\n  {{ x }}\n  ```\n",
        "## Heading {#sloops}",
        "A word{.cls} and { #id } and {: .cls data-n='1' }",
        "100 % of {this} and } or {",
        "<!-- {{ hidden }} {% if %} -->",
        "[[1]](#note) and [[text][ref]]",
        "a ` lone backtick and {.cls}",
        "\\`{.x}",
    ],
)
def test_what_is_no_macro_stays_as_it_is_written(text: str) -> None:
    assert without_marks(expanded(text).markdown) == text


def test_macros_around_code_are_expanded_and_the_code_is_not() -> None:
    text = "{{ sea.speed(1) }} `{{ a }}` {{ sea.speed(2) }}\n\n```\n{% b %}\n```\n{{ 3 + 4 }}"
    assert without_marks(expanded(text).markdown) == "3 `{{ a }}` 5\n\n```\n{% b %}\n```\n7"


def test_a_loop_may_go_round_a_code_fence() -> None:
    text = "{% for n in [1, 2] %}\n```\n{{ raw }}\n```\n{% endfor %}"
    assert without_marks(expanded(text).markdown).count("{{ raw }}") == 2


def test_a_backtick_in_an_expression_opens_no_code() -> None:
    assert without_marks(expanded('{{ "`" }}{{ sea.speed(3) }}{{ "`" }}').markdown) == "`7`"


def test_front_matter_counts_and_is_left_out() -> None:
    text = "---\ntitle: {{ untouched }}\n---\n\nA {{ sea.speed(3) }}"
    page = Page(Source("docs/page.md", text), text.index("A {{"))
    result = expand(BOOK, page)
    assert without_marks(result.markdown) == "A 7"
    assert (result.entries[0].line, result.entries[0].column) == (5, 6)


def test_a_term_links_to_its_page_with_its_definition() -> None:
    html = html_of("Told in [[Knots]] or [[knot|sea miles]].")
    assert '<a class="term" href="terms.html#knots" aria-description=' in html
    assert ">Knots</a>" in html
    assert ">sea miles</a>" in html
    assert "Miles an hour, at &quot;sea&quot;." in html


def test_a_term_in_a_heading_is_plain_text() -> None:
    assert '<h2 id="about-knots">About knots</h2>' in html_of("## About [[knots]]")


def test_a_table_in_an_admonition_stays_in_it() -> None:
    html = html_of('!!! note "Boats"\n    Look:\n    {{ table("fleet") }}\n    Done.\n')
    assert html.index('class="admonition') < html.index("<table") < html.index("Done.")
    assert html.rindex("</div>") > html.index("Done.")
    assert "<p><div" not in html


def test_a_table_in_a_list_stays_in_it() -> None:
    html = html_of('1. One:\n\n    {{ table("fleet") }}\n\n2. Two\n')
    assert html.count("<ol>") == 1
    assert html.index("<li>") < html.index("<table") < html.index("Two")


def test_a_table_printed_again_keeps_its_number_and_gets_an_id_of_its_own() -> None:
    html = html_of('{{ table("fleet") }}\n\n{{ table("fleet", rows=[1]) }}\n')
    assert html.count("Table 1.") == 2
    assert html.count('id="table-fleet"') == html.count('id="table-fleet--2"') == 1
    assert html.count('aria-label="Speed by sails &amp; hull, again"') == 1


def test_a_table_printed_again_may_have_a_caption_of_its_own() -> None:
    html = html_of('{{ table("fleet") }}\n\n{{ table("fleet", rows=[1], caption="Slow") }}\n')
    assert html.count('href="#table-fleet--2">Table 1.</a> Slow</caption>') == 1


def test_tables_are_numbered_in_the_order_of_reading() -> None:
    html = html_of('{{ index("tables") }}\n\n{{ table("fleet") }}\n')
    assert '<a href="page.html#table-fleet"><span class="table-number">Table 1.</span>' in html


def test_a_failed_variable_is_one_problem_and_the_rest_of_the_page_is_still_checked() -> None:
    text = "{% set a = oops %}{{ a }}{{ a + 1 }}{{ sea.speed(a) }}{% if a %}x{% endif %}{{ last }}"
    problems = print_page(text).problems
    assert [problem.message.split('"')[1] for problem in problems] == ["oops", "last"]
