"""What is said of a page when it is read: its proofs, its loose numbers, its marks for receipts."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from operator import itemgetter

from sfrules.ground.formats import FILLER
from sfrules.ground.ledger import Statement
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.article import Article, read
from sfrules.press.audit.numbers import Stretch, naming_of
from sfrules.press.audit.places import PlacedArticle, in_html, locate
from sfrules.press.audit.unproved import audit
from sfrules.press.page.expand import ExpandedPage, Page, short_names_of
from sfrules.press.page.marks import marked
from sfrules.press.page.regions import Region, Regions, regions, spliced
from sfrules.press.proving.candidates import Candidates
from sfrules.press.proving.claims import with_neighbors
from sfrules.press.proving.proofs import (
    Fence,
    Proofs,
    fences,
    without_marks_of_proofs,
)
from sfrules.press.proving.subjects import WordsBeside
from sfrules.press.site.memo import ConvertedPage
from sfrules.press.things.book import Rulebook

_MOST_PROPOSED = 6  # numbers of a page whose lines are looked for, which takes a while
_SIGNS = "-+\u00b1\u00d7\u2010-\u2013\u2212\uff0d"
# What joins a computed number to what stands beside it, so that a reader takes both for one.
_JOINED = re.compile(
    rf"(?=[{_SIGNS}\dDdmp$€£¥{FILLER}])"  # with which it begins, and few words do
    rf"(?:(?:\d[.,/:]?|(?<![\d)%{FILLER}])(?<![\d)%{FILLER}]\s)[{_SIGNS}]\s?|[$€£¥]\s?"
    rf"|\b(?:minus|plus)\s|(?<![^\W\d_])[dD]){FILLER}+"
    rf"|\d\^(?=\d)|{FILLER}++(?:[./:d]{FILLER}|[,.]?\d|\s?[%‰]|[kKM]\b|e\d|(?:st|nd|rd|th|s|x)\b|-?fold\b"
    rf"|\s(?:percent|per cent|thousand|million|billion|trillion|dozen)\b))"
)


@lru_cache(maxsize=500)
def regions_and_proofs(text: str, start: int) -> tuple[Regions, tuple[Fence, ...]]:
    """The regions of a page's text, and its proofs."""
    found = regions(text, start)
    return found, tuple(fences(text, found)) if "proof" in text else ()


def judge(
    book: Rulebook, expanded: ExpandedPage, made: ConvertedPage
) -> tuple[ExpandedPage, ConvertedPage]:
    """A page with what its proofs and its loose numbers are, and its HTML with marks at numbers."""
    if expanded.problems and not expanded.markdown:
        return expanded, made  # nothing of it was shown, and nothing in its proofs is at fault
    page, source = expanded.page, expanded.page.source
    found, proofs = regions_and_proofs(source.text, page.start)
    placed = placed_article(book, expanded, made)
    short = short_names_of(book, page)
    proved = Proofs(book, page, proofs, placed, expanded.meter, short)
    sessions = [each for each in found.of_kind("code") if _is_session(source.text, each)]
    audited = audit(book, expanded, placed, proved.numbers, sessions, partial(_lines, book, page))
    unclosed = any(source.text[region.start] in "`~" for region in found.unclosed)
    problems = [*expanded.problems, *proved.problems]
    problems += _included_proofs(expanded.included)
    if book.checks.no_loose_numbers and not unclosed:
        problems += audited.loose
    if book.checks.no_loose_numbers and not expanded.problems:
        problems += touching(source, placed.article, expanded.entries)
        beside = WordsBeside(book, source, placed.article, short)
        problems += beside.computed(expanded.entries)
    html = _with_marks(made.html, source.text, placed, proved, len(expanded.entries))
    judged = replace(
        expanded,
        entries=tuple(_below_headings(source, placed, (*expanded.entries, *proved.entries))),
        problems=tuple(problems),
        facts=tuple(proved.facts),
        audit=audited,
        cut_short=unclosed,
    )
    return judged, replace(made, html=without_marks_of_proofs(html))


