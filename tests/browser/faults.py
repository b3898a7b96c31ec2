"""What axe-core, the checker of accessibility, finds wrong on a page."""

from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# Without preload it does not fetch the style sheets a second time, which a page from a folder may not do.
# The rules for tables are experimental, and off unless asked for.
OPTIONS = {
    "preload": False,
    "resultTypes": ["violations"],
    "rules": {name: {"enabled": True} for name in ("td-has-header", "table-fake-caption")},
}
# Four fifths of axe's time go into the contrast of each text with what lies below it, cell for cell.
# Texts that look the same, in boxes that look the same, have the same contrast: the first and the last stand for all,
# two of them, as one may lie where axe can not judge it.
LOOKS = """() => {
    const looks = new Map();
    const look = (element, ...names) => names.map(name => getComputedStyle(element)[name]).join();
    const ground = element => element
        ? look(element, "backgroundColor", "backgroundImage", "opacity", "filter") + ground(element.parentElement)
        : "";
    const grounds = new Map();
    for (const element of document.body.querySelectorAll("*")) {
        if (![...element.childNodes].some(each => each.nodeType === 3 && each.data.trim())) continue;
        if (!element.checkVisibility()) continue;
        const parent = element.parentElement;
        if (!grounds.has(parent)) grounds.set(parent, ground(parent));
        const seen = look(element, "color", "fontSize", "fontWeight", "textShadow", "backgroundColor",
            "backgroundImage", "opacity", "filter", "position") + grounds.get(parent);
        looks.set(seen, [looks.get(seen)?.[0] ?? element, element]);
    }
    [...looks.values()].flat().forEach(element => element.setAttribute("data-look", ""));
}"""


CONTRAST = (
    ';axe.configure({noHtml: true, rules: [{id: "color-contrast", selector: "[data-look]"}]})'
)
AXE = Axe(AXE_SCRIPT + CONTRAST)


def faults(page: Page) -> list[str]:
    """Say for each rule that a page breaks what it asks, and where it is broken."""
    page.evaluate(LOOKS)
    found = AXE.run(page, options=OPTIONS).response["violations"]
    return [
        f"{each['id']}: {each['help']}: {[node['target'] for node in each['nodes']]}"
        for each in found
    ]
