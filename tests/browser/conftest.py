"""One book and one browser for all tests of the finished pages."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest
from book_site import ARGUMENTS, PHONE, Reader, build, find_chromium, serving
from playwright.sync_api import sync_playwright
from visits import visit_page


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Build the book, once; gives its folder."""
    folder = tmp_path_factory.mktemp("book") / "site"
    build(folder)
    return folder


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


@pytest.fixture(scope="session")
def reader(site, chromium):
    """Return what opens the book's pages."""
    return Reader(site, chromium)


@pytest.fixture
def open_page(reader):
    """Return a function that opens a page at a width and in a scheme; closed after the test."""
    opened = []

    def open_page(name, width=PHONE, scheme="light"):
        opened.append(reader.open(name, width, scheme))
        return opened[-1]

    yield open_page
    for page in opened:
        page.close()


@pytest.fixture(scope="session")
def visit(reader):
    """Return a function that visits a page on a phone, once for all tests, and tells what it found."""
    return cache(lambda name: visit_page(reader, name))
