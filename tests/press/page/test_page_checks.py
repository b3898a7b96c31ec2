"""What a page is refused for, and how long that takes."""

from __future__ import annotations

import pytest
from counting import calls
from judging import judged
from toy_book import BOOK

from sfrules.press.page.expand import ExpandedPage
from sfrules.press.site.weave import page_of


def expanded(text: str) -> ExpandedPage:
    return judged(BOOK, page_of("docs/page.md", text, text))


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
def test_a_hostile_line_is_told_in_few_words_before_its_page_is_out_of_time(typed: str) -> None:
    (problem,) = expanded(f"8\n\n```proof\nsea.speed(3) = {typed}\n```\n").problems
    assert "takes longer" not in problem.message
    assert len(problem.message) + len(problem.hint) < 1_500


@pytest.mark.nightly
@pytest.mark.parametrize("first", ["1", "sea.speed(3)"], ids=["set by the page", "from a rule"])
def test_a_long_chain_of_variables_is_followed_in_proportion_to_it(first: str) -> None:
    def chain(length: int) -> str:
        return f"{{% set x = {first} %}}" + "{% set x = x + 1 %}{{ x }} " * length

    page = expanded(chain(800))
    assert calls(expanded, chain(800)) < 2.2 * calls(expanded, chain(400))
    assert len(page.entries) == 800
    assert {len(entry.origins) for entry in page.entries} == {int(first != "1")}


@pytest.mark.parametrize("empty", ["", "\n", "\n\n"])
def test_a_proof_vouches_on_a_page_that_begins_with_empty_lines(empty: str) -> None:
    page = expanded(f"{empty}She makes 8.\n\n```proof\nsea.speed(3) = 7\n```\n")
    assert [problem.line - len(empty) for problem in page.problems] == [1]
