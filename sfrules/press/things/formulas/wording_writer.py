"""The setting of expressions into phrases: what the wording of every kind of expression needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from sfrules.press.things.formulas.expressions import Constant, Expression
from sfrules.press.things.formulas.wording_phrases import Bond, Phrase, Piece, Pieces

# Each wording is handed only the kind of expression that it stands at in the table of wordings.
# Its flag says that no other words of the sentence follow.
Wording: TypeAlias = Callable[["Writer", Any, bool], Phrase]


@dataclass(frozen=True)
class Writer:
    """Sets expressions by a table of wordings, with parentheses where they are needed."""

    wordings: Mapping[type[Expression], Wording]

    def phrase(self, expression: Expression, last: bool = True) -> Phrase:
        """An expression as a phrase; `last` says that no other words of the sentence follow it."""
        return self.wordings[type(expression)](self, expression, last)

    def fit(
        self, expression: Expression, least: Bond, last: bool = False, signed: bool = True
    ) -> Pieces:
        """An expression if it holds together at least so firmly, else the same in parentheses.

        Where `signed` is false, it may not begin with a minus, as after another sign.
        """
        phrase = self.phrase(expression, last)
        if phrase.bond >= least and (signed or phrase.pieces[0].kind != "minus"):
            return phrase.pieces
        return self.row("(", expression, ")")

    def alone(self, expression: Expression, least: Bond = Bond.SIGNED) -> Pieces:
        """An expression that stands by itself between words: a number needs no parentheses."""
        return self.fit(expression, Bond.LOOSE if isinstance(expression, Constant) else least)

    def row(self, *parts: str | Pieces | Expression) -> Pieces:
        """Words, pieces and expressions in a row."""
        pieces: list[Piece] = []
        for part in parts:
            match part:
                case str():
                    pieces.append(Piece("text", part))
                case Expression():
                    pieces.extend(self.phrase(part).pieces)
                case _:
                    pieces.extend(part)
        return tuple(pieces)

    def series(self, items: list[Pieces]) -> Pieces:
        """Several of a kind: a, b and c."""
        *most, final = items
        commas = [part for item in most for part in (", ", item)][1:]
        return self.row(*commas, " and ", final) if most else final
