"""One book and one browser for all tests of the finished pages."""

import fcntl
import os
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from book_site import ARGUMENTS, PHONE, Reader, build, find_chromium, serving
from playwright.sync_api import sync_playwright
from visits import visit_page


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """Return a folder of all processes of this run of the tests, each of which may run these."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "browser"
    folder.mkdir(exist_ok=True)
    return folder


def made_once(file: Path, make: Callable[[], Any]) -> Any:
    """What `make` returns: in the first process that asks for it, and kept in the file for others."""
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            file.write_bytes(pickle.dumps(make()))
    return pickle.loads(file.read_bytes())  # noqa: S301 - this run of the tests wrote it


@pytest.fixture(scope="session")
def site(shared):
    """Build the book, once, unless it has been built just now; gives its folder."""
    if built := os.environ.get("BUILT_SITE"):
        return Path(built)
    made_once(shared / "site.made", lambda: build(shared / "site"))
    return shared / "site"


@pytest.fixture(scope="session")
def served(site):
    """Serve the book; gives its address."""
    with serving(site) as address:
        yield address


@pytest.fixture(scope="session")
def chromium():
    """Start a Chromium; where there is none, tests are skipped, but not in CI."""
    program = find_chromium()
    if program is None:
        reason = "no Chromium on the path: install one, or name it in SFRULES_CHROMIUM"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    with sync_playwright() as playwright:
        fonts = {"FONTCONFIG_FILE": str(Path(__file__).with_name("fonts.conf"))}
        browser = playwright.chromium.launch(
            executable_path=program, args=[*ARGUMENTS], env={**os.environ, **fonts}
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def reader(site, chromium):
    """Return what opens the book's pages, on devices that have kept nothing from another file of tests."""
    reader = Reader(site, chromium)
    yield reader
    for context in reader.contexts.values():
        context.close()


@pytest.fixture
def open_page(reader):
    """Return a function that opens a page at a width and in a scheme; closed after the test.

    Pages of one width and scheme share a device, which forgets what a test has kept on it.
    """
    opened = []

    def open_page(name, width=PHONE, scheme="light"):
        opened.append(reader.open(name, width, scheme))
        return opened[-1]

    yield open_page
    for page in opened:
        if not page.is_closed():
            page.evaluate("() => { try { localStorage.clear(); } catch {} }")
            page.close()


@pytest.fixture(scope="session")
def visit(site, chromium, shared):
    """Return a function that visits a page on a phone, once for all tests, and tells what it found."""
    reader = Reader(site, chromium)

    def visit(name):
        file = shared / f"{name.replace('/', '.')}.visit"
        return made_once(file, lambda: visit_page(reader, name))

    return cache(visit)
