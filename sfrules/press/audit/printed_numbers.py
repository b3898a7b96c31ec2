"""The numbers that a page prints by macros: computed, chosen, claimed, and in tables.

A macro vouches for a number if a rule or a row has part in it. It may also print what the page
itself has set, where that is an input: something that the page prints is worked out from it and
from a rule. In the box of an example it may be anything, because the dice fall as they fall.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from numbers import Rational

from sfrules.ground.checked import Check
from sfrules.ground.ledger import NO_PIECE, Entry
from sfrules.press.audit.counting_words import Nouns
from sfrules.press.audit.number_patterns import OPEN
from sfrules.press.audit.numbers_in_text import holds_number, numbers_in
from sfrules.press.page.macros import Piece

_LITERAL = r"(?:[-+]?[\d_.]+|\"[^\"]*\"|'[^']*')"
_ALONE = re.compile(rf"\(*{_LITERAL}\)*(?:\|\w+(?:\([^()]*\))?)*")
_OF_ITSELF = re.compile(rf"printed\({_LITERAL},(?:computed=)?{_LITERAL}\)")
_NUMBERS = ("value", "claim")
_RESULT = re.compile(r"\bresult ?=")


@dataclass(frozen=True)
class Shown:
    """What a page shows beside its prose: entries, things, and what was checked.

    `idle` are the entries of what the page sets itself and gives to no rule. `proved` are the
    offsets of the numbers that a proof vouches for, `proofs` those of the proofs' own code.
    """

    entries: tuple[Entry, ...] = ()
    pieces: tuple[Piece, ...] = ()
    idle: frozenset[Entry] = frozenset()
    checks: tuple[Check, ...] = ()
    proved: frozenset[int] = frozenset()
    proofs: frozenset[int] = frozenset()


def counts_of(shown: Shown, nouns: Nouns) -> Counter[str]:
    """How many numbers of each kind the macros of a page print."""
    counts: Counter[str] = Counter()
    for entry in shown.entries:
        counts.update(_kinds(entry, shown.pieces, nouns))
    counts["computed"] += sum(piece.kind.computed for piece in shown.pieces)
    counts["cells"] += sum(_numbers_drawn(piece, nouns) for piece in shown.pieces)
    return counts


def is_vacuous(entry: Entry) -> bool:
    """Whether a macro does no more than repeat a number that stands in it."""
    written = "".join(entry.expression.split())
    return bool(_ALONE.fullmatch(written) or _OF_ITSELF.fullmatch(written))


def idle_numbers(shown: Shown, nouns: Nouns) -> list[Entry]:
    """The entries that say a number which no rule or row has any part in."""
    unbacked = (each for each in shown.entries if not each.origins and each.kind in _NUMBERS)
    return [
        entry
        for entry in unbacked
        if (entry in shown.idle or is_vacuous(entry)) and _is_numeral(entry.printed, nouns)
    ]


def _kinds(entry: Entry, pieces: Sequence[Piece], nouns: Nouns) -> Iterator[str]:
    match entry.kind:
        case "claim":
            yield "different" if entry.because else "claimed"
        case "value" if _is_numeral(entry.printed, nouns):
            yield "computed" if entry.origins else "chosen"
        case _ if entry.piece != NO_PIECE and pieces[entry.piece].kind.kept:
            if _RESULT.search(entry.expression):
                yield "claimed"
            yield from ("cells" for _ in numbers_in(entry.printed, nouns))


def _is_numeral(printed: str, nouns: Nouns) -> bool:
    """Whether a macro prints a number; alone, words such as "one" have nothing else to be."""
    return printed.lower() in OPEN or holds_number(printed, nouns)


def _numbers_drawn(piece: Piece, nouns: Nouns) -> int:
    table = piece.kind.table(piece.thing)
    cells = sum(_is_number(cell, nouns) for row in table.cells for cell in row) if table else 0
    words = filter(None, piece.kind.words(piece.thing))
    return cells + sum(len(numbers_in(text, nouns)) for text in words)


def _is_number(cell: object, nouns: Nouns) -> bool:
    if isinstance(cell, str):
        return holds_number(cell, nouns)
    return isinstance(cell, Rational) and not isinstance(cell, bool)
