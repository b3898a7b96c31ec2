"""When a typed number agrees with a rule, and what is written where it does not.

Each row of `claims.csv` is a claim as an author writes it: `printed(typed, computed, within=…)`.
The verdict is that it holds; that it fails, and `--fix` writes what is in `rewritten` or nothing;
that it goes unread, with no number in it; or that it is refused as a claim. `says` is how the hint
begins, or for a refused claim the message.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from counting import calls
from num2words import num2words
from printing import fixed, print_page, problem_of

from sfrules.ground.number_words import number_in
from sfrules.press.things.claims.claim import Claim, saying

with Path(__file__).with_name("claims.csv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))
PAGE = "---\ntitle: é\n---\nA {{{{ 1 }}}}, then {{{{ printed({}) }}}} — and 52.\n"
MESSAGES = {
    "fails": ("the page prints ", "the page says "),
    "unread": ("no number can be read in ",),
}


def page_of(row: dict[str, str], typed: str) -> str:
    within = f", within={row['within']}" if row["within"] else ""
    return PAGE.format(f"{typed}, {row['computed']}{within}")


def rows(verdict: str) -> list[dict[str, str]]:
    return [row for row in ROWS if row["verdict"] == verdict]


def test_a_claim_holds() -> None:
    found = {row["typed"]: print_page(page_of(row, row["typed"])).problems for row in rows("holds")}
    assert {typed: problems for typed, problems in found.items() if problems} == {}


@pytest.mark.parametrize("verdict", MESSAGES)
def test_a_claim_fails_and_is_rewritten_in_its_own_style_or_not_at_all(verdict: str) -> None:
    wrong = []
    for row in rows(verdict):
        page, new = page_of(row, row["typed"]), row["rewritten"]
        problem = problem_of(page)
        is_told = problem.message.startswith(MESSAGES[verdict]) and problem.hint.startswith(
            row["says"]
        )
        is_fixed = fixed(page) == (page_of(row, new) if new else None)
        if not (is_told and is_fixed) or (new and print_page(page_of(row, new)).problems):
            wrong.append((row, str(problem)))
    assert wrong == []


def test_a_claim_that_cannot_be_compared_with_a_number_is_refused() -> None:
    said = [
        (row["says"], problem_of(page_of(row, row["typed"])).message) for row in rows("refused")
    ]
    assert [each for each in said if not each[1].startswith(each[0])] == []


def test_every_row_has_a_verdict() -> None:
    assert {row["verdict"] for row in ROWS} == {"holds", "fails", "unread", "refused"}


def test_a_reason_is_for_a_difference_alone() -> None:
    assert Claim(8, 7, "rounded").holds
    assert not Claim(7, 7, "rounded").holds
    assert Claim(7, 7).holds
    assert not Claim(8, 7).holds


def test_a_reason_that_says_nothing_is_none() -> None:
    problem = problem_of('{{ printed(8, sea.speed(3), because=" ") }}\n')
    assert problem.message == "the page prints 8, sea.speed(3) is 7"


@pytest.mark.parametrize(
    "text", ["abc", "1e", "%", "\N{MULTIPLICATION SIGN}", "1 2", "one second", "two seconds"]
)
def test_a_text_without_a_number_has_none(text: str) -> None:
    assert number_in(text) is None


def test_numbers_have_their_words() -> None:
    for number in (*range(101), 101, 110, 199, 200, 342, 999, 1000, 1001, 2345, 99_999, 123_456):
        assert number_in(num2words(number)) == number
    for number in range(101):
        assert number_in(num2words(number, to="ordinal").removeprefix("one ")) == number


@pytest.mark.parametrize("piece", ["9", "a ", " ", "and ", "between 1 and ", "1–", "-", "1,", "½"])
def test_a_long_text_says_nothing_and_takes_no_more_work_the_longer_it_is(piece: str) -> None:
    for opening in ("", "between ", "about ", "minus "):
        long, longer = (opening + piece * (size // len(piece)) for size in (10_000, 80_000))
        assert saying(long) is None
        assert calls(saying, longer) == calls(saying, long)


@pytest.mark.parametrize(
    ("typed", "computed", "most"),
    [("about a seventh", "1/7", "0.0285"), ("about 0.00001", "1/100000", "0.000002")],
)
def test_the_most_that_a_claim_may_be_off_is_said_in_digits_and_rounded_down(typed, computed, most):
    problem = problem_of(f"{{{{ printed('{typed}', {computed}, within=1) }}}}")
    assert problem.hint == f"within= is at most {most}; or say a nearer number"
