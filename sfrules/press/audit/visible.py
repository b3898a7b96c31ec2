"""What a reader sees of a page: the text of its HTML as a browser shows it, and what it says aloud.

The HTML is parsed by the rules that browsers follow, so no syntax of Markdown, no entity and no
comment can hide a number from this reading that a reader would see.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sfrules.press.audit.ordered_places import face_columns

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

# It stands for what the page computes: no letter, no blank, and nothing to any pattern.
FILLER = "\N{OBJECT REPLACEMENT CHARACTER}"
# What is part of the line that it stands in: nothing parts its text from the text around it.
_INLINE = (
    "a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q s samp "
    "small span strike strong time tt u var"
).split()
_CODE = ["code", "kbd", "pre", "samp"]
_UNSEEN = ["script", "style", "template", "noscript"]
_NOTES = ".footnote-ref, .footnote-backref"  # the marks at footnotes, which count them
_UNREAD = "script, style, iframe, object, embed, frame, canvas"
_SAID = (
    "alt title abbr placeholder label summary value content srcdoc aria-label aria-description "
    "aria-roledescription aria-valuetext aria-valuenow aria-placeholder aria-braillelabel"
).split()
_SILENT = ("hidden", "checkbox", "radio")
_SAYING = ", ".join(f"[{name}]" for name in _SAID)
_BREAK = re.compile(r"<(?:br|hr)\b", re.IGNORECASE)
# What runs or draws without an element of its own.
_HANDLER = re.compile(
    r"<[^<>]*?\s(?P<name>on[a-z]+|style)\s*=\s*[\"']?(?P<value>[^\"'<>]*)", re.IGNORECASE
)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_RAISED = re.compile(r"<su[bp]\b[^<>]*>", re.IGNORECASE)
# They take no room: a reader sees 77 where one of them stands between two sevens.
_NO_ROOM = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))


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
    for mark in (*tree.css(_NOTES), *_faces(tree, dice)):
        mark.decompose()
    said = (*_said(tree), *_list_numbers(tree))
    for link in tree.css(".headerlink"):
        link.decompose()
    for empty in tree.css("wbr, a:empty, span:empty"):
        empty.decompose()
    tree.unwrap_tags([*_INLINE, "sub", "sup"])
    tree.merge_text_nodes()
    text = tree.body.text(separator="\n\n") if tree.body else ""
    return Visible(text.translate(_NO_ROOM), said, unread)


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
        if found["name"].lower() != "style" or "counter" in found["value"]:
            yield found["name"]
    if "javascript:" in html.lower():
        yield "javascript:"


def _said(tree: LexborHTMLParser) -> Iterator[str]:
    """What attributes show or say; a hidden or chosen value is none of these, nor a list's."""
    for node in tree.css(_SAYING):
        silent = node.tag == "li" or node.attributes.get("type") in _SILENT
        for name in _SAID:
            value = node.attributes.get(name)
            if value and not (silent and name == "value") and not _is_flavour(node):
                yield value.translate(_NO_ROOM)


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
        if {"flavour", "flavor"} & _classes(node):
            return True
        node = node.parent
    return False


def _classes(node: LexborNode) -> set[str]:
    return set((node.attributes.get("class") or "").split())
