"""Advice and designer's notes stand in the margin of a desk's screen, and in nobody's way."""

import pytest
from book_site import DESK, HEIGHT, VISITED

pytestmark = pytest.mark.browser

WIDE = 1680
# Each note in the margin, and what else stands where it does.
NOTES = """() => {
    const text = document.querySelector(".md-content__inner");
    const beside = [...text.querySelectorAll(":scope > .admonition")].filter((box) => getComputedStyle(box).float === "right");
    const others = [...text.querySelectorAll(".table-wrap, figure, .admonition, h2, h3"), ...document.querySelectorAll(".md-sidebar--secondary .md-nav__link")];
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    return beside.map((note) => {
        const place = note.getBoundingClientRect();
        // The page's contents stay in sight: what counts is whether they have the margin's place at all.
        const taken = others.filter((each) => each !== note && !note.contains(each)).filter((each) => {
            const own = each.getBoundingClientRect();
            return meet(place, each.closest(".md-sidebar") ? { left: own.left, right: own.right, top: -1e9, bottom: 1e9 } : own);
        });
        return [note.innerText.slice(0, 40), place.left > text.getBoundingClientRect().right, taken.map((each) => each.id || each.innerText.slice(0, 40))];
    });
}"""


@pytest.mark.parametrize("name", [page for page in VISITED if "authoring" not in page])
def test_a_note_in_the_margin_is_beside_the_text_and_meets_nothing(open_page, name):
    page = open_page(name, DESK)
    for width in (DESK, WIDE):
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.evaluate("document.fonts.ready")
        page.wait_for_timeout(100)
        notes = page.evaluate(NOTES)
        assert [note for note in notes if not note[1] or note[2]] == []


def test_most_notes_stand_in_the_margin_of_a_desk_and_none_on_a_tablet(open_page):
    desk, tablet = [
        len(open_page("core/damage.html", width).evaluate(NOTES)) for width in (DESK, 1024)
    ]
    assert desk >= 2
    assert tablet == 0
