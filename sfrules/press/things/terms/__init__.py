"""Links to terms and to numbered things; the glossary, the index, and lists of things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path

from sfrules.ground.problems import Mistake, did_you_mean, enumerated
from sfrules.press.things.book import Subject, Term
from sfrules.press.things.tables import filter_of
from sfrules.press.things.thing import (
    Contents,
    Desk,
    Kind,
    ListedThing,
    NamedLink,
    View,
    built,
    text_of,
)

HERE = Path(__file__).parent


@dataclass(frozen=True)
class TermLink:
    """A term where a page names it, in the page's own words."""

    term: Term
    shown: str


@dataclass(frozen=True)
class Glossary:
    """Terms of the book: the players', or those that only formulas say."""

    terms: tuple[Term, ...]


@dataclass(frozen=True)
class Subjects:
    """The index: all that a reader may look for."""

    subjects: tuple[Subject, ...]


@dataclass(frozen=True)
class Index:
    """All tables or figures of the book, in the order of reading."""

    series: str


def term(desk: Desk, name: str, shown: str = "") -> TermLink:
    """A link to a term, as [[name]] and [[name|shown]] write it."""
    terms = desk.book.terms_by_name
    if (term := terms.get(text_of(name, "name").casefold())) is None:
        known = (alias for each in desk.book.terms for alias in (each.term, *each.aliases))
        raise Mistake(f'"{name}" is not a term of this book', did_you_mean(name, known))
    return TermLink(term, text_of(shown, "shown") or name)


def terms(desk: Desk, formulas: bool = False) -> Glossary:
    """The glossary; with formulas, the words that nobody says but formulas."""
    if not isinstance(formulas, bool):
        raise Mistake("formulas is true or false", parameter="formulas")
    return Glossary(tuple(term for term in desk.book.terms if term.formula == formulas))


def subjects(desk: Desk) -> Subjects:
    """The index of subjects."""
    return Subjects(desk.book.search_aids().subjects)


def index(desk: Desk, kind: str) -> Index:
    """The list of all tables of the book, or of all its figures and charts."""
    lists = {f"{series}s": series for series in desk.series}
    if text_of(kind, "kind") not in lists:
        known = enumerated(f'index("{name}")' for name in lists)
        raise Mistake(f'no index of "{kind}"', f"there is {known}")
    return Index(lists[kind])


def _address(term: Term, page: View) -> str:
    return page.address(term.page) + (f"#{term.anchor}" if term.anchor else "")


def _link(link: TermLink, page: View) -> str:
    """A link with its definition, for readers who hear it, and for the card of those who see it."""
    return (
        f'<a class="term" href="{escape(_address(link.term, page))}" '
        f'aria-description="{escape(link.term.definition)}">{escape(link.shown)}</a>'
    )


def _glossary(glossary: Glossary, page: View) -> str:
    """All terms in alphabetical order, each with its definition and a link to its explanation."""
    rows = []
    for term in sorted(glossary.terms, key=lambda term: term.term.casefold()):
        aliases = [alias for alias in term.aliases if alias.rstrip("s") != term.term.rstrip("s")]
        also = f' <span class="aliases">({escape(", ".join(aliases))})</span>' if aliases else ""
        id = f"term-{term.id}"
        page.own_id(id)
        link = NamedLink(term.term, _address(term, page)).html
        rows.append(f'<dt id="{escape(id)}">{link}{also}</dt><dd>{escape(term.definition)}</dd>')
    return f'<dl class="terms">{"".join(rows)}</dl>'


def _subjects(index: Subjects, page: View) -> str:
    """All subjects, letter by letter, each with links to the sections that rule on it."""
    found = sorted(index.subjects, key=lambda subject: subject.name.casefold())
    letters = [
        (letter, page.own_id(f"subjects-{letter.lower()}"), "".join(_entry(s, page) for s in below))
        for letter, below in groupby(found, lambda subject: subject.name[0].upper())
    ]
    jumps = " ".join(f'<a href="#{escape(id)}">{escape(letter)}</a>' for letter, id, _ in letters)
    lists = (
        f'<p class="letter" id="{escape(id)}">{escape(letter)}</p>'
        f'<dl class="subjects">{entries}</dl>'
        for letter, id, entries in letters
    )
    return f'<p class="letters">{jumps}</p>{"".join(lists)}'