def _below_headings(
    source: Source, placed: PlacedArticle, entries: Iterable[Statement]
) -> Iterator[Statement]:
    """The statements of a page, each with the id of the heading that it stands under."""
    ids = {mark.at: mark.id for mark in placed.article.landmarks if mark.id}
    places = dict(placed.headings)  # a proof above a heading is at its offset, and comes before
    above = sorted((place, ids[at]) for at, place in places.items() if at in ids)
    for entry in entries:
        at = source.start_of(entry.line) + entry.column - 1
        nearest = bisect_right(above, at, key=itemgetter(0)) - 1
        yield replace(entry, anchor=above[nearest][1] if nearest >= 0 else "")


def _included_proofs(files: Sequence[Source]) -> Iterator[Problem]:
    """A problem for each proof in a file that a page includes, where no page would check it."""
    message = "a proof stands in the page itself, not in a file that pages include"
    hint = "print the numbers of this file with their rules: {{ … }}"
    for file in files:
        for proof in regions_and_proofs(file.text, 0)[1]:
            yield problem_at(Span(file, proof.opening, proof.region.end), message, hint)


def _lines(book: Rulebook, page: Page, loose: Sequence[Stretch]) -> dict[int, str]:
    """The likeliest lines for the first loose numbers of a page, by their offsets."""
    if not (loose and book.checks.no_loose_numbers):
        return {}
    return {
        low: lines[0].text
        for passage, proposed in Candidates(book, page).of_page(loose[:_MOST_PROPOSED])
        for (low, _), lines in zip(passage.numbers, proposed, strict=True)
        if lines and lines[0].is_likely
    }


def placed_article(book: Rulebook, expanded: ExpandedPage, made: ConvertedPage) -> PlacedArticle:
    """What a page shows, each number with its place in the file."""
    source = expanded.page.source
    found, proofs = regions_and_proofs(source.text, expanded.page.start)
    sample = book.checks.is_sample(source.path)

    def words(piece: int) -> str:
        each = expanded.pieces[piece]
        return each.kind.contents(each.thing).text if each.kind.is_inline else FILLER

    tags = [None if each.origins else each.place for each in expanded.entries]
    shown = read(made.html, naming_of(book), tags=tags, words=words, code=sample)
    own = {proof.region for proof in proofs}
    hidden = {
        region
        for region in found.of_kind("code")
        if region in own
        or sample
        or source.text.startswith("<!--", region.start)
        or _is_session(source.text, region)
    }
    openings = [proof.opening for proof in proofs]
    return locate(shown, expanded, found, hidden, openings)


def _is_session(text: str, region: Region) -> bool:
    return ">>>" in text[region.start : region.end]


def _with_marks(html: str, text: str, placed: PlacedArticle, proved: Proofs, first: int) -> str:
    """The HTML with marks at the typed numbers that a reader may ask."""
    typed = ((start, end, first + at) for start, end, at in proved.asked)
    places, end = list[tuple[int, int, str]](), 0
    for low, high, which in sorted(in_html(placed, html, text, typed)) if proved.asked else ():
        if low >= end:
            places.append((low, high, marked(html[low:high], which)))
            end = high
    return spliced(html, places)


def touching(source: Source, shown: Article, asked: Sequence[Statement]) -> Iterator[Problem]:
    """A problem for each computed number that reads as one with what stands beside it."""
    hint = "print both as one: with a filter (percent, signed, times), or a word between them"
    numbers = [each for each in shown.runs if each.origin == "computed"]
    numbers = [n for n in numbers if any(map(str.isdigit, shown.text[n.start : n.end]))]
    joined, ends = [e.span() for e in _JOINED.finditer(shown.typed)] if numbers else [], -1
    for run in numbers:
        low, high = with_neighbors(shown.typed, run.start, run.end)
        low = low - 1 if run.start == ends else low
        ends = run.end
        for start, end in joined:
            if start < run.end and run.start < end:
                low, high = min(low, start), max(high, end)
        if (low, high) != (run.start, run.end):
            words = " ".join(shown.text[low:high].split())
            message = f"a computed number and what stands beside it read as one: {words}"
            yield problem_at(Span(source, *asked[run.printed].place), message, hint)
