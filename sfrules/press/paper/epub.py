"""The book as an EPUB 3: a file for each chapter, contents, and what readers of it must know."""

from __future__ import annotations

import re
import uuid
import zipfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from html import escape
from io import BytesIO
from mimetypes import MimeTypes
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import tinycss2

from sfrules.press.paper.volume import (
    HEADINGS,
    Chapter,
    SetChapter,
    Volume,
    classes,
    contents,
    leaf,
    turn_links,
    xhtml,
)

_STYLES = Path(__file__).parent / "epub.css"
_CONTAINER = """\
<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="EPUB/book.opf" media-type="application/oebps-package+xml"/>
</rootfiles></container>
"""
_ACCESS = (
    ("accessMode", "textual"),
    ("accessMode", "visual"),
    ("accessModeSufficient", "textual"),
    ("accessibilityFeature", "alternativeText"),
    ("accessibilityFeature", "readingOrder"),
    ("accessibilityFeature", "structuralNavigation"),
    ("accessibilityFeature", "tableOfContents"),
    ("accessibilityHazard", "none"),
    (
        "accessibilitySummary",
        "Headings and heads of tables are marked; drawings say what they show.",
    ),
)
_KINDS = MimeTypes()  # those of Python, the same on any machine
_EARLIEST = 315532800  # 1980, the earliest that an archive can hold

# Selectors, with parentheses in parentheses, as in :is(:not(…)).
_NESTED = r"(?:[^()]|\([^()]*\))*"
_SELECTOR = re.compile(rf"(?:[^(),]|\({_NESTED}\))+")
_ANY_OF = re.compile(rf":is\(({_NESTED})\)")
_NAME = re.compile(r"[.#][a-zA-Z_][\w-]*")
# What a book on paper or in a reader never does or has, or its reader may not understand.
_UNKNOWN = re.compile(
    r":(?:is|has|where|hover|focus|active|target)\b|:not\([^()]*[ ,>+~]|\bbutton\b(?!-)"
)
_OF_OTHERS = re.compile(r"print|screen|prefers|forced-colors: active")


class BookFile(NamedTuple):
    """A file of the book: its path, its kind, what it holds, and what the package says of it."""

    path: str
    kind: str
    content: bytes
    properties: str = ""


def epub(volume: Volume) -> bytes:
    """A volume as an EPUB; the same bytes for the same text."""
    sections = [(chapter, leaf(volume, chapter)) for chapter in volume.chapters]
    shown = {each.attrib["src"] for _, root in sections for each in root.iter("img")}
    pictures = sorted({*shown, volume.picture})
    chapters = [_chapter(volume, chapter, section) for chapter, section in sections]
    parts = [
        BookFile("nav.xhtml", "application/xhtml+xml", _nav(volume, sections).encode(), "nav"),
        BookFile("book.css", "text/css", _css(volume, sections).encode()),
        *(_picture(volume, path) for path in pictures if path),
        *chapters,
    ]
    first, rest = (chapters[:1], chapters[1:]) if volume.cover else ([], chapters)
    order = [*(part.path for part in first), "nav.xhtml", *(part.path for part in rest)]
    opf = BookFile("book.opf", "", _package(volume, parts, order).encode())
    return _packed(volume, [opf, *parts])


def _file(chapter: Chapter) -> str:
    return f"{chapter.name}.xhtml"


def _address(chapter: Chapter, id: str) -> str:
    return f"{_file(chapter)}#{id}" if id else _file(chapter)


def _chapter(volume: Volume, chapter: Chapter, section: ET.Element) -> BookFile:
    def inside(to: Chapter, id: str) -> str:
        return f"#{id}" if to is chapter and id else _address(to, id)

    turn_links(section, chapter, volume, inside)
    for picture in list(section.iter("img")):
        if path := picture.attrib["src"]:
            picture.set("src", _name_of_picture(path))
        else:  # of another site: a book has its words
            picture.tag, picture.text = "span", picture.get("alt", "")
            picture.attrib.clear()
    cover = volume.cover and chapter is volume.chapters[0]
    section.set("epub:type", "cover" if cover else "chapter")
    section.set("class", "md-typeset")
    drawn = "svg" if next(section.iter("svg"), None) is not None else ""
    text = _page(volume, chapter.title, section)
    return BookFile(_file(chapter), "application/xhtml+xml", text.encode(), drawn)


def _page(volume: Volume, title: str, section: ET.Element) -> str:
    body = ET.Element("body", {"class": "paper", "data-md-color-scheme": "default"})
    body.append(section)
    head = f'<title>{escape(title)}</title><link rel="stylesheet" href="book.css"/>'
    return xhtml(head, body, volume.language)


def _name_of_picture(path: str) -> str:
    return "picture-" + path.replace("/", "-")


def _picture(volume: Volume, path: str) -> BookFile:
    kind = _KINDS.guess_type(path, strict=False)[0] or "application/octet-stream"
    properties = "cover-image" if path == volume.picture else ""
    return BookFile(_name_of_picture(path), kind, (volume.site / path).read_bytes(), properties)


