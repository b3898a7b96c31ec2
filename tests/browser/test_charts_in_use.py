"""The book's plots, as they come out on a phone and on a desk."""

import re

import pytest
from book_site import DESK, DOCS, HEIGHT, PHONE, at_night
from nights import by_day

pytestmark = pytest.mark.browser

CALL = re.compile(r'^\{\{ chart\("([\w-]+)"\) \}\}$', re.MULTILINE)
CALLS = [
    (page.relative_to(DOCS).with_suffix(".html").as_posix(), id)
    for page in sorted(DOCS.rglob("*.md"))
    for id in CALL.findall(page.read_text(encoding="utf-8"))
]
PLOT = """(id) => {
  const svg = document.querySelector(`#figure-${id} svg`);
  const paper = svg.getBoundingClientRect();
  const scale = paper.width / svg.viewBox.baseVal.width;
  const texts = [...svg.querySelectorAll("text")];
  return {
    width: paper.width,
    sizes: texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * scale),
    over: Math.max(...texts.map((text) => text.getBoundingClientRect().right - paper.right)),
    paints: [svg, ...svg.querySelectorAll("g")].map((each) => getComputedStyle(each).color),
  };
}"""


@pytest.mark.parametrize(("name", "id"), by_day(CALLS, 2))
def test_a_plot_can_be_read_fills_a_phone_and_has_other_colors_in_the_dark(open_page, name, id):
    page = open_page(name)
    phone = page.evaluate(PLOT, id)
    page.set_viewport_size({"width": DESK, "height": HEIGHT})
    desk = page.evaluate(PLOT, id)
    at_night(page)
    dark = page.evaluate(PLOT, id)
    for seen in (phone, desk):
        assert 11 <= min(seen["sizes"]) <= max(seen["sizes"]) <= 18
    assert phone["width"] == PHONE - 32
    assert phone["over"] <= 2
    assert all(one != other for one, other in zip(desk["paints"], dark["paints"], strict=True))


def test_the_numbers_below_a_plot_unfold(open_page):
    page = open_page("core/damage.html")
    table = page.locator("#table-damage-distribution table")
    assert not table.is_visible()
    page.get_by_text("The numbers of Figure").click()
    assert table.is_visible()
    assert table.locator("caption").inner_text().startswith("Chance of each damage")
