"""What the book offers and no page prints, what pages say and nothing tries, and written copies.

Each gap is a problem unless the book exempts it with a reason; so is an exemption without its gap.
"""

from __future__ import annotations

import linecache
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sfrules.ground.ledger import Entry, Origin, origin_of
from sfrules.ground.problems import Problem, problem_at, problem_on_line
from sfrules.ground.source import Source, Span
from sfrules.press.page.expand import Expanded
from sfrules.press.site.numbering import Printing
from sfrules.press.site.thresholds import thresholds_without_a_case
from sfrules.press.things.book import Book, Exemption
from sfrules.press.things.kinds import kinds_of

_HEADINGS = re.compile(
    r"^[ \t>]*+(?P<head>\|?[^|\n]++\|[^\n]*)\n[ \t>]*+\|?[ \t]*+:?-++:?[ \t]*+\|[-:| \t]*+$",
    re.MULTILINE,
)


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
        *copies(pages),
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
    for kind in kinds_of(book).values():
        for id, build in kind.offered(book).items():
            if (kind.numbered, id) not in printing.numbers:
                place = origin_of(id, build, book.root)
                hint = f'{{{{ {kind.name}("{id}") }}}} prints it'
                message = f'no page prints the {kind.name} "{id}"'
                yield Gap(kind.name, id, _at(book, place, message, hint))


def copies(pages: Mapping[str, Expanded]) -> Iterator[Gap]:
    """Tables that pages write out by hand and that say the same: they will drift apart.

    They are compared with what their macros print.
    """
    alike = _with_equal_headings(tuple(pages.values()))
    if not alike:
        return
    # Markdown is read again for it, which takes its time; most books have no such tables.
    from sfrules.lint.markdown.reading import read
    from sfrules.lint.repeats.copies import written_again
    from sfrules.lint.repeats.table_contents import contents

    documents = [read(Source(page.page.source.path, page.markdown)) for page in alike]
    sources = {page.page.source.path: page.page.source for page in alike}
    for first, *others in written_again(contents(documents)):
        for other in others:
            headings = " | ".join(cell.text for cell in other.placed.table.headings)
            place = f'{first.placed.file}, under "{first.placed.table.section}"'
            message = f"this table is written out by hand, and says what one of {place} says"
            source = sources[other.placed.file]
            hint = "make it a table of the book, or link to that one"
            subject = f"{source.path}: {headings}"
            yield Gap("copy", subject, _at_headings(source, headings, message, hint))


def _with_equal_headings(pages: Sequence[Expanded]) -> list[Expanded]:
    """The pages that have a row of headings which stands in the book again."""
    found: dict[str, list[Expanded]] = defaultdict(list)
    for page in pages:
        for match in _HEADINGS.finditer(page.markdown):
            found["".join(match["head"].split()).casefold()].append(page)
    twice = {id(page) for same in found.values() if len(same) > 1 for page in same}
    return [page for page in pages if id(page) in twice]


def _at_headings(source: Source, headings: str, message: str, hint: str) -> Problem:
    """A problem at the last row of these headings that the author wrote."""
    words = r"[ \t]*\|[ \t]*".join(re.escape(word) for word in headings.split(" | "))
    rows = list(re.finditer(words, source.text))
    if not rows:
        return problem_on_line(source, 1, message, hint)
    return problem_at(Span(source, rows[-1].start(), rows[-1].end()), message, hint)


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
