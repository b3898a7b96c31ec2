"""The book as a PDF: Chromium sets it twice, the second time with the numbers of its pages."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from html import escape
from io import BytesIO
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree as ET

import pikepdf

from sfrules.press.paper.volume import (
    Chapter,
    Listed,
    Places,
    Volume,
    classes,
    contents,
    leaf,
    turn_links,
)
from sfrules.press.paper.wide_tables import fit_tables

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
_LONGEST = 600  # seconds, on a busy machine
_ROUNDS = 4  # until no number of a page moves any other
# The document has no scripts, and whatever it may name is a file beside it.
_OPTIONS = (
    "--headless",
    "--disable-background-networking",
    "--disable-gpu",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--no-first-run",
    "--no-pdf-header-footer",
)


class NotPrinted(Exception):
    """Why there is no PDF; the message is for whoever asked for one."""


def find_chromium() -> str:
    """The Chromium that prints: the one that SFRULES_CHROMIUM names, or one on the path.

    Raises:
        NotPrinted: where there is none.
    """
    named = os.environ.get("SFRULES_CHROMIUM")
    found = next(filter(None, map(shutil.which, [named] if named else CHROMIUMS)), None)
    if found is None:
        where = f"{named} is no program" if named else "there is no Chromium on the path"
        raise NotPrinted(f"{where}: install one, or name it in SFRULES_CHROMIUM")
    return found


def pdf(volume: Volume, paper: str = "a4") -> bytes:
    """A volume as a PDF with outline and tags, on sheets of a size that CSS knows by name.

    Raises:
        NotPrinted: where there is no Chromium, or it fails.
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
    raise NotPrinted("the numbers of the pages move each other; this is a fault of sfrules")


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
            raise NotPrinted(f"{chromium} takes longer than {_LONGEST} s") from None
        finally:
            file.unlink()
        if not out.is_file():
            *_, last = ["", *ended.stderr.strip().splitlines()]
            raise NotPrinted(f"{chromium} prints nothing: {last}")
        return out.read_bytes()


def _pages(document: pikepdf.Pdf) -> dict[str, int]:
    """The number of the page that each place of the book is on."""
    numbers = {page.obj.objgen: number for number, page in enumerate(document.pages, 1)}
    places = document.Root.get("/Dests", pikepdf.Dictionary())
    return {str(name)[1:]: numbers[place[0].objgen] for name, place in places.items()}


def _finished(document: pikepdf.Pdf, listed: list[Listed], volume: Volume) -> bytes:
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


def _outline(document: pikepdf.Pdf, listed: list[Listed]) -> None:
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
            f"<style>{self._style()}</style></head>\n"
            f"{ET.tostring(body, encoding='unicode')}\n</html>\n"
        )

    def _settle(self, chapter: Chapter, section: ET.Element) -> None:
        """Give a chapter its names and links, and open what folds."""
        self._places.rename(section, chapter)
        turn_links(section, chapter, self._volume, self._places)
        fit_tables(section)
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
        return escape(STYLES.read_text(encoding="utf-8") + "\n".join(rules), quote=False)

    def _parts(self) -> Iterator[tuple[str, list[str]]]:
        """Each part with the ids of its chapters, which run on; a chapter in none is its own."""
        chapters = self._volume.chapters[self._volume.cover :]
        for parts, same in groupby(chapters, lambda each: each.parts or (each.title,)):
            yield parts[-1], [chapter.name for chapter in same]


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
