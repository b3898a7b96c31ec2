"""The checks of a page: each claim and worked example that was held against the rules."""

from __future__ import annotations

import pytest
from counting import calls
from toy_book import BOOK

from sfrules.press.page.expand import ExpandedPage
from sfrules.press.site.weave.check import expand, page_of


def expanded(text: str) -> ExpandedPage:
    return expand(BOOK, page_of("docs/page.md", text, text))


@pytest.mark.parametrize(
    ("page", "checks"),
    [
        ("Text {{ sea.speed(3) }} and `{{ printed(7, 7) }}`.", []),
        (
            "Text {{ printed(7, sea.speed(3)) }}.",
            [("1:9", "claim", "printed(7, sea.speed(3))", 0)],
        ),
        (
            "---\na: 1\n---\n\n{{ printed(8,\n  sea.speed(3)) }}",
            [("5:4", "claim", "printed(8, sea.speed(3))", 1)],
        ),
        (
            "{{ printed(7, sea.spede(3)) }}",
            [("1:4", "claim", "printed(7, sea.spede(3))", 1)],
        ),
        (
            "{{ worked(sea.drift, knots=3, result=-3) }}",
            [("1:4", "worked", "worked(sea.drift, knots=3, result=-3)", 0)],
        ),
        (
            "{{ worked(sea.drift, knots=3, result=3) }}",
            [("1:4", "worked", "worked(sea.drift, knots=3, result=3)", 1)],
        ),
        (
            "{% for n in [3, 4, 5] %}{{ printed(7, sea.speed(n)) }}{% endfor %}",
            [("1:28", "claim", "printed(7, sea.speed(n))", 2)],
        ),
        (
            "{% for n in [3, 3] %}{{ printed(8, sea.speed(n)) }}{% endfor %}",
            [("1:25", "claim", "printed(8, sea.speed(n))", 1)],
        ),
        ("{% for n in [] %}{{ printed(8, sea.speed(n)) }}{% endfor %}", []),
        (
            "{% macro f(n) %}{{ printed(7, sea.speed(n)) }}{% endmacro %}{{ f(3) }} {{ f(4) }}",
            [("1:20", "claim", "printed(7, sea.speed(n))", 1)],
        ),
        ("{% macro f(n) %}{{ printed(8, sea.speed(n)) }}{% endmacro %}", []),
        (
            "{% set a = printed(7, sea.speed(3)) %}{{ a }}",
            [("1:12", "claim", "printed(7, sea.speed(3))", 0)],
        ),
        (
            "{% with a = printed(7, sea.speed(3)), b = printed(8, 9) %}{% endwith %}",
            [
                ("1:13", "claim", "printed(7, sea.speed(3))", 0),
                ("1:43", "claim", "printed(8, 9)", 1),
            ],
        ),
        (
            "{% if printed(8, sea.speed(3)) %}x{% endif %}",
            [("1:7", "claim", "printed(8, sea.speed(3))", 1)],
        ),
        (
            "{% if false %}{{ printed(8, 9) }}{% else %}{{ printed(9, 9) }}{% endif %}",
            [("1:47", "claim", "printed(9, 9)", 0)],
        ),
        (
            "{% for n in [printed(1, 1)] if 1 %}{% endfor %}",
            [("1:13", "claim", "[printed(1, 1)]", 0)],
        ),
        (
            "{{ 'x' if true else printed(8, 9) }} {{ printed(9, 9) if true }}",
            [
                ("1:4", "claim", "'x' if true else printed(8, 9)", 0),
                ("1:41", "claim", "printed(9, 9) if true", 0),
            ],
        ),
        (
            "{{ oops }} {{ printed(8, 9) }}{{ printed(9, 9) }}",
            [("1:15", "claim", "printed(8, 9)", 1), ("1:34", "claim", "printed(9, 9)", 0)],
        ),
        ("{{ printed(8, }} {{ printed(9, 9) }}", [("1:21", "claim", "printed(9, 9)", 0)]),
        ("", []),
    ],
)
def test_the_checks_of_a_page(page: str, checks: list[tuple[str, str, str, int]]) -> None:
    found = [
        (f"{c.line}:{c.column}", c.kind, c.expression, len(c.problems))
        for c in expanded(page).checks
    ]
    assert found == checks


