"""A book between covers: its chapters in the order of reading, without what is for screens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os.path import commonprefix
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree as ET

import tinyhtml5

from sfrules.press.page.marks import unasked

_BASE = "https://book.invalid/"  # where the site would be: the name stands for no place


@dataclass(frozen=True)
class Chapter:
    """A page of the site: its address there, its title, the parts that it is in, and its HTML."""

    address: str
    title: str
    parts: tuple[str, ...]
    html: str

    @property
    def name(self) -> str:
        """Its name in the book: no other chapter's, and fit for an id."""
        path = self.address.removesuffix("/").removesuffix(".html")
        return re.sub(r"[^\w.-]+", "-", f"at-{path or 'index'}")


@dataclass(frozen=True)
class Volume:
    """A book: what it says of itself, its chapters, and the site that they come from.

    `site` is the folder of the finished site, `head` what its pages load to look as they do, and
    `body` how their body is marked for it. The first chapter is the cover, if `cover` says so.
    `date` is that of the text, in seconds since 1970.
    """

    title: str
    about: str
    language: str
    rights: str
    home: str
    date: int
    site: Path
    head: str
    body: Mapping[str, str]
    chapters: tuple[Chapter, ...]
    cover: bool

    @cached_property
    def _known(self) -> dict[str, Chapter]:
        return {chapter.address: chapter for chapter in self.chapters}

    def target(self, chapter: Chapter, link: str) -> tuple[Chapter, str] | None:
        """The chapter that a link of a chapter leads to, and the id there; None if to none."""
        if not (url := urljoin(_BASE + chapter.address, link)).startswith(_BASE):
            return None
        path, _, fragment = url.removeprefix(_BASE).partition("#")
        address = unquote(path)
        found = self._known.get(address) or self._known.get(f"{address}index.html")
        return (found, unquote(fragment)) if found else None

    def file(self, chapter: Chapter, link: str) -> str | None:
        """The file of the site that a chapter shows, by its path; None if it is none of it."""
        url = urljoin(_BASE + chapter.address, link)
        path = unquote(url.removeprefix(_BASE))
        return path if url.startswith(_BASE) and (self.site / path).is_file() else None

    def outside(self, chapter: Chapter, link: str) -> str | None:
        """A link that leads out of the book, as an address in the web; None if there is none."""
        if urlsplit(link).scheme in {"http", "https", "mailto"}:
            return link
        return urljoin(urljoin(self.home, chapter.address), link) if self.home else None


_FOREIGN = {
    "svg": "http://www.w3.org/2000/svg",
    "math": "http://www.w3.org/1998/Math/MathML",
}
_OF_SCREENS = frozenset({"button", "form", "noscript", "script", "template"})
_CLASSES_OF_SCREENS = frozenset({"copy", "filter", "headerlink", "press-problems", "provenance"})
# What answers a pointer or a key; `aria-description` is the text of the card that it opens.
_ATTRIBUTES_OF_SCREENS = frozenset({"aria-description", "data-search-exclude", "tabindex"})
# Those that name other places of the page: one, or several.
_NAMING = ("aria-controls", "aria-describedby", "aria-labelledby", "for", "headers", "id")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")

SetChapter = tuple[Chapter, ET.Element]  # a chapter, as it is set


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
            if _for_screens_alone(child):
                leave_out(parent, child)
            else:
                _plain(child)
    for picture in section.iter("img"):
        picture.set("src", volume.file(chapter, picture.get("src", "")) or "")
    for tag, namespace in _FOREIGN.items():
        for drawing in section.iter(tag):
            drawing.set("xmlns", namespace)
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

    def __init__(self, leaves: Iterable[SetChapter]) -> None:
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


def turn_links(section: ET.Element, chapter: Chapter, volume: Volume, places: Places) -> None:
    """Let the links of a chapter lead to places of the book, or out of it; others are words."""
    for anchor in section.iter("a"):
        link = anchor.attrib.pop("href", None)
        if link is None:
            continue
        target = volume.target(chapter, link)
        found = f"#{places.name(*target)}" if target else volume.outside(chapter, link)
        if found:
            anchor.set("href", found)


class Listed(NamedTuple):
    """A line of the contents: how deep it stands, its place in the book, and its words."""

    depth: int
    #: That of a part is its first chapter.
    place: str
    title: str
    kind: str


def contents(volume: Volume, leaves: Sequence[SetChapter]) -> Iterator[Listed]:
    """What the contents list: parts, chapters, and the sections of each; not the cover."""
    before: tuple[str, ...] = ()
    for chapter, section in leaves[volume.cover :]:
        depth = len(chapter.parts)
        same = len(commonprefix([before, chapter.parts]))  # noqa: RUF071 names, and no paths
        for at in range(same, depth):
            yield Listed(at, chapter.name, chapter.parts[at], "part")
        yield Listed(depth, chapter.name, chapter.title, "chapter")
        for each in section.iter("h2"):
            if "id" in each.attrib:
                yield Listed(depth + 1, each.attrib["id"], text_of(each), "section")
        before = chapter.parts


def text_of(element: ET.Element) -> str:
    """What an element says, on one line."""
    return " ".join("".join(element.itertext()).split())
