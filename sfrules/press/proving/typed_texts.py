"""Numbers that are typed beside the pages: in a definition, a caption or a note, with their proof.

The words and the proof are read as a small page is. What is wrong is told where the words stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sfrules.ground.ledger import Origin
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source
from sfrules.press.audit.loose_numbers import span_in_row, typed_numbers
from sfrules.press.page.bounds import Bounds, Meter
from sfrules.press.page.expand import Page, Piece
from sfrules.press.page.regions import regions
from sfrules.press.proving.proof_checks import check_proofs
from sfrules.press.proving.proof_fences import fences
from sfrules.press.things.book import Book

_SEPARATOR = "; "  # between the lines of a proof that stands in a single cell
_OPENS = "\n\n```proof\n"


def wrong_with(book: Book, words: str, proof: str) -> list[Problem]:
    """What is wrong with a text and its proof: a problem for each number that it is out by."""
    lines = proof.replace(_SEPARATOR, "\n")
    page = Page(Source("", f"{words}{_OPENS}{lines}\n```\n"))
    found = regions(page.source.text)
    proofs = fences(page.source.text, found, 0)
    meter = Meter(Bounds(), len(page.source.text))
    typed = typed_numbers(book, page, found)
    proved = meter.within(lambda: check_proofs(book, page, proofs, typed, meter))
    return list(proved.problems) if proved else [Problem("", 1, 1, meter.out)]


def unproved_terms(book: Book) -> Iterator[Problem]:
    """The problems of the definitions that have a proof, each at its place in the term's row."""
    for term in book.terms:
        row = term.origin or Origin(term.id, "terms", 1)
        for problem in wrong_with(book, term.definition, term.proof) if term.proof else ():
            if problem.path:  # in the code or the facts
                yield problem
                continue
            message = f'the definition of "{term.term}": {problem.message}'
            cell, part = _part_of(term.definition, term.proof, problem)
            if span := span_in_row(book.root, row, cell, part):
                yield problem_at(span, message, problem.hint)
            else:
                yield Problem(row.path, row.line, 1, message, problem.hint)


def _part_of(words: str, proof: str, problem: Problem) -> tuple[str, tuple[int, int]]:
    """The cell that a problem of the small page is in, and the part of it that it points at."""
    lines = Source("", f"{words}{_OPENS}{proof.replace(_SEPARATOR, chr(10))}")
    at = lines.start_of(problem.line) + problem.column - 1
    if at < len(words):
        return words, (at, min(at + problem.length, len(words)))
    at = max(at - len(words) - len(_OPENS), 0)
    # Each line but the last ends in a separator, which is longer than the end of a line.
    at += proof.replace(_SEPARATOR, "\n").count("\n", 0, at) * (len(_SEPARATOR) - 1)
    return proof, (at, min(at + problem.length, len(proof)))


def unproved_words(book: Book, source: Source, pieces: Sequence[Piece]) -> Iterator[Problem]:
    """The problems of captions and notes that have a proof, each where a page prints its thing."""
    for piece in pieces:
        proof: str = getattr(piece.thing, "proof", "")
        words = "\n\n".join(filter(None, piece.kind.words(piece.thing))) if proof else ""
        for problem in wrong_with(book, words, proof) if proof else ():
            line, column = source.position(piece.start)
            yield (
                problem
                if problem.path
                else replace(
                    problem,
                    path=source.path,
                    line=line,
                    column=column,
                    message=f"the words of this {piece.kind.name}: {problem.message}",
                    text=source.line(line),
                    length=piece.end - piece.start,
                    mend=None,
                )
            )
