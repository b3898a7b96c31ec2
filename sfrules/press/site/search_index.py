"""What a search of the book looks through: sections, terms, tables, rows, forms and questions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urldefrag, urljoin
from weakref import WeakKeyDictionary

from selectolax.lexbor import LexborHTMLParser, LexborNode

from sfrules.press.site.memo import FinishedPage
from sfrules.press.things.book import Rulebook
from sfrules.press.things.tables import PrintedTable

# What stands elsewhere in the index, or is no text: a table is found by its rows.
_LEFT_OUT = (
    "table, details.try, svg, form, a.headerlink, script, style, "
    "dl.terms, dl.subjects, ol.index, p.letters, p.filter"
)
_LISTS = "dl.terms, dl.subjects"
_HEADINGS = "h1[id], h2[id], h3[id], h4[id], h5[id], h6[id]"
# An example or a tip tells of a rule; the rule itself stands beside it.
_ASIDES = ".admonition.example, .admonition.tip, p.flavour"
# What parts words: all tags but those that stand within one.
_BLOCKS = "body :not(a, abbr, b, code, em, i, kbd, mark, span, strong, sub, sup, wbr)"
_QUOTED = re.compile(r"[“\"]([^”\"]*)[”\"]")
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
        tree = LexborHTMLParser(page.html)
        for element in tree.css(_BLOCKS):
            element.insert_before(" ")
            element.insert_after(" ")
        tables = [_table(id, table) for id, table in page.tables.items()]
        is_list = bool(tree.css(_LISTS))
        forms, questions = list(_forms(tree)), list(_questions(tree))
        _known[page] = Parts(_sections(tree), tables, forms, questions, is_list)
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


def _sections(tree: LexborHTMLParser) -> list[tuple[str, str, str, str]]:
    """The sections of a page; what stands above all headings is in none."""
    for element in reversed(tree.css(_LEFT_OUT)):  # what is inside of another one first
        element.replace_with(" ")
    titles, asides = _within(tree, _HEADINGS), _within(tree, _ASIDES)
    headings = {each.mem_id for each in tree.css(_HEADINGS)}
    found: list[tuple[str, str, tuple[list[str], list[str]]]] = []
    for node in tree.root.traverse(include_text=True) if tree.root else ():
        if node.mem_id in headings:
            found.append((node.id or "", plain(node), ([], [])))
        elif node.is_text_node and found and node.mem_id not in titles:
            found[-1][2][node.mem_id in asides].append(node.text_content or "")
    return [(id, title, _line(rules), _line(others)) for id, title, (rules, others) in found]


def _within(tree: LexborHTMLParser, selector: str) -> set[int]:
    """What stands within some elements, by its id in the tree."""
    return {each.mem_id for top in tree.css(selector) for each in top.traverse(include_text=True)}


def _forms(tree: LexborHTMLParser) -> Iterator[tuple[str, str, list[list[str]]]]:
    for form in tree.css("form.calculator[id]"):
        fields = []
        for label in form.css("label:has([name])"):
            name = label.css("[name]")[0].attributes["name"] or ""
            for control in label.css("select"):
                control.replace_with(" ")
            fields.append([name, plain(label)])
        for legend in form.css("legend"):
            yield form.id or "", plain(legend), fields


def _questions(tree: LexborHTMLParser) -> Iterator[tuple[str, str]]:
    """What somebody at the table says; the first link behind it leads to what rules on it."""
    for said, told in pairwise(tree.css("dt, dd")):
        if said.tag == "dt" and plain(said)[:1] in ("“", '"'):
            for link in told.css("a[href]")[:1]:
                address = link.attributes["href"] or ""
                yield from ((each, address) for each in _QUOTED.findall(plain(said)))


def plain(node: LexborNode) -> str:
    """What an element says, on one line."""
    return _line([node.text()])


def _line(texts: Iterable[str]) -> str:
    return " ".join("".join(texts).split())


def _table(id: str, table: PrintedTable) -> tuple[str, str, tuple[str, ...], list[list[Any]]]:
    """The id, caption and headings of a table, and each row: the rest of its id, and its cells."""
    return id, table.caption, table.headings, [[own[len(id) :], *row] for own, row in table.rows]
