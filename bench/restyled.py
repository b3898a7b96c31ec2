"""Count the elements that a browser styles until a page rests: `bench/restyled.py site [PAGE…]`.

A page of N elements that is styled once comes to about N: what is above that is styled again,
because a script or a font has changed something that many elements depend on. Work is counted,
so a busy machine counts the same, but for a script that comes before the page is whole.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from playwright.sync_api import Browser, sync_playwright

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "browser"))
from book_site import ARGUMENTS, PHONE, ROOT, build, find_chromium

CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
PAGES = "index welcome play/first-evening core/characters systems/impairment calculators".split()
RESTS = 2_500  # milliseconds


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
    """Print a line for each of some pages of a site."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(site))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=[*ARGUMENTS])
        for name in pages:
            elements, times = styled(browser, f"http://127.0.0.1:{server.server_port}/{name}.html")
            print(f"{name:22} {elements:6,} elements, {times:7,} styled")
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
