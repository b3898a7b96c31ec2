"""The definitions that terms show: boxes without elements, which only the browser's inspector can measure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page

TERMS = "article a.term"
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Bubble:
    """A term and where its definition is: left, top, right and bottom, or None if it is not shown."""

    term: str
    box: Box | None


def bubbles(page: Page, *, focus: bool = True) -> tuple[Bubble, ...]:
    """Give the focus to each term of a page in turn, and see where its definition comes up."""
    return tuple(_bubbles(page, focus=focus))


def _bubbles(page: Page, *, focus: bool) -> Iterator[Bubble]:
    names: list[str] = page.locator(TERMS).all_inner_texts()
    inspector = page.context.new_cdp_session(page)
    for name, node in zip(names, _nodes(inspector), strict=True):
        if focus:
            inspector.send("DOM.focus", {"nodeId": node})
        yield Bubble(name, _box(inspector, node))
    inspector.detach()


def _nodes(inspector: CDPSession) -> list[int]:
    root = inspector.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    found: dict[str, list[int]] = inspector.send(
        "DOM.querySelectorAll", {"nodeId": root, "selector": TERMS}
    )
    return found["nodeIds"]


def _box(inspector: CDPSession, node: int) -> Box | None:
    told: dict[str, Any] = inspector.send("DOM.describeNode", {"nodeId": node})["node"]
    for pseudo in told.get("pseudoElements", []):
        if pseudo["pseudoType"] == "after":
            place = {"backendNodeId": pseudo["backendNodeId"]}
            quad = inspector.send("DOM.getBoxModel", place)["model"]["border"]
            return min(quad[::2]), min(quad[1::2]), max(quad[::2]), max(quad[1::2])
    return None
