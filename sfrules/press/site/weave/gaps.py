"""What the whole book lacks: places that links, terms or subjects lead to, uses of what it offers.

A gap is what no page prints, and what pages say and nothing tries. Each is a problem unless the
book exempts it with a reason; so is an exemption without its gap.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from numbers import Rational
from urllib.parse import unquote

from sfrules.ground.faults import source_of
from sfrules.ground.ledger import Entry, Origin, origin_of
from sfrules.ground.number_words import number_in
from sfrules.ground.problems import Problem, did_you_mean, in_order, problem_at, problem_on_line
from sfrules.ground.source import Source, Span
from sfrules.press.audit.prose import LINK_TARGET
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.page.regions import regions
from sfrules.press.site.keep.store import FinishedPage
from sfrules.press.site.weave.finish import code_at
from sfrules.press.site.weave.numbering import Headings, Printing
from sfrules.press.things.book import Book
from sfrules.press.things.kinds import kinds_of

_BEFORE = re.compile(
    r"\b(?:at least|at most|no (?:more|fewer|less) than|(?:more|fewer|less) than|up to|"
    r"below|above|beyond|under|over)\s+(?:[a-z]+\s+)?$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"^(?:\s+[\w-]+){0,3}?\s+(?:or|and) "
    r"(?:more|less|fewer|higher|lower|above|below|better|worse|later|beyond)\b",
    re.IGNORECASE,
)
ANY = "any namespace"
_REACH = 60  # characters of text on either side that can make a number a threshold


Gap = tuple[tuple[str, str], Problem]  # its kind and its subject, by which it can be exempted


def find_gaps(
    book: Book, pages: Mapping[str, ExpandedPage], entries: Sequence[Entry], printing: Printing
) -> list[Problem]:
    """The gaps of a book whose pages have no problem, and exemptions without their gap."""
    found = [
        *_rules(book, pages, entries),
        *_rows(book, pages),
        *_things(book, printing),
        *_thresholds_without_a_case(book, pages, entries),
    ]
    return _excused(book, dict(reversed(found)))


def _rules(
    book: Book, pages: Mapping[str, ExpandedPage], entries: Iterable[Entry]
) -> Iterator[Gap]:
    used = {origin.name for entry in entries for origin in entry.origins}
    used |= {origin.name for page in pages.values() for origin in page.use.decided}
    for rule, name in book.rule_names.items():
        if name not in used:
            hint = "print it, check it in an example, or take it out of what pages may use"
            place = origin_of(name, rule, book.root)
            yield ("rule", name), _at(book, place, f"no page prints or checks {name}", hint)


def _rows(book: Book, pages: Mapping[str, ExpandedPage]) -> Iterator[Gap]:
    """Rows that nothing reads, or one proof alone, which only says again what is typed there."""
    proofs: dict[tuple[str, int], list[Problem | None]] = defaultdict(list)
    for row, alone in (each for page in pages.values() for each in page.use.proved):
        proofs[row.path, row.line].append(alone)
    for row in book.unread():
        match proofs[row.path, row.line]:
            case []:
                message = f"nothing reads {row.name} but its key"
                yield ("row", row.name), _at(book, row, message, "let a rule or a table read it")
            case [Problem() as alone] if book.cited:  # without it, a row is all that a book has
                yield ("fact", row.name), alone


def _things(book: Book, printing: Printing) -> Iterator[Gap]:
    for kind in kinds_of(book).values():
        for id, build in kind.offered(book).items():
            if (kind.numbered, id) not in printing.homes:
                place = origin_of(id, build, book.root)
                hint = f'{{{{ {kind.name}("{id}") }}}} prints it'
                message = f'no page prints the {kind.name} "{id}"'
                yield (kind.name, id), _at(book, place, message, hint)


def _thresholds_without_a_case(
    book: Book, pages: Mapping[str, ExpandedPage], entries: Iterable[Entry]
) -> Iterator[Gap]:
    """Printed thresholds, numbers at which something changes, at which their page tries no rule.

    "Below {{ … }} of them" is easily misread at the number itself. So a page that prints a
    threshold also works a rule out at it: in an example, a claim, a session or a row of a table.
    """
    of_page = {page.page.source.path: page for page in pages.values()}
    tried = {path: _tried(page) for path, page in of_page.items()}
    for entry in entries:
        number = number_in(entry.printed) if entry.kind in ("value", "claim") else None
        if number is None:
            continue
        span = _macro(of_page[entry.page].page.source, entry)
        words = _threshold(span)
        named = {origin.name.partition(".")[0] for origin in entry.origins}
        spaces = named & book.namespaces.keys() or {space for space, _ in tried[entry.page]}
        cases = {(space, number) for space in (ANY, *spaces)}
        if not words or cases & tried[entry.page]:
            continue
        subject = f"{entry.page}#{entry.anchor}: {words[0]}{entry.printed}{words[1]}"
        message = f"nothing on this page is worked out at this threshold, {entry.printed}"
        hint = "an example at the number itself settles it"
        yield ("threshold", subject), problem_at(span, message, hint)


def _macro(source: Source, entry: Entry) -> Span:
    """The macro that printed an entry, with its delimiters."""
    at = source.start_of(entry.line) + entry.column - 1
    start, end = source.text.rfind("{{", 0, at), source.text.find("}}", at)
    return Span(source, max(start, 0), end + 2 if end >= 0 else at)


def _threshold(span: Span) -> tuple[str, str] | None:
    """The words on both sides that make a number a threshold; None if they do not."""
    text = span.source.text
    before = _BEFORE.search(text[max(0, span.start - _REACH) : span.start].rpartition("\n")[2])
    after = _AFTER.search(text[span.end : span.end + _REACH].partition("\n")[0])
    if before or after:
        return (before[0] if before else ""), (after[0] if after else "")
    return None


def _tried(page: ExpandedPage) -> frozenset[tuple[str, Rational]]:
    """The numbers that a page works something out at, with the namespaces of the rules.

    A row of a table is worked out at its number by whatever rules its columns have.
    """
    tables = filter(None, (piece.kind.table_of(piece.thing) for piece in page.pieces))
    rows = (row for table in tables for row in table.rows)
    return page.use.cases | {(ANY, row) for row in rows if isinstance(row, Rational)}


def _at(book: Book, place: Origin, message: str, hint: str) -> Problem:
    source = source_of(str(book.root / place.path), book.root)
    return problem_on_line(source, place.line, message, hint)


def _excused(book: Book, found: Mapping[tuple[str, str], Problem]) -> list[Problem]:
    """The gaps without an exemption, with a hint at how to make one; exemptions without a gap."""
    files = [each.origin.path for each in book.exemptions if each.origin]
    where = f" in {files[0]}" if files else ""
    exempt = {(each.kind, each.subject): each.origin for each in book.exemptions}
    problems = []
    for kind, subject in found.keys() - exempt.keys():
        hint = f"{found[kind, subject].hint}; or exempt it{where}: {kind}, {subject}"
        problems.append(replace(found[kind, subject], hint=hint))
    for kind, subject in exempt.keys() - found.keys():
        place = exempt[kind, subject] or Origin(subject, "exemptions", 1)
        message = f"there is no such gap: {kind} {subject}"
        problems.append(_at(book, place, message, "take the exemption out"))
    return in_order(problems)


_LINK = re.compile(
    rf"(?<!\\){LINK_TARGET}|^[ ]{{0,3}}\[[^\]\n]+\]:[ \t]*<?(?P<defined>[^\s<>]+)", re.MULTILINE
)
_PAGE = re.compile(r"(?P<path>[^#?:]*\.md)?(?:#(?P<anchor>.*))?")


def dead_links(
    links: Mapping[str, Iterable[Span]], finished: Mapping[str, FinishedPage]
) -> Iterator[Problem]:
    """A problem for each link to a page, or to a place on one, that the book does not have.

    `links` are the targets of those on each page. What leads out of the book is left alone.
    """
    for name, spans in links.items():
        near = posixpath.dirname(name)
        for span in spans:
            found = _PAGE.fullmatch(span.text)
            if found is None or not (found["path"] or found["anchor"]):
                continue
            path, anchor = unquote(found["path"] or ""), unquote(found["anchor"] or "")
            if path.startswith("/"):
                continue  # counted from the site's root, which a book does not know
            page = posixpath.normpath(posixpath.join(near, path)) if path else name
            if page not in finished:
                others = (posixpath.relpath(each, near or ".") for each in finished)
                hint = did_you_mean(path, others)
                yield problem_at(span, f"this link leads to no page: there is no {page}", hint)
            elif anchor and anchor not in finished[page].places:
                hint = did_you_mean(anchor, finished[page].places)
                yield problem_at(
                    span, f"this link leads to no place: {page} has no #{anchor}", hint
                )


def targets(expanded: ExpandedPage) -> Iterator[Span]:
    """The targets of a page's links, without those that a macro writes."""
    source = expanded.page.source
    code = list(regions(source.text, expanded.page.start).of_kind("code"))
    for link in _LINK.finditer(source.text, expanded.page.start):
        target = link.lastgroup or ""
        if "{" not in link[target] and not code_at(code, link.start()):
            yield Span(source, link.start(target), link.end(target))


