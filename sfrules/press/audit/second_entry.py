"""The second entry: each number that a reader sees on a finished page, compared with the account.

The first entry reads what the author wrote, and gives each number its exact place and what vouches
for it. The second knows nothing of how the page was written: it reads the finished HTML as a
browser shows it. A number that stands there and not on the account is a problem, and so is one of
the account that the page does not show: either way, one of the two readings is wrong. The HTML is
parsed by the rules that browsers follow, so no syntax of Markdown, no entity and no comment hides a
number from this reading that a reader would see.

What stands around the text, such as navigation and foot, is made by themes and plugins from the
settings of the site and from titles. It is no part of the article, and is not read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from typing import TYPE_CHECKING
from unicodedata import name as name_of
from unicodedata import normalize

from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.counting_words import Nouns
from sfrules.press.audit.numbers_in_text import atoms_of, unnamed_numbers_in, with_neighbors
from sfrules.press.audit.prose import FILLER, Heading, counted_headings, face_columns

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode


_SIGNS = "-+\u00b1\u00d7\u2010-\u2013\u2212\uff0d"
_MARKUP = str.maketrans("", "", "*_`\\")
# What joins a computed number to what stands beside it, so that a reader takes both for one.
_JOINED = re.compile(
    rf"(?:\d[.,/:]?|(?<![\d)%{FILLER}])(?<![\d)%{FILLER}]\s)[{_SIGNS}]\s?|[$€£¥]\s?"
    rf"|\b(?:minus|plus)\s){FILLER}"
    rf"|\d\^(?=\d)|{FILLER}(?:[./:d]?{FILLER}|[,.]?\d|\s?[%‰]|[kKM]\b|e\d|(?:st|nd|rd|th|s|x)\b|-?fold\b"
    rf"|\s(?:percent|per cent|thousand|million|billion|trillion|dozen)\b)"
)
_AROUND = 24  # characters beside a number, by which its place in the file is found


def on_account(text: str, nouns: Nouns) -> list[str]:
    """The numbers of a text, in the form in which both entries are compared."""
    found = unnamed_numbers_in(text, nouns)
    return [atom for start, end in found for atom in atoms(text[start:end])]


def atoms(number: str) -> Iterator[str]:
    """The single numbers of a stretch such as "3 to 5", without markup and capitals."""
    plain = " ".join(unescape(number).translate(_MARKUP).casefold().split())
    return iter(atoms_of(plain))


def touching(source: Source, shown: Visible) -> Iterator[Problem]:
    """A problem for each computed number that reads as one with what stands beside it."""
    hint = "print both as one: with a filter (percent, signed, times), or a word between them"
    text = shown.text
    places = [match.span() for match in re.finditer(FILLER, text)]
    wide = {at: with_neighbors(text, *at) for at in places}
    found = dict([match.span() for match in _JOINED.finditer(text)])
    found.update(span for at, span in wide.items() if span != at)
    for start, end in sorted(found.items()):
        words = text[start:end].replace(FILLER, "…")
        message = f"a computed number and what stands beside it read as one: {words}"
        yield problem_at(_found(source, "", text[:start], text[end:]), message, hint)


def second_entry(  # noqa: PLR0913 — what is seen, and what it is compared with
    source: Source,
    shown: Visible,
    account: Mapping[str, int],
    nouns: Nouns,
    headings: Sequence[Heading] = (),
    *,
    complete: bool = True,
) -> Iterator[Problem]:
    """The problems of a page: what it shows beside its account, and what that has beside the page.

    `account` says how often each number may be seen; a number that it has -1 times may be seen any
    number of times. What attributes say repeats numbers, and may leave out any. Only of an account
    that is `complete` each number has to be seen.
    """
    stretches = unnamed_numbers_in(shown.text, nouns)
    seen = [(atom, at) for at in stretches for atom in atoms(shown.text[slice(*at)])]
    left = Counter({number: count for number, count in account.items() if count >= 0})
    titles = [title for _, title in headings]  # as contents and navigation show them
    for at, opening in counted_headings(headings):
        left.update(on_account(opening["whole"], nouns))
        titles[at] = titles[at][opening.end() :]
    for atom, (start, end) in seen:
        if left[atom] > 0:
            left[atom] -= 1
        elif account.get(atom, 0) >= 0:
            yield _unaccounted(source, atom, shown.text, start, end)
    for words in (*shown.said, *titles):
        for atom in on_account(words, nouns):
            left.pop(atom, None)
            if atom not in account:
                yield _unaccounted(source, atom, words, 0, len(words))
    for atom, count in left.items() if complete else ():
        if count > 0:
            span = _found(source, atom, "", "")
            hint = "what stands around it? Markdown may have taken it for a mark"
            yield problem_at(span, f"the page does not show the number {atom}", hint)


def _unaccounted(source: Source, atom: str, text: str, start: int, end: int) -> Problem:
    around = text[max(start - _AROUND, 0) : end + _AROUND].replace(FILLER, "…")
    hint = f"it reads: … {' '.join(around.split())} …; prove it below, or print it with its rule"
    message = f"the page shows the number {atom}, and nothing accounts for it"
    return problem_at(_found(source, atom, text[:start], text[end:]), message, hint)


def _found(source: Source, atom: str, before: str, after: str) -> Span:
    """Where a number that is seen stands in the page's file; its start where it is not found.

    Of several places, that which most of the words around it stand next to.
    """
    before, after = before[-_AROUND:], after[:_AROUND]
    near = [word for word in re.findall(r"\w+", f"{before} {after}") if len(word) > 1]
    sought = re.escape(atom) if atom and atom in source.text else "|".join(map(re.escape, near))
    places = [match.start() for match in re.finditer(sought, source.text)] if sought else []
    if not places:
        return Span(source, 0, 1)

    def weight(at: int) -> int:
        around = source.text[max(at - 3 * _AROUND, 0) : at + 3 * _AROUND]
        return sum(word in around for word in near)

    at = max(places, key=weight)
    return Span(source, at, at + max(len(atom), 1))


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
    "[\u00ad\u0300-\u0307\u0309-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u20d0-\u20ff"
    "\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U000e0000-\U000e0fff]+"
)
_TURNED = re.compile("[\u202d\u202e]")  # they turn the words behind them round
# Letters that a reader takes for plain ones: with marks, ligatures, small capitals, full-width,
# circled and mathematical ones, and such as look like them; but ä, ö, ü and ß are German.
_DRESSED = re.compile(
    "[\u00c0-\u02e4\u0370-\u0556\u1d00-\u1dbf\u1e00-\u1eff\u2071-\u209c\u249c-\u24e9\u2c60-\u2c7f"
    "\ua720-\ua7ff\ufb00-\ufb06\uff21-\uff5a\U0001d400-\U0001d6a3\U0001f110-\U0001f1ff]"
)
_GERMAN = frozenset("äöüÄÖÜß")
_LETTER = re.compile(
    r"(?!CYRILLIC|GREEK|ARMENIAN).*\b(?:SMALL|CAPITAL|LETTER|INDICATOR)\b.*"
    r" (?P<letter>[A-Z])(?: WITH .*)?"
)
_LOOKS_LIKE = dict(zip("аеорсухіѕԁјһԛԝοανιυεϲɑɡ", "aeopcyxisdjhqwoaviuecag", strict=True))


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
        return Visible(as_read(html))
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
    return Visible(as_read("\n\n".join([text, *links])), tuple(map(as_read, said)), unread)


def as_read(text: str) -> str:
    """A text as a reader takes it: without what takes no room, and in plain letters."""
    if text.isascii():
        return text
    return _DRESSED.sub(lambda each: _plain_letter(each[0]), _NO_ROOM.sub("", text))


@lru_cache(maxsize=4096)
def _plain_letter(char: str) -> str:
    """The letter of English that a reader takes a sign for; the sign itself, if for none."""
    named = _LETTER.fullmatch(name_of(char, ""))
    if char in _GERMAN:
        return char
    if named:
        return named["letter"].lower() if "SMALL" in named[0] else named["letter"]
    return _LOOKS_LIKE.get(char.lower()) or normalize("NFKC", char)


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
