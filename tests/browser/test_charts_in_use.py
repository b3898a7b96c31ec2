"""The book's plots, as they come out on a phone and on a desk."""

import re

import pytest
from book_site import DESK, DOCS, PHONE

pytestmark = pytest.mark.browser

CALL = re.compile(r'^\{\{ chart\("([\w-]+)"\) \}\}$', re.MULTILINE)
CALLS = [
    (page.relative_to(DOCS).with_suffix(".html").as_posix(), id)
    for page in sorted(DOCS.rglob("*.md"))
    for id in CALL.findall(page.read_text(encoding="utf-8"))
]
PLOT = """
([id]) => {
  const svg = document.querySelector(`#figure-${id} svg`);
  const paper = svg.getBoundingClientRect();
  const scale = paper.width / svg.viewBox.baseVal.width;
  const texts = [...svg.querySelectorAll("text")];
  return {
    width: paper.width,
    column: svg.closest("article").getBoundingClientRect().width,
    sizes: texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * scale),
    over: Math.max(...texts.map((text) => text.getBoundingClientRect().right - paper.right)),
    paints: [...svg.querySelectorAll("g")].map((group) => getComputedStyle(group).color),
    ink: getComputedStyle(svg).color,
  };
}
"""


def plot(page, id):
    return page.evaluate(PLOT, [id])


def test_there_are_charts():
    assert len(CALLS) >= 6


@pytest.mark.parametrize(("name", "id"), CALLS)
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_every_letter_of_a_plot_can_be_read(open_page, name, id, width):
    seen = plot(open_page(name, width), id)
    assert seen["sizes"]
    assert min(seen["sizes"]) >= 11
    assert max(seen["sizes"]) <= 18


@pytest.mark.parametrize(("name", "id"), CALLS)
def test_a_plot_fills_a_phone_and_nothing_sticks_out(open_page, name, id):
    seen = plot(open_page(name), id)
    assert seen["width"] == PHONE - 32
    assert seen["over"] <= 2


@pytest.mark.parametrize(("name", "id"), CALLS)
def test_a_plot_has_other_colours_in_the_dark(open_page, name, id):
    light, dark = (plot(open_page(name, PHONE, scheme), id) for scheme in ("light", "dark"))
    pairs = zip([light["ink"], *light["paints"]], [dark["ink"], *dark["paints"]], strict=True)
    assert all(one != other for one, other in pairs)


def test_the_numbers_below_a_plot_unfold(open_page):
    page = open_page("core/damage.html")
    table = page.locator("#table-damage-distribution table")
    assert not table.is_visible()
    page.get_by_text("The numbers of Figure").click()
    assert table.is_visible()
    assert table.locator("caption").inner_text().startswith("Chance of each damage")
