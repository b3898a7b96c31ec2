"""Audit a page: paint what is flavour and structure, and tell the numbers that are left."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sfrules.ground.ledger import Entry
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.blanking import Stretch, blanked, is_comment
from sfrules.press.audit.counting_words import Nouns
from sfrules.press.audit.flavour import EXAMPLE, boxes, flavour
from sfrules.press.audit.markup import structure
from sfrules.press.audit.number_patterns import FIGURES
from sfrules.press.audit.numbers_in_text import nouns_of, numbers_in
from sfrules.press.audit.printed_numbers import Shown, counts_of, idle_numbers, is_vacuous
from sfrules.press.audit.proper_names import is_part_of_name
from sfrules.press.page.regions import Regions
from sfrules.press.things.book import Book
from sfrules.press.things.counts.counts import Audit

PAINT = ("loose", "flavour", "structural")  # by the shade that a stretch is painted in
_SEEN = re.compile(r"^(?:title|subtitle|description)[ \t]*:(?P<words>.*)", re.MULTILINE)
MOST_TOLD = 500  # of the loose numbers of a page; each is told with its line, which may be long


@dataclass(frozen=True)
class Numbers:
    """The numbers that a page says: its text without code and macros, and the stretches by kind."""

    text: str
    paint: bytearray
    found: tuple[tuple[Stretch, str], ...]

    @property
    def of_rules(self) -> list[Stretch]:
        """The numbers that something has to vouch for, in order."""
        return [stretch for stretch, kind in self.found if kind == "loose"]


def numbers_of(book: Book, prose: Span, found: Regions) -> Numbers:
    """The numbers of a page, from where its prose begins."""
    nouns, start = nouns_of(book), prose.start
    text = blanked(prose.source.text, found)
    paint = _painted(text, start, found, nouns.names)
    numbers = []
    for number in [*_in_front_matter(text, start, nouns), *numbers_in(text, nouns, start)]:
        kind = PAINT[paint[number[0]]]
        if kind == "loose" and is_part_of_name(text, *number):
            kind = "structural"
        numbers.append((number, kind))
    return Numbers(text, paint, tuple(numbers))


def audit(
    book: Book,
    prose: Span,
    found: Regions,
    shown: Shown | None = None,
    numbers: Numbers | None = None,
) -> Audit:
    """The numbers of a page by kind, and of what it shows beside its prose.

    `numbers` are those of the page, where they have been found before.
    """
    source, shown = prose.source, shown or Shown()
    numbers, nouns = numbers or numbers_of(book, prose, found), nouns_of(book)
    counts = counts_of(shown, nouns)
    counts.update(_in_code(source, found, shown))
    loose = []
    for number, marked in numbers.found:
        kind = "proved" if marked == "loose" and number[0] in shown.proved else marked
        counts[kind] += 1
        if kind == "loose" and counts["loose"] <= MOST_TOLD:
            loose.append(_problem(Span(source, *number)))
    if idle := idle_numbers(shown, nouns):
        examples = tuple(boxes(numbers.text, prose.start, EXAMPLE))
        loose += _unvouched(source, idle, counts, numbers.paint, examples)
    return Audit(counts, tuple(loose))


def _painted(text: str, start: int, found: Regions, names: re.Pattern[str] | None) -> bytearray:
    """A shade for each character: prose, flavour, or structure, which is structure anywhere."""
    paint = bytearray(len(text))
    for left, right in flavour(text, start):
        paint[left:right] = b"\1" * (right - left)
    for left, right in structure(text, start):
        paint[left:right] = b"\2" * (right - left)
    for name in names.finditer(text, start) if names else ():
        paint[name.start() : name.end()] = b"\2" * len(name[0])
    for term in found.of_kind("term"):
        # A term's name is the book's own word; other words for it are the page's.
        bar = text.find("|", term.start, term.end)
        right = bar if bar >= 0 else term.end
        paint[term.start : right] = b"\2" * (right - term.start)
    return paint


def _in_front_matter(text: str, start: int, nouns: Nouns) -> Iterator[Stretch]:
    """The numbers of what readers see of a page's front matter, which is not Markdown."""
    for line in _SEEN.finditer(text, 0, start) if start else ():
        yield from numbers_in(text, nouns, line.start("words"), line.end())


def _in_code(source: Source, found: Regions, shown: Shown) -> Counter[str]:
    """The numbers of code that readers see; a proof is no code to them."""
    counts: Counter[str] = Counter()
    sessions = (each for each in shown.checks if each.kind == "session")
    run = [source.start_of(each.line) + each.column for each in sessions]
    for region in found.of_kind("code"):
        if not is_comment(source.text, region) and region.start not in shown.proofs:
            code = source.text[region.start : region.end]
            session = any(region.start < at <= region.end for at in run) and "+SKIP" not in code
            counts["verified" if session else "code"] += sum(1 for _ in FIGURES.finditer(code))
    return counts


def _problem(span: Span) -> Problem:
    number = " ".join(span.text.split())
    hint = (
        f"print it: {{{{ … }}}}, check it: {{{{ printed({_as_claimed(number)}, …) }}}}, "
        f"or mark it as no rule: [{number}]{{.flavour}}"
    )
    return problem_at(span, f"the number {number} is loose: no rule vouches for it", hint)


def _as_claimed(number: str) -> str:
    return number if re.fullmatch(r"\d+(?:\.\d+)?", number) else f'"{number}"'


def _unvouched(
    source: Source,
    idle: Iterable[Entry],
    counts: Counter[str],
    paint: bytearray,
    examples: Iterable[Stretch],
) -> Iterable[Problem]:
    """Count macros that vouch for nothing as what they are; a problem for each that is loose."""
    loose: dict[int, Problem] = {}
    for entry in idle:
        at = source.start_of(entry.line) + entry.column - 1
        kind = PAINT[paint[at]]
        if kind == "loose" and not is_vacuous(entry) and any(a <= at < b for a, b in examples):
            continue
        counts["chosen" if entry.kind == "value" else "claimed"] -= 1
        counts[kind] += 1
        if kind == "loose":
            loose.setdefault(at, _idle_problem(entry, Span(source, at, at + len(entry.expression))))
    return loose.values()


def _idle_problem(entry: Entry, span: Span) -> Problem:
    if is_vacuous(entry):
        message = "this macro only repeats it"
        hint = "name the rule that it comes from, or mark it as no rule: [ … ]{.flavour}"
    else:
        message = "the page sets it itself, and no rule has a part in it"
        hint = "print it from its rule, give it to a rule, or say it in the box of an example"
    return problem_at(span, f"the number {entry.printed} is loose: {message}", hint)
