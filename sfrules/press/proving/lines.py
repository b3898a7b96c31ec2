"""The lines of a proof: each is read, and worked out by the rules of the book.

A line is one of `[name =] expression = said`, `name = value`, `number`, `fact: said`, an expression
that is so, and `said differs from expression: reason`; before the first and the fifth may stand
`for name in …:`. It is divided at its last equals sign outside of brackets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from sfrules.ground.ledger import Origin
from sfrules.ground.number_words import number_in
from sfrules.ground.problems import Problem
from sfrules.press.expression.values import Invocation
from sfrules.press.proving.claims import (
    Said,
    said,
)

LONGEST = 1_000  # characters of a line
Kind = Literal["asked", "named", "chosen", "again", "cited", "holds", "differs"]
_FORM = "such as: expression = what the prose says"
_NAME = re.compile(r"[^\W\d]\w*")
_DOTTED = re.compile(r"(?<![\w.])[^\W\d]\w*(?:\.\w+)*")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_LOOP = re.compile(r"for\s+([^\W\d]\w*)\s+in\s+")
_CITED = re.compile(
    r"(?:(?P<name>[^\W\d]\w*)\s*=\s*)?(?P<fact>[^\W\d][^=(\[\"']*?):\s+(?P<said>.+)"
)
_DIFFERS = re.compile(r"(?P<said>.+?)\s+differs\s+from\s+(?P<rest>.+)")
_COMPARES = re.compile(r"[=!<>]=|[<>]")
HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
}
TYPED_TABLE = (
    "the cells of a typed table have no line",
    "print the table, which needs no proof: {{ table(…) }}",
)
# Forms that other lines replace: what the text behind an equals sign may not be, and what to write.
_REPLACED = (
    (re.compile(r"(.+?),? rounded up"), "-(-({0}) // 1) = {1}"),
    (re.compile(r"(.+?),? rounded down"), "({0}) // 1 = {1}"),
    (re.compile(r"(half|a? ?third|a? ?quarter|twice) of (\w+)"), "({0}) / {2} = {1}"),
    (re.compile(r"(.+) within .+"), "{0} = {1}"),
)


class Part(NamedTuple):
    """A part of a line, with the offset of its beginning in the file."""

    text: str
    start: int

    @property
    def stretch(self) -> tuple[int, int]:
        """Its offsets in the file; of a part without text, one character."""
        return self.start, self.start + max(len(self.text), 1)

    def stripped(self) -> Part:
        """The part without blanks around it."""
        text = self.text.lstrip()
        return Part(text.rstrip(), self.start + len(self.text) - len(text))

    def cut(self, low: int, high: int | None = None) -> Part:
        """What stands between two of its offsets."""
        return Part(self.text[low:high], self.start + low).stripped()


class Unreadable(Exception):
    """A line that cannot be read: where, what is wrong, and what to write."""

    def __init__(self, place: Part, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.place, self.message, self.hint = place, message, hint


@dataclass
class Line:
    """A line of a proof: what it asks, what it says of that, and what came of it."""

    kind: Kind
    whole: Part
    expression: Part
    typed: Part | None = None
    name: str = ""
    loop: tuple[str, Part] | None = None
    #: The sign of a comparison with a number, which the prose says with a bound.
    sign: str = ""
    because: str = ""
    #: What the prose has to say for it; None for a line that says no number.
    says: Said | None = None
    value: Any = None
    #: What was answered, as it is printed; and what was asked, in the book's words.
    answer: str = ""
    in_words: str = ""
    origins: tuple[Origin, ...] = ()
    calls: tuple[Invocation, ...] = ()
    problems: list[Problem] = field(default_factory=list)
    #: Whether the rules answer something else than it says, and nothing else is wrong with it.
    fails: bool = False
    #: The line that has the number which this one says again.
    first: Line | None = None
    #: All lines that say the same, if it is in no other way that the proof has the number.
    alike: Sequence[Line] = ()

    @property
    def words(self) -> str:
        """What it works out as it is written, with one blank between words."""
        text = " ".join(self.expression.text.split())
        loop = f"for {self.loop[0]} in {self.loop[1].text}: " if self.loop else ""
        compared = f" {self.sign} {self.typed.text}" if self.sign and self.typed else ""
        return f"{loop}{text}{compared}"

    @property
    def names(self) -> Iterator[str]:
        """The dotted names in what is worked out."""
        parts = () if self.kind in ("chosen", "again", "cited") else (self.expression.text,)
        for text in (*parts, *([self.loop[1].text] if self.loop else [])):
            yield from (each[0] for each in _DOTTED.finditer(_QUOTED.sub('""', text)))


def _outside(line: Part) -> list[int]:
    """The places of a line outside of brackets and quotes, up to a comment."""
    found, opened, quote = [], list[int](), ""
    for at, char in enumerate(line.text):
        if quote:
            quote = "" if char == quote else quote
        elif char == "#":
            break
        elif char in "\"'" and not (char == "'" and line.text[at - 1 : at].isalnum()):
            quote = char
        elif char in "([{":
            opened.append(at)
        elif char in ")]}":
            if not opened:
                raise Unreadable(line.cut(at, at + 1), "this bracket was never opened")
            opened.pop()
        elif not opened:
            found.append(at)
    if opened:
        raise Unreadable(line.cut(opened[-1], opened[-1] + 1), "this bracket is never closed")
    return found


class LineReader:
    """Reads the lines of one proof in order.

    `taken` are the names that the book has given, `cited` the facts of its sources.
    """

    def __init__(self, taken: Collection[str], cited: Collection[tuple[str, str]]) -> None:
        #: The names that its lines have given, each with what the prose says of it.
        self.bound: dict[str, str] = {}
        self._taken = taken
        self._facts = {id for id, _ in cited}

    def read(self, text: str, start: int) -> Line | None:
        """The line of a text that begins at an offset of the file; None for a blank or a comment.

        Raises:
            Unreadable: for anything else.
        """
        line = Part(text, start).stripped()
        if not line.text or line.text.startswith("#"):
            return None
        if len(line.text) > LONGEST:
            raise Unreadable(line.cut(0, 1), f"the line has more than {LONGEST} characters")
        outside = _outside(line)
        line = line.cut(0, outside[-1] + 1 if "#" in line.text else None) if outside else line
        found = self._read(line)
        if found.name:
            self.bound[found.name] = found.typed.text if found.typed else ""
        return found

    def _read(self, line: Part) -> Line:
        if found := _DIFFERS.fullmatch(line.text):
            return self._different(line, found)
        if loop := _LOOP.match(line.text):
            return self._looped(line, loop)
        found = _CITED.fullmatch(line.text)
        if found and (found["fact"].split()[0] in self._facts or line.text[-1:] not in ")]"):
            fact = line.cut(found.start("fact"), found.end("fact"))
            typed = line.cut(found.start("said"))
            return Line("cited", line, fact, typed, self._new(found["name"] or "", line))
        return self._line(line)

    def _different(self, line: Part, found: re.Match[str]) -> Line:
        rest = line.cut(found.start("rest"))
        colons = [at for at in _outside(rest) if rest.text[at] == ":"]
        typed = line.cut(0, found.end("said"))
        if not colons or not rest.text[colons[-1] + 1 :].strip():
            hint = f"write {line.text.rstrip(': ')}: as first printed"
            raise Unreadable(line, "this line gives no reason for the difference", hint)
        because = rest.cut(colons[-1] + 1).text
        asked = rest.cut(0, colons[-1])
        return Line("differs", line, asked, typed, because=because, says=said(unquoted(typed.text)))

    def _looped(self, line: Part, loop: re.Match[str]) -> Line:
        colons = [at for at in _outside(line) if line.text[at] == ":" and at > loop.end()]
        name = self._new(loop[1], line)
        if not colons or not line.text[colons[0] + 1 :].strip():
            hint = "such as: for level in range(1, 31): expression = what the prose says"
            raise Unreadable(line, "this loop cannot be read", hint)
        items, rest = line.cut(loop.end(), colons[0]), line.cut(colons[0] + 1)
        if ends := re.fullmatch(r"(.+)\s+to\s+(.+)|(\d+)–(\d+)", items.text):
            low, high = ends[1] or ends[3], ends[2] or ends[4]
            high = str(int(high) + 1) if high.isdecimal() else f"{high} + 1"
            hint = f"write for {name} in range({low}, {high}): {rest.text}"
            raise Unreadable(items, "a loop goes through what an expression answers", hint)
        self.bound[name] = ""
        try:
            found = self._line(rest)
        except Unreadable as error:
            error.hint = error.hint.replace("write ", f"write for {name} in {items.text}: ", 1)
            raise
        del self.bound[name]
        if columns(rest)[1:] and found.kind == "holds":
            raise Unreadable(rest, *TYPED_TABLE)
        if found.kind not in ("asked", "holds"):
            raise Unreadable(rest, "a line of a loop names nothing", _FORM)
        if name not in {each.partition(".")[0] for each in found.names}:
            raise Unreadable(line, f"nothing in this line depends on {name}", _FORM)
        found.loop, found.whole = (name, items), line
        return found

    def _line(self, line: Part) -> Line:
        at = _last_equals(line)
        if at is None:
            return self._alone(line)
        head, typed = line.cut(0, at), line.cut(at + 1)
        if not head.text or not typed.text:
            raise Unreadable(line, "something is missing beside this =", _FORM)
        first = _first_equals(head)
        if first is not None and _NAME.fullmatch(head.cut(0, first).text):
            name = self._new(head.cut(0, first).text, head.cut(0, first))
            return self._asked(line, head.cut(first + 1), typed, name)
        if first is not None:
            raise Unreadable(head, f"{head.cut(0, first).text} is no name", _FORM)
        is_name = _NAME.fullmatch(head.text) and head.text not in self.bound
        if is_name and number_in(head.text) is not None:
            message = f"{head.text} is a number word, and so no name"
            raise Unreadable(head, message, f"write many = {typed.text}, and many below")
        if is_name:
            return self._chosen(line, self._new(head.text, head), typed)
        return self._asked(line, head, typed)

    def _chosen(self, line: Part, name: str, typed: Part) -> Line:
        """A name that an example chooses a number or a text for, or that an expression has."""
        is_value = said(unquoted(typed.text)).is_number or _QUOTED.fullmatch(typed.text)
        if not is_value:
            return Line("named", line, typed, name=name)
        return Line("chosen", line, typed, typed, name, says=said(unquoted(typed.text)))

    def _asked(self, line: Part, expression: Part, typed: Part, name: str = "") -> Line:
        first = f"{name} = " if name else ""
        plain = said(typed.text)
        if said(expression.text).is_number:
            hint = f"write {first}{typed.text} = {expression.text}"
            raise Unreadable(line, "what is asked stands before what the prose says of it", hint)
        for pattern, form in _REPLACED:
            found = pattern.fullmatch(typed.text)
            if found and said(found[1]).is_number and not plain.is_number:
                hint = f"write {first}{form.format(expression.text, *found.groups())}"
                raise Unreadable(typed, f"a line cannot say {typed.text}", hint)
        listed = [each for each in re.split(r",\s+|\s+and\s+|/", typed.text) if each]
        if listed[1:] and not plain.is_number and all(said(each).is_number for each in listed):
            items = columns(Part(expression.text.strip("[]"), expression.start))
            lines = (f"{item} = {each}" for item, each in zip(items, listed, strict=False))
            hint = f"write {'; '.join(lines)}, each on a line of its own"
            if len(items) != len(listed):
                hint = "have a line for each, or print the table: {{ table(…) }}"
            raise Unreadable(typed, "a line says one number, and this says several", hint)
        if typed.text in ("true", "false"):
            alone = expression.text if typed.text == "true" else f"not ({expression.text})"
            raise Unreadable(typed, "no word of the prose is a truth", f"write {alone}")
        return Line("asked", line, expression, typed, name, says=said(unquoted(typed.text)))

    def _alone(self, line: Part) -> Line:
        """A line without an equals sign: a number that is said again, or what is so."""
        if said(line.text).is_number:
            return Line("again", line, line, line, says=said(line.text))
        if line.text in self.bound:
            hint = f"write {self.bound[line.text] or f'{line.text} = …'}"
            raise Unreadable(line, "what is said again is a number", hint)
        if compared := self._compared(line):
            return compared
        if "≈" in line.text:
            expression, _, about = (each.strip() for each in line.text.partition("≈"))
            places = len(about.rstrip("%").partition(".")[2])
            style = f"percent({places})" if "%" in about else f"decimal({places})"
            hint = f"write ({expression})|{style} = {about}; or about {about} in both"
            raise Unreadable(line, "≈ is a word of the prose, as about is", hint)
        return Line("holds", line, line)

    @staticmethod
    def _compared(line: Part) -> Line | None:
        """A comparison with a number behind its sign, which the prose says with that bound."""
        inside = set(_outside(line))
        signs = [each for each in _COMPARES.finditer(line.text) if each.start() in inside]
        if len(signs) != 1 or signs[0][0] not in HOLDS or _joins(line, inside):
            return None
        typed, sign = line.cut(signs[0].end()), signs[0][0]
        own = said(typed.text)
        says = Said(own.text, own.low, own.high, own.kind, sign)
        asked = line.cut(0, signs[0].start())
        return Line("holds", line, asked, typed, sign=sign, says=says) if own.is_number else None

    def _new(self, name: str, place: Part) -> str:
        """A name that the line gives, if it may."""
        if name in self._taken:
            raise Unreadable(place, f'"{name}" is a name of this book', "take another name")
        if number_in(name) is not None:
            message = f"{name} is a number word, and so no name"
            raise Unreadable(place, message, "take another name")
        return name


def columns(line: Part) -> list[str]:
    """The parts of a line between its commas, outside of brackets."""
    ends = [at for at in _outside(line) if line.text[at] == ","]
    starts = [0, *(at + 1 for at in ends)]
    return [line.cut(low, high).text for low, high in zip(starts, [*ends, None], strict=True)]


def _joins(line: Part, places: set[int]) -> bool:
    """Whether a line is more than one comparison: it has and, or, not, if."""
    words = re.finditer(r"\b(?:and|or|not|if|in|is)\b", line.text)
    return any(each.start() in places for each in words)


def _equals(line: Part) -> list[int]:
    """The equals signs of a line that are no part of a comparison, outside of brackets."""
    text = line.text
    alone = re.compile(r"(?<![=!<>≤≥])=(?!=)")
    return [at for at in _outside(line) if text[at] == "=" and alone.match(text, at)]


def _last_equals(line: Part) -> int | None:
    return next(reversed(_equals(line)), None)


def _first_equals(line: Part) -> int | None:
    return next(iter(_equals(line)), None)


def unquoted(text: str) -> str:
    return text[1:-1] if _QUOTED.fullmatch(text) else text


def sides_of(text: str) -> tuple[str, ...]:
    """The two sides of a comparison; none of anything else."""
    places = set(_outside(Part(text, 0)))
    signs = [each for each in _COMPARES.finditer(text) if each.start() in places]
    if len(signs) != 1:
        return ()
    return text[: signs[0].start()].strip(), text[signs[0].end() :].strip()
