"""Everything that can be wrong with a book, as one list: what every door shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain

from sfrules.ground.formats import unfit
from sfrules.ground.ledger import Check, Entry
from sfrules.ground.problems import Problem, in_order, problem_at, problem_on_line
from sfrules.ground.source import Source, Span
from sfrules.ground.unforeseen import working_on
from sfrules.press.audit.loose_numbers import TypedNumbers, audit, typed_numbers
from sfrules.press.lock import lock_problems
from sfrules.press.page.askable import askable_ones
from sfrules.press.page.bounds import Bounds, Meter
from sfrules.press.page.expand import Expanded, Page, expand_macros, short_names_of
from sfrules.press.page.regions import Regions, regions, spans_as_html
from sfrules.press.proving.proof_checks import Proofs, check_proofs, without_proofs
from sfrules.press.proving.proof_fences import Fence, fences
from sfrules.press.site.beside_pages import (
    checked_docstrings,
    look_beside_pages,
    problems_beside_pages,
)
from sfrules.press.site.finish import Converted, Finished
from sfrules.press.site.gaps import find_gaps
from sfrules.press.site.halves import share
from sfrules.press.site.numbering import Headings, Printing, changes_of, marks_of, number_things
from sfrules.press.site.page_links import dead_links
from sfrules.press.site.store import Store
from sfrules.press.things.book import Book
from sfrules.press.things.counts.number_kinds import Audit
from sfrules.press.things.formulas.formula_kind import FORMULA
from sfrules.press.things.kinds import kinds_of
from sfrules.press.things.proofs.proof_kind import PROOF
from sfrules.press.things.tables.html import TABLE
from sfrules.press.things.tables.table import Table

Convert = Callable[[str, Expanded], Converted]
_LETTERS = re.compile(r"\w")


@dataclass(frozen=True)
class _Written:
    """A page as its author wrote it: its regions, its proofs, and the numbers that are typed.

    `marked` and `others` are the page and its regions as macros see them, without the proofs;
    `proved` is what these come to.
    """

    found: Regions
    proofs: list[Fence]
    marked: Page
    others: Regions
    typed: TypedNumbers
    proved: Proofs = field(default_factory=Proofs)


def expand(book: Book, page: Page, bounds: Bounds | None = None) -> Expanded:
    """Expand a page; every mistake in it is a problem, none an exception."""
    source = page.source
    if wrong := unfit(source.text):
        at, message = wrong
        problem = problem_at(Span(source, at, at + 1), message)
        return Expanded(page, "", problems=(problem,))
    meter = Meter(bounds or bounds_of(book), len(source.text))
    expanded = Expanded(page, "", meter=meter)
    written = meter.within(lambda: _read(book, page))
    if written:
        proved = meter.within(partial(_proved, book, page, written, meter)) or Proofs()
        written = replace(written, proved=proved)
        for step in (_with_macros, _with_sessions):
            expanded = meter.within(partial(step, book, expanded, written)) or expanded
        expanded = _with_proofs(expanded, proved)
        expanded = meter.within(partial(_audited, book, expanded, written)) or expanded
    return replace(expanded, problems=(*expanded.problems, *_used_up(expanded)))


def bounds_of(book: Book) -> Bounds:
    """What a page of a book may use."""
    return Bounds() if book.largest is None else Bounds(items=book.largest)


def _read(book: Book, page: Page) -> _Written:
    text = page.source.text
    found = regions(text, page.start)
    proofs = fences(text, found, page.start) if "proof" in text else []
    marked, others = without_proofs(page, found, proofs) if proofs else (page, found)
    taken = {proof.region for proof in proofs}
    return _Written(found, proofs, marked, others, typed_numbers(book, page, found, taken))


def _proved(book: Book, page: Page, written: _Written, meter: Meter) -> Proofs:
    """What the proofs of a page come to."""
    if not written.proofs:
        return Proofs()
    short = short_names_of(book, page, meter)
    found = check_proofs(book, page, written.proofs, written.typed, meter, short)
    numbers = askable_ones(page.source.text, written.others, found.asked.numbers)
    return replace(found, asked=replace(found.asked, numbers=tuple(numbers)))


def _with_macros(book: Book, expanded: Expanded, written: _Written) -> Expanded:
    """The page with its macros expanded, and with marks at the numbers that are proved."""
    asked = written.proved.asked
    made = expand_macros(book, written.marked, written.others, expanded.meter, asked)
    return replace(made, page=expanded.page)


def _with_sessions(book: Book, expanded: Expanded, written: _Written) -> Expanded:
    """The page with what its sessions of Python come to; one without prompts pays nothing."""
    source = expanded.page.source
    if ">>>" not in source.text:
        return expanded
    from sfrules.press.sessions.session_checks import check_sessions

    found = check_sessions(book, source, written.others, expanded.meter)
    return replace(
        expanded,
        entries=(*expanded.entries, *found.entries),
        problems=(*expanded.problems, *found.problems),
        checks=(*expanded.checks, *found.checks),
        use=replace(expanded.use, cases=expanded.use.cases | found.cases),
        verified=found.verified,
    )


def _with_proofs(expanded: Expanded, proved: Proofs) -> Expanded:
    """The page with a mark for each of its proofs, and what they come to."""
    if not proved.fences:
        return expanded
    markdown, pieces = proved.put(expanded.markdown, expanded.pieces)
    return replace(
        expanded,
        markdown=markdown,
        pieces=pieces,
        entries=(*expanded.entries, *proved.entries),
        problems=(*expanded.problems, *proved.problems),
        checks=(*expanded.checks, *proved.checks),
        use=replace(expanded.use, cases=expanded.use.cases | proved.cases),
        proved=proved.numbers,
    )


def _audited(book: Book, expanded: Expanded, written: _Written) -> Expanded:
    """A page with its bracketed spans as HTML, and what the audit of its numbers found."""
    typed = written.typed.with_proved(expanded.proved)
    audited = audit(book, expanded, written.others, typed)
    text, unclosed = expanded.page.source.text, written.found.unclosed
    # What stands above a proof that is never closed is proved by it, once it is closed.
    cut_short = any(text[region.start] in "`~" for region in unclosed)
    loose = audited.loose if book.no_loose_numbers and not cut_short else ()
    if len(loose) <= book.baseline.get(expanded.page.source.path, 0):
        loose = ()  # the book has begun with them, and has no more of them since
    return replace(
        expanded,
        markdown=spans_as_html(expanded.markdown),
        problems=(*expanded.problems, *loose),
        audit=audited,
        cut_short=cut_short,
    )


def _used_up(expanded: Expanded) -> Iterator[Problem]:
    """A problem if the page has used up what it may, and none says so at its place."""
    source, start, out = expanded.page.source, expanded.page.start, expanded.meter.out
    if out and all(problem.message != out for problem in expanded.problems):
        lines = source.text[start:].split("\n")
        most = max(range(len(lines)), key=lambda at: len(_LETTERS.sub("", lines[at])))
        hint = "of all lines of the page, this one has the most marks: is it what takes so much?"
        yield problem_on_line(source, source.position(start)[0] + most, out, hint)


@dataclass(frozen=True)
class Woven:
    """A whole book: its pages finished, what they print, what was checked, and what is wrong.

    `stale` are the problems of the lock among all `problems`, and `gaps` those of what nothing
    prints: they do not make the pages wrong.
    """

    pages: Mapping[str, Finished]
    printing: Printing
    entries: tuple[Entry, ...]
    tables: Mapping[str, Callable[[], Table]]
    problems: tuple[Problem, ...]
    checks: tuple[Check, ...] = ()
    stale: tuple[Problem, ...] = ()
    gaps: tuple[Problem, ...] = ()
    audits: Mapping[str, Audit] = field(default_factory=dict)


def weave(
    book: Book,
    pages: Mapping[str, Expanded],
    convert: Convert,
    address: Callable[[str, str], str],
    store: Store | None = None,
) -> Woven:
    """Finish the expanded pages, given by the names of their files, in the order of reading.

    What the store knows is not done again; without one, everything is.
    """
    store = store or Store.of(book, pages)
    book = store.book
    made = {name: store.converted(name, expanded, convert) for name, expanded in pages.items()}
    numbered = replace(number_things(pages.items(), address), headings=_headings(pages, made))
    printing = _with_formulas(store, _with_changes(book, numbered, pages), pages, made)
    tables = _whole_tables(book, printing, store.fresh)
    finished = _all_finished(store, pages, printing, tables)
    each = ((store.fresh.get(name, page), finished[name]) for name, page in pages.items())
    found = ([*page.problems, *made.problems, *_used_up(page)] for page, made in each)
    problems = list(chain.from_iterable(found))
    # A faulty page may lack a place that it will have once it is right.
    if not problems and not book.loose_links:
        problems.extend(dead_links(store.links, pages, finished))
    cut_short = {n for n, page in pages.items() if page.cut_short or not finished[n].html}
    problems.extend(problems_beside_pages(store, finished, printing, cut_short))
    own = chain.from_iterable(page.checks for page in pages.values())
    checks = (*own, *checked_docstrings(store))
    entries = tuple(entry for page in finished.values() for entry in page.entries)
    texts = {id: partial(store.printed, id, table) for id, table in tables.items()}
    stale = lock_problems(book, texts, entries, complete=not problems)
    gaps: list[Problem] = []
    if book.no_gaps and not problems:
        problems = gaps = find_gaps(replace(book, unread=store.unread), pages, entries, printing)
    every = tuple(in_order([*problems, *stale]))
    audits = {page.page.source.path: page.audit for page in pages.values()}
    beside = tuple(stale), tuple(gaps), audits
    return Woven(finished, printing, entries, tables, every, checks, *beside)


def _all_finished(
    store: Store,
    pages: Mapping[str, Expanded],
    printing: Printing,
    tables: Mapping[str, Callable[[], Table]],
) -> dict[str, Finished]:
    """All pages finished; with another process that helps, each with its tables for the lock."""

    def finish(name: str) -> Finished:
        with working_on(pages[name].page.source.path):
            return store.finished(name, pages[name], printing, expand)

    def make(name: str) -> None:
        finish(name)
        for id in {one.table.id for one in printing.tables.get(name, ())} & tables.keys():
            store.printed(id, tables[id])
            if store.site:
                store.as_files(id, tables[id])

    store.together(pages, make, last=True)
    return {name: finish(name) for name in pages}


def _with_changes(book: Book, printing: Printing, pages: Mapping[str, Expanded]) -> Printing:
    """What pages must know of each other if the book prints what changed between editions."""
    if not (found := changes_of(pages)):
        return printing
    boxed = {kind.name for kind in kinds_of(book).values() if kind.kept and kind.stands == "block"}
    return replace(printing, marks=marks_of(found, boxed))


def _headings(pages: Mapping[str, Expanded], made: Mapping[str, Converted]) -> dict[str, Headings]:
    """The headings of every page, by its name and by the path of its file."""
    headings = {
        name: Headings(name, {heading.id: heading.plain for heading in page.headings})
        for name, page in made.items()
    }
    paths = {expanded.page.source.path: headings[name] for name, expanded in pages.items()}
    return paths | headings


def _with_formulas(
    store: Store, printing: Printing, pages: Mapping[str, Expanded], made: Mapping[str, Converted]
) -> Printing:
    """Where the formulas of rules stand, in a book whose proofs lead to them."""
    if not any(piece.kind is PROOF for page in pages.values() for piece in page.pieces):
        return printing
    formulas: dict[str, tuple[str, str]] = {}
    for name, expanded in pages.items():
        for entry in store.placed(name, expanded, made[name], FORMULA.name):
            for origin in entry.origins:
                formulas.setdefault(origin.name, (name, entry.anchor))
    return replace(printing, formulas=formulas)


def _whole_tables(
    book: Book, printing: Printing, fresh: Iterable[str]
) -> dict[str, Callable[[], Table]]:
    """Every table that the book prints, whole; a table that a page has computed is used again."""
    whole: dict[str, Callable[[], Table]] = {
        id: book.tables[id]
        for kind, id in printing.homes
        if kind == TABLE.numbered and id in book.tables
    }
    for table in (one.table for name in fresh for one in printing.tables.get(name, ())):
        known = whole[table.id]() if table.id in whole else None
        if known and (len(table.rows), len(table.leaves)) == (len(known.rows), len(known.leaves)):
            whole[table.id] = lambda table=table: table  # type: ignore[misc]
    return whole


def check(store: Store, pages: Mapping[str, Page], convert: Convert) -> Woven:
    """Check a book's pages, and the facts that it stands on, without making a site of them."""

    def help_out() -> None:
        look_beside_pages(store)
        _checked(store, pages, convert)

    if not store.half:
        share(store, pages, help_out)
    woven = _checked(store, pages, convert)
    if woven.gaps and len(store.fresh) + len(store.elsewhere) < len(pages):
        # Of what two pages read, only the first is known to have read it: that may be another now.
        store.forget()
        return check(store, pages, convert)
    return woven


def _checked(store: Store, pages: Mapping[str, Page], convert: Convert) -> Woven:
    def made(name: str) -> Expanded:
        with working_on(pages[name].source.path):
            return store.expanded(name, pages[name], expand)

    store.together(pages, lambda name: store.converted(name, made(name), convert))
    expanded = {name: made(name) for name in pages}
    return weave(store.book, expanded, convert, lambda _page, path: path, store)


def page_of(path: str, text: str, body: str) -> Page:
    """A page from its file's text and from the part of it that is Markdown.

    If another plugin has changed the Markdown, it is no longer the end of the file: then its own
    lines are counted.
    """
    if text.endswith(body):
        return Page(Source(path, text), len(text) - len(body))
    return Page(Source(path, body), whole=False, front=Span(Source(path, text), 0, len(text)))
