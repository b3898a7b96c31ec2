"""Lead the pages of a book through the passes, and list everything that is wrong with them.

A gap is a rule, a row or a thing that no page uses. It is a problem unless the book exempts it with
a reason; so is an exemption without its gap.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import chain

from sfrules.ground.faults import LimitReached, source_of
from sfrules.ground.formats import unfit
from sfrules.ground.internal_errors import working_on
from sfrules.ground.ledger import Origin, Statement, origin_of
from sfrules.ground.number_words import use_decimal
from sfrules.ground.problems import (
    Mistake,
    Problem,
    ProblemsFound,
    did_you_mean,
    in_order,
    problem_at,
    problem_on_line,
)
from sfrules.ground.source import Source, Span
from sfrules.press.expression.bounds import Meter, in_time
from sfrules.press.lock import lock_problems
from sfrules.press.page.expand import ExpandedPage, Page, expand_macros
from sfrules.press.page.marks import asked_on, without_marks
from sfrules.press.page.names import name_in_words
from sfrules.press.page.regions import Regions, spans_as_html
from sfrules.press.proving.proofs import set_apart, without_proofs
from sfrules.press.proving.texts import unproved_in_texts, unproved_terms
from sfrules.press.site.finish import finish
from sfrules.press.site.judge import judge, regions_and_proofs
from sfrules.press.site.memo import ConvertedPage, FinishedPage, Memo
from sfrules.press.site.numbering import (
    PageView,
    Printing,
    number_things,
    numbered_things,
)
from sfrules.press.site.receipts import receipts_script
from sfrules.press.things.book import Rulebook
from sfrules.press.things.counts import Audit
from sfrules.press.things.kinds import kinds_of
from sfrules.press.things.tables import TABLE, Table

Convert = Callable[[str, ExpandedPage], ConvertedPage]
_LETTERS = re.compile(r"\w")


def expand(book: Rulebook, page: Page) -> ExpandedPage:
    """Expand a page; every mistake in it is a problem, none an exception."""
    use_decimal(book.checks.decimal)
    source = page.source
    if wrong := unfit(source.text):
        at, message = wrong
        problem = problem_at(Span(source, at, at + 1), message)
        return ExpandedPage(page, "", problems=(problem,))
    meter = Meter(len(source.text))
    expanded = ExpandedPage(page, "", meter=meter)
    for step in (_with_macros, _with_sessions, _with_spans):
        expanded = meter.within(partial(step, book, expanded)) or expanded
    return expanded


def _without_proofs(page: Page) -> tuple[Page, Regions]:
    """The page and its regions as macros see them, with a mark for each proof."""
    found, proofs = regions_and_proofs(page.source.text, page.start)
    return without_proofs(page, found, proofs) if proofs else (page, found)


def _with_macros(book: Rulebook, expanded: ExpandedPage) -> ExpandedPage:
    """The page with its macros expanded."""
    marked, others = _without_proofs(expanded.page)
    made = expand_macros(book, marked, others, expanded.meter)
    return replace(made, page=expanded.page)


def _with_sessions(book: Rulebook, expanded: ExpandedPage) -> ExpandedPage:
    """The page with its sessions of Python run; one without prompts pays nothing."""
    if ">>>" not in expanded.page.source.text:
        return expanded
    from sfrules.press.sessions import check_sessions

    return check_sessions(book, expanded, _without_proofs(expanded.page)[1])


def _with_spans(_book: Rulebook, expanded: ExpandedPage) -> ExpandedPage:
    """The page with its bracketed spans as HTML, and its proofs set apart."""
    return replace(expanded, markdown=set_apart(spans_as_html(expanded.markdown)))


def _used_up(expanded: ExpandedPage) -> Iterator[Problem]:
    """A problem if the page has used up what it may, and none says so at its place."""
    source, start, out = expanded.page.source, expanded.page.start, expanded.meter.out
    if out and all(problem.message != out for problem in expanded.problems):
        lines = source.text[start:].split("\n")
        most = max(range(len(lines)), key=lambda at: len(_LETTERS.sub("", lines[at])))
        hint = "of all lines of the page, this one has the most marks: is it what takes so much?"
        yield problem_on_line(source, source.position(start)[0] + most, out, hint)


@dataclass(frozen=True)
class BookResult:
    """A whole book: its pages finished, what they print, what was checked, and what is wrong."""

    pages: Mapping[str, FinishedPage]
    printing: Printing
    entries: tuple[Statement, ...]
    tables: Mapping[str, Callable[[], Table]]
    problems: tuple[Problem, ...]
    #: Those among all problems that say what no page has.
    gaps: tuple[Problem, ...] = ()
    audits: Mapping[str, Audit] = field(default_factory=dict)


def weave(
    memo: Memo,
    pages: Mapping[str, ExpandedPage],
    convert: Convert,
    address: Callable[[str, str], str],
) -> BookResult:
    """Finish the expanded pages, given by the names of their files, in the order of reading.

    What the memo knows is not done again.
    """
    for name in memo.pages.keys() - pages.keys():
        del memo.pages[name]
    try:
        woven = _woven(memo, pages, convert, address)
        if woven.gaps and len(memo.fresh) < len(pages):
            # Of what two pages read, only the first is known to have read it: another may be now.
            memo.clear()
            made = {name: memo.made(name, page.page) for name, page in pages.items()}
            woven = _woven(memo, made, convert, address)
    finally:
        LimitReached.endless.clear()  # the next check asks again, however this one ended
    return woven


def _woven(
    memo: Memo,
    pages: Mapping[str, ExpandedPage],
    convert: Convert,
    address: Callable[[str, str], str],
) -> BookResult:
    book = memo.book
    pages = {name: _read(memo, name, page, convert) for name, page in pages.items()}
    printing = _printing(memo, pages, address)
    homes = printing.homes
    tables = {id: make for id, make in book.tables.items() if (TABLE.numbered, id) in homes}
    finished = {name: _finished(memo, name, page, printing) for name, page in pages.items()}
    problems = _problems(memo, pages, finished, printing)
    entries = tuple(entry for page in finished.values() for entry in page.entries)
    texts = {
        id: partial(memo.written, Table.printed_csv, id, table) for id, table in tables.items()
    }
    stale = lock_problems(book, texts, entries, complete=not problems)
    gaps: list[Problem] = []
    if book.checks.no_gaps and not problems:
        rules, rows = _rules(book, pages, entries), _rows(book, pages, memo.unread())
        gaps = _excused(book, [*rules, *rows, *_things_of_no_page(book, printing)])
    every = tuple(in_order([*problems, *gaps, *stale]))
    audits = {page.page.source.path: page.audit for page in pages.values()}
    return BookResult(finished, printing, entries, tables, every, tuple(gaps), audits)


def _problems(
    memo: Memo,
    pages: Mapping[str, ExpandedPage],
    finished: Mapping[str, FinishedPage],
    printing: Printing,
) -> list[Problem]:
    """What is wrong with the pages, and beside them."""
    each = ((memo.fresh.get(name, page), finished[name]) for name, page in pages.items())
    found = ([*page.problems, *made.problems, *_used_up(page)] for page, made in each)
    problems = [*chain.from_iterable(found)]
    cut_short = {n for n, page in pages.items() if page.cut_short or not finished[n].html}
    return [
        *problems,
        *_missing_places(memo.book, finished, printing.headings, cut_short),
        *_in_time(lambda: memo.once("typed texts", partial(_typed_texts, memo.book))),
        *_in_time(lambda: [*memo.book.problems(), *_failures(memo.book, printing)]),
    ]


def _printing(
    memo: Memo,
    pages: Mapping[str, ExpandedPage],
    address: Callable[[str, str], str],
) -> Printing:
    """What pages must know of each other."""
    made = {name: memo.pages[name].converted or ConvertedPage("", ()) for name in pages}
    for name, page in pages.items():
        if name in memo.fresh:
            memo.pages[name].things = numbered_things(memo.book, page)
    tops = {
        name: (each.plain for each in page.headings if each.level == 1 and each.plain)
        for name, page in made.items()
    }
    return replace(
        number_things({name: memo.pages[name].things for name in pages}, address),
        headings={
            name: {heading.id: heading.plain for heading in page.headings}
            for name, page in made.items()
        },
        titles={name: next(top, name) for name, top in tops.items()},
        audits={name: page.audit for name, page in pages.items()},
        stated=_stated(memo.book, pages),
    )


def _read(memo: Memo, name: str, expanded: ExpandedPage, convert: Convert) -> ExpandedPage:
    """A page, judged again if its HTML has changed: on another site, Markdown may make another."""
    kept = memo.pages[name]
    made = expanded.meter.within(lambda: convert(name, expanded)) or ConvertedPage("", ())
    if kept.converted and made == kept.as_made:
        return memo.fresh.get(name) or expanded
    if name not in memo.fresh:
        expanded = memo.made(name, expanded.page)
    return _judged(memo, name, expanded, made)


def _judged(memo: Memo, name: str, expanded: ExpandedPage, made: ConvertedPage) -> ExpandedPage:
    """Judge a page by its HTML, and note in the memo what came of it."""
    kept = memo.pages[name]
    with working_on(expanded.page.source.path), memo.reading() as read:
        judged = expanded.meter.within(lambda: judge(memo.book, expanded, made))
    expanded, marked = judged or (expanded, made)
    memo.take(name, expanded)
    headings = [replace(each, title=without_marks(each.title)) for each in made.headings]
    memo.pages[name].read = kept.read | read
    memo.pages[name].converted = replace(marked, headings=headings)
    memo.pages[name].as_made = made
    return expanded


def _finished(memo: Memo, name: str, expanded: ExpandedPage, printing: Printing) -> FinishedPage:
    """A page with its things in place; made again if what it says of the rest has changed."""
    kept = memo.pages[name]
    if kept.finished and kept.answers is not None and printing.still_answers(kept.answers, name):
        return kept.finished
    made = kept.converted or ConvertedPage("", ())
    if name not in memo.fresh:
        known, raw = kept, kept.as_made or made
        expanded = _judged(memo, name, memo.made(name, expanded.page), raw)
        if known.finished and expanded.markdown != known.expanded.markdown:
            # The code on the disk is broken, and no longer that of the last good book.
            memo.pages[name] = known
            return known.finished
        kept = memo.pages[name]
        kept.things, made = known.things, kept.converted or made
    view = PageView(memo.book, name, printing)
    with working_on(expanded.page.source.path), memo.reading() as read:
        done = expanded.meter.within(lambda: finish(view, expanded, made))
        found = done or FinishedPage("", expanded.entries, ())
        if memo.site:
            numbers = asked_on(found.html, expanded.entries)
            kept.receipts = receipts_script(view, numbers) if done else ""
    kept.finished, kept.answers, kept.read = found, view.answers, kept.read | read
    kept.holds = not expanded.meter.out
    return found


def _in_time(problems: Callable[[], list[Problem]]) -> list[Problem]:
    """Problems of the book, which may ask its rules; one problem if a rule does not end."""
    try:
        return in_time(problems, "the book")
    except Mistake as late:
        return [Problem("mkdocs.yml", 1, 1, late.message)]


def _typed_texts(book: Rulebook) -> list[Problem]:
    loose = unproved_in_texts(book) if book.checks.no_loose_numbers else ()
    return [*loose, *unproved_terms(book)]


# How much it weighs that a page has something of a rule: its formula states it, a passage with its
# numbers does so less, and a form to try it does not. A page that defines the word comes before
# one that shows the formula as a specimen.
_WEIGHTS = {"formula": 10_000, "table": 60, "calculator": 0}
_OF_PASSAGES, _OF_THE_TERM = 10, 20_000


def _stated(book: Rulebook, pages: Mapping[str, ExpandedPage]) -> dict[str, tuple[str, str]]:
    """The page and the heading that state each rule and each row, by its dotted name."""
    weights: dict[str, dict[str, Counter[str]]] = {}  # of each page's headings, by origin
    for name, expanded in pages.items():
        if book.checks.is_sample(expanded.page.source.path):
            continue
        for entry in expanded.entries:
            weight = _WEIGHTS.get(entry.kind, _OF_PASSAGES)
            share = len(entry.origins) ** (2 if entry.kind == TABLE.name else 1)
            for origin in entry.origins if weight else ():
                places = weights.setdefault(origin.name, {})
                places.setdefault(name, Counter())[entry.anchor] += weight // share
    for rule, own in weights.items():
        term = book.terms_by_name.get(name_in_words(book, rule).casefold())
        if term and term.page in own:
            own[term.page][term.anchor] += _OF_THE_TERM
    return {rule: _heaviest(own) for rule, own in weights.items()}


def _heaviest(pages: Mapping[str, Counter[str]]) -> tuple[str, str]:
    """The first page that weighs nearly as much as any, and the heaviest heading there."""
    most = max(map(Counter.total, pages.values()))
    page = next(name for name, own in pages.items() if 4 * own.total() >= 3 * most)
    return page, pages[page].most_common(1)[0][0]


def page_of(path: str, text: str, body: str) -> Page:
    """A page from its file's text and from the part of it that is Markdown.

    If another plugin has changed the Markdown, it is no longer the end of the file: then its own
    lines are counted.
    """
    if text.endswith(body):
        return Page(Source(path, text), len(text) - len(body))
    front = Span(Source(path, text), 0, len(text))
    return Page(Source(path, body), whole=False, front=front)


Gap = tuple[tuple[str, str], Problem]  # its kind and its subject, by which it can be exempted


def _rules(
    book: Rulebook, pages: Mapping[str, ExpandedPage], entries: Iterable[Statement]
) -> Iterator[Gap]:
    used = {origin.name for entry in entries for origin in entry.origins}
    used |= {origin.name for page in pages.values() for origin in page.decided}
    for rule, name in book.rule_names.items():
        if name not in used:
            hint = "print it, check it in an example, or take it out of what pages may use"
            place = origin_of(name, rule, book.root)
            yield ("rule", name), _at(book, place, f"no page prints or checks {name}", hint)


def _rows(
    book: Rulebook, pages: Mapping[str, ExpandedPage], unread: Iterable[Origin]
) -> Iterator[Gap]:
    """Rows that nothing reads, or one proof alone, which only says again what is typed there."""
    proofs: dict[tuple[str, int], list[Problem | None]] = defaultdict(list)
    for row, alone in (each for page in pages.values() for each in page.facts):
        proofs[row.path, row.line].append(alone)
    for row in unread:
        match proofs[row.path, row.line]:
            case []:
                message = f"nothing reads {row.name} but its key"
                yield ("row", row.name), _at(book, row, message, "let a rule or a table read it")
            case [Problem() as alone] if book.cited:  # without it, a row is all that a book has
                yield ("fact", row.name), alone


def _of_no_page(
    book: Rulebook, printing: Printing
) -> Iterator[tuple[str, str, Callable[[], object]]]:
    """The kind and the id of each thing that no page prints, and what builds it."""
    for kind in kinds_of(book).values():
        for id, build in book.offered(kind.name).items():
            if (kind.numbered, id) not in printing.homes:
                yield kind.name, id, build


def _failures(book: Rulebook, printing: Printing) -> Iterator[Problem]:
    """What is wrong with things that no page prints, so that nothing else has built them."""
    for _, _, build in _of_no_page(book, printing):
        try:
            build()
        except ProblemsFound as found:
            yield from found.problems


def _things_of_no_page(book: Rulebook, printing: Printing) -> Iterator[Gap]:
    for kind, id, build in _of_no_page(book, printing):
        hint = f'{{{{ {kind}("{id}") }}}} prints it'
        message = f'no page prints the {kind} "{id}"'
        yield (kind, id), _at(book, origin_of(id, build, book.root), message, hint)


def _at(book: Rulebook, place: Origin, message: str, hint: str) -> Problem:
    source = source_of(str(book.root / place.path), book.root)
    return problem_on_line(source, place.line, message, hint)


def _excused(book: Rulebook, gaps: Sequence[Gap]) -> list[Problem]:
    """The gaps without an exemption, with a hint at how to make one; exemptions without a gap."""
    found = dict(reversed(gaps))  # of several with one subject, the first is told
    files = [each.origin.path for each in book.checks.exemptions if each.origin]
    exempt = {(each.kind, each.subject): each.origin for each in book.checks.exemptions}
    problems = []
    for kind, subject in found.keys() - exempt.keys():
        entry = f'book.exempt("{kind}", "{subject}", "the reason")'
        where = f"exempt it in {files[0]}: {kind}, {subject}" if files else f"write {entry}"
        hint = f"{found[kind, subject].hint}; or {where}"
        problems.append(replace(found[kind, subject], hint=hint))
    for kind, subject in exempt.keys() - found.keys():
        place = exempt[kind, subject] or Origin(subject, "exemptions", 1)
        message = f"there is no such gap: {kind} {subject}"
        problems.append(_at(book, place, message, "take the exemption out"))
    return in_order(problems)


def _missing_places(
    book: Rulebook,
    pages: Mapping[str, FinishedPage],
    headings: Mapping[str, Mapping[str, str]],
    cut_short: Collection[str],
) -> Iterator[Problem]:
    """Problems of terms, subjects and questions that lead to a place that the book does not have.

    No heading is missing on the pages that are `cut_short`: it may stand in what is hidden.
    """
    terms = (("term", each.term, (each.page, each.anchor), each.origin) for each in book.terms)
    aids = book.search_aids()
    asked = (("question", each.questions[0], each.place, each.origin) for each in aids.asked)
    subjects = (("subject", s.name, place, s.origin) for s in aids.subjects for place in s.places)
    nearest = cache(did_you_mean)  # a page that is gone is asked for by many
    for kind, name, (page, anchor), place in (*terms, *asked, *subjects):
        if page not in pages:
            wrong, hint = f"no page {page}", nearest(page, frozenset(pages))
        else:
            is_subject = kind == "subject"
            there: Collection[str] = headings[page] if is_subject else pages[page].places
            if not anchor or page in cut_short or anchor in there:
                continue
            wrong = f"{page} has no {'heading ' if is_subject else ''}#{anchor}"
            hint = did_you_mean(anchor, there)
        origin = place or Origin(name, f"{kind}s", 1)
        yield Problem(origin.path, origin.line, 1, f'{kind} "{name}": {wrong}', hint)
