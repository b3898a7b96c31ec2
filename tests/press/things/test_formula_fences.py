"""A formula is read from its rule: a fence that types one is refused, and one that is shown is code."""

from __future__ import annotations

import pytest
from printing import print_page

from sfrules.press.page.regions import regions


@pytest.mark.parametrize(
    "page",
    [
        "```formula sea.cargo\nCargo = 1\n```\n",
        "- A list:\n\n    ~~~~ formula sea.cargo\n    ~~~~\n",
        "---\nrules: sea\n---\n\n> ```formula sea.cargo\n> Cargo = length × beam ÷ 3\n> ```\n",
        "It holds {{ sea.speed(3) }}.\n\n``` formula  sea.cargo\nCargo = tons\n```\n",
    ],
)
def test_a_formula_that_is_typed_is_refused_with_what_to_write(page):
    (problem,) = print_page(page).problems
    assert problem.message == "a formula is read from its rule, and not typed"
    assert problem.hint == "write {{ formula(sea.cargo) }} in place of the fence"
    assert problem.text[problem.column - 1 :].startswith(("```", "~~~"))


@pytest.mark.parametrize(
    "page",
    [
        "````text\n```formula sea.cargo\nCargo = 1\n```\n````\n",
        "```formulas sea.cargo\nCargo = 1\n```\n",
        "`formula sea.cargo`",
        "<!--\n```formula sea.cargo\nCargo = 1\n```\n-->\n",
    ],
)
def test_what_only_shows_such_a_fence_is_code(page):
    assert not any(region.kind == "formula" for region in regions(page).found)
    assert print_page(page).problems == ()


def test_a_fence_that_is_never_closed_is_told_once():
    problems = print_page("```formula sea.cargo\nCargo = 1\n").problems
    assert [problem.message for problem in problems] == ["this code fence is never closed"]


@pytest.mark.parametrize("name", ["boats.gull", "sea", "sea.speed(3)", "1 + 2", "range"])
def test_a_formula_is_of_a_rule(name):
    (problem,) = print_page(f"{{{{ formula({name}) }}}}\n").problems
    assert problem.message == "this macro takes a rule by its name, such as sea.speed, uncalled"
