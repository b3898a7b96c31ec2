"""The index of subjects leads to headings by their titles, and the glossary keeps apart what formulas say."""

from dataclasses import replace

import pytest
from printing import print_pages
from toy_book import BOOK

from sfrules.ground.ledger import Origin
from sfrules.press.things.book import ReadersQuestions, SearchAids, Subject, Term

BOATS = "# Boats & oars\n\n## Hulls {#hulls}\n\nWood.\n"
INDEX = "# Index\n\n{{ subjects() }}\n"


def index(*subjects: Subject):
    pages = {"boats.md": BOATS, "page.md": INDEX}
    return print_pages(pages, replace(BOOK, search_aids=lambda: SearchAids(subjects)))


def test_a_subject_leads_to_each_place_by_the_titles_of_page_and_section():
    woven = index(Subject("Leaks", (("boats.md", "hulls"), ("terms.md", ""))))
    assert woven.problems == ()
    assert (
        "<dt>Leaks</dt>"
        '<dd><a href="boats.html#hulls">Boats &amp; oars: Hulls</a></dd>'
        '<dd><a href="terms.html">Terms</a></dd>'
    ) in woven.pages["page.md"].html


def test_subjects_stand_in_the_order_of_the_alphabet_below_their_letters():
    names = ("tar", "Oars", "Tack", "anchor")
    html = index(*(Subject(name, (("boats.md", ""),)) for name in names)).pages["page.md"].html
    order = [html.index(f">{each}<") for each in ("anchor", "Oars", "Tack", "tar")]
    assert order == sorted(order)
    assert html.count('class="letter"') == 3
    for letter in "aot":
        assert f'<a href="#subjects-{letter}">' in html
        assert f'id="subjects-{letter}">{letter.upper()}<' in html


@pytest.mark.parametrize(
    ("place", "message", "hint"),
    [
        (("boat.md", ""), "no page boat.md", "did you mean boats.md?"),
        (("boats.md", "hull"), "boats.md has no heading #hull", "did you mean hulls?"),
    ],
)
def test_a_subject_that_leads_nowhere_is_a_problem_at_its_row(place, message, hint):
    origin = Origin("subjects.Leaks", "tables/subjects.csv", 7)
    (problem,) = index(Subject("Leaks", (("boats.md", "hulls"), place), origin)).problems
    assert problem.place == "tables/subjects.csv:7:1"
    assert problem.message == f'subject "Leaks": {message}'
    assert problem.hint == hint


def test_a_question_that_leads_nowhere_is_a_problem_at_its_row():
    origin = Origin("asked", "tables/asked.csv", 3)
    asked = ReadersQuestions(("boats.md", "hull"), ("what floats", "what sinks"), origin)
    (problem,) = print_pages(
        {"boats.md": BOATS}, replace(BOOK, search_aids=lambda: SearchAids(asked=(asked,)))
    ).problems
    assert problem.place == "tables/asked.csv:3:1"
    assert problem.message == 'question "what floats": boats.md has no #hull'
    assert problem.hint == "did you mean hulls?"


def test_a_heading_that_a_mistake_on_its_page_hides_is_not_missed():
    pages = {"terms.md": "# Terms\n\n```proof\nsea.speed(3) = 7\n\n## Knots {#knots}\n"}
    subject = Subject("Speed", (("terms.md", "knots"),))
    (problem,) = print_pages(
        pages, replace(BOOK, search_aids=lambda: SearchAids((subject,)))
    ).problems
    assert problem.place == "docs/terms.md:3:1"
    assert problem.message == "this code fence is never closed"


def test_what_only_formulas_say_stands_in_a_list_of_its_own():
    depth = Term("depth", "depth of the keel", "How deep it goes.", "terms.md", formula=True)
    pages = {"page.md": "# A\n\n{{ terms() }}\n", "words.md": "# B\n\n{{ terms(formulas=true) }}\n"}
    woven = print_pages(pages, replace(BOOK, terms=(*BOOK.terms, depth)))
    assert woven.problems == ()
    glossary, words = woven.pages["page.md"].html, woven.pages["words.md"].html
    assert ("term-knot" in glossary, "term-depth" in glossary) == (True, False)
    assert ("term-knot" in words, "term-depth" in words) == (False, True)


def test_whether_for_formulas_is_true_or_false():
    (problem,) = print_pages({"page.md": '{{ terms("sea") }}\n'}).problems
    assert problem.message == "formulas is true or false"
