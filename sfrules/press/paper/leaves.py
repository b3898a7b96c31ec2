"""A page of the site as a chapter of a book: as a tree, without what is for screens alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from xml.etree import ElementTree as ET

import tinyhtml5

from sfrules.press.page.askable import unasked
from sfrules.press.paper.volume import Chapter, Volume

_XHTML = "http://www.w3.org/1999/xhtml"
_FOREIGN = {
    "svg": "http://www.w3.org/2000/svg",
    "math": "http://www.w3.org/1998/Math/MathML",
}
_OF_SCREENS = frozenset({"button", "form", "noscript", "script", "template"})
_CLASSES_OF_SCREENS = frozenset({"copy", "headerlink", "press-problems"})
# What answers a pointer or a key; `aria-description` is the text of the card that it opens.
_ATTRIBUTES_OF_SCREENS = frozenset({"aria-description", "data-search-exclude", "tabindex"})
# Those that name other places of the page: one, or several.
_NAMING = ("aria-controls", "aria-describedby", "aria-labelledby", "for", "headers", "id")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")

Link = Callable[[Chapter, str], str | None]


def leaf(volume: Volume, chapter: Chapter) -> ET.Element:
    """A chapter as it may be set on paper, in a section; its links are the site's."""
    html = unasked(chapter.html)
    found = tinyhtml5.parse(html, namespace_html_elements=False).find("body")
    section = ET.Element("section", {"class": "chapter"})
    if found is not None:
        section.text = found.text
        section.extend(found)
    for parent in list(section.iter()):
        for child in list(parent):
            if _for_screens_alone(child) or (not volume.proofs and "proof" in classes(child)):
                leave_out(parent, child)
            else:
                _plain(child)
    for picture in section.iter("img"):
        picture.set("src", volume.file(chapter, picture.get("src", "")) or "")
    for svg in section.iter("svg"):
        svg.set("xmlns", _FOREIGN["svg"])
    for formula in section.iter("math"):
        formula.set("xmlns", _FOREIGN["math"])
    return section


def _for_screens_alone(element: ET.Element) -> bool:
    if not isinstance(element.tag, str):  # a comment
        return True
    return (
        element.tag in _OF_SCREENS
        or "hidden" in element.attrib
        or "download" in element.attrib
        or not _CLASSES_OF_SCREENS.isdisjoint(classes(element))
    )


def _plain(element: ET.Element) -> None:
    """Names without namespaces: the root of a drawing says once what it is."""
    element.tag = element.tag.rpartition("}")[2]
    for name in [each for each in element.attrib if each.startswith("{")]:
        element.set(name.rpartition("}")[2], element.attrib.pop(name))
    for name in _ATTRIBUTES_OF_SCREENS.intersection(element.attrib):
        del element.attrib[name]


def classes(element: ET.Element) -> list[str]:
    """The classes of an element."""
    return element.get("class", "").split()


def leave_out(parent: ET.Element, child: ET.Element) -> None:
    """Take an element out of its parent, and leave the text behind it."""
    at = list(parent).index(child)
    if at:
        parent[at - 1].tail = (parent[at - 1].tail or "") + (child.tail or "")
    else:
        parent.text = (parent.text or "") + (child.tail or "")
    child.tail = None
    parent.remove(child)


class Places:
    """The names of places in a file that all chapters share.

    A place keeps its id, by which style sheets may know it, if it is the first of that name. Where
    headings of several chapters have the same, as "summary", each has its chapter's name as well.
    """

    def __init__(self, leaves: Iterable[tuple[Chapter, ET.Element]]) -> None:
        self._first: dict[str, str] = {}
        for chapter, section in leaves:
            for element in section.iter():
                if id := element.get("id"):
                    again = self._first.setdefault(id, chapter.name) != chapter.name
                    if again and element.tag in HEADINGS:
                        self._first[id] = ""

    def name(self, chapter: Chapter, id: str) -> str:
        """The name of a place of a chapter; that of the chapter itself has no id."""
        if not id:
            return chapter.name
        return id if self._first.get(id) == chapter.name else f"{chapter.name}.{id}"

    def rename(self, section: ET.Element, chapter: Chapter) -> None:
        """Give the places of a chapter their names in the shared file."""

        def own(id: str) -> str:
            return self.name(chapter, id)

        for element in section.iter():
            for name, value in element.attrib.items():
                if name in _NAMING:
                    element.set(name, " ".join(map(own, value.split())))
                elif "url(#" in value:
                    before, _, rest = value.partition("url(#")
                    id, _, after = rest.partition(")")
                    element.set(name, f"{before}url(#{own(id)}){after}")
            if element.tag == "use" and element.get("href", "").startswith("#"):
                element.set("href", f"#{own(element.attrib['href'][1:])}")
        section.set("id", chapter.name)


def turn_links(section: ET.Element, chapter: Chapter, volume: Volume, inside: Link) -> None:
    """Let the links of a chapter lead to places of the book, or out of it; others are words."""
    for anchor in section.iter("a"):
        link = anchor.attrib.pop("href", None)
        if link is None:
            continue
        target = volume.target(chapter, link)
        found = inside(*target) if target else volume.outside(chapter, link)
        if found:
            anchor.set("href", found)


def titles(section: ET.Element, most: int = 2) -> Iterator[tuple[int, str, str]]:
    """The level, id and text of each heading of a chapter that contents may list."""
    for element in section.iter():
        if element.tag in HEADINGS[:most] and "id" in element.attrib:
            yield HEADINGS.index(element.tag) + 1, element.attrib["id"], text_of(element)


def text_of(element: ET.Element) -> str:
    """What an element says, on one line."""
    return " ".join("".join(element.itertext()).split())


def xhtml(head: str, body: ET.Element, language: str) -> str:
    """A whole document."""
    text = ET.tostring(body, encoding="unicode")
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n'
        f'<html xmlns="{_XHTML}" xmlns:epub="http://www.idpf.org/2007/ops" '
        f'lang="{language}" xml:lang="{language}">\n'
        f'<head><meta charset="utf-8"/>{head}</head>\n{text}\n</html>\n'
    )
