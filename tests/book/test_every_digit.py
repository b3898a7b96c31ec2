"""One wrong digit in a claim, a proof or a worked example's result is reported at its line."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from mkdocs.utils import meta

from sfrules import authored
from sfrules.book import BOOK as SHIPPED
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.page.regions import regions
from sfrules.press.proving import proof_fences
from sfrules.press.site.weave.check import expand, page_of

PRINTED = replace(SHIPPED, samples=("docs/authoring/*", "docs/checked.md"))
DOCS = authored.root() / "docs"
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
TYPED = re.compile(r"""(?:\bprinted\(|\bresult=)\s*(?P<typed>"[^"]*"|-?[\d.]+)""")
# A bound still holds of many another number, and a declared difference of nearly all.
OPEN = re.compile(r"because=|\b(?:within=|at least|at most|over|under|more|less|fewer)\b|–")
CALL = re.compile(r"\{\{.*?\}\}|\(\d+, printed\(.*?\)\)\)")
MOST_DIGITS = 4
# What a line asks of a rule, and the number that it says the prose has; a lone name is a given.
PROVED = re.compile(
    r"^ *+(?!#|for |\w+ = [-+]?[\d.]+$).*[\w)\]] = [-+]?(?P<said>[\d.]+)$", re.MULTILINE
)


@cache
def text_of(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def expanded(page: str, text: str) -> ExpandedPage:
    return expand(PRINTED, page_of(f"docs/{page}", text, meta.get_data(text)[0]))


def digits(page: str, place: int) -> dict[int, int]:
    """Where a digit of each claim stands, by the claim's line: the one at a place from the left."""
    text, code, found = text_of(page), fences(page), {}
    for call in CALL.finditer(text):
        typed = TYPED.search(call[0])
        if not typed or OPEN.search(call[0]) or any(call.start() in fence for fence in code):
            continue
        start = call.start() + typed.start("typed")
        at = [start + n for n, char in enumerate(typed["typed"]) if char.isdecimal()]
        if at[place:] and text.count("\n", 0, start) + 1 not in found:
            found[text.count("\n", 0, start) + 1] = at[place]
    return found


def digits_of_proofs(page: str, place: int) -> dict[int, int]:
    """Where a digit of what each line of a proof says stands, by the line."""
    text, found = text_of(page), {}
    for proof in proof_fences.fences(text, regions(text), 0):
        for line in PROVED.finditer(text, proof.region.start, proof.region.end):
            at = [n for n in range(*line.span("said")) if text[n].isdecimal()]
            if at[place:]:
                found[text.count("\n", 0, line.start("said")) + 1] = at[place]
    return found


@cache
def fences(page: str) -> list[range]:
    code = re.finditer(r"^```.*?^```|`[^`\n]+`", text_of(page), re.MULTILINE | re.DOTALL)
    return [range(match.start(), match.end()) for match in code]


def test_there_are_enough_digits_to_get_wrong():
    assert sum(len(digits(page, 0)) for page in PAGES) >= 40
    assert sum(len(digits_of_proofs(page, 0)) for page in PAGES) >= 500


@pytest.mark.parametrize("place", range(MOST_DIGITS))
@pytest.mark.parametrize("page", PAGES)
def test_a_wrong_digit_fails_the_check_that_it_stands_in(page: str, place: int):
    wrong = digits(page, place)
    if not wrong:
        return
    text = list(text_of(page))
    for at in wrong.values():
        text[at] = str((int(text[at]) + 1) % 10)
    failed = [check.line for check in expanded(page, "".join(text)).checks if check.problems]
    assert failed == sorted(wrong)


@pytest.mark.parametrize("place", range(MOST_DIGITS))
@pytest.mark.parametrize("page", PAGES)
def test_a_wrong_digit_in_a_proof_is_reported_at_its_line(page: str, place: int):
    wrong = digits_of_proofs(page, place)
    if not wrong:
        return
    text = list(text_of(page))
    for at in wrong.values():
        text[at] = str((int(text[at]) + 1) % 10)
    lines = {problem.line for problem in expanded(page, "".join(text)).problems}
    assert set(wrong) <= lines
