"""Links to terms, the glossary, and the lists of tables and figures among the kinds of things."""

from __future__ import annotations

from dataclasses import dataclass

from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.things.book import Term
from sfrules.press.things.terms.html import glossary_html, index_html, term_id, term_link_html
from sfrules.press.things.thing import Desk, Kind, View, text_of


@dataclass(frozen=True)
class TermLink:
    """A term where a page names it, in the page's own words."""

    term: Term
    shown: str


@dataclass(frozen=True)
class Glossary:
    """All terms of the book."""

    terms: tuple[Term, ...]


@dataclass(frozen=True)
class Index:
    """All tables, or all figures and charts, that the book prints, in the order of reading."""

    series: str


def term(desk: Desk, name: str, shown: str = "") -> TermLink:
    """A link to a term, as [[name]] and [[name|shown]] write it."""
    terms = desk.book.terms_by_name
    if (term := terms.get(text_of(name, "name").casefold())) is None:
        known = (each.term for each in desk.book.terms)
        raise Mistake(f'"{name}" is not a term of this book', did_you_mean(name, known))
    return TermLink(term, text_of(shown, "shown") or name)


def terms(desk: Desk) -> Glossary:
    """The glossary."""
    return Glossary(desk.book.terms)


def index(desk: Desk, kind: str) -> Index:
    """The list of all tables of the book, or of all its figures and charts."""
    lists = {f"{series}s": series for series in desk.series}
    if kind not in lists:
        *most, last = (f'index("{name}")' for name in lists)
        raise Mistake(f'no index of "{kind}"', f"there is {', '.join(most)} and {last}")
    return Index(lists[kind])


def _address(term: Term, page: View) -> str:
    return page.address(term.page) + (f"#{term.anchor}" if term.anchor else "")


def _glossary(glossary: Glossary, page: View) -> str:
    for term in glossary.terms:
        page.own_id(term_id(term))
    return glossary_html(glossary.terms, lambda term: _address(term, page))


TERM = Kind(
    name="term",
    makes=TermLink,
    html=lambda link, page: term_link_html(link.term, link.shown, _address(link.term, page)),
    macros=(term,),
    stands="inline",
    text=lambda link: link.shown,
)
GLOSSARY = Kind(name="glossary", makes=Glossary, html=_glossary, macros=(terms,))
INDEX = Kind(
    name="index",
    makes=Index,
    html=lambda index, page: index_html(index.series, page.numbered(index.series)),
    macros=(index,),
)
