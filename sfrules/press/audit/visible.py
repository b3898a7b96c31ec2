"""What a reader sees of a page: the text of its HTML as a browser shows it, and what it says aloud.

The HTML is parsed by the rules that browsers follow, so no syntax of Markdown, no entity and no
comment can hide a number from this reading that a reader would see.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING
from unicodedata import normalize

from sfrules.press.audit.prose import face_columns

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

# What parts its text from the text around it; all else, known or not, is part of the line.
_BLOCKS = (
    "html head body title meta address article aside blockquote caption center col colgroup dd "
    "details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header "
    "hgroup hr img input legend li main menu nav ol optgroup option p plaintext pre search section "
    "select summary table tbody td textarea tfoot th thead tr ul xmp rp rt svg text desc picture "
    "video audio object"
).split()
_OF_LINES = ", ".join(f":not({name})" for name in _BLOCKS).replace(", ", "")
_CODE = ["code", "kbd", "pre", "samp"]
_UNSEEN = ["script", "style", "template", "noscript"]
_NOTES = ".footnote-ref, .footnote-backref"  # the marks at footnotes, which count them
_LINES = ".linenos, [data-linenos]"  # the numbers of the lines of code
_UNREAD = (
    "script, style, iframe, object, embed, frame, canvas, base, bdo, link[rel~=stylesheet], "
    "meta[http-equiv], template[shadowrootmode]"
)
_SAID = (
    "alt alttext title abbr placeholder label summary value content srcdoc aria-label "
    "aria-description aria-roledescription aria-valuetext aria-valuenow aria-valuemin "
    "aria-valuemax aria-placeholder aria-braillelabel aria-setsize aria-posinset aria-rowcount "
    "aria-colcount aria-keyshortcuts"
).split()
# What a page tells others of itself, its picture's size is none of.
_OF_PAGE = re.compile(
    r"(?:name|property)=\"?(?:\w+:)?(?:description|author|title|site_name|keywords)\b"
)
_SILENT = ("hidden", "checkbox", "radio")
_SAYING = ", ".join(f"[{name}]" for name in _SAID)
_BREAK = re.compile(r"<(?:br|hr)\b", re.IGNORECASE)
# What runs or draws without an element of its own.
_HANDLER = re.compile(
    r"<[^<>]*?\s(?P<name>on[a-z]+|style)\s*=\s*(?P<value>\"[^\"]*\"|'[^']*'|[^\s<>]*)",
    re.IGNORECASE,
)
# A style that shows words, which it has in quotation marks or from elsewhere, or moves them.
_TELLING_STYLE = re.compile(
    r"(?<=.)[\"'](?=.)|&quot;|&#|\burl\b|--|\b(?:content|counter|quotes|position|transform|direction|order"
    r"|unicode-bidi|writing-mode|animation)\b|-reverse\b|\bdisplay\s*:\s*(?:inline(?!-)|contents)",
    re.IGNORECASE,
)
_DATA = re.compile(r"<[^<>]*?\sdata-[\w-]+\s*=\s*\"\s*([^\"<>{\s][^\"<>]*\s[^\"<>\s][^\"<>]*)\"")
_NUMBER = re.compile(r"(\d+)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_RAISED = re.compile(r"<su[bp]\b[^<>]*>", re.IGNORECASE)
# They take no room: a reader sees 77 where one of them stands between two sevens.
_NO_ROOM = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U000e0000-\U000e0fff]+"
)
_TURNED = re.compile("[\u202d\u202e]")  # they turn the words behind them round
# Letters that look like plain ones: ligatures, full-width, circled and mathematical letters.
_DRESSED = re.compile("[\ufb00-\ufb06\uff21-\uff3a\uff41-\uff5a\u24b6-\u24e9\U0001d400-\U0001d6a3]")


@dataclass(frozen=True)
class Visible:
    """The visible text, blocks parted by blank lines; what attributes say; what cannot be read."""

    text: str
    said: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def visible(html: str, *, with_code: bool = True, dice: Collection[int] = ()) -> Visible:
    """What a reader sees of some HTML, but for the faces of a die in a table of its outcomes.

    `with_code` says whether code is read as well, `dice` the faces of the dice that the game has.
    """
    if "<" not in html:
        return Visible(html)
    from selectolax.lexbor import LexborHTMLParser  # a question that makes no page needs none

    if "<!--" in html:  # where a comment ends is for the parser to say
        html = _COMMENT.sub("", LexborHTMLParser(html).html or "")
    # A line break parts numbers; a raised number is one of its own: 10² is no 102.
    tree = LexborHTMLParser(_RAISED.sub(r"^\g<0>", _BREAK.sub(r"\n\g<0>", html)))
    unread = (*_unread(tree), *_handlers(html))
    tree.strip_tags([*_UNSEEN, *([] if with_code else _CODE)], recursive=True)
    for mark in _faces(tree, dice):
        mark.decompose()
    said = (*_notes(tree), *_line_numbers(tree), *_said(tree), *_list_numbers(tree), *_data(html))
    links = []
    for link in tree.css(".headerlink"):  # read apart from the heading that it stands in
        links.append(link.text())
        link.decompose()
    for empty in tree.css("wbr, a:empty, span:empty"):
        empty.decompose()
    for node in tree.css(_OF_LINES):  # each by itself: not every tag is a name to ask by
        node.unwrap()
    tree.merge_text_nodes()
    text = tree.body.text(separator="\n\n") if tree.body else ""
    return Visible(_read("\n\n".join([text, *links])), tuple(map(_read, said)), unread)


def _read(text: str) -> str:
    """A text as a reader takes it: without what takes no room, and in plain letters."""
    if text.isascii():
        return text
    return _DRESSED.sub(lambda each: normalize("NFKC", each[0]), _NO_ROOM.sub("", text))


def visible_beside(html: str, computed: str) -> Visible:
    """What a reader sees of a finished thing, without the elements that a selector of CSS names."""
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(html)
    for element in tree.css(computed) if computed else ():
        element.decompose()
    return visible(tree.body.inner_html or "") if tree.body else Visible("")


def _unread(tree: LexborHTMLParser) -> Iterator[str]:
    """The elements whose text cannot be read, or is made in the browser; data is no script."""
    for node in tree.css(_UNREAD):
        kind = node.attributes.get("type") or ""
        is_read = (node.tag == "script" and "json" in kind) or (
            node.tag == "object" and not node.attributes.get("data")
        )
        if not is_read and not _is_flavour(node):
            yield str(node.tag)


def _handlers(html: str) -> Iterator[str]:
    """Attributes that run a script, or count."""
    for found in _HANDLER.finditer(html):
        if found["name"].lower() != "style" or _TELLING_STYLE.search(found["value"]):
            yield found["name"]
    if "javascript:" in html.lower():
        yield "javascript:"
    if _TURNED.search(html):
        yield "of text from right to left"


def _said(tree: LexborHTMLParser) -> Iterator[str]:
    """What attributes show or say; a hidden or chosen value is none of these, nor a list's."""
    for node in tree.css(_SAYING):
        if node.tag == "meta" and not _OF_PAGE.search(node.html or ""):
            continue
        silent = node.tag == "li" or node.attributes.get("type") in _SILENT
        for name in _SAID:
            value = node.attributes.get(name)
            if value and not (silent and name == "value") and not _is_flavour(node):
                yield value


