"""The finished book as a browser finds it: where its pages are, and how to build and open them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Literal

import pytest
from nights import NIGHTLY
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from sfrules.press.paper import CHROMIUMS as FOR_PRINT

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
# For those who change the code; the linter's pages are none of the game's, either.
UNPUBLISHED = {"authoring/design.md"}
PAGES = tuple(
    sorted(
        page.relative_to(DOCS).with_suffix(".html").as_posix()
        for page in DOCS.rglob("*.md")
        if page.parent.name != "lint" and page.relative_to(DOCS).as_posix() not in UNPUBLISHED
    )
)
# A chapter with tables and a chart, every kind of text, and what is played from.
BY_DAY = ("core/characters.html", "how-to-read.html", "play/card.html")
VISITED = PAGES if NIGHTLY else BY_DAY
PHONE = 390
DESK = 1280
HEIGHT = 844
PATIENCE = 120_000  # milliseconds, on a machine that does much else
# A4 without the margins of print.css, in CSS pixels: 170 mm by 259 mm.
SHEET: ViewportSize = {"width": 643, "height": 979}
Scheme = Literal["light", "dark"]


# The first has no windows, and so starts and opens a page in less than half the time.
CHROMIUMS = ("chromium-headless-shell", *FOR_PRINT)
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    # A page is closed before what its scripts do again and again has paid for being compiled well.
    "--js-flags=--no-opt --no-maglev",
    # Without windows, letters would stand on the dots of a screen, and lines break elsewhere.
    "--font-render-hinting=none",
)


def build(folder: Path, book: Path = ROOT) -> None:
    """Build a book, into a folder, as strictly as it is published."""
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=book,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if built.returncode:
        *_, last = ["", *built.stderr.splitlines()]
        # Said once for each test: the whole of it would be said hundreds of times.
        pytest.fail(f"mkdocs build --strict fails: {last}", pytrace=False)


def find_chromium() -> str | None:
    """Find a Chromium: the one that SFRULES_CHROMIUM names, or one on the path."""
    return os.environ.get("SFRULES_CHROMIUM") or next(
        filter(None, map(shutil.which, CHROMIUMS)), None
    )


@dataclass(frozen=True)
class Reader:
    """Opens pages of a site from its folder; pages of one width and scheme share a context."""

    site: Path
    browser: Browser
    contexts: dict[tuple[int, Scheme], BrowserContext] = field(default_factory=dict)

    def open(self, name: str, width: int = PHONE, scheme: Scheme = "light") -> Page:
        """Open a page of the book; a fragment may follow its name."""
        page = self.blank(width, scheme)
        page.goto(self.address(name))
        return page

    def address(self, name: str) -> str:
        """Where a page is."""
        path, _, fragment = name.partition("#")
        return (self.site / path).as_uri() + (f"#{fragment}" if fragment else "")

    def blank(self, width: int = PHONE, scheme: Scheme = "light") -> Page:
        """Open an empty page, to listen to before it goes anywhere."""
        if (width, scheme) not in self.contexts:
            self.contexts[width, scheme] = self.browser.new_context(
                viewport={"width": width, "height": HEIGHT},
                color_scheme=scheme,
                reduced_motion="reduce",
            )
            self.contexts[width, scheme].set_default_timeout(PATIENCE)
        return self.contexts[width, scheme].new_page()


def at_night(page: Page) -> None:
    """Let the reader's system change to the dark scheme, and wait until the page has followed."""
    page.emulate_media(color_scheme="dark")
    page.locator("body[data-md-color-scheme=slate]").wait_for()


def search(page: Page, words: str) -> list[str]:
    """Search a page's book; gives the addresses that it leads to, from the site's root, best first."""
    if not page.locator("dialog.find-dialog[open]").count():
        page.locator(".find").click()
    page.get_by_label("Search the book").fill("")
    page.locator(".find-results").evaluate("list => list.replaceChildren()")
    page.get_by_label("Search the book").fill(words)
    page.locator(".find-results a").first.wait_for()
    root = page.locator("script[src*='assets/sfrules/rulebook']").evaluate(
        "script => new URL('../../', script.src).href"
    )
    links = page.locator(".find-results a")
    found: list[str] = links.evaluate_all("links => links.map(link => link.href)")
    return [href.removeprefix(root) for href in found]


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files without a word, and the book's own page for those that are not there."""

    def log_message(self, format: str, *args: object) -> None:
        pass

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        body = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(code, message or explain)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def serving(site: Path) -> Iterator[str]:
    """Serve a site on this machine; gives its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