@pytest.mark.parametrize(
    "typed",
    [
        '"' + "9" * 10_000 + '"',
        "9" * 1_000,
        "9" * 10_000,
        '"' + "a " * 5_000 + '"',
        '"' + " " * 10_000 + '8"',
        "'between " + "1 and " * 2_000 + "'",
        '"' + "1–" * 5_000 + '"',
        "1" + " + 1" * 2_000,
        "1_" * 5_000,
        ", ".join(["1"] * 5_000),
        "(" * 5_000,
    ],
    ids=lambda typed: typed[:9],
)
def test_a_hostile_claim_is_told_in_few_words_before_its_page_is_out_of_time(typed: str) -> None:
    (problem,) = expanded("{{ printed(" + typed + ", sea.speed(3)) }}").problems
    assert "takes longer" not in problem.message
    assert len(problem.message) + len(problem.hint) < 1_500


@pytest.mark.parametrize("first", ["1", "sea.speed(3)"], ids=["set by the page", "from a rule"])
def test_a_long_chain_of_variables_is_followed_in_proportion_to_it(first: str) -> None:
    def chain(length: int) -> str:
        return f"{{% set x = {first} %}}" + "{% set x = x + 1 %}{{ x }} " * length

    page = expanded(chain(800))
    assert calls(expanded, chain(800)) < 2.2 * calls(expanded, chain(400))
    assert len(page.entries) == 800
    assert {len(entry.origins) for entry in page.entries} == {int(first != "1")}
    assert len(page.use.idle) == 800 * (first == "1")


def test_a_check_has_the_place_of_its_entry_in_the_ledger_whether_it_passes_or_not() -> None:
    passing = expanded("A {{ printed(7, sea.speed(3)) }}")
    failing = expanded("A {{ printed(8, sea.speed(3)) }}")
    assert passing.checks[0].place == failing.checks[0].place == "docs/page.md:1:6"
    (entry,) = passing.entries
    assert f"{entry.page}:{entry.line}:{entry.column}" == passing.checks[0].place
    assert entry.expression == passing.checks[0].expression


def test_a_check_has_the_problems_of_its_page_that_are_its_own() -> None:
    page = expanded("{{ oops }} {{ printed(8, sea.speed(3)) }} {{ printed(7, sea.spede(3)) }}")
    assert [problem.message for check in page.checks for problem in check.problems] == [
        "the page prints 8, sea.speed(3) is 7",
        'sea has no "spede"',
    ]
    assert set(page.problems) > {problem for check in page.checks for problem in check.problems}


@pytest.mark.parametrize(
    "text",
    [
        "{{ printed(2, 2) ~ printed(3, 3) }}",
        "{{ printed(2, 2) + 1 }}",
        "{{ 1 - printed(2, 2) }}",
        "{{ 'x' if printed(2, 2) == 2 }}",
        "{% if 1 < printed(2, 2) < 3 %}x{% endif %}",
    ],
)
def test_what_printed_gives_is_for_printing_alone(text: str) -> None:
    page = expanded(text)
    assert [p.message for p in page.problems] == [
        "printed() prints what you type; no more can be done with it"
    ]
    assert "x" not in page.markdown


@pytest.mark.parametrize(
    ("page", "places"),
    [
        ("!!! note\n    In the box.", []),
        ("!!! note\n\tIn the box.", []),
        ("!!! note\n   Below the box.", [(2, 4)]),
        ("- Item.\n\n    !!! note\n    \tIn the box.", []),
        ("- Item.\n\n\t!!! note\n\t    In the box.", []),
        ("- Item.\n\n\t!!! note\n\tBelow the box.", [(4, 2)]),
    ],
)
def test_a_tab_is_as_wide_as_four_blanks_where_a_box_has_its_text(
    page: str, places: list[tuple[int, int]]
) -> None:
    problems = expanded(page).problems
    assert [(problem.line, problem.column) for problem in problems] == places


@pytest.mark.parametrize("empty", ["", "\n", "\n\n"])
def test_a_proof_vouches_on_a_page_that_begins_with_empty_lines(empty: str) -> None:
    page = expanded(f"{empty}With 3 sails she makes 8.\n\n```proof\nsea.speed(3) = 7\n```\n")
    lines = [(check.kind, check.line - len(empty)) for check in page.checks]
    assert ("proof", 4) in lines
    assert [problem.line - len(empty) for problem in page.problems] == [1]