def _data(html: str) -> Iterator[str]:
    """Words in attributes of a page's own, which a style may show."""
    if "data-" in html:
        yield from (unescape(found[1]) for found in _DATA.finditer(html))


def _notes(tree: LexborHTMLParser) -> Iterator[str]:
    """What the marks at footnotes say beside the numbers of the notes; they are taken away."""
    marks, notes = tree.css(_NOTES), len(tree.css(".footnote li"))
    known = set(map(str, range(1, notes + 1)))
    for mark in marks:
        words = f"{mark.text()} {mark.attributes.get('title') or ''}"
        said = " ".join(word for word in _NUMBER.split(words) if word not in known)
        if any(map(str.isalnum, said)):
            yield said
    for mark in marks:
        mark.decompose()


def _line_numbers(tree: LexborHTMLParser) -> Iterator[str]:
    """The numbers of the lines of code that do not count from one; those that do are structure."""
    for code in tree.css(".highlight, .codehilite"):
        lines = code.css(_LINES)
        words = [line.attributes.get("data-linenos") or line.text() for line in lines]
        numbers = " ".join(words).split()
        if numbers != [str(count) for count in range(1, len(numbers) + 1)]:
            yield " ".join(numbers)
        for line in lines:
            line.decompose()


def _faces(tree: LexborHTMLParser, dice: Collection[int]) -> Iterator[LexborNode]:
    """The cells of tables that count the faces of a die."""
    for table in tree.css("table"):
        rows = [row.css("th, td") for row in table.css("tr")]
        texts = [[cell.text().strip() for cell in row] for row in rows]
        for column in list(face_columns(texts[0], texts[1:], dice)) if texts[1:] else ():
            yield from (row[column] for row in rows if column < len(row))


def _list_numbers(tree: LexborHTMLParser) -> Iterator[str]:
    """The numbers of items that do not count on from the item before, or from one."""
    count = 0
    for node in tree.css("ol"):
        items = [each for each in node.iter() if each.tag == "li"]
        start = _whole(node.attributes.get("start"), 1)
        if start not in (1, count + 1):
            yield str(start)
        if "reversed" in node.attributes:
            yield str(len(items))
        count = start - 1
        for item in items:
            count += 1
            number = _whole(item.attributes.get("value"), count)
            if number != count:
                yield str(number)
            count = number


def _whole(text: str | None, default: int) -> int:
    return int(text) if text and text.lstrip("-").isdecimal() else default


def _is_flavour(node: LexborNode | None) -> bool:
    while node is not None:
        if {"flavour", "flavor"}.intersection((node.attributes.get("class") or "").split()):
            return True
        node = node.parent
    return False
