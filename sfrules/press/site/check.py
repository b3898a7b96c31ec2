"""Everything that can be wrong with a book, as one list: what every door shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from sfrules.ground.ledger import Check, Entry, Origin
from sfrules.ground.problems import Problem, did_you_mean, in_order, problem_at
from sfrules.ground.source import Source, Span
from sfrules.ground.unforeseen import working_on
from sfrules.press.audit.loose_numbers import (
    TypedNumbers,
    audit,
    loose_in_typed_texts,
    typed_numbers,
)
from sfrules.press.lock import lock_problems
from sfrules.press.page.bounds import Bounds
from sfrules.press.page.expand import Expanded, Page, expand_macros
from sfrules.press.page.regions import Regions, regions, spans_as_html
from sfrules.press.page.tokens import RESERVED
from sfrules.press.proving.proof_checks import Proofs, check_proofs, without_proofs
from sfrules.press.proving.proof_fences import fences
from sfrules.press.site.finish import Converted, Finished, entries_of, finish
from sfrules.press.site.gaps import find_gaps
from sfrules.press.site.numbering import Headings, Printing, changes_of, marks_of, number_things
from sfrules.press.site.page_links import dead_links, places_on
from sfrules.press.things.book import Book
from sfrules.press.things.formulas.formula_kind import FORMULA
from sfrules.press.things.kinds import kinds_of
from sfrules.press.things.proofs.proof_kind import PROOF
from sfrules.press.things.tables.html import TABLE
from sfrules.press.things.tables.table import Table

Convert = Callable[[str, Expanded], Converted]
_RESERVED = re.compile(f"[{''.join(RESERVED)}]")


def expand(book: Book, page: Page, bounds: Bounds | None = None) -> Expanded:
    """Expand a page; every mistake in it is a problem, none an exception."""
    source, bounds = page.source, bounds or Bounds()
    if reserved := _RESERVED.search(source.text, page.start):
        message = f"U+{ord(reserved[0]):04X} is a noncharacter, which no text may contain"
        wrong = problem_at(Span(source, *reserved.span()), message)
        return Expanded(page, source.text[page.start :], problems=(wrong,))
    found = regions(source.text, page.start)
    proofs = fences(source.text, found, page.start) if "proof" in source.text else []
    marked, others = without_proofs(page, found, proofs) if proofs else (page, found)
    expanded = replace(expand_macros(book, marked, others, bounds), page=page)
    expanded = _with_sessions(book, expanded, others, bounds)
    typed = typed_numbers(book, page, found)
    if proofs:
        proved = check_proofs(book, page, proofs, typed, bounds, expanded.short)
        expanded, typed = _with_proofs(expanded, proved), typed.with_proved(proved.numbers)
    return _audited(book, expanded, others, typed)


def _with_proofs(expanded: Expanded, proofs: Proofs) -> Expanded:
    """The page with a mark for each of its proofs, and what they come to."""
    markdown, pieces = proofs.put(expanded.markdown, expanded.pieces)
    return replace(
        expanded,
        markdown=markdown,
        pieces=pieces,
        entries=(*expanded.entries, *proofs.entries),
        problems=(*expanded.problems, *proofs.problems),
        checks=(*expanded.checks, *proofs.checks),
        use=replace(expanded.use, cases=expanded.use.cases | proofs.cases),
    )


def _with_sessions(book: Book, expanded: Expanded, found: Regions, bounds: Bounds) -> Expanded:
    """The page with what its sessions of Python come to; one without prompts pays nothing."""
    source = expanded.page.source
    if ">>>" not in source.text:
        return expanded
    from sfrules.press.sessions.session_checks import check_sessions

    checks, problems, entries, cases = check_sessions(book, source, found, bounds)
    return replace(
        expanded,
        entries=(*expanded.entries, *entries),
        problems=(*expanded.problems, *problems),
        checks=(*expanded.checks, *checks),
        use=replace(expanded.use, cases=expanded.use.cases | cases),
    )


def _audited(book: Book, expanded: Expanded, found: Regions, typed: TypedNumbers) -> Expanded:
    """A page with its bracketed spans as HTML, and what the audit of its numbers found."""
    audited = audit(book, expanded, found, typed)
    loose = audited.loose if book.no_loose_numbers else ()
    return replace(
        expanded,
        markdown=spans_as_html(expanded.markdown),
        problems=(*expanded.problems, *loose),
        audit=audited,
    )


@dataclass(frozen=True)
class Woven:
    """A whole book: its pages finished, what they print, what was checked, and what is wrong.

    `stale` are the problems of the lock among all `problems`: they do not make the pages wrong.
    """

    pages: Mapping[str, Finished]
    printing: Printing
    entries: tuple[Entry, ...]
    tables: Mapping[str, Table]
    problems: tuple[Problem, ...]
    checks: tuple[Check, ...] = ()
    stale: tuple[Problem, ...] = ()


def weave(
    book: Book,
    pages: Mapping[str, Expanded],
    convert: Convert,
    address: Callable[[str, str], str],
) -> Woven:
    """Finish the expanded pages, given by the names of their files, in the order of reading."""
    from sfrules.press.sessions.docstrings import check_docstrings  # doctest takes long to import

    made = {name: convert(name, expanded) for name, expanded in pages.items()}
    printing = _with_changes(book, number_things(pages.items(), address), pages, made)
    printing = _with_formulas(printing, pages, made)
    finished = {}
    problems: list[Problem] = []
    for name, expanded in pages.items():
        problems.extend(expanded.problems)
        with working_on(expanded.page.source.path):
            finished[name] = finish(book, name, expanded, made[name], printing)
        problems.extend(finished[name].problems)
    if not problems:  # a faulty page may lack a place that it will have when it is mended
        problems.extend(dead_links(pages, {name: page.html for name, page in finished.items()}))
    problems.extend(_terms_without_a_place(book, finished))
    problems.extend(loose_in_typed_texts(book) if book.no_loose_numbers else ())
    docstrings = check_docstrings(book)
    problems.extend(problem for check in docstrings for problem in check.problems)
    checks = (*(check for page in pages.values() for check in page.checks), *docstrings)
    entries = tuple(entry for page in finished.values() for entry in page.entries)
    tables = _whole_tables(book, printing)
    stale = lock_problems(book, tables, entries, complete=not problems)
    if book.no_gaps and not problems:
        problems = find_gaps(book, pages, entries, printing)
    every = tuple(in_order([*problems, *stale]))
    return Woven(finished, printing, entries, tables, every, checks, tuple(stale))


def _with_changes(
    book: Book, printing: Printing, pages: Mapping[str, Expanded], made: Mapping[str, Converted]
) -> Printing:
    """What pages must know of each other if the book prints what changed between editions."""
    if not (found := changes_of(pages)):
        return printing
    boxed = {kind.name for kind in kinds_of(book).values() if kind.kept and kind.stands == "block"}
    headings = {
        expanded.page.source.path: Headings(name, {h.id: h.plain for h in made[name].headings})
        for name, expanded in pages.items()
    }
    return replace(printing, marks=marks_of(found, boxed), headings=headings)


def _with_formulas(
    printing: Printing, pages: Mapping[str, Expanded], made: Mapping[str, Converted]
) -> Printing:
    """Where the formulas of rules stand, in a book whose proofs lead to them."""
    if not any(piece.kind is PROOF for page in pages.values() for piece in page.pieces):
        return printing
    formulas: dict[str, tuple[str, str]] = {}
    for name, expanded in pages.items():
        own = [entry for entry in expanded.entries if entry.kind == FORMULA.name]
        for entry in entries_of(replace(expanded, entries=tuple(own)), made[name].headings):
            for origin in entry.origins:
                formulas.setdefault(origin.name, (name, entry.anchor))
    return replace(printing, formulas=formulas)


def _whole_tables(book: Book, printing: Printing) -> dict[str, Table]:
    """Every table that the book prints, whole; a table that a page has computed is used again."""
    whole = {
        id: book.tables[id]()
        for kind, id in printing.numbers
        if kind == TABLE.numbered and id in book.tables
    }
    for table in (table for tables in printing.tables.values() for table in tables):
        known = whole.get(table.id)
        if known and (len(table.rows), len(table.leaves)) == (len(known.rows), len(known.leaves)):
            whole[table.id] = table
    return whole


def check(book: Book, pages: Mapping[str, Page], convert: Convert) -> Woven:
    """Check a book's pages, and the facts that it stands on, without making a site of them."""
    expanded = {}
    for name, page in pages.items():
        with working_on(page.source.path):
            expanded[name] = expand(book, page)
    return weave(book, expanded, convert, lambda _page, path: path)


def _terms_without_a_place(book: Book, pages: Mapping[str, Finished]) -> list[Problem]:
    """Problems of terms that point at a page or heading which the book does not have."""
    problems = []
    for term in book.terms:
        page = pages.get(term.page)
        if page is None:
            message = f'term "{term.term}": no page {term.page}'
            hint = did_you_mean(term.page, pages)
        elif term.anchor and f'id="{term.anchor}"' not in page.html:
            message = f'term "{term.term}": {term.page} has no #{term.anchor}'
            hint = did_you_mean(term.anchor, places_on(page.html))
        else:
            continue
        place = term.origin or Origin(term.id, "terms", 1)
        problems.append(Problem(place.path, place.line, 1, message, hint))
    return problems


def page_of(path: str, text: str, body: str) -> Page:
    """A page from its file's text and from the part of it that is Markdown.

    If another plugin has changed the Markdown, it is no longer the end of the file: then its own
    lines are counted.
    """
    if text.endswith(body):
        return Page(Source(path, text), len(text) - len(body))
    return Page(Source(path, body), whole=False, front=Span(Source(path, text), 0, len(text)))
