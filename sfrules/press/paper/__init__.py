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

import pikepdf
from selectolax.lexbor import LexborHTMLParser

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


_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
# What answers a pointer or a key; `aria-description` is the text of the card that it opens.
_OF_SCREENS = (
    "button, form, noscript, script, template, [hidden], [download], "
    ".copy, .filter, .headerlink, .press-problems, .provenance"
)
_ATTRIBUTES_OF_SCREENS = ("aria-description", "data-search-exclude", "tabindex")
# Those that name other places of the page: one, or several.
_NAMING = ("aria-controls", "aria-describedby", "aria-labelledby", "for", "headers", "id")
_PAINT = re.compile(r"(?<=url\(#)[^()]+")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")

SetChapter = tuple[Chapter, LexborHTMLParser]  # a chapter, as it is set


def leaf(volume: Volume, chapter: Chapter) -> LexborHTMLParser:
    """A chapter as it may be set on paper; its links are the site's."""
    tree = LexborHTMLParser(_COMMENT.sub("", unasked(chapter.html)))
    for element in reversed(tree.css(_OF_SCREENS)):  # what is inside of another one first
        element.decompose()
    for name in _ATTRIBUTES_OF_SCREENS:
        for element in tree.css(f"[{name}]"):
            del element.attrs[name]
    for picture in tree.css("img"):
        picture.attrs["src"] = volume.file(chapter, picture.attributes.get("src") or "") or ""
    return tree


class Places:
    """The names of places in a file that all chapters share.

    A place keeps its id, by which style sheets may know it, if it is the first of that name. Where
    headings of several chapters have the same, as "summary", each has its chapter's name as well.
    """

    def __init__(self, leaves: Iterable[SetChapter]) -> None:
        self._first: dict[str, str] = {}
        for chapter, tree in leaves:
            for element in tree.css("[id]"):
                id = element.id or ""
                again = self._first.setdefault(id, chapter.name) != chapter.name
                if again and element.tag in HEADINGS:
                    self._first[id] = ""

    def name(self, chapter: Chapter, id: str) -> str:
        """The name of a place of a chapter; that of the chapter itself has no id."""
        if not id:
            return chapter.name
        return id if self._first.get(id) == chapter.name else f"{chapter.name}.{id}"

    def rename(self, tree: LexborHTMLParser, chapter: Chapter) -> None:
        """Give the places of a chapter their names in the shared file."""

        def own(id: str) -> str:
            return self.name(chapter, id)

        for name in _NAMING:
            for element in tree.css(f"[{name}]"):
                named = (element.attributes[name] or "").split()
                element.attrs[name] = " ".join(map(own, named))
        for element in tree.css("svg, svg *"):
            for name, value in element.attributes.items():
                if "url(#" in (value or ""):
                    element.attrs[name] = _PAINT.sub(lambda id: own(id[0]), value or "")
        for element in tree.css('use[href^="#"]'):
            element.attrs["href"] = f"#{own((element.attributes['href'] or '')[1:])}"


def turn_links(tree: LexborHTMLParser, chapter: Chapter, volume: Volume, places: Places) -> None:
    """Let the links of a chapter lead to places of the book, or out of it; others are words."""
    for anchor in tree.css("a[href]"):
        link = anchor.attributes["href"] or ""
        target = volume.target(chapter, link)
        if found := f"#{places.name(*target)}" if target else volume.outside(chapter, link):
            anchor.attrs["href"] = found
        else:
            del anchor.attrs["href"]


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
    for chapter, tree in leaves[volume.cover :]:
        depth = len(chapter.parts)
        same = len(commonprefix([before, chapter.parts]))  # noqa: RUF071 names, and no paths
        for at in range(same, depth):
            yield ContentsLine(at, chapter.name, chapter.parts[at], "part")
        yield ContentsLine(depth, chapter.name, chapter.title, "chapter")
        for each in tree.css("h2[id]"):
            title = " ".join(each.text().split())
            yield ContentsLine(depth + 1, each.id or "", title, "section")
        before = chapter.parts


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
    file = site / "book-for-print.html"
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
_OPEN, _CLOSE = "\ue000", "\ue001"  # around the name of a place whose page is to be said
_PAGE = re.compile(rf"{_OPEN}([^{_CLOSE}]*){_CLOSE}")
# Where a link is a word of the text, or says where it leads: the page is no help there.
_SILENT = ".formula a, .letters a, .worked a, a.term, a.table-number"


