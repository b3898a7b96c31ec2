"""Both ways: what the book offers and no page prints, and what pages say and nothing tries.

Each gap is a problem, unless the book names it with a reason; an exemption without its gap is one.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from sfrules.ground.ledger import Entry, Origin, origin_of
from sfrules.ground.problems import Problem
from sfrules.press.page.expand import Expanded
from sfrules.press.site.numbering import Printing
from sfrules.press.site.table_copies import copies
from sfrules.press.site.thresholds import thresholds_without_a_case
from sfrules.press.things.book import Book, Exemption


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
    return _excused(book, found)


def _rules(book: Book, pages: Mapping[str, Expanded], entries: Iterable[Entry]) -> Iterator[Gap]:
    used = {origin.name for entry in entries for origin in entry.origins}
    used |= {origin.name for page in pages.values() for origin in page.use.decided}
    for rule, name in book.rule_names.items():
        if name not in used:
            hint = "print it, check it in an example, or take it out of what pages may use"
            place = origin_of(name, rule, book.root)
            yield Gap("rule", name, _at(book, place, f"no page prints or checks {name}", hint))


def _rows(book: Book) -> Iterator[Gap]:
    for row in book.unread():
        message = f"nothing reads {row.name} but its key"
        yield Gap("row", row.name, _at(book, row, message, "let a rule or a table read it"))


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
                yield Gap(kind, id, _at(book, place, f'no page prints the {kind} "{id}"', hint))


def _at(book: Book, place: Origin, message: str, hint: str) -> Problem:
    file = str(book.root / place.path)
    linecache.checkcache(file)  # a preview sees a file change
    text = linecache.getline(file, place.line).rstrip()
    return Problem(place.path, place.line, 1, message, hint, text, max(1, len(text)))


def _with_way_out(gap: Gap, where: str) -> Problem:
    way_out = f"or exempt it{where}: {gap.kind}, {gap.subject}"
    return replace(gap.problem, hint=f"{gap.problem.hint}; {way_out}")


def _where(exemptions: Iterable[Exemption]) -> str:
    """Where a book keeps its exemptions, as far as those that it has can tell."""
    files = [each.origin.path for each in exemptions if each.origin]
    return f" in {files[0]}" if files else ""


def _excused(book: Book, found: Iterable[Gap]) -> Gaps:
    open_gaps = {(gap.kind, gap.subject): gap for gap in found}
    where = _where(book.exemptions)
    problems = {key: _with_way_out(gap, where) for key, gap in open_gaps.items()}
    exempt = []
    for exemption in book.exemptions:
        key = (exemption.kind, exemption.subject)
        if key in open_gaps:
            exempt.append(exemption)
            problems.pop(key, None)
        else:
            place = exemption.origin or Origin(exemption.subject, "exemptions", 1)
            message = f"there is no such gap: {exemption.kind} {exemption.subject}"
            problems[key] = _at(book, place, message, "take the exemption out")
    return Gaps(tuple(problems.values()), tuple(exempt))
