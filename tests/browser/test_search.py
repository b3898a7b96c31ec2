"""What readers ask for is found: their questions, in their words and their spelling."""

from __future__ import annotations

import csv
from functools import partial
from pathlib import Path

import pytest
from book_site import DESK, PHONE, search
from faults import faults

pytestmark = pytest.mark.browser

HERE = Path(__file__).parent
# Around the script of the search: it is asked by itself, without a field and a list.
ASK = (
    "globalThis.searchIndex = (data) => (globalThis.asked = new SearchIndex(data));",
    """globalThis.found = (questions) => Object.fromEntries(questions.map((question) =>
        [question, asked.search(question).found.slice(0, 3).map(({ href }) => href.split(":")[0])])); 0""",
)


def _questions(file: str) -> dict[str, set[str]]:
    with (HERE / file).open(encoding="utf-8") as lines:
        return {row["question"]: set(row.get("found", "").split()) for row in csv.DictReader(lines)}


@pytest.fixture(scope="module")
def ask(reader, site):
    """Return a function that asks the search some questions; it reads its index once."""
    page = reader.open("index.html", DESK)
    page.evaluate((site / "search" / "index.js").read_text(encoding="utf-8").join(ASK))
    yield partial(page.evaluate, "questions => found(questions)")
    page.close()


@pytest.mark.parametrize(
    ("file", "count", "first", "three"),
    [
        ("questions.csv", 40, 37, 40),
        ("more_questions.csv", 61, 53, 61),
        ("new_questions.csv", 60, 58, 60),
        ("later_questions.csv", 30, 27, 30),
        ("blind_questions.csv", 60, 51, 55),
        ("last_questions.csv", 56, 48, 55),
        ("others_questions.csv", 30, 25, 29),
        ("fresh_questions.csv", 60, 48, 57),
        ("judged_questions.csv", 60, 44, 54),
        ("unseen_questions.csv", 60, 48, 56),
        ("apart_questions.csv", 60, 52, 58),
    ],
)
def test_questions_are_answered_first_or_among_the_first_three(ask, file, count, first, three):
    right = {asked: found for asked, found in _questions(file).items() if found != {"none"}}
    found = ask([*right])
    later = [question for question in right if found[question][0] not in right[question]]
    lost = [question for question in right if not right[question] & set(found[question])]
    assert len(right) == count
    assert len(lost) <= count - three, lost
    assert len(later) <= count - first, later


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("bloodyed", "core/characters.html#bloodied"),
        ("encumberance", "systems/impairment.html#what-impairs"),
    ],
)
def test_a_word_is_found_by_another_spelling(ask, typed, place):
    assert ask([typed])[typed][0] == place


def test_the_book_says_when_it_has_no_rule(open_page):
    page = open_page("core/damage.html", DESK)
    asked = [*_questions("unanswered.csv")]
    asked += [each for each, found in _questions("more_questions.csv").items() if found == {"none"}]
    honest = ("The book has no rule for", "Nothing on")
    # A horse is in the table of scales, and cost is said of every step; one may crawl into a hole.
    assert [q for q in asked if not _state(page, q).startswith(honest)] == [
        "what does a horse cost",
        "hole in one",
    ]
    assert not _state(page, "what does prone do").startswith(honest)


def _state(page, words):
    """What the search says of some words, above what it has found."""
    search(page, "surge")
    page.locator(".find-state").evaluate("state => state.replaceChildren()")
    page.get_by_label("Search the book").fill(words)
    page.wait_for_function("document.querySelector('.find-state').textContent")
    return page.locator(".find-state").inner_text()


def test_where_nothing_is_found_the_lists_of_words_are_linked(open_page):
    page = open_page("core/damage.html", DESK)
    assert _state(page, "darkvision").startswith("The book has no rule for “darkvision”.")
    assert page.locator(".find-results li").count() == 0
    page.locator(".find-state").get_by_role("link", name="Glossary").click()
    page.wait_for_url("**/terms.html")


def test_a_misspelt_word_is_shown_as_it_was_searched(open_page):
    page = open_page("core/damage.html", DESK)
    said = _state(page, "oportunity attack")
    assert said.startswith("Searched for opportunity in place of oportunity.")
    marks = page.locator(".find-results mark").all_inner_texts()
    assert "opportunity" in {mark.strip(" .,") for mark in marks}


def test_what_answers_is_shown_whole_with_its_kind_and_its_part_of_the_book(open_page):
    page = open_page("index.html", PHONE)
    assert search(page, "what does prone do")[0] == "core/turns.html#table-conditions.prone"
    answer = page.locator(".find-results li.answer")
    assert answer.count() == 1
    assert "Table row · Conditions · The game" in answer.inner_text()
    assert "You grant advantage to melee attacks" in answer.inner_text()


def test_a_calculator_that_is_found_opens_with_the_numbers_of_the_question(open_page):
    page = open_page("index.html", DESK)
    found = search(page, "hit points level 7 high")
    form = next(each for each in found if "calculator-core-hit-points" in each)
    assert form.endswith(":level=7&durability=high")
    page.locator(f".find-results a[href$='{form}']").click()
    output = page.locator("#calculator-core-hit-points output")
    output.wait_for()
    assert output.inner_text() == "51"


def test_a_table_takes_two_places_at_most(open_page):
    page = open_page("index.html", DESK)
    for words in ("level 7", "opportunity atack", "monk"):
        tables = [each.split("#")[-1].split(".")[0].split("--")[0] for each in search(page, words)]
        many = {each: tables.count(each) for each in tables if each.startswith("table-")}
        assert max(many.values(), default=0) <= 2, words


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
