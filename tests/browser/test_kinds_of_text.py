"""The kinds of text are told apart without color: by icon, by word, by edge and by slant."""

import pytest
from book_site import VISITED

pytestmark = pytest.mark.browser

SHOWN = "how-to-read.html"
# What every box of a kind has in its title or above it.
WORDS = {
    "example": "Example",
    "tip": "Tip",
    "compatibility": "older sourcebooks",
    "designer": "Designer’s note",
}


@pytest.fixture
def boxes(visit):
    """Return the facts of every box."""
    return [(name, box) for name in VISITED for box in visit(name).facts["boxes"]]


def test_every_box_is_of_a_kind_that_the_book_explains(visit, boxes):
    assert {box["kind"] for _, box in boxes} == set(WORDS)
    assert {box["kind"] for box in visit(SHOWN).facts["boxes"]} == set(WORDS)


def test_each_kind_has_an_icon_of_its_own(boxes):
    icons = {(box["kind"], box["icon"]) for _, box in boxes}
    assert len(icons) == len(WORDS)
    assert len({icon for _, icon in icons}) == len(WORDS)
    assert all("url(" in icon for _, icon in icons)


def test_each_box_says_its_kind_in_words(boxes):
    said = [(name, box["kind"], box["words"].replace("'", "’")) for name, box in boxes]
    assert [each for each in said if WORDS[each[1]].casefold() not in each[2].casefold()] == []


@pytest.fixture(scope="module")
def shown(reader):
    """The page that shows every kind, opened once."""
    page = reader.open(SHOWN)
    yield page
    page.close()


def test_icons_show_when_the_system_forces_its_colors(shown):
    shown.emulate_media(forced_colors="active")
    for kind in WORDS:
        icon, ground = shown.locator(f".admonition.{kind} .admonition-title").first.evaluate(
            """title => [getComputedStyle(title, "::before").backgroundColor,
                         getComputedStyle(document.body).backgroundColor]"""
        )
        assert icon != ground


def test_a_formula_has_a_frame_and_flavor_is_slanted(shown):
    frame = shown.locator(".formula").first.evaluate("box => getComputedStyle(box).borderTopWidth")
    assert float(frame.removesuffix("px")) >= 2
    slant = shown.locator("article .flavour").first.evaluate(
        "text => getComputedStyle(text).fontStyle"
    )
    assert slant == "italic"


def test_on_paper_the_edge_of_each_kind_differs(shown):
    shown.emulate_media(media="print")
    edges = [
        shown.locator(f".admonition.{kind}").first.evaluate(
            "box => getComputedStyle(box).borderLeftStyle"
        )
        for kind in WORDS
    ]
    assert len(set(edges)) == len(WORDS)
