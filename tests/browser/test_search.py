"""What readers ask for is found: forty of their questions, in their words and their spelling."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from book_site import DESK, PHONE, search
from faults import faults

pytestmark = pytest.mark.browser

with Path(__file__).with_name("questions.csv").open(encoding="utf-8") as lines:
    QUESTIONS = {row["question"]: set(row["found"].split()) for row in csv.DictReader(lines)}


def test_nearly_every_question_is_answered_first_and_each_among_the_first_three(open_page):
    page = open_page("core/damage.html", DESK)
    found = {question: search(page, question)[:3] for question in QUESTIONS}
    lost = {q: found[q] for q, right in QUESTIONS.items() if not right & set(found[q])}
    assert lost == {}
    later = {q: found[q] for q, right in QUESTIONS.items() if found[q][0] not in right}
    assert len(QUESTIONS) == 40
    assert len(later) <= 4, later


def test_a_row_that_is_found_reads_as_its_numbers(open_page):
    page = open_page("index.html", PHONE)
    search(page, "hit points level 7")
    first = page.locator(".find-results li").first
    assert first.locator("strong").inner_text() == "Level 7"
    assert "Low 34" in first.inner_text()
    assert "High 51" in first.inner_text()


def test_the_search_opens_with_a_key_and_is_walked_with_keys(open_page):
    page = open_page("core/damage.html", DESK)
    page.keyboard.press("/")
    page.keyboard.type("greatsword")
    page.locator(".find-results a").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/core/make-a-hero.html#table-armory.greatsword")


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_axe_finds_nothing_while_one_searches(open_page, width):
    page = open_page("welcome.html", width)
    assert search(page, "surge")
    assert faults(page) == []
