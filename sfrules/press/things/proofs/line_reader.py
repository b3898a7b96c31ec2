"""Reads the lines of a proof: each is taken apart by its own marks, outside of all brackets."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import takewhile

from jinja2.tests import TESTS

from sfrules.ground.number_words import number_in
from sfrules.press.expression.from_page import (
    PlacedToken,
    never_closed,
    never_opened,
    tokens_in,
)
from sfrules.press.things.claims.claim import saying
from sfrules.press.things.proofs.proof_lines import Kind, Loop, Part, ProofLine, Rounding

_OPERATORS = frozenset("+-*/%~<>|") | {"//", "**", "==", "!=", "<=", ">="}
_EQUALS, _NEARLY = "=", "≈"
_DASH = "\N{EN DASH}"
_AND = frozenset({",", "and", "or", "/"})
LONGEST = 1_000  # characters of a line
_FORM = "such as: expression = what the prose says"
_CITATION = "such as: the id of the fact, what its number is of: what the prose says"


class UnreadableLine(Exception):
    """A line that cannot be read: where, and what is wrong; and the name that it would give."""

    def __init__(
        self, place: PlacedToken | Part, message: str, hint: str = "", name: str = ""
    ) -> None:
        super().__init__(message)
        self.place, self.message, self.hint, self.name = place, message, hint, name


class LineReader:
    """Reads the lines of one proof in order; `taken` are the names that the book has given."""

    def __init__(self, taken: Collection[str]) -> None:
        self.bound: set[str] = set()
        self._taken = taken

    def read(self, text: str, start: int) -> ProofLine | None:
        """The line of a text that begins at an offset of the file; None for a blank or a comment.

        Raises:
            UnreadableLine: for anything else.
        """
        text = text.rstrip()
        stripped = text.lstrip()
        if not stripped or stripped.startswith("#"):
            return None
        if len(stripped) > LONGEST:
            place = Part(stripped[:1], start, ())
            raise UnreadableLine(place, f"the line has more than {LONGEST} characters")
        marks = _marks_of(text, start)
        whole = Part(text, start, tuple(marks)).between(marks)
        loop, marks = _loop(whole, marks)
        if loop:
            self._check_own(loop.name, whole)
            if not any(mark.written == loop.name and mark.type == "name" for mark in marks):
                raise UnreadableLine(whole, f"nothing in this line depends on {loop.name}")
        fact, said = _cited(marks)
        fact = [_as_equals_sign(whole, fact, at) for at in range(len(fact))]
        parts = [whole.between(each) for each in (*_split(fact, _EQUALS), *said)]
        if not all(part.marks for part in parts):
            raise UnreadableLine(whole, "something is missing beside this =", _FORM)
        line = (self._citation if said else self._line)(whole, parts, loop)
        if any(mark.type == _NEARLY for mark in fact):
            line = replace(line, rounding="nearest")
        if line.name:
            self.bound.add(line.name)
        return line

    def _check_own(self, name: str, place: Part) -> None:
        if name in self._taken:
            message = f'"{name}" is a name of this book'
            raise UnreadableLine(place, message, "take another name", place.name)

    def _line(self, whole: Part, parts: list[Part], loop: Loop | None) -> ProofLine:
        head, *rest = parts
        if not rest:
            return self._alone(head, loop)
        if len(rest) > 2:  # noqa: PLR2004 a name, an expression and what is said of it
            raise UnreadableLine(whole, "a line has at most two equals signs of its own", _FORM)
        naming = self._is_new(head)
        if loop and (naming or rest[1:]):
            raise UnreadableLine(head, "a line of a loop names nothing", _FORM)
        if naming and not rest[1:]:
            kind: Kind = "given" if _is_value(rest[0]) else "named"
            return ProofLine(kind, whole.start, rest[0], name=head.name)
        if rest[1:] and not naming:
            if head.name and number_in(head.name) is not None:
                message = f"{head.text} is a number word, and so no name"
                raise UnreadableLine(head, message, "take another name")
            raise UnreadableLine(head, f"{head.text} is no name", _FORM)
        left, right = rest if naming else parts
        said_first = self._is_said_first(left, right)
        said, expression = (left, right) if said_first else (right, left)
        said, within = _tolerance(said)
        said, rounding = _rounding(said)
        expression, asked = _rounding(expression)
        said, of = self._multiple(said, loop)
        return ProofLine(
            "proved",
            whole.start,
            expression,
            said,
            head.name if naming else "",
            within,
            loop,
            said_first=said_first,
            rounding=rounding or asked,
            of=of,
            listed=() if of else _listed(said),
        )

    def _multiple(self, said: Part, loop: Loop | None) -> tuple[Part, str]:
        """What the prose says, and the name that it is a multiple of: half of level."""
        name = said.marks[-1].written if said.marks else ""
        known = name in self.bound or (loop is not None and name == loop.name) or name.isdecimal()
        if known and len(said.marks) > 2 and said.marks[-2].written == "of":  # noqa: PLR2004 half of level
            part = said.first(len(said.marks) - 2)
            return (part, name) if saying(part.text) else (said, "")
        return said, ""

    def _citation(self, whole: Part, parts: list[Part], loop: Loop | None) -> ProofLine:
        """A line that names a fact of a source and its number, which it may give a name."""
        *head, fact, said = parts
        if loop or head[1:] or (head and not self._is_new(head[0])):
            raise UnreadableLine(whole, "this citation cannot be read", _CITATION)
        name = head[0].name if head else ""
        return ProofLine("cited", whole.start, fact, said, name)

    def _alone(self, part: Part, loop: Loop | None) -> ProofLine:
        """A line without an equals sign: what is said again, what holds, or the rows of a table."""
        if loop is None and (part.name in self.bound or number_in(part.text) is not None):
            return ProofLine("again", part.start, part)
        columns = [_column(part, each) for each in _split([*part.marks], ",")]
        if loop and columns[1:] and all(column.marks for column in columns):
            return ProofLine("rows", part.start, part, loop=loop, columns=tuple(columns))
        if not (self._is_worked_out(part) or (loop and _calculates(part))):
            raise UnreadableLine(part, "this line does not tell what the prose says", _FORM)
        return ProofLine("holds", part.start, _as_equal(part), loop=loop)

    def _is_new(self, part: Part) -> bool:
        """Whether a part is a name that the line gives; a number word is what the prose says."""
        name = part.name
        if not name or name in self.bound or number_in(name) is not None:
            return False
        self._check_own(name, part)
        return True

    def _is_said_first(self, left: Part, right: Part) -> bool:
        worked_out = self._is_worked_out(left), self._is_worked_out(right)
        if worked_out[0] == worked_out[1]:
            return _calculates(right) and not _calculates(left)
        return worked_out[1]

    def _is_worked_out(self, part: Part) -> bool:
        """Whether a part asks the book for something, or one of the proof's own names."""
        if part.is_text:
            return False
        if any(mark.written in "([" for mark in part.marks):
            return True
        names = [mark.written for mark in part.marks if mark.type == "name"]
        known = [name in self.bound or name in self._taken for name in names]
        # In "half of level", what is worked out is only what the prose says is half of it.
        return any(known) and names[-2:-1] != ["of"]


