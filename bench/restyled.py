"""What a page asks of a phone until it rests: `bench/restyled.py site [PAGE…]`, or `all`.

It counts the elements that a browser styles. A page of N elements that is styled once comes to
about N: what is above that is styled again, because a script or a font has changed something that
many elements depend on. A busy machine counts the same, but for a script that comes before the
page is whole.

In a second visit the processor is slowed down to a quarter. What the page loads is counted, as it
is sent compressed; how far it shifts; and how long it is blocked: what each task takes over 50
milliseconds.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from lighthouse import serving
from playwright.sync_api import Browser, sync_playwright

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "browser"))
from book_site import ARGUMENTS, PHONE, ROOT, build, find_chromium

CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
PAGES = "index welcome play/first-evening core/characters systems/impairment calculators".split()
RESTS = 2_500  # milliseconds
SLOW = 4
WATCH = """globalThis.seen = { blocked: 0, shift: 0 };
const watch = (type, note) => {
    const watching = new PerformanceObserver((list) => list.getEntries().forEach(note));
    watching.observe({ type, buffered: true });
};
watch("longtask", ({ duration }) => (seen.blocked += Math.max(0, duration - 50)));
watch("layout-shift", ({ value }) => (seen.shift += value));"""
LOADED = """["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type))
    .reduce((sum, { transferSize }) => sum + transferSize, 0)"""


def styled(browser: Browser, address: str) -> tuple[int, int]:
    """How many elements a page has, and how many are styled until it rests."""
    page = browser.new_page(viewport={"width": PHONE, "height": 844})
    browser.start_tracing(page=page, categories=CATEGORIES)
    page.goto(address)
    page.wait_for_timeout(RESTS)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    elements = page.evaluate("document.querySelectorAll('*').length")
    page.close()
    updates = (each["args"] for each in events if each["name"] == "UpdateLayoutTree")
    return elements, sum(each.get("elementCount", 0) for each in updates)


def weighed(browser: Browser, address: str) -> tuple[int, float, float]:
    """The bytes that a page loads, the milliseconds that it is blocked, and how far it shifts."""
    page = browser.new_page(viewport={"width": PHONE, "height": 844})
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    page.add_init_script(WATCH)
    page.goto(address)
    page.wait_for_timeout(RESTS)
    seen = page.evaluate("seen")
    size = page.evaluate(LOADED)
    page.close()
    return size, seen["blocked"], seen["shift"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path, nargs="?", default=ROOT / "site")
    parser.add_argument("pages", nargs="*", default=PAGES)
    parser.add_argument("--small", action="store_true", help="a small book, which is built for it")
    given = parser.parse_args()
    if not given.small:
        count(given.site, given.pages)
        return
    with TemporaryDirectory() as folder:
        build(Path(folder, "site"), ROOT / "tests" / "books" / "lantern")
        count(Path(folder, "site"), ["index"])


def count(site: Path, pages: Sequence[str]) -> None:
    """Print a row for each of some pages of a site."""
    every = sorted(
        each.relative_to(site).with_suffix("").as_posix() for each in site.rglob("*.html")
    )
    print("| page | elements | styled | bytes | blocked, ms | shift |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    with serving(site) as address, sync_playwright() as playwright:
        chromium = partial(playwright.chromium.launch, executable_path=find_chromium())
        counting, timing = chromium(args=[*ARGUMENTS]), chromium()
        for name in every if pages == ["all"] else pages:
            url = f"{address}{name}.html"
            elements, times = styled(counting, url)
            size, blocked, shift = weighed(timing, url)
            told = f"{elements:,} | {times:,} | {size:,} | {blocked:.0f} | {shift:.3f}"
            print(f"| `{name}` | {told} |", flush=True)
        counting.close()
        timing.close()


if __name__ == "__main__":
    main()