def missing_places(
    book: Book,
    pages: Mapping[str, FinishedPage],
    headings: Mapping[str, Headings],
    cut_short: Collection[str],
) -> Iterator[Problem]:
    """Problems of terms, subjects and questions that lead to a place that the book does not have.

    No heading is missing on the pages that are `cut_short`.
    """
    terms = (("term", each.term, (each.page, each.anchor), each.origin) for each in book.terms)
    asked = (("question", each.questions[0], each.place, each.origin) for each in book.asked)
    subjects = (("subject", s.name, place, s.origin) for s in book.subjects for place in s.places)
    names, files = frozenset(each.page for each in headings.values()), frozenset(pages)
    nearest = cache(did_you_mean)  # a page that is gone is asked for by many
    for kind, name, (page, anchor), written in (*terms, *asked, *subjects):
        there: Collection[str] | None
        if kind == "subject":
            there = headings[page].titles if page in headings else None
            known, noun = names, "heading "
        else:
            there, known, noun = pages[page].places if page in pages else None, files, ""
        if there is None:
            wrong, hint = f"no page {page}", nearest(page, known)
        elif anchor and page not in cut_short and anchor not in there:
            wrong, hint = f"{page} has no {noun}#{anchor}", did_you_mean(anchor, there)
        else:
            continue
        origin = written or Origin(name, f"{kind}s", 1)
        yield Problem(origin.path, origin.line, 1, f'{kind} "{name}": {wrong}', hint)
