"""What macros print in a page, and what stays as the author wrote it."""

from __future__ import annotations

import pytest
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


def test_what_a_page_makes_of_itself_may_be_an_address():
    macro = "{% macro at(n) %}boats-{{ n }}.md{% endmacro %}"
    assert expanded(macro + "[a boat]({{ at(3) }})").markdown == "[a boat](boats-3.md)"