def _marks_of(text: str, start: int) -> list[PlacedToken]:
    """The tokens of a line, up to a comment behind it.

    Raises:
        UnreadableLine: where a bracket is opened and not closed, or the other way round.
    """
    marks = [*takewhile(lambda mark: mark.written != "#", tokens_in(text, start))]
    if mark := never_opened(marks):
        raise UnreadableLine(mark, "this bracket was never opened")
    if mark := never_closed(marks):
        raise UnreadableLine(mark, "this bracket is never closed")
    return marks


def _split(marks: list[PlacedToken], *signs: str) -> Iterator[list[PlacedToken]]:
    """The marks between the signs of some kinds that stand outside of all brackets."""
    begin = 0
    for at, mark in enumerate(marks):
        if mark.written in signs and not mark.depth:
            yield marks[begin:at]
            begin = at + 1
    yield marks[begin:]


def _as_equals_sign(whole: Part, marks: list[PlacedToken], at: int) -> PlacedToken:
    """A mark of a line: ≈ between two parts is an equals sign, and so is `is` before a number."""
    mark = marks[at]
    between = mark.written == _NEARLY and not mark.depth and at and marks[at - 1].written != ","
    if mark.written == "is" and not mark.depth:
        is_number = number_in(whole.between(marks[at + 1 :]).text) is not None
        return mark._replace(written=_EQUALS) if is_number else mark
    return mark._replace(written=_EQUALS, type=_NEARLY) if between else mark


