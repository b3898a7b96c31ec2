"""The drawing of a plot made fit for a page: classes for colours, and nothing that is not seen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from xml.etree.ElementTree import Element, fromstring

from sfrules.press.things.svg import element, short

_TRANSLATE = re.compile(r"translate\(([^,)]+),([^)]+)\)")
_NUMBER = re.compile(r"-?\d+\.\d{3,}")
# How a thing looks, as against where it is; `opacity` and the font are the stylesheet's.
_LOOKS = ("stroke-width", "stroke-dasharray", "text-anchor", "font-size", "font-weight")
_DEFAULTS = {"text-anchor": "start", "font-weight": "normal", "stroke-dasharray": "1,0"}
_NO_INK = frozenset({"none", "transparent"})


@dataclass(frozen=True)
class Leaf:
    """A line, path or text where it lies on the paper, and how it looks."""

    made: Element
    looks: tuple[tuple[str, str], ...]


def picture(svg: str) -> tuple[list[Element], int, int]:
    """What a drawing shows, in groups that look alike, and its width and height."""
    root = fromstring(svg)  # noqa: S314 — what has drawn it is ours
    groups = [
        element("g", *(leaf.made for leaf in leaves), **dict(looks))
        for looks, leaves in groupby(_leaves(root, 0, 0), lambda leaf: leaf.looks)
    ]
    return groups, int(float(root.get("width", "0"))), int(float(root.get("height", "0")))


def _leaves(parent: Element, x: float, y: float) -> Iterator[Leaf]:
    for part in parent:
        at_x, at_y = _moved(part, x, y)
        if part.tag.endswith("}g"):
            yield from _leaves(part, at_x, at_y)
        elif (made := _made(part, at_x, at_y)) is not None and (looks := _looks(part)):
            yield Leaf(made, looks)


def _moved(part: Element, x: float, y: float) -> tuple[float, float]:
    match = _TRANSLATE.match(part.get("transform", ""))
    return (x + float(match[1]), y + float(match[2])) if match else (x, y)


def _made(part: Element, x: float, y: float) -> Element | None:
    match part.tag.rpartition("}")[2]:
        case "line":
            ends = x + float(part.get("x2", "0")), y + float(part.get("y2", "0"))
            return element("line", x1=x, y1=y, x2=ends[0], y2=ends[1])
        case "path" if part.get("d"):
            place = {"transform": f"translate({short(x)} {short(y)})"} if x or y else {}
            return element("path", d=_NUMBER.sub(_shorter, part.get("d", "")), **place)
        case "text":
            return _text(part, x, y)
    return None


def _shorter(match: re.Match[str]) -> str:
    return short(float(match[0]))


def _text(part: Element, x: float, y: float) -> Element:
    """A text of one line, or of several below each other."""
    if not len(part):
        return element("text", part.text or "", x=x, y=y)
    down, lines = y, []
    for line in part:
        down += float(line.get("dy", "0"))
        lines.append(element("tspan", line.text or "", x=x, y=down))
    return element("text", *lines)


def _looks(part: Element) -> tuple[tuple[str, str], ...]:
    """How a thing looks, with a class for its ink; nothing for what nobody sees."""
    painted = {kind: part.get(kind, "none") for kind in ("fill", "stroke")}
    inks = {kind: ink for kind, ink in painted.items() if ink not in _NO_INK}
    if not inks:
        return ()
    kind, ink = next(iter(inks.items()))
    looks = {"class": f"chart-{ink}", kind: "currentColor"}
    for name in _LOOKS:
        value = part.get(name)
        if value and value != _DEFAULTS.get(name):
            looks[name] = value.removesuffix("px")
    return tuple(looks.items())
