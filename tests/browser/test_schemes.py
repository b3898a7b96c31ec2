"""Light and dark: the pages and their figures follow the reader's system."""

import re

import pytest
from book_site import DESK, VISITED, at_night
from nights import by_day

pytestmark = pytest.mark.browser

SCHEMES = {"light": "default", "dark": "slate"}
DRAWN = (
    "why-the-name.html",
    "core/battle-grid.html",
    "play/fight.html",
    "play/first-evening.html",
    "systems/impairment.html",
    "systems/seconds.html",
    "systems/side-by-side.html",
    "systems/terrain.html",
    "systems/yards.html",
)
# Each shape and each text of the drawings, and what it is painted with.
PAINT = """() => [...document.querySelectorAll(".drawing svg *:is(path, rect, circle, line, text)")].map(each => {
    const {fill, stroke} = getComputedStyle(each);
    return { name: each.getAttribute("class") ?? each.tagName, fill, stroke };
})"""


def scheme_of(page):
    return page.locator("body").get_attribute("data-md-color-scheme")


@pytest.mark.parametrize(("system", "scheme"), SCHEMES.items())
def test_a_page_is_in_the_scheme_of_the_system(open_page, system, scheme):
    page = open_page("welcome.html", DESK, system)
    assert scheme_of(page) == scheme
    ground = page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    assert (brightness(ground) > 0.5) == (system == "light")


def test_a_reader_can_choose_a_scheme_and_keeps_it_from_page_to_page(chromium, reader):
    with chromium.new_context(color_scheme="light") as context:
        page = context.new_page()
        page.goto(reader.address("welcome.html"))
        for _ in range(2):  # from the system's to light, from light to dark
            page.locator("form[data-md-component=palette] label:visible").click()
        assert scheme_of(page) == "slate"
        page.goto(reader.address("core/damage.html"))
        assert scheme_of(page) == "slate"


def test_every_figure_is_looked_at(visit):
    with_figures = {name for name in VISITED if visit(name).facts["figures"]}
    assert with_figures == set(DRAWN) & set(VISITED)


@pytest.mark.parametrize("name", by_day(DRAWN, 2))
def test_everything_drawn_has_a_color_for_each_scheme(open_page, name):
    page = open_page(name, DESK)
    light = page.evaluate(PAINT)
    at_night(page)
    dark = page.evaluate(PAINT)
    assert [each["name"] for each in light] == [each["name"] for each in dark]
    assert light
    assert [day for day, night in zip(light, dark, strict=True) if same_paint(day, night)] == []


def same_paint(one, other):
    """Whether anything that is painted at all has the same color twice."""
    return any(one[part] == other[part] for part in ("fill", "stroke") if one[part] != "none")


def brightness(color):
    """The relative luminance of a color of the form rgb(r, g, b), as WCAG defines it."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", color)[:3]]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