def _cited(marks: list[PlacedToken]) -> tuple[list[PlacedToken], list[list[PlacedToken]]]:
    """The marks before the colon of a citation, and those behind it; 5:1 is no citation."""
    for at, mark in enumerate(marks):
        fact = [*_split(marks[:at], _EQUALS)][-1]
        if mark.written == ":" and not mark.depth and fact and fact[0].type == "name":
            return marks[:at], [marks[at + 1 :]]
    return marks, []


def _loop(line: Part, marks: list[PlacedToken]) -> tuple[Loop | None, list[PlacedToken]]:
    """The loop that a line begins with, and the rest of the line."""
    if marks[0].written != "for":
        return None, marks
    hint = "such as: for level in 1 to 10: expression = what the prose says"
    head = next(_split(marks, ":"))
    inside, rest = [*head[3:]], marks[len(head) + 1 :]
    whole = line.between(inside)
    listed = _listed(whole)
    dashed = _DASH if saying(whole.text) else "to"
    ends = [] if listed else [*_split(inside, "to", dashed)][:2]
    is_loop = len(head) > 3 and head[2].written == "in" and head[1].type == "name"  # noqa: PLR2004 for x in …
    if not (is_loop and all(ends) and rest):
        raise UnreadableLine(line, "this loop cannot be read", hint)
    sequence = tuple(replace(line.between(each), of_loop=True) for each in ends)
    words = line.text[: marks[len(head)].start - line.start]
    return Loop(marks[1].written, sequence, words, listed), rest


def _listed(said: Part) -> tuple[Part, ...]:
    """The numbers of a list, each by itself: 6, 12 and 18; () for what is no list."""
    if said.is_text or saying(said.text) is not None:
        return ()
    parts = [said.between(each) for each in _split([*said.marks], *_AND) if each]
    return tuple(parts) if parts[1:] and all(saying(part.text) for part in parts) else ()


def _column(row: Part, marks: list[PlacedToken]) -> Part:
    """What is asked for a cell; behind the sign for it, the prose may say it rounded."""
    near = [mark.written for mark in marks[:1]] == [_NEARLY]
    return replace(row.between(marks[near:]), is_near=near)


def _is_value(part: Part) -> bool:
    """Whether a part is what an example chooses: a number as prose may say it, or a text."""
    return part.is_text or number_in(part.text) is not None


def _calculates(part: Part) -> bool:
    """Whether a part joins numbers by signs, and is none that prose says in the same way."""
    if part.is_text or number_in(part.text) is not None:
        return False
    return any(mark.written in _OPERATORS for mark in part.marks)


def _tolerance(said: Part) -> tuple[Part, str]:
    """What the prose says, and how far off it may be: `about half within 0.05`."""
    at = next((at for at, mark in enumerate(said.marks) if mark.written == "within"), 0)
    if not at:
        return said, ""
    within = said.text[said.marks[at].end - said.start :].strip()
    return said.first(at), within


def _rounding(part: Part) -> tuple[Part, Rounding]:
    """A part without the words behind it that say how it is rounded: `three, rounded up`."""
    *before, rounded, way = ("", "", *(mark.written for mark in part.marks))
    if rounded != "rounded" or way not in ("up", "down"):
        return part, ""
    return part.first(len(part.marks) - 2 - (before[-1] == ",")), "up" if way == "up" else "down"


def _as_equal(part: Part) -> Part:
    """An expression in which `is` means that two things are the same, if no test is behind it."""
    marks = [*part.marks]
    for at, mark in reversed([*enumerate(marks)]):
        is_not = [each.written for each in marks[at + 1 : at + 2]] == ["not"]
        behind = marks[at + 1 + is_not :]
        if mark.written == "is" and not mark.depth and behind and behind[0].written not in TESTS:
            marks[at : at + 1 + is_not] = tokens_in("!=" if is_not else "==", mark.start)
    return replace(part, marks=tuple(marks))
