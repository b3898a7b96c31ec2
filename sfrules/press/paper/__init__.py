"""The finished pages of a site as one book, a PDF: its pages in one file, printed by Chromium."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from html import escape
from io import BytesIO
from itertools import groupby
from os.path import commonprefix
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree as ET

import pikepdf
import tinyhtml5

from sfrules.ground.command import CommandError
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


class ContentsLine(NamedTuple):
    """A line of the contents: how deep it stands, its place in the book, and its words."""

    depth: int
    #: That of a part is its first chapter.
    place: str
    title: str
    kind: str


def contents(volume: Volume, leaves: Sequence[SetChapter]) -> Iterator[ContentsLine]:
    """What the contents list: parts, chapters, and the sections of each; not the cover."""
    before: tuple[str, ...] = ()
    for chapter, section in leaves[volume.cover :]:
        depth = len(chapter.parts)
        same = len(commonprefix([before, chapter.parts]))  # noqa: RUF071 names, and no paths
        for at in range(same, depth):
            yield ContentsLine(at, chapter.name, chapter.parts[at], "part")
        yield ContentsLine(depth, chapter.name, chapter.title, "chapter")
        for each in section.iter("h2"):
            if "id" in each.attrib:
                yield ContentsLine(depth + 1, each.attrib["id"], text_of(each), "section")
        before = chapter.parts


def text_of(element: ET.Element) -> str:
    """What an element says, on one line."""
    return " ".join("".join(element.itertext()).split())


CHROMIUMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
_LONGEST = 600  # seconds, on a busy machine
_ROUNDS = 4  # until no number of a page moves any other
# The document has no script but ours, and whatever it may name is a file beside it.
_OPTIONS = (
    "--headless",
    "--disable-background-networking",
    "--disable-gpu",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--no-first-run",
    "--no-pdf-header-footer",
)


def find_chromium() -> str:
    """The Chromium that prints: the one that SFRULES_CHROMIUM names, or one on the path.

    Raises:
        CommandError: where there is none.
    """
    named = os.environ.get("SFRULES_CHROMIUM")
    found = next(filter(None, map(shutil.which, [named] if named else CHROMIUMS)), None)
    if found is None:
        where = f"{named} is no program" if named else "there is no Chromium on the path"
        raise CommandError(f"{where}: install one, or name it in SFRULES_CHROMIUM")
    return found


def pdf(volume: Volume, paper: str = "a4") -> bytes:
    """A volume as a PDF with outline and tags, on sheets of a size that CSS knows by name.

    Raises:
        CommandError: where there is no Chromium, or it fails.
    """
    chromium, sheets = find_chromium(), Sheets(volume, paper)
    pages: Mapping[str, int] = {}
    for again in range(_ROUNDS):
        # The first has no numbers of pages yet, and tags take as long as all the rest.
        printed = _print(chromium, sheets.document(pages), volume.site, tagged=again > 0)
        with pikepdf.open(BytesIO(printed)) as document:
            before, pages = pages, _pages(document)
            if before == pages:
                return _finished(document, sheets.listed, volume)
    raise CommandError("the numbers of the pages move each other; this is a fault of sfrules")


def _print(chromium: str, document: str, site: Path, *, tagged: bool) -> bytes:
    """What Chromium makes of a document that stands in the folder of a site."""
    options = [*_OPTIONS, *([] if tagged else ["--disable-pdf-tagging"])]
    options += (
        ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    )  # root has none
    file = site / "book-for-print.xhtml"
    file.write_text(document, encoding="utf-8", newline="\n")
    with tempfile.TemporaryDirectory(prefix="sfrules_") as folder:
        out = Path(folder, "book.pdf")
        own = [f"--user-data-dir={folder}/profile", f"--print-to-pdf={out}", file.as_uri()]
        try:
            ended = subprocess.run(  # noqa: S603 the program is the user's
                [chromium, *options, *own],
                capture_output=True,
                text=True,
                timeout=_LONGEST,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise CommandError(f"{chromium} takes longer than {_LONGEST} s") from None
        finally:
            file.unlink()
        if not out.is_file():
            *_, last = ["", *ended.stderr.strip().splitlines()]
            raise CommandError(f"{chromium} prints nothing: {last}")
        return out.read_bytes()


def _pages(document: pikepdf.Pdf) -> dict[str, int]:
    """The number of the page that each place of the book is on."""
    numbers = {page.obj.objgen: number for number, page in enumerate(document.pages, 1)}
    places = document.Root.get("/Dests", pikepdf.Dictionary())
    return {str(name)[1:]: numbers[place[0].objgen] for name, place in places.items()}


def _finished(document: pikepdf.Pdf, listed: list[ContentsLine], volume: Volume) -> bytes:
    """The PDF with its outline and what it says of itself; the same bytes for the same text."""
    _outline(document, listed)
    document.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
    document.Root.PageMode = pikepdf.Name.UseOutlines
    document.Root.Lang = pikepdf.String(volume.language)
    date = datetime.fromtimestamp(volume.date, UTC)
    del document.docinfo  # which is written anew from what is said here
    with document.open_metadata(set_pikepdf_as_editor=False) as said:
        said["dc:title"] = volume.title
        said["dc:description"] = volume.about
        said["dc:language"] = [volume.language]
        said["dc:rights"] = volume.rights
        said["xmp:CreatorTool"] = "sfrules"
        said["xmp:CreateDate"] = said["xmp:ModifyDate"] = date.isoformat()
    out = BytesIO()
    document.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
    return out.getvalue()


def _outline(document: pikepdf.Pdf, listed: list[ContentsLine]) -> None:
    """An outline as deep as the contents."""
    destinations = document.Root.get("/Dests", pikepdf.Dictionary())
    with document.open_outline() as outline:
        outline.root.clear()
        above: list[tuple[int, list[pikepdf.OutlineItem]]] = [(-1, outline.root)]
        for line in listed:
            place = pikepdf.Array(destinations[f"/{line.place}"])
            item = pikepdf.OutlineItem(line.title, place)
            item.is_closed = line.kind != "part"
            while above[-1][0] >= line.depth:
                above.pop()
            above[-1][1].append(item)
            above.append((line.depth, item.children))


STYLES = Path(__file__).parent / "paper.css"
_WIDE_TABLES = Path(__file__).parent / "wide_tables.js"
CONTENTS = "Contents"
_UNKNOWN = "000"  # as wide as most numbers of pages
# Where a link is a word of the text, or says where it leads: the page is no help there.
_SILENT = frozenset({"term", "table-number"})
_ANCESTORS_THAT_ARE_SILENT = frozenset({"formula", "letters", "worked"})


class Sheets:
    """A volume set for print; made once, and written down again as its pages get their numbers."""

    def __init__(self, volume: Volume, paper: str) -> None:
        self._volume, self._paper = volume, paper
        self._leaves = [(chapter, leaf(volume, chapter)) for chapter in volume.chapters]
        self._places = Places(self._leaves)
        for chapter, section in self._leaves:
            self._settle(chapter, section)
        self.listed = list(contents(volume, self._leaves))
        self._waiting = self._refer()

    def document(self, pages: Mapping[str, int]) -> str:
        """The whole book; `pages` are the numbers of the pages that its places are on."""
        for name, spans in self._waiting.items():
            for span in spans:
                span.text = f" (p. {pages.get(name, _UNKNOWN)})"
        body = ET.Element("body", {**self._volume.body})
        body.set("class", f"{body.get('class', '')} paper".strip())
        article = ET.SubElement(
            ET.SubElement(body, "div", {"class": "md-content"}),
            "article",
            {"class": "md-content__inner md-typeset"},
        )
        sections = [section for _, section in self._leaves]
        front = sections[:1] if self._volume.cover else []
        article.extend([*front, self._contents(pages), *sections[len(front) :]])
        title, language = escape(self._volume.title), self._volume.language
        return (
            '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n'
            f'<html xmlns="http://www.w3.org/1999/xhtml" lang="{language}" xml:lang="{language}">\n'
            f'<head><meta charset="utf-8"/><title>{title}</title>{self._volume.head}'
            f"<style>{self._style()}</style><script>{_as_text(_WIDE_TABLES)}</script></head>\n"
            f"{ET.tostring(body, encoding='unicode')}\n</html>\n"
        )

    def _settle(self, chapter: Chapter, section: ET.Element) -> None:
        """Give a chapter its names and links, and open what folds."""
        self._places.rename(section, chapter)
        turn_links(section, chapter, self._volume, self._places)
        for fold in section.iter("details"):
            fold.set("open", "")
        if self._volume.cover and chapter is self._volume.chapters[0]:
            section.set("class", "chapter chapter--cover")
            ET.SubElement(section, "p", {"class": "imprint"}).text = self._volume.rights

    def _refer(self) -> dict[str, list[ET.Element]]:
        """Room behind each link to another chapter, for the page that it leads to, by place."""
        waiting: dict[str, list[ET.Element]] = {}
        for _, section in self._leaves[self._volume.cover :]:
            own = {each.get("id") for each in section.iter()}
            for parent, anchor in list(_links(section)):
                if (name := anchor.attrib["href"][1:]) in own:
                    continue
                span = ET.Element("span", {"class": "page-ref"})
                span.tail, anchor.tail = anchor.tail, None
                parent.insert(list(parent).index(anchor) + 1, span)
                waiting.setdefault(name, []).append(span)
        return waiting

    def _contents(self, pages: Mapping[str, int]) -> ET.Element:
        nav = ET.Element("nav", {"class": "contents", "aria-label": CONTENTS})
        ET.SubElement(nav, "h1").text = CONTENTS
        lines = ET.SubElement(nav, "ol", {"class": "contents__list"})
        for depth, name, title, kind in self.listed:
            line = ET.SubElement(lines, "li", {"class": f"contents__{kind} contents__{depth}"})
            if kind == "part":
                line.text = title
                continue
            anchor = ET.SubElement(line, "a", {"href": f"#{name}"})
            ET.SubElement(anchor, "span", {"class": "contents__title"}).text = title
            number = ET.SubElement(anchor, "span", {"class": "contents__page"})
            number.text = str(pages.get(name, _UNKNOWN))
        return nav

    def _style(self) -> str:
        """The style sheet for print, with the paper and a running head for each part."""
        paper = self._paper
        rules = [f"@page {{ size: {paper}; }}", f"@page turned {{ size: {paper} landscape; }}"]
        left = _quoted(self._volume.title)
        for number, (title, ids) in enumerate(self._parts()):
            page, right = f"part-{number}", _quoted(title)
            rules += [
                f'[id="{ids[0]}"] {{ break-before: page; margin-top: 0; }}',
                *(f'[id="{id}"] {{ page: {page}; }}' for id in ids),
                f"@page {page}:left {{ @top-left {{ content: {left}; }} }}",
                f"@page {page}:right {{ @top-right {{ content: {right}; }} }}",
            ]
        return _as_text(STYLES) + escape("\n".join(rules), quote=False)

    def _parts(self) -> Iterator[tuple[str, list[str]]]:
        """Each part with the ids of its chapters, which run on; a chapter in none is its own."""
        chapters = self._volume.chapters[self._volume.cover :]
        for parts, same in groupby(chapters, lambda each: each.parts or (each.title,)):
            yield parts[-1], [chapter.name for chapter in same]


def _as_text(file: Path) -> str:
    """What a file has, as text of XHTML."""
    return escape(file.read_text(encoding="utf-8"), quote=False)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'


def _links(section: ET.Element) -> Iterator[tuple[ET.Element, ET.Element]]:
    """The links inside the book that say no page yet, each with the element it stands in."""
    for parent in section:
        if not _ANCESTORS_THAT_ARE_SILENT.isdisjoint(classes(parent)):
            continue
        if (
            parent.tag == "a"
            and parent.get("href", "").startswith("#")
            and _SILENT.isdisjoint(classes(parent))
        ):
            yield section, parent
        yield from _links(parent)
