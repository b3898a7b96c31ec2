"""Numbers that are typed beside the pages: in a definition, a caption or a note, with their proof.

The words and the proof are read as a page is. What is wrong is told where they stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from sfrules.ground.file_door import read_source
from sfrules.ground.formats import FILLER, format_value, typed_in
from sfrules.ground.ledger import Origin
from sfrules.ground.problems import Problem, ProblemsFound, problem_at
from sfrules.ground.source import Excerpt, Source, Span
from sfrules.press.audit.article import Article, Landmark
from sfrules.press.audit.numbers import Number, atoms_of, naming_of, sure_numbers_in
from sfrules.press.audit.places import PlacedArticle
from sfrules.press.expression.bounds import Meter
from sfrules.press.page.expand import Page, Piece, short_names_of
from sfrules.press.page.regions import Region
from sfrules.press.proving.proofs import Fence, Proofs
from sfrules.press.things.book import Rulebook, Term
from sfrules.press.things.tables import Table

_BETWEEN = "\n\n"  # a text and its proof
_LONGEST_ROW = 5_000  # characters


def unproved_in_texts(book: Rulebook) -> list[Problem]:
    """A problem for each number in a term's definition or in an exemption's reason.

    These are typed beside the pages: a definition may have a proof, and all else says what it says
    without numbers.
    """
    naming, hint = naming_of(book), "prove it beside it, by proof=, or say it without the number"
    terms, subjects = (t for t in book.terms if not t.proof), book.search_aids().subjects
    typed: list[tuple[str, str, Origin | None]] = [  # what it is, its words, and its place
        *((f'the definition of "{t.term}"', t.definition, t.origin) for t in terms),
        *(
            (f"the reason for {e.kind} {e.subject}", e.reason, e.origin)
            for e in book.checks.exemptions
        ),
        *(("the name of a subject", each.name, each.origin) for each in subjects),
        *((f"the words for {name}", words, None) for name, words in book.words.names.items()),
    ]
    found = []
    for what, words, origin in typed:
        row = origin or Origin("", "terms", 1)
        for number in sure_numbers_in(words, naming):
            message = f"the number {number.text} in {what} is loose: no rule vouches for it"
            span = _in_cell(book, row, words, number.start, number.end)
            found.append(problem_at(span, message, hint))
    return found


def _in_cell(book: Rulebook, row: Origin, words: str, start: int, end: int) -> Span:
    """Where a part of a cell stands in the file of its row; the row's line, if it is not found."""
    with suppress(ProblemsFound):
        source = read_source(book.root / row.path, row.path)
        first = source.start_of(row.line)
        # A cell of CSV has each quotation mark twice.
        found = source.text.find(words.replace('"', '""'), first, first + _LONGEST_ROW)
        if found >= 0:
            return Span(source, *(found + at + words.count('"', 0, at) for at in (start, end)))
    lines = "\n" * (row.line - 1)
    return Span(Source(row.path, lines), len(lines), len(lines))


def wrong_with(
    book: Rulebook, words: str, proof: str, what: str, place: Callable[[int, int], Span]
) -> Sequence[Problem]:
    """What is wrong with a text and its proof: a problem for each number that it is out by.

    `place` finds where a part of both stands, the proof behind the text and a blank line.
    """
    page = Page(Excerpt("", f"{words}{_BETWEEN}{proof}", what, place), whole=False)
    text = page.source.text
    region = Region("code", len(words) + len(_BETWEEN), len(text))
    proofs, meter = [Fence(region)], Meter(len(text))
    numbers = sure_numbers_in(words, naming_of(book))
    typed = tuple(each._replace(place=(each.start, each.end)) for each in numbers)
    article = Article(words, typed, (Landmark("proof", len(words)),))
    places = {each.start: (each.start, each.end) for each in atoms_of(words)}
    placed = PlacedArticle(article, places=places, prose=words)
    short = short_names_of(book, page)
    proved = meter.within(lambda: Proofs(book, page, proofs, placed, meter, short))
    return proved.problems if proved else [problem_at(Span(page.source, 0, 1), meter.out)]


def unproved_terms(book: Rulebook) -> Iterator[Problem]:
    """The problems of the definitions that have a proof, each at its place in the term's row."""
    for term in book.terms:
        if term.proof:
            place = partial(_in_row, book, term)
            what = f'the definition of "{term.term}"'
            yield from wrong_with(book, term.definition, term.proof, what, place)


def _in_row(book: Rulebook, term: Term, start: int, end: int) -> Span:
    """Where a part of a definition or of the proof behind it stands in the term's row."""
    row = term.origin or Origin(term.id, "terms", 1)
    words, proof_at = term.definition, len(term.definition) + len(_BETWEEN)
    if start < len(words):
        return _in_cell(book, row, words, start, min(end, len(words)))
    return _in_cell(book, row, term.proof, max(start - proof_at, 0), max(end - proof_at, 0))


def unproved_words(book: Rulebook, source: Source, pieces: Sequence[Piece]) -> Iterator[Problem]:
    """What is wrong with the words of things.

    The problems of a proof stand where a page prints its thing. Without a proof, each number is one
    that n() has not put there.
    """
    for piece in pieces:
        contents = piece.kind.contents(piece.thing)
        words, at = [*filter(None, contents.words)], Span(source, piece.start, piece.end)
        if proof := getattr(piece.thing, "proof", ""):
            what, said = f"the words of this {piece.kind.name}", "\n\n".join(map(typed_in, words))
            yield from wrong_with(book, said, proof, what, lambda *_, at=at: at)
        elif book.checks.no_loose_numbers:
            yield from _typed_words(book, at, piece, words)
            yield from _typed_cells(book, at, contents.table) if contents.table else ()


def _typed_words(book: Rulebook, at: Span, piece: Piece, words: Iterable[str]) -> Iterator[Problem]:
    """A problem for each number that is typed in the words of a thing without a proof."""
    hint = "work it out: {n(…)} in an f-string; prove it with proof=, or say it without the number"
    for text in dict.fromkeys(words):
        for number in sure_numbers_in(typed_in(text), naming_of(book)):
            message = f'the number "{number.text}" in the words of this {piece.kind.name} is loose'
            span = _in_code(book, typed_in(text), number) or at
            yield problem_at(span, f"{message}: no rule vouches for it", hint)


def _typed_cells(book: Rulebook, at: Span, table: Table) -> Iterator[Problem]:
    """A problem for each number in a cell that the book's code has written into it."""
    for text in dict.fromkeys(map(format_value, table.typed_cells())):
        for number in sure_numbers_in(text, naming_of(book)):
            message = f"the number {number.text} in a cell is loose: no rule works it out"
            yield problem_at(at, message, "ask a rule for it, or a table of facts")


def _in_code(book: Rulebook, text: str, number: Number) -> Span | None:
    """Where a number of a text is typed in the book's code; None if it is put together there."""
    start = text.rfind(FILLER, 0, number.start) + 1
    literal = re.escape(text[start:].partition(FILLER)[0])
    for file in (each for each in book.watch if each.suffix == ".py"):
        with suppress(ProblemsFound, ValueError):
            source = read_source(file, file.relative_to(book.root).as_posix())
            if found := re.search(rf"(?<=[\"'}}]){literal}(?=[\"'{{])", source.text):
                at = found.start() - start
                return Span(source, at + number.start, at + number.end)
    return None
