"""What a search of the book looks through: sections, terms, tables, rows, forms and questions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urldefrag, urljoin
from weakref import WeakKeyDictionary

from sfrules.press.site.memo import FinishedPage
from sfrules.press.things.book import Rulebook
from sfrules.press.things.tables import PrintedTable

# What stands elsewhere in the index, or is no text: a table is found by its rows.
_LEFT_OUT = re.compile(
    r'<table.*?</table>|<details class="try".*?</details>|<svg.*?</svg>|<form\b.*?</form>'
    r'|<a class="headerlink".*?</a>|<(?:script|style)\b.*?</(?:script|style)>'
    r'|<dl class="(?:terms|subjects)">.*?</dl>|<ol class="index">.*?</ol>'
    r'|<p class="(?:letters|filter)">.*?</p>',
    re.DOTALL,
)
_HEADING = re.compile(r'<h([1-6])\b[^<>]*?\bid="([^"]*)"[^<>]*>(.*?)</h\1>', re.DOTALL)
_INLINE = re.compile(r"</?(?:a|abbr|b|code|em|i|kbd|mark|span|strong|sub|sup|wbr)\b[^<>]*>")
_TAG = re.compile(r"<[^<>]*>")
# An example or a tip tells of a rule; the rule itself stands beside it.
_ASIDE = re.compile(r'<div class="admonition (?:example|tip)">|<p class="flavour">')
_DIV = re.compile(r"<(/?)div\b")
# Somebody at the table says something, and the first link leads to what rules on it.
_SAID = re.compile(r"<dt>([“\"].*?)</dt>\s*<dd>.*?<a\b[^<>]*?\bhref=\"([^\"]*)\"", re.DOTALL)
_QUOTED = re.compile(r"[“\"]([^”\"]*)[”\"]")
_FORM = re.compile(
    r'<form class="calculator [^"]*" id="([^"]*)".*?<legend>(.*?)</legend>(.*?)</fieldset>',
    re.DOTALL,
)
_FIELD = re.compile(r"<label>(.*?)</label>", re.DOTALL)
_NAME = re.compile(r'\bname="([^"]*)"')
_SELECT = re.compile(r"<select\b.*?</select>")
_LISTS = ('<dl class="terms">', '<dl class="subjects">')
_BASE = "https://book.invalid/"  # where the site would be: the name stands for no place
# The search itself is a program beside its index, so a page loads neither until somebody asks.
_ENGINE = Path(__file__).with_name("search_engine.js")


class Parts(NamedTuple):
    """What the index has of a page."""

    #: The id, title and text of each section, and the text of its examples.
    sections: list[tuple[str, str, str, str]]
    tables: list[tuple[str, str, tuple[str, ...], list[list[Any]]]]
    #: The id and title of each form, and its fields: name and label.
    forms: list[tuple[str, str, list[list[str]]]]
    #: What somebody may say, and the link to what rules on it.
    questions: list[tuple[str, str]]
    #: Whether it is a list of the book's words, which to look into when nothing is found.
    is_list: bool


class SearchPage(NamedTuple):
    """A page as the search names it: its title, its address, and its part of the book."""

    title: str
    address: str
    part: str
    #: 0 for the book's own rules; pages of 1 are found after them, and those of 2 after all others.
    rank: int = 0
    #: The names of rules that a group may play by: a question that says one finds the page first.
    module: Sequence[str] = ()


_known: WeakKeyDictionary[FinishedPage, Parts] = WeakKeyDictionary()


def parts_of(page: FinishedPage) -> Parts:
    """What the index has of a finished page, which is read once."""
    if page not in _known:
        _known[page] = Parts(
            list(_sections(page.html)),
            [_table(id, table) for id, table in page.tables.items()],
            list(_forms(page.html)),
            list(_questions(page.html)),
            any(each in page.html for each in _LISTS),
        )
    return _known[page]


def search_script(
    book: Rulebook,
    finished: Mapping[str, FinishedPage],
    pages: Mapping[str, SearchPage],
) -> str:
    """The search and its index as a script, which a page opened from a folder can load."""
    parts = {name: parts_of(page) for name, page in finished.items()}
    numbers = {name: at for at, name in enumerate(parts)}

    def each(kind: str) -> list[list[object]]:
        return [[numbers[name], *one] for name, own in parts.items() for one in getattr(own, kind)]

    index = {
        "pages": [pages[name][:4] for name in parts],
        "sections": each("sections"),
        "terms": [
            [term.term, list(term.aliases), term.definition, numbers[term.page], term.anchor]
            for term in book.terms
            if term.page in numbers
        ],
        "tables": each("tables"),
        "forms": each("forms"),
        "names": [[said, numbers[page], at] for said, page, at in _names(book, parts, pages)],
        "asked": _asked(book, numbers),
        "synonyms": book.search_aids().synonyms,
        "modules": [
            [at, *pages[name].module] for name, at in numbers.items() if pages[name].module
        ],
        "lists": [numbers[name] for name, own in parts.items() if own.is_list],
    }
    data = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    return f"{_ENGINE.read_text(encoding='utf-8')}searchIndex({data});\n"


def _names(
    book: Rulebook, parts: Mapping[str, Parts], pages: Mapping[str, SearchPage]
) -> Iterator[tuple[str, str, str]]:
    """What is said of a section beside its title, and where it is: questions and subjects."""
    addresses = {urljoin(_BASE, pages[name].address): name for name in parts}
    for address, name in addresses.items():
        for said, link in parts[name].questions:
            place, anchor = urldefrag(urljoin(address, link))
            if place in addresses:
                yield said, addresses[place], anchor
    for subject in book.search_aids().subjects:
        first = subject.places[:1]
        yield from ((subject.name, page, anchor) for page, anchor in first if page in parts)


def _asked(book: Rulebook, numbers: Mapping[str, int]) -> list[list[object]]:
    """The number of a page, a place on it, and the questions that it answers."""
    known = ((each.place, each.questions) for each in book.search_aids().asked)
    return [[numbers[page], at, *said] for (page, at), said in known if page in numbers]


def _sections(html: str) -> Iterator[tuple[str, str, str, str]]:
    """The sections of a page; what stands above all headings has the first id."""
    html = _LEFT_OUT.sub(" ", html)
    found = list(_HEADING.finditer(html))
    for heading, after in zip(found, [*found[1:], None], strict=False):
        rules, asides = _told_apart(html[heading.end() : after.start() if after else len(html)])
        yield heading[2], plain(heading[3]), plain(rules), plain(asides)


def _told_apart(html: str) -> tuple[str, str]:
    """The rules of a section, and its asides."""
    rules, asides, at = [], [], 0
    while found := _ASIDE.search(html, at):
        rules.append(html[at : found.start()])
        at = _end_of(html, found)
        asides.append(html[found.end() : at])
    return " ".join([*rules, html[at:]]), " ".join(asides)


def _end_of(html: str, opened: re.Match[str]) -> int:
    """Where an element ends: a paragraph at the next end of one, a box with its last inner box."""
    if opened.group().startswith("<p"):
        return max(html.find("</p>", opened.end()), opened.end())
    depth = 1
    for tag in _DIV.finditer(html, opened.end()):
        depth += -1 if tag[1] else 1
        if not depth:
            return tag.start()
    return len(html)


def _forms(html: str) -> Iterator[tuple[str, str, list[list[str]]]]:
    for id, title, inner in _FORM.findall(html):
        fields = [
            [name[1], plain(_SELECT.sub("", field))]
            for field in _FIELD.findall(inner)
            if (name := _NAME.search(field))
        ]
        yield id, plain(title), fields


def _questions(html: str) -> Iterator[tuple[str, str]]:
    for said, link in _SAID.findall(html):
        yield from ((each, unescape(link)) for each in _QUOTED.findall(plain(said)))


def plain(html: str) -> str:
    """HTML as one line of text; the tags of blocks are words apart, those within a word are not."""
    return " ".join(unescape(_TAG.sub(" ", _INLINE.sub("", html))).split())


def _table(id: str, table: PrintedTable) -> tuple[str, str, tuple[str, ...], list[list[Any]]]:
    """The id, caption and headings of a table, and each row: the rest of its id, and its cells."""
    return id, table.caption, table.headings, [[own[len(id) :], *row] for own, row in table.rows]
