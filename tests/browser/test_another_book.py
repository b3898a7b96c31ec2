"""Another book has cards, receipts, calculators and the search at once: it copies nothing."""

import shutil

import pytest
from book_site import DESK, ROOT, build, serving

pytestmark = pytest.mark.browser

TOOLS = """
# Tools

{{ calculator(chance) }}

{{ distribution(lit) }}

{{ table("lamps", rows=["beacon"]) }}
"""
RULE = '''

@book.rule
def lit(faces: list[range(1, 7)]) -> int:
    """The dice of a pool that show a light: a five or a six."""
    return sum(face >= 5 for face in faces)
'''


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of a small book of a folder's pages, below a folder of a server."""
    folder = tmp_path_factory.mktemp("lantern")
    book = shutil.copytree(ROOT / "tests/books/lantern", folder / "book")
    (book / "docs" / "tools.md").write_text(TOOLS, encoding="utf-8")
    with (book / "lantern.py").open("a", encoding="utf-8") as code:
        code.write(RULE)
    settings = (book / "mkdocs.yml").read_text(encoding="utf-8")
    settings = settings.replace("material\n", "material\n  features: [navigation.instant]\n")
    with serving(folder / "served") as address:
        settings = f"site_url: {address}lantern/\n{settings}  - tools.md\n"
        (book / "mkdocs.yml").write_text(settings, encoding="utf-8")
        build(folder / "served" / "lantern", book)
        yield f"{address}lantern/"


@pytest.fixture
def page(chromium, address):
    """The first page, as if on a device of its own."""
    with chromium.new_context(viewport={"width": DESK, "height": 900}) as context:
        page = context.new_page()
        page.goto(address)
        yield page


def card_of(page, cell):
    page.locator(cell).click()
    card = page.locator("#sf-card:popover-open")
    card.wait_for()
    return card


def test_a_number_of_its_tables_has_a_receipt_in_the_inks_of_the_press(page):
    card = card_of(page, "#table-odds tbody tr:nth-child(3) td:nth-child(2)")
    # Three dice, and a face of six that must show: 1 less (4/6)³, which is 19 in 27.
    assert "70.4%" in card.inner_text()
    assert "1 − (" in card.inner_text()
    assert card.evaluate("card => getComputedStyle(card).backgroundColor") == "rgb(255, 255, 255)"


def test_a_receipt_is_found_beside_a_page_that_is_a_folder(page, address):
    page.goto(f"{address}tools/")
    assert "The rule Oil" in card_of(page, "#table-lamps td:last-child").inner_text()


def test_its_calculator_answers(page, address):
    page.goto(f"{address}tools/")
    form = page.locator("#calculator-lantern-chance")
    form.get_by_label("dice").fill("3")
    form.get_by_label("target").fill("6")
    # 1 less (5/6)³.
    assert form.locator("output").inner_text() == "91/216, about 0.4213"


def test_its_pool_of_dice_has_the_ways_to_each_count(page, address):
    page.goto(f"{address}tools/")
    form = page.locator("#distribution-lantern-lit")
    form.get_by_label("faces").fill("3d6")
    form.get_by_label("at least").fill("2")
    # Of the 216 throws, 3 × 2² × 4 have two faces of five or six, and 2³ have three.
    assert form.locator("output").inner_text().startswith("2 or more: about 25.93% · mean 1")
    assert form.evaluate("form => form.countsAt('3d6', {})") == [
        ["0", "64"], ["1", "96"], ["2", "48"], ["3", "8"],
    ]  # fmt: skip


def test_a_page_that_a_link_puts_in_place_has_its_own_receipts_and_calculator(page):
    page.evaluate("window.isFirst = true")
    page.get_by_role("link", name="Tools").first.click()
    page.locator("#calculator-lantern-chance output").wait_for()
    assert "The rule Oil" in card_of(page, "#table-lamps td:last-child").inner_text()
    assert page.locator("#calculator-lantern-chance output").inner_text()
    assert page.evaluate("window.isFirst")


def test_it_is_searched_from_a_button_of_the_press(page, address):
    page.get_by_role("button", name="Search").click()
    page.get_by_label("Search the book").fill("beacon")
    first = page.locator(".find-results a").first
    first.wait_for()
    assert first.evaluate("link => link.href") == f"{address}#table-lamps.beacon"


def test_it_is_kept_on_a_device(page):
    manifest = page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then(file => file.json())"
    )
    assert manifest["name"] == "Lantern"
