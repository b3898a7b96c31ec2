"""What a page is like on a phone and on paper, asked once and looked at by many tests."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from book_site import DESK, HEIGHT, PHONE, SHEET, Reader, at_night
from faults import faults
from playwright.sync_api import Page

NARROWEST = 320
FACTS = Path(__file__).with_name("facts.js").read_text(encoding="utf-8")
# Around Markdown's own tables, Material puts a box that no key can scroll.
STUCK = """[...document.querySelectorAll("article .md-typeset__scrollwrap")]
    .filter(box => box.scrollWidth > box.clientWidth && box.tabIndex < 0)
    .map(box => box.textContent.trim().slice(0, 60))"""
TOO_WIDE = """[...document.querySelectorAll("article :is(table, pre, svg, p, .admonition)")]
    .filter(each => each.getBoundingClientRect().right > innerWidth + 1)
    .map(each => each.textContent.trim().slice(0, 60))"""


@dataclass(frozen=True)
class Width:
    """At one width of the screen: by how many pixels the page is wider, and what no key can scroll."""

    overflow: int
    stuck: tuple[str, ...]


@dataclass
class Heard:
    """What a page asked for, what of that it did not get, and what its console said."""

    requests: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    console: list[str] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        """Listen to a page from now on."""
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("requestfailed", lambda request: self.failures.append(request.url))
        page.on("console", lambda said: self.console.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: self.console.append(f"error: {error}"))


@dataclass(frozen=True)
class Visit:
    """A page's facts (see facts.js), and how it behaved.

    `faults` are those on a phone in the light scheme, `dark_faults` those at a desk in the dark one.
    """

    facts: Mapping[str, Any]
    heard: Heard
    faults: list[str]
    dark_faults: list[str]
    widths: Mapping[int, Width]
    wider_than_paper: tuple[str, ...]


def visit_page(reader: Reader, name: str) -> Visit:
    """Open a page on a phone, ask for its facts, and try it at other widths, in the dark and on paper."""
    heard = Heard()
    page = reader.blank()
    heard.listen(page)
    page.goto(reader.address(name))
    visit = Visit(
        facts=page.evaluate(FACTS),
        heard=heard,
        faults=faults(page),
        widths={width: _at(page, width) for width in (PHONE, NARROWEST)},
        dark_faults=_in_the_dark(page),
        wider_than_paper=_on_paper(page),
    )
    page.close()
    return visit


def _at(page: Page, width: int) -> Width:
    page.set_viewport_size({"width": width, "height": HEIGHT})
    overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return Width(overflow, tuple(page.evaluate(STUCK)))


def _in_the_dark(page: Page) -> list[str]:
    page.set_viewport_size({"width": DESK, "height": HEIGHT})
    at_night(page)
    return faults(page)


def _on_paper(page: Page) -> tuple[str, ...]:
    page.set_viewport_size(SHEET)
    page.emulate_media(media="print")
    return tuple(page.evaluate(TOO_WIDE))
