"""A fence `formula sea.cargo` stands in a page as the formula does, in its author's words."""

from __future__ import annotations

import pytest
from printing import html_of, print_page
from toy_book import BOOK

from sfrules.ground.source import Source
from sfrules.press.page.askable import without_marks
from sfrules.press.page.expand import Page
from sfrules.press.page.regions import regions
from sfrules.press.site.check import expand

FENCE = "```formula sea.cargo\nCargo = beam × length ÷ 3\n```\n"
BOX = (
    '<div class="formula" role="group" aria-label="Formula: Cargo">\n'
    '<p class="formula__line"><span class="formula__name">Cargo</span>'
    ' <span class="formula__sign">=</span>&nbsp;<span class="formula__term">beam</span>'
    ' <span class="formula__sign">×</span>&nbsp;<span class="formula__term">length</span>'
    ' <span class="formula__sign">÷</span>&nbsp;3</p>\n</div>'
)


@pytest.mark.parametrize(
    "page",
    [
        FENCE,
        f"Before.\n\n{FENCE}\nAfter.",
        "~~~~ formula sea.cargo\nCargo = beam * length / 3.\n~~~~",
        "!!! example\n\n    Before.\n\n    ```formula sea.cargo\n    Cargo = beam ×\n      length ÷ 3\n    ```\n",
        "> ```formula sea.cargo\n> Cargo = beam ×\n> length ÷ 3\n> ```\n",
        "---\nrules: sea\n---\n\n```formula cargo\nCargo = beam × length ÷ 3\n```\n",
        '{{ formula(sea.cargo, words="Cargo = beam × length ÷ 3") }}',
    ],
)
def test_a_formula_in_words_is_drawn_like_any_formula(page):
    assert BOX in html_of(page)


def test_what_a_formula_goes_by_stands_below_it():
    html = html_of("```formula sea.cargo\nCargo = deck ÷ 3\nwhere deck is length × beam\n```\n")
    assert (
        '<p class="formula__where">where <span class="formula__name">deck</span> is '
        '<span class="formula__term">length</span> <span class="formula__sign">×</span>&nbsp;'
        '<span class="formula__term">beam</span></p>'
    ) in html


def test_a_formula_in_words_is_an_entry_and_a_check():
    page = expand(BOOK, Page(Source("docs/page.md", f"# Cargo\n\n{FENCE}")))
    entry, check = page.entries[0], page.checks[0]
    assert (entry.kind, entry.printed) == ("formula", "Cargo = beam × length ÷ 3")
    assert entry.expression == "formula sea.cargo Cargo = beam × length ÷ 3"
    assert [origin.name for origin in entry.origins] == ["sea.cargo"]
    assert (check.kind, check.place, check.problems) == ("formula", "docs/page.md:3:4", ())
    assert len(page.checks) == 1


def test_a_formula_that_is_read_from_its_rule_is_no_check():
    assert expand(BOOK, Page(Source("docs/page.md", "{{ formula(sea.cargo) }}"))).checks == ()


def test_a_formula_that_is_not_its_rule_fails_as_a_check():
    text = FENCE.replace("3\n```", "4\n```")
    page = expand(BOOK, Page(Source("docs/page.md", text)))
    assert page.checks[0].problems == page.problems
    assert [problem.place for problem in page.problems] == ["docs/page.md:2:1"]


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


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("(" * 900, "the formula is nested too deep"),
        ("1 + " * 250 + "1", "the formula has more than 1000 characters"),
        ("9" * 900, "for length 1, beam 1: the formula gives " + "9" * 900),
        ("9^(9^(9^9))", "for length 1, beam 1: the formula gives no value, sea.cargo 1/3"),
        ("length ÷ 0", "for length 1, beam 1: the formula gives no value, sea.cargo 1/3"),
    ],
)
def test_a_formula_out_of_all_bounds_is_one_mistake(formula, message):
    page = f"```formula sea.cargo\nCargo = {formula}\n```\n\nSee {{{{ sea.speed(3) }}}}.\n"
    expanded = expand(BOOK, Page(Source("docs/page.md", page)))
    (problem,) = expanded.problems
    assert problem.message.replace(",", "").startswith(message.replace(",", ""))
    assert "See 7." in without_marks(expanded.markdown)


@pytest.mark.parametrize("name", ["boats.gull", "sea", "sea.speed(3)", "1 + 2", "range"])
def test_a_formula_is_of_a_rule(name):
    (problem,) = expand(
        BOOK, Page(Source("docs/page.md", f"```formula {name}\nCargo = 1\n```\n"))
    ).problems
    assert problem.message == "this macro takes a rule by its name, such as sea.speed, uncalled"


def test_a_fence_never_closed_is_told_once():
    problems = print_page("```formula sea.cargo\nCargo = 1\n").problems
    assert [problem.message for problem in problems] == ["this code fence is never closed"]


def test_the_numbers_of_a_formula_are_not_loose():
    page = expand(BOOK, Page(Source("docs/page.md", FENCE)))
    assert (page.audit.counts["loose"], page.audit.counts["code"]) == (0, 0)
    assert page.audit.counts["cells"] == 1