def _entry(subject: Subject, page: View) -> str:
    places = (f"<dd>{page.heading_of(place).html}</dd>" for place in subject.places)
    return f"<dt>{escape(subject.name)}</dt>{''.join(places)}"


def _index(index: Index, page: View) -> str:
    """A list of tables or figures, each with a link to it, in which a reader may look for some."""
    items = [f"<li>{item}</li>" for item in _numbered(index.series, page)]
    return f'{filter_of(len(items))}<ol class="index">{"".join(items)}</ol>'


def _numbered(series: str, page: View) -> Iterator[str]:
    """Each thing by number and caption, with its page, its numbers as files, and their rules."""
    for thing in page.numbered(series):
        forms = ("CSV", "JSON") if thing.table in page.book.tables else ()
        links = "".join(_download(form, thing.table, page) for form in forms)
        from_rules = thing.origins or thing.sources
        yield (
            f'<a href="{escape(thing.home.href)}"><span class="{series}-number">'
            f"{series.capitalize()} {thing.number}.</span> {escape(thing.caption)}</a> "
            f'<span class="of-page">{escape(thing.home.name)}</span>{links}'
            + (f'<p class="provenance">{_provenance(thing, page)}</p>' if from_rules else "")
        )


def _provenance(thing: ListedThing, page: View) -> str:
    """The rules and rows that the numbers come from, and the facts behind them."""
    rules = [page.formula_of(o.name).html for o in thing.origins if o.path.endswith(".py")]
    rows = [f"<code>{escape(o.path)}</code>" for o in thing.origins if not o.path.endswith(".py")]
    parts = [f"Computed by {', '.join(rules)}"] if rules else []
    if rows:
        parts.append(f"{'rows' if rules else 'Rows'} from {', '.join(rows)}")
    line = "; ".join(parts)
    sources = ", ".join(page.row_of(page.book.sources, source).html for source in thing.sources)
    return f"{line and f'{line}.'}{sources and f' Source: {sources}.'}"


def _download(form: str, table: str, page: View) -> str:
    address = page.address(f"tables/{table}.{form.lower()}")
    return f' <a class="download" href="{escape(address)}" download>{form}</a>'


TERM = Kind(
    name="term",
    makes=TermLink,
    html=_link,
    macros=(term,),
    stands="inline",
    contents=lambda link: Contents(text=link.shown),
)
GLOSSARY = Kind(
    name="glossary",
    makes=Glossary,
    html=_glossary,
    macros=(terms,),
    computed_in=".terms",
)
SUBJECTS = Kind(
    name="index of subjects",
    makes=Subjects,
    html=_subjects,
    macros=(subjects,),
    computed_in=".letters, .letter, .subjects",
)
INDEX = Kind(
    name="index",
    makes=Index,
    html=_index,
    macros=(index,),
    computed_in=".index",
    files=(HERE / "index.css",),
)


@dataclass(frozen=True)
class Reference:
    """What a sentence calls by its number: an id, with or without the name of its series."""

    id: str
    series: Sequence[str]


def ref(desk: Desk, id: str) -> Reference:
    """The number of a table, a figure or a chart, such as Table 3, with a link to it."""
    book, own = desk.book, text_of(id, "id")
    for kind, things in ("table", book.tables), ("chart", book.charts), ("figure", book.figures):
        if own in things:
            built(things, own, kind)  # one that fails is told where it is made, and not here
    return Reference(own, desk.series)


def _number_link(reference: Reference, page: View) -> str:
    found = [
        link
        for series in reference.series
        if (link := page.numbered_thing(series, reference.id.removeprefix(f"{series}-")))
    ]
    if not found:
        message = f'no page prints a {" or a ".join(reference.series)} "{reference.id}"'
        known = [
            listed.home.href.rpartition(f"#{series}-")[2]
            for series in reference.series
            for listed in page.numbered(series)
        ]
        raise Mistake(message, did_you_mean(reference.id, known))
    if len(found) > 1:
        ids = enumerated([f'ref("{series}-{reference.id}")' for series in reference.series])
        raise ValueError(f"several things have this name; write {ids}")
    return found[0].html


REFERENCE = Kind(
    name="reference",
    makes=Reference,
    html=_number_link,
    macros=(ref,),
    stands="number",
)
