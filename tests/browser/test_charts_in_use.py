"""The book's plots, as they come out on a phone and on a desk."""

import re
from contextlib import closing
from functools import cache

import pytest
from book_site import DESK, DOCS, HEIGHT, PHONE, at_night

pytestmark = pytest.mark.browser

CALL = re.compile(r'^\{\{ chart\("([\w-]+)"\) \}\}$', re.MULTILINE)
CALLS = [
    (page.relative_to(DOCS).with_suffix(".html").as_posix(), id)
    for page in sorted(DOCS.rglob("*.md"))
    for id in CALL.findall(page.read_text(encoding="utf-8"))
]
PLOTS = """
(ids) => Object.fromEntries(ids.map((id) => {
  const svg = document.querySelector(`#figure-${id} svg`);
  const paper = svg.getBoundingClientRect();
  const scale = paper.width / svg.viewBox.baseVal.width;
  const texts = [...svg.querySelectorAll("text")];
  return [id, {
    width: paper.width,
    column: svg.closest("article").getBoundingClientRect().width,
    sizes: texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * scale),
    over: Math.max(...texts.map((text) => text.getBoundingClientRect().right - paper.right)),
    paints: [...svg.querySelectorAll("g")].map((group) => getComputedStyle(group).color),
    ink: getComputedStyle(svg).color,
  }];
}))
"""


@pytest.fixture(scope="module")
def plot(reader):
    """Return a function that measures a plot, on its page at a width and in a scheme; it is opened once."""

    @cache
    def plots(name):
        ids = [id for at, id in CALLS if at == name]
        with closing(reader.open(name)) as page:
            seen = {(PHONE, "light"): page.evaluate(PLOTS, ids)}
            page.set_viewport_size({"width": DESK, "height": HEIGHT})
            seen[DESK, "light"] = page.evaluate(PLOTS, ids)
            at_night(page)
            seen[DESK, "dark"] = page.evaluate(PLOTS, ids)
        return seen

    return lambda name, id, width=PHONE, scheme="light": plots(name)[width, scheme][id]


def test_there_are_charts():
    assert len(CALLS) >= 6


@pytest.mark.parametrize(("name", "id"), CALLS)
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_every_letter_of_a_plot_can_be_read(plot, name, id, width):
    seen = plot(name, id, width)
    assert seen["sizes"]
    assert min(seen["sizes"]) >= 11
    assert max(seen["sizes"]) <= 18


@pytest.mark.parametrize(("name", "id"), CALLS)
def test_a_plot_fills_a_phone_and_nothing_sticks_out(plot, name, id):
    seen = plot(name, id)
    assert seen["width"] == PHONE - 32
    assert seen["over"] <= 2


@pytest.mark.parametrize(("name", "id"), CALLS)
def test_a_plot_has_other_colours_in_the_dark(plot, name, id):
    light, dark = (plot(name, id, DESK, scheme) for scheme in ("light", "dark"))
    pairs = zip([light["ink"], *light["paints"]], [dark["ink"], *dark["paints"]], strict=True)
    assert all(one != other for one, other in pairs)


def test_the_numbers_below_a_plot_unfold(open_page):
    page = open_page("core/damage.html")
    table = page.locator("#table-damage-distribution table")
    assert not table.is_visible()
    page.get_by_text("The numbers of Figure").click()
    assert table.is_visible()
    assert table.locator("caption").inner_text().startswith("Chance of each damage")
