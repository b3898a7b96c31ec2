"""Audit a page: paint what is flavour and structure, and tell the numbers that are left."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from sfrules.press.ground.ledger import Entry
from sfrules.press.ground.problems import Problem, problem_at
from sfrules.press.ground.source import Source, Span
from sfrules.press.things.book import Book
from sfrules.press.weave.audit.blank import blanked, is_comment
from sfrules.press.weave.audit.context import Nouns
from sfrules.press.weave.audit.counts import Audit
from sfrules.press.weave.audit.flavour import flavour
from sfrules.press.weave.audit.names import is_part_of_name
from sfrules.press.weave.audit.numbers import holds_number, names_of, nouns_of, numbers_in
from sfrules.press.weave.audit.printed import counts_of, is_vacuous
from sfrules.press.weave.audit.structure import structure
from sfrules.press.weave.audit.words import FIGURES
from sfrules.press.weave.macros import Piece
from sfrules.press.weave.regions import Regions

PAINT = ("loose", "flavour", "structural")  # by the shade that a stretch is painted in
MOST_TOLD = 500  # of the loose numbers of a page; each is told with its line, which may be long
_SESSION = re.compile(r"[^`~\n]*(?:`{3,}|~{3,})[ \t]*(?:\{[ ]*)?\.?(?:pycon|python3?|py)\b")
_PROMPT = re.compile(r"^[ \t>]*>>>[ ]", re.MULTILINE)


def audit(
    book: Book,
    prose: Span,
    found: Regions,
    entries: Iterable[Entry] = (),
    pieces: Iterable[Piece] = (),
) -> Audit:
    """The numbers of a page, from where its prose begins, and of what its macros print."""
    source, start = prose.source, prose.start
    nouns, entries = nouns_of(book), tuple(entries)
    text = blanked(source.text, found)
    paint = _painted(text, start, found, names_of(book))
    counts = counts_of(entries, pieces, nouns)
    counts.update(_in_code(source.text, found))
    loose = []
    for number in numbers_in(text, nouns, start):
        kind = PAINT[paint[number[0]]]
        if kind == "loose" and is_part_of_name(text, *number):
            kind = "structural"
        counts[kind] += 1
        if kind == "loose" and counts["loose"] <= MOST_TOLD:
            loose.append(_problem(Span(source, *number)))
    loose += _repeated(source, entries, counts, nouns)
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


def _in_code(text: str, found: Regions) -> Counter[str]:
    counts: Counter[str] = Counter()
    for region in found.of_kind("code"):
        if not is_comment(text, region):
            code = text[region.start : region.end]
            session = _SESSION.match(code) and _PROMPT.search(code)
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


def _repeated(
    source: Source, entries: Iterable[Entry], counts: Counter[str], nouns: Nouns
) -> Iterator[Problem]:
    """Macros that only repeat a number: a loose one, in braces."""
    for entry in entries:
        if is_vacuous(entry) and holds_number(entry.printed, nouns):
            counts["chosen" if entry.kind == "value" else "claimed"] -= 1
            counts["loose"] += 1
            at = source.start_of(entry.line) + entry.column - 1
            hint = "name the rule that it comes from, or mark it as no rule: [ … ]{.flavour}"
            message = f"the number {entry.printed} is loose: this macro only repeats it"
            yield problem_at(Span(source, at, at + len(entry.expression)), message, hint)
