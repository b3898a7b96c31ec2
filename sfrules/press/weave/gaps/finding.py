"""Both ways: what the book offers and no page prints, and what pages say and nothing tries.

Each gap is a problem, unless the book names it with a reason; an exemption without its gap is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from sfrules.press.ground.ledger import Entry, Origin, origin_of
from sfrules.press.ground.problems import Problem
from sfrules.press.things.book import Book, Exemption
from sfrules.press.weave.expand import Expanded
from sfrules.press.weave.finishing.numbering import Printing
from sfrules.press.weave.gaps.copies import copies
from sfrules.press.weave.gaps.thresholds import thresholds_without_a_case


@dataclass(frozen=True)
class Gap:
    """A gap: its kind, what it is in, and the problem that it is."""

    kind: str
    subject: str
    problem: Problem


@dataclass(frozen=True)
class Gaps:
    """The gaps that are problems, and the exemptions that hold."""

    problems: tuple[Problem, ...] = ()
    exempt: tuple[Exemption, ...] = ()


def find_gaps(
    book: Book,
    pages: Mapping[str, Expanded],
    entries: Iterable[Entry],
    printing: Printing,
) -> Gaps:
    """The gaps of a book whose pages are all expanded and finished without a problem."""
    entries = tuple(entries)
    found = [
        *_rules(book, pages, entries),
        *_rows(book),
        *_things(book, printing),
        *(Gap("copy", *each) for each in copies(pages)),
        *(Gap("threshold", *each) for each in thresholds_without_a_case(book, pages, entries)),
    ]
    return _excused(found, book.exemptions)


def _rules(book: Book, pages: Mapping[str, Expanded], entries: Iterable[Entry]) -> Iterator[Gap]:
    used = {origin.name for entry in entries for origin in entry.origins}
    used |= {origin.name for page in pages.values() for origin in page.use.decided}
    for rule, name in book.rule_names.items():
        if name not in used:
            hint = "print it, check it in an example, or take it out of what pages may use"
            place = origin_of(name, rule, book.root)
            yield Gap("rule", name, _at(place, f"no page prints or checks {name}", hint))


def _rows(book: Book) -> Iterator[Gap]:
    for row in book.unread():
        message = f"nothing reads {row.name} but its key"
        yield Gap("row", row.name, _at(row, message, "let a rule or a table read it"))


def _things(book: Book, printing: Printing) -> Iterator[Gap]:
    kinds: tuple[tuple[str, str, Mapping[str, Callable[[], object]]], ...] = (
        ("table", "table", book.tables),
        ("figure", "figure", book.figures),
        ("figure", "chart", book.charts),
    )
    for numbered, kind, things in kinds:
        for id, build in things.items():
            if (numbered, id) not in printing.numbers:
                place = origin_of(id, build, book.root)
                hint = f'{{{{ {kind}("{id}") }}}} prints it'
                yield Gap(kind, id, _at(place, f'no page prints the {kind} "{id}"', hint))


def _at(place: Origin, message: str, hint: str) -> Problem:
    return Problem(place.path, place.line, 1, message, hint)


def _with_way_out(kind: str, subject: str, problem: Problem) -> Problem:
    return replace(problem, hint=f"{problem.hint}; or exempt it: {kind}, {subject}")


def _excused(found: Iterable[Gap], exemptions: Iterable[Exemption]) -> Gaps:
    open_gaps = {(gap.kind, gap.subject): gap.problem for gap in found}
    problems = {key: _with_way_out(*key, problem) for key, problem in open_gaps.items()}
    exempt = []
    for exemption in exemptions:
        key = (exemption.kind, exemption.subject)
        if key in open_gaps:
            exempt.append(exemption)
            problems.pop(key, None)
        else:
            place = exemption.origin or Origin(exemption.subject, "exemptions", 1)
            message = f"there is no such gap: {exemption.kind} {exemption.subject}"
            problems[key] = _at(place, message, "take the exemption out")
    return Gaps(tuple(problems.values()), tuple(exempt))