class Sheets:
    """A volume set for print; made once, and written down again as its pages get their numbers."""

    def __init__(self, volume: Volume, paper: str) -> None:
        self._volume, self._paper = volume, paper
        self._leaves = [(chapter, leaf(volume, chapter)) for chapter in volume.chapters]
        places = Places(self._leaves)
        for chapter, tree in self._leaves:
            places.rename(tree, chapter)
            turn_links(tree, chapter, volume, places)
            for fold in tree.css("details"):
                fold.attrs["open"] = ""
        self.listed = list(contents(volume, self._leaves))
        for chapter, tree in self._leaves[volume.cover :]:
            _refer(tree, chapter)
        self._text = self._written()

    def document(self, pages: Mapping[str, int]) -> str:
        """The whole book; `pages` are the numbers of the pages that its places are on."""
        return _PAGE.sub(lambda place: str(pages.get(place[1], _UNKNOWN)), self._text)

    def _written(self) -> str:
        """The whole book, with a mark for each number of a page."""
        volume, language = self._volume, escape(self._volume.language)
        classes = f"{volume.body.get('class', '')} paper".strip()
        body = {**volume.body, "class": classes}.items()
        attributes = " ".join(f'{name}="{escape(value)}"' for name, value in body)
        sections = [self._section(chapter, tree) for chapter, tree in self._leaves]
        sections.insert(volume.cover, self._contents())
        return (
            f'<!DOCTYPE html>\n<html lang="{language}">\n'
            f'<head><meta charset="utf-8"><title>{escape(volume.title)}</title>{volume.head}'
            f"<style>{self._style()}</style>"
            f"<script>{_WIDE_TABLES.read_text(encoding='utf-8')}</script></head>\n"
            f'<body {attributes}><div class="md-content">'
            f'<article class="md-content__inner md-typeset">{"".join(sections)}</article>'
            "</div></body>\n</html>\n"
        )

    def _section(self, chapter: Chapter, tree: LexborHTMLParser) -> str:
        inner = (tree.body.inner_html if tree.body else "") or ""
        classes = "chapter"
        if self._volume.cover and chapter is self._volume.chapters[0]:
            classes = "chapter chapter--cover"
            inner += f'<p class="imprint">{escape(self._volume.rights)}</p>'
        return f'<section class="{classes}" id="{chapter.name}">{inner}</section>'

    def _contents(self) -> str:
        lines = []
        for depth, name, title, kind in self.listed:
            line = escape(title)
            if kind != "part":
                line = (
                    f'<a href="#{escape(name)}"><span class="contents__title">{line}</span>'
                    f'<span class="contents__page">{_page(name)}</span></a>'
                )
            lines.append(f'<li class="contents__{kind} contents__{depth}">{line}</li>')
        return (
            f'<nav class="contents" aria-label="{CONTENTS}"><h1>{CONTENTS}</h1>'
            f'<ol class="contents__list">{"".join(lines)}</ol></nav>'
        )

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
        return STYLES.read_text(encoding="utf-8") + "\n".join(rules)

    def _parts(self) -> Iterator[tuple[str, list[str]]]:
        """Each part with the ids of its chapters, which run on; a chapter in none is its own."""
        chapters = self._volume.chapters[self._volume.cover :]
        for parts, same in groupby(chapters, lambda each: each.parts or (each.title,)):
            yield parts[-1], [chapter.name for chapter in same]


def _refer(tree: LexborHTMLParser, chapter: Chapter) -> None:
    """Say behind each link of a chapter to another one which page it leads to."""
    own = {chapter.name, *(each.id for each in tree.css("[id]"))}
    silent = {each.mem_id for each in tree.css(_SILENT)}
    for anchor in tree.css('a[href^="#"]'):
        name = (anchor.attributes["href"] or "")[1:]
        if name not in own and anchor.mem_id not in silent:
            said = LexborHTMLParser(f'<span class="page-ref"> (p. {_page(escape(name))})</span>')
            anchor.insert_after(said.css("span")[0])


def _page(name: str) -> str:
    """A mark for the number of the page that a place is on."""
    return f"{_OPEN}{name}{_CLOSE}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'.replace("<", r"\3c ")