def _css(volume: Volume, sections: Iterable[SetChapter]) -> str:
    named = {".md-typeset", ".paper"}
    for _, root in sections:
        for each in root.iter():
            named.update(f".{name}" for name in classes(each))
            if each.tag not in HEADINGS:  # whose ids are addresses, and no names of their looks
                named.add(f"#{each.get('id', '')}")
    own = (volume.site / name for name in volume.styles)
    plain = [plain_css(file.read_text(encoding="utf-8"), named) for file in own]
    return "\n".join([*plain, _STYLES.read_text(encoding="utf-8")])


def plain_css(css: str, names: Collection[str]) -> str:
    """The rules of a style sheet for elements with these names, in plain selectors.

    Names are those of classes, with a dot, and ids, with a hash.
    """
    rules = tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)
    return "\n".join(filter(None, (_plain(rule, names) for rule in rules)))


def _plain(rule: tinycss2.ast.Node, names: Collection[str]) -> str:
    if rule.type == "qualified-rule":
        written = tinycss2.serialize(rule.prelude)
        found = [each for each in _spread(written) if _fits(each, names)]
        return f"{', '.join(found)} {{{tinycss2.serialize(rule.content)}}}" if found else ""
    if rule.type != "at-rule" or rule.at_keyword != "media" or rule.content is None:
        return ""
    where = tinycss2.serialize(rule.prelude)
    within = plain_css(tinycss2.serialize(rule.content), names)
    return f"@media{where}{{\n{within}\n}}" if within and not _OF_OTHERS.search(where) else ""


def _spread(selectors: str) -> Iterator[str]:
    """Each of some selectors, those with :is() once for each of what it names."""
    for selector in map(str.strip, _SELECTOR.findall(selectors)):
        if not (found := _ANY_OF.search(selector)):
            yield selector
            continue
        before, after = selector[: found.start()], selector[found.end() :]
        for one in map(str.strip, _SELECTOR.findall(found[1])):
            # The name of an element cannot follow a class.
            if not (one[:1].isalpha() and before[-1:].strip(" >+~")):
                yield from _spread(before + one + after)


def _fits(selector: str, names: Collection[str]) -> bool:
    return not _UNKNOWN.search(selector) and all(
        name in names for name in _NAME.findall(re.sub(r":not\([^()]*\)", "", selector))
    )


def _nav(volume: Volume, sections: Sequence[SetChapter]) -> str:
    """The contents, by part, chapter and section, as pages of their own and for a reader's menu."""
    section = ET.Element("section", {"class": "md-typeset"})
    nav = ET.SubElement(section, "nav", {"epub:type": "toc", "role": "doc-toc", "id": "toc"})
    ET.SubElement(nav, "h1").text = "Contents"
    lists = [ET.SubElement(nav, "ol")]
    for depth, place, title, kind in contents(volume, sections, _address):
        line = ET.SubElement(lists[depth], "li")
        tag, marks = ("span", {}) if kind == "part" else ("a", {"href": place})
        ET.SubElement(line, tag, marks).text = title
        lists[depth + 1 :] = [ET.SubElement(line, "ol")]
    for parent in list(nav.iter("li")):
        if not len(parent[-1]):
            parent.remove(parent[-1])
    return _page(volume, volume.title, section)


def _package(volume: Volume, parts: Iterable[BookFile], order: Iterable[str]) -> str:
    known = {part.path: f"part-{number}" for number, part in enumerate(parts)}
    items = "\n".join(
        f'<item id="{known[part.path]}" href="{escape(part.path)}" media-type="{part.kind}"'
        + (f' properties="{part.properties}"/>' if part.properties else "/>")
        for part in parts
    )
    said = "\n".join(_said(volume))
    spine = "\n".join(f'<itemref idref="{known[path]}"/>' for path in order)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" '
        f'unique-identifier="id" xml:lang="{volume.language}">\n'
        f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n{said}\n</metadata>\n'
        f"<manifest>\n{items}\n</manifest>\n<spine>\n{spine}\n</spine>\n</package>\n"
    )


def _said(volume: Volume) -> Iterator[str]:
    id = uuid.uuid5(uuid.NAMESPACE_URL, volume.home or f"book:{volume.title}")
    yield f'<dc:identifier id="id">urn:uuid:{id}</dc:identifier>'
    for name, value in (
        ("title", volume.title),
        ("language", volume.language),
        ("description", volume.about),
        ("rights", volume.rights),
    ):
        if value:
            yield f"<dc:{name}>{escape(value)}</dc:{name}>"
    yield f'<meta property="dcterms:modified">{_date(volume):%Y-%m-%dT%H:%M:%SZ}</meta>'
    for name, value in _ACCESS:
        yield f'<meta property="schema:{name}">{value}</meta>'


def _date(volume: Volume) -> datetime:
    return datetime.fromtimestamp(max(volume.date, _EARLIEST), UTC)


def _packed(volume: Volume, parts: Iterable[BookFile]) -> bytes:
    """The archive: its kind comes first and as it is, and every file is of the book's own date."""
    out, time = BytesIO(), _date(volume).timetuple()[:6]
    with zipfile.ZipFile(out, "w") as archive:

        def put(path: str, content: bytes, packed: int = zipfile.ZIP_DEFLATED) -> None:
            entry = zipfile.ZipInfo(path, time)
            entry.compress_type, entry.create_system = packed, 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)

        put("mimetype", b"application/epub+zip", zipfile.ZIP_STORED)
        put("META-INF/container.xml", _CONTAINER.encode())
        for part in parts:
            put(f"EPUB/{part.path}", part.content)
    return out.getvalue()
