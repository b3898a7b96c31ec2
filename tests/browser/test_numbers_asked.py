"""Every number that a rule answers is asked with keys alone, and answers with its own line."""

import re

import pytest
from book_site import DESK
from nights import by_day

pytestmark = pytest.mark.browser

CHAPTERS = (
    "core/characters",
    "core/damage",
    "core/down-and-out",
    "play/gm",
    "systems/seconds",
)
# Walks through the numbers of a page: the index of each, what it says, the title of its card, and the lines there.
WALK = """async () => {
    const all = [...document.querySelectorAll("article .number")];
    const press = (key) => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    const opened = async (number) => {
        for (let tries = 0; tries < 500 && !number.matches("[data-asked]"); tries++)
            await new Promise((done) => setTimeout(done));
        return document.querySelector("#sf-card:popover-open");
    };
    document.querySelectorAll("article details").forEach((each) => { each.open = true; });
    const found = [];
    for (const stop of all.filter((each) => each.tabIndex === 0)) {
        stop.focus();
        for (let number = null; number !== document.activeElement; press("ArrowRight")) {
            number = document.activeElement;
            press("Enter");
            const card = await opened(number);
            found.push({
                at: all.indexOf(number), number: number.textContent,
                title: card?.querySelector(".card__title").textContent,
                lines: [...card?.querySelectorAll(".card__line") ?? []].map((each) => each.textContent),
                others: card?.querySelectorAll("li").length,
            });
        }
    }
    return [all.length, found];
}"""

WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()
BENT = {"twice": "2", "half": "1/2", "both": "2", "once": "1"}


def says(line, number):
    """Whether a line says a number, by plain reading: in the same words, or as a figure."""
    plain = number.casefold().replace("−", "-").removeprefix("+")
    forms = {plain, BENT.get(plain, plain), re.sub(r"^between (\S+) and ", r"\1 to ", plain)}
    if plain in WORDS:
        forms.add(str(WORDS.index(plain)))
    words = line.casefold().replace("−", "-")
    return any(re.search(rf"(?<![\w.]){re.escape(form)}(?![\w]|\.\d)", words) for form in forms)


@pytest.mark.parametrize("chapter", by_day(CHAPTERS))
def test_each_number_with_a_proof_is_asked_by_keys_and_shows_its_own_line_alone(open_page, chapter):
    count, asked = open_page(f"{chapter}.html", DESK).evaluate(WALK)
    assert [each["at"] for each in asked] == list(range(count))
    assert count > 15
    for each in asked:
        (told,) = each["lines"]
        assert (each["title"], each["others"]) == (each["number"], 0)
        assert says(told, each["number"]), each


def test_the_tab_key_stops_once_in_a_passage_and_arrows_lead_on(open_page):
    page = open_page("core/characters.html", DESK)
    focused = "document.activeElement.matches('.number') ? document.activeElement.textContent : ''"
    passages = page.locator("article :is(h1, h2, h3)").count() + page.locator(".admonition").count()
    assert 0 < page.locator("article .number[tabindex='0']").count() <= passages
    page.locator("article .number[tabindex='0']").first.focus()
    said = [page.evaluate(focused)]
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        said.append(page.evaluate(focused))
    assert said == ["+1", "−1", "−7", "+7"]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    page.locator("#sf-card:popover-open").wait_for()
    assert (
        page.locator("#sf-card code").first.text_content()
        == "core.level_attack_modifier(pell, wyrm) = −7"
    )
    page.keyboard.press("Escape")
    page.locator("#sf-card:popover-open").wait_for(state="detached")
    assert page.evaluate(focused) == "−7"
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == ""
    page.keyboard.press("Shift+Tab")  # back to where it was left
    assert page.evaluate("document.activeElement.matches('[tabindex=\"0\"][role=button]')")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")  # at last from the first of its passage, to nowhere
    assert page.evaluate(focused) == "+1"
    passage = page.locator("article p", has_text="At level 10, at the top").locator(".number")
    passage.first.click()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "40"
