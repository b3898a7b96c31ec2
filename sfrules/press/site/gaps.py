"""What the whole book lacks: places that terms and subjects lead to, and uses of what it offers.

A gap is a rule, a row or a thing that no page uses. It is a problem unless the book exempts it with
a reason; so is an exemption without its gap.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from sfrules.ground.faults import source_of
from sfrules.ground.ledger import Origin, Statement, origin_of
from sfrules.ground.problems import Problem, did_you_mean, in_order, problem_on_line
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.site.memo import FinishedPage
from sfrules.press.site.numbering import Headings, Printing
from sfrules.press.things.book import Book
from sfrules.press.things.kinds import kinds_of

Gap = tuple[tuple[str, str], Problem]  # its kind and its subject, by which it can be exempted


def find_gaps(
    book: Book, pages: Mapping[str, ExpandedPage], entries: Sequence[Statement], printing: Printing
) -> list[Problem]:
    """The gaps of a book whose pages have no problem, and exemptions without their gap."""
    found = [
        *_rules(book, pages, entries),
        *_rows(book, pages),
        *_things(book, printing),
    ]
    return _excused(book, dict(reversed(found)))


def _rules(
    book: Book, pages: Mapping[str, ExpandedPage], entries: Iterable[Statement]
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
    for row in book.facts.unread():
        match proofs[row.path, row.line]:
            case []:
                message = f"nothing reads {row.name} but its key"
                yield ("row", row.name), _at(book, row, message, "let a rule or a table read it")
            case [Problem() as alone] if book.cited:  # without it, a row is all that a book has
                yield ("fact", row.name), alone


def _things(book: Book, printing: Printing) -> Iterator[Gap]:
    for kind in kinds_of(book).values():
        for id, build in book.offered(kind.name).items():
            if (kind.numbered, id) not in printing.homes:
                place = origin_of(id, build, book.root)
                hint = f'{{{{ {kind.name}("{id}") }}}} prints it'
                message = f'no page prints the {kind.name} "{id}"'
                yield (kind.name, id), _at(book, place, message, hint)


def _at(book: Book, place: Origin, message: str, hint: str) -> Problem:
    source = source_of(str(book.root / place.path), book.root)
    return problem_on_line(source, place.line, message, hint)


def _excused(book: Book, found: Mapping[tuple[str, str], Problem]) -> list[Problem]:
    """The gaps without an exemption, with a hint at how to make one; exemptions without a gap."""
    files = [each.origin.path for each in book.checks.exemptions if each.origin]
    where = f" in {files[0]}" if files else ""
    exempt = {(each.kind, each.subject): each.origin for each in book.checks.exemptions}
    problems = []
    for kind, subject in found.keys() - exempt.keys():
        hint = f"{found[kind, subject].hint}; or exempt it{where}: {kind}, {subject}"
        problems.append(replace(found[kind, subject], hint=hint))
    for kind, subject in exempt.keys() - found.keys():
        place = exempt[kind, subject] or Origin(subject, "exemptions", 1)
        message = f"there is no such gap: {kind} {subject}"
        problems.append(_at(book, place, message, "take the exemption out"))
    return in_order(problems)


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
    aids = book.search_aids()
    asked = (("question", each.questions[0], each.place, each.origin) for each in aids.asked)
    subjects = (("subject", s.name, place, s.origin) for s in aids.subjects for place in s.places)
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
