"""The lines of a proof: each is read, and worked out by the rules of the book.

A line is one of `[name =] expression = said`, `name = value`, `number`, `fact: said`, an expression
that is so, and `said differs from expression: reason`; before the first and the fifth may stand
`for name in …:`. It is divided at its last equals sign outside of brackets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from sfrules.ground.faults import LimitReached
from sfrules.ground.formats import format_value
from sfrules.ground.ledger import Origin
from sfrules.ground.number_words import exact, is_number, number_in
from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.expression.values import Invocation, whole_if_it_is
from sfrules.press.page.answers import Answered, answer, asked_at
from sfrules.press.page.environment import FAILED, Work
from sfrules.press.page.names import fact_in_words, origins_named
from sfrules.press.proving.claims import (
    HEDGES,
    Said,
    farthest_off,
    last_place,
    restated,
    said,
    several,
    shown,
)
from sfrules.press.things.book import Record, Rulebook

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


_GIVES = re.compile(r"([^\W\d]\w*)\s*=(?!=)")
_LITERAL = re.compile(r"(?<![\w.])-?\d[\d_]*(?:\.\d+)?")
_MEETS = {">=": min, "<=": max}


class Prover:
    """Works out the lines of a page's proofs, one proof after the other."""

    def __init__(self, book: Rulebook, source: Source, work: Work, taken: Collection[str]) -> None:
        self._book, self.source, self._work, self._taken = book, source, work, taken
        self._names: dict[str, object] = {}
        self._named: dict[str, Line] = {}
        self._out: LimitReached | None = None

    def prove(self, lines: Iterable[tuple[int, str]]) -> list[Line]:
        """Each line of a proof, read and worked out in order."""
        for kept in (self._names, self._named):
            kept.clear()
        reader, every = LineReader(self._taken, self._book.cited), list[Line]()
        for start, text in lines:
            try:
                line = reader.read(text, start)
            except Unreadable as error:
                part = Part(text, start).stripped()
                line = Line("holds", part, part)
                line.problems.append(self._problem(error.place, error.message, error.hint))
                if given := _GIVES.match(part.text):
                    self._names[given[1]] = FAILED  # to use it is no second mistake
                    reader.bound[given[1]] = ""
                every.append(line)
                continue
            if line is not None:
                self._work_out(line, every)
                every.append(line)
        self._unused(every)
        return every

    def _problem(self, part: Part, message: str, hint: str = "") -> Problem:
        return problem_at(Span(self.source, *part.stretch), message, hint)

    def _work_out(self, line: Line, before: Sequence[Line]) -> None:
        line.origins = tuple(dict.fromkeys(o for name in line.names for o in self._of(name)))
        if line.kind == "chosen":
            typed = line.expression.text
            value = line.says.low if line.says else None
            if line.says and line.says.high is not None and value is not None:
                line.value = range(int(value), int(line.says.high) + 1)
            else:
                line.value = unquoted(typed) if value is None else whole_if_it_is(value)
            self._give(line, line.value)
        elif line.kind == "again":
            self._say_again(line, before)
        elif line.kind == "cited":
            self._cite(line)
        elif self._out is None:
            try:
                self._ask(line, before)
            except LimitReached as error:
                self._out = error
                line.problems.append(self._problem(line.expression, str(error)))

    def _give(self, line: Line, value: object) -> None:
        self._names[line.name] = value
        self._named[line.name] = line

    def _of(self, name: str) -> tuple[Origin, ...]:
        """The rules and rows that a dotted name draws on, also by a name of the proof."""
        named = self._named.get(name.partition(".")[0])
        return named.origins if named else origins_named(self._book, self._work.short, name)

    def _say_again(self, line: Line, before: Sequence[Line]) -> None:
        says = line.says
        own = [each for each in before if each.says and says and each.says.key == says.key]
        has = [each for each in before if says and says.low in numbers_of(each)]
        if own or has:
            line.first = first = next(reversed(own or has))
            line.alike = own if len(own) == len(has) else []
            line.origins = first.origins
            return
        message = f"the proof has no {line.whole.text} above that could be said again"
        typed = line.whole.text
        hint = f"ask for it: … = {typed}; or name it, if the example chooses it: name = {typed}"
        line.problems.append(self._problem(line.whole, message, hint))

    def _cite(self, line: Line) -> None:
        """Look a fact of a source up, and compare its number with what the prose says."""
        facts, typed = self._book.cited, line.typed or line.whole
        id, _, subject = " ".join(line.expression.text.split()).partition(" ")
        known = [about for fact, about in facts if fact == id]
        row = facts.get((id, subject or (known[0] if len(known) == 1 else "")))
        line.says = said(typed.text)
        if row is None:
            line.problems.append(self._problem(line.expression, *_uncited(facts, id, subject)))
            return
        text = str(row.fields["number"])
        own = said(text)
        if own.key != line.says.key or (own.bound and own.bound != line.says.bound):
            message = f"the proof says {typed.text}, {line.expression.text} is {text}"
            line.problems.append(self._problem(typed, message, f"write {text}"))
        line.origins = (row.origin,) if row.origin else ()
        if line.name:
            own = said(text)
            is_one = own.low is not None and own.high is None and not own.bound
            self._give(line, whole_if_it_is(own.low) if is_one and own.low is not None else text)

    def _ask(self, line: Line, before: Sequence[Line]) -> None:
        if line.loop:
            self._go_through(line)
        else:
            found = self._answer(line, line.expression)
            if not found.is_sound:
                if line.name:
                    self._names[line.name] = FAILED
                    self._named[line.name] = line
                return
            line.value = exact(found.value)
            line.calls = tuple(each for each in found.calls)
            self._tell(line, found)
            self._compare(line, line.value)
            if line.name:
                self._names[line.name] = found.value
                self._named[line.name] = line
        if not line.problems and not self._has_part(line, before):
            hint = "ask the rule or the row that it comes from"
            line.problems.append(
                self._problem(line.expression, "no rule has a part in this line", hint)
            )

    def _has_part(self, line: Line, before: Sequence[Line]) -> bool:
        """Whether a rule, a row or what the proof has already has a part in a line."""
        if line.origins or any(name.partition(".")[0] in self._named for name in line.names):
            return True
        known = {number for each in before for number in numbers_of(each)}
        return bool(known.intersection(_literals(line.expression.text)))

    def _answer(self, line: Line, part: Part) -> Answered:
        """The answer of a part of a line; what is wrong with it is a problem of the line."""
        found = answer(self._book, part.text, self._names, self._work)
        if fault := found.fault:
            span = Span(self.source, part.start + fault.start, part.start + fault.end)
            same = re.sub(r"\bis not\b", "!=", re.sub(r"\bis\b(?! not\b)", "==", part.text))
            hint = fault.hint if same == part.text else f"write {same}"
            here = problem_at(span, fault.message, hint)
            line.problems.append(asked_at(f, span) if (f := fault.elsewhere) else here)
        return found

    def _empty(self, line: Line) -> Problem | None:
        """What is told of the empty cell that a line asks for, if it is one."""
        asked, origins = line.expression.text, line.origins
        column, is_one = asked.rpartition(".")[2], len(origins) == 1
        empty = self._book.facts.empty(origins[0], column, asked) if is_one else None
        return empty and asked_at(empty, Span(self.source, *line.expression.stretch))

    def _compare(self, line: Line, value: object, case: str = "") -> bool:
        """Compare what a line says with an answer; whether it is so."""
        if line.problems or not (wrong := disagreement(line, value, case)):
            return not line.problems
        part, message, hint = wrong
        if value is None and (empty := self._empty(line)):
            line.problems.append(empty)
            return False
        if line.kind == "holds" and value is False:
            hint = self._sides(line.expression.text)
        line.problems.append(self._problem(part, message, hint))
        is_said = line.kind == "asked" and part is line.typed
        line.fails = is_said and not line.loop
        return False

    def _sides(self, text: str) -> str:
        """What each side of a comparison that fails is."""
        sides = sides_of(text)
        told = [(side, answer(self._book, side, self._names, self._work)) for side in sides]
        known = [(side, told_of(exact(found.value))) for side, found in told if found.is_sound]
        return ", ".join(f"{side} is {value}" for side, value in known if side != value)

    def _go_through(self, line: Line) -> None:
        """Check a line of a loop for each item, up to the first that it fails for."""
        name, part = line.loop or ("", line.whole)
        items = self._items(line, name, part)
        is_range = line.says is not None and line.says.high is not None
        values, kept = list[Any](), self._names.get(name)
        for item in items:
            self._names[name] = item
            found = self._answer(line, line.expression)
            if not found.is_sound:
                break
            values.append(exact(found.value))
            if not (is_range or self._compare(line, values[-1], f"{name} = {told_of(item)}")):
                break
        self._names.pop(name, None)
        if kept is not None:
            self._names[name] = kept
        if items and not line.problems:
            self._close(line, values)
        line.answer = line.typed.text if line.typed and not line.sign else ""

    def _items(self, line: Line, name: str, part: Part) -> list[object]:
        """What a loop goes through."""
        answered = self._answer(line, part)
        if not answered.is_sound:
            return []
        found: Any = answered.value
        if isinstance(found, str) or not hasattr(found, "__iter__"):
            hint = f"such as: for {name} in range(1, 31): …"
            line.problems.append(self._problem(part, "a loop goes through several things", hint))
            return []
        items = [*self._work.meter.turns(found)]
        if not items:
            message = "this loop has nothing to go through, so it holds of nothing"
            line.problems.append(self._problem(part, message, "go through something that there is"))
        return items

    def _close(self, line: Line, values: Sequence[Any]) -> None:
        """Check that the cases of a loop meet both ends of a range, and one of them a bound."""
        says = line.says
        if says and says.high is not None:
            self._compare(line, values)
        elif says and says.low is not None and (nearest := _MEETS.get(line.sign)):
            met = Fraction(nearest(values))
            if abs(met - says.low) >= last_place(says.text):
                message = f"{says.text} is met in no case: the nearest is {told_of(met)}"
                hint = f"write {line.words.removesuffix(says.text)}{told_of(met)}"
                line.problems.append(self._problem(line.typed or line.whole, message, hint))

    def _tell(self, line: Line, found: Answered) -> None:
        """Note what a reader is told who asks for the number."""
        with suppress(TypeError):  # of a row that a line names, later lines say what is in it
            line.answer = "" if line.kind == "holds" else format_value(found.value)
        fact = fact_in_words(self._book, self._work.short, line.expression.text)
        line.in_words = fact or ("" if found.is_call else asked_in_words(self._book, line.calls))

    def _unused(self, every: Sequence[Line]) -> None:
        """A problem for each chosen name that no later line uses; one of these may be wrong."""
        if any(line.problems for line in every):
            return
        for at, line in enumerate(every):
            later = {name.partition(".")[0] for each in every[at + 1 :] for name in each.names}
            if line.kind in ("chosen", "named") and line.name not in later:
                typed = line.expression.text
                near = did_you_mean(line.name, sorted(later), or_list=False)
                above = {number for each in every[:at] for number in numbers_of(each)}
                is_above = line.says is not None and line.says.low in above
                hint = f"use it in a line below; what a rule has is asked: … = {typed}"
                hint = near or (f"write {typed} alone: a line above has it" if is_above else hint)
                place = Part(line.name, line.whole.start)
                line.problems.append(self._problem(place, f"no later line uses {line.name}", hint))


def disagreement(  # noqa: PLR0911 a case for each kind of line
    line: Line, value: object, case: str = ""
) -> tuple[Part, str, str] | None:
    """Where a line and an answer differ, how, and what to write; None where they agree."""
    asked, says, for_case = line.expression.text, line.says, f" for {case}" if case else ""
    if line.sign and says and says.low is not None:
        if is_number(value) and HOLDS[line.sign](value, says.low):
            return None
        return line.whole, f"{line.words} is not so{for_case}", f"{asked} is {told_of(value)}"
    if line.kind == "holds":
        return _not_so(line, value, for_case)
    if says is None or line.kind == "named":
        return None
    if wrong := _unsayable(line, says, value):
        return wrong
    is_so, told = says.is_of(value), told_of(value)
    if line.kind == "differs":
        message = f"{says.text} differs no longer: {asked} is {told}"
        return (line.whole, message, f"write {asked} = {says.text}") if is_so else None
    if is_so:
        return None
    typed = line.typed or line.whole
    message = f"the proof says {typed.text}, {asked} is {told}{for_case}"
    return typed, message, _written(line, says, typed.text, value)


def _not_so(line: Line, value: object, for_case: str) -> tuple[Part, str, str] | None:
    """What is wrong with a line that says that something is so."""
    text = line.expression.text
    if value is True:
        return None
    if value is False:
        return line.expression, f"{text} is not so{for_case}", ""
    if columns(line.expression)[1:]:
        message, hint = TYPED_TABLE
        return line.expression, message, hint
    message = f"the line does not tell what the prose says: {text} is {told_of(value)}"
    return line.expression, message, f"write {text} = {told_of(value)}"


def _unsayable(line: Line, says: Said, value: object) -> tuple[Part, str, str] | None:
    """What is wrong with an answer that no words of a sentence can say."""
    asked = line.expression.text
    if isinstance(value, Record):
        return line.expression, "a row is no number", f"it has {', '.join(value.fields)}"
    if is_number(value) or several(value) or isinstance(value, str):
        return None
    if callable(value):
        hint = f"write {asked}(…) = {says.text}"
        return line.expression, f"{asked} is a rule, and is not asked", hint
    return line.expression, f"{asked} is {told_of(value)}", ""


def _written(line: Line, says: Said, typed: str, value: object) -> str:
    """What to write where a line says something else than its rule."""
    told = told_of(value)
    if is_number(value) and says.low is not None:
        number, off = Fraction(value), farthest_off(says.text, says.low)
        if says.high is not None:
            return f"a range has two ends: [the lowest, the highest] = {says.text}"
        if says.bound in HOLDS and HOLDS[says.bound](number, says.low):
            return f"write {line.expression.text} {says.bound} {says.text}"
        places = last_place(says.text)
        if says.bound in HEDGES:
            near = restated(says.text, round(number / places) * places) or told
            new = typed.replace(says.text, near)
            return f"write {new if said(new).is_of(number) else f'about {near}'}"
        if not says.bound and number.denominator > 1 and abs(number - says.low) <= off:
            digits = len(str(Fraction(1) / places)) - 1
            asked = line.expression.text
            whole = asked if re.fullmatch(r"[\w.]+(?:\([^()]*\))?", asked) else f"({asked})"
            return f"write {whole}|round({digits}) = {typed}, or about {typed} in both"
    return f"write {typed.replace(says.text, told)}"


def _uncited(facts: Mapping[tuple[str, str], Record], id: str, subject: str) -> tuple[str, str]:
    """Why a fact cannot be cited, and what can be."""
    known = [
        f"{id} {about}: {row.fields['number']}" for (f, about), row in facts.items() if f == id
    ]
    if known:
        message = f'{id} has no number of "{subject}"' if subject else f"{id} has several numbers"
        return message, f"cite {', or '.join(known)}"
    ids = {fact for fact, _ in facts}
    hint = did_you_mean(id, ids) if ids else "a table cited.csv of the book has the facts to cite"
    return f"there is no fact {id} to cite", hint


def _literals(text: str) -> set[Fraction]:
    found = {Fraction(each.replace("_", "")) for each in _LITERAL.findall(text)}
    return found | {abs(each) for each in found}


def numbers_of(line: Line) -> set[Fraction]:
    """The numbers that a line has: what it says, and what it asks about."""
    own = (
        {end for end in (line.says.low, line.says.high) if end is not None} if line.says else set()
    )
    return (
        own
        | _literals(line.expression.text)
        | (_literals(line.loop[1].text) if line.loop else set())
    )


def told_of(value: object) -> str:
    try:
        return shown(value)
    except TypeError:
        return str(value)


def asked_in_words(book: Rulebook, calls: Iterable[Invocation]) -> str:
    """The rules that were asked, each with its answer, a line each."""
    lines = dict.fromkeys(filter(None, (_asked(book, call) for call in calls)))
    return "\n".join(lines)


def _asked(book: Rulebook, call: Invocation) -> str:
    name = book.rule_names[call.function].rpartition(".")[2]
    with suppress(TypeError):
        given = ", ".join(map(format_value, (*call.arguments, *call.keywords.values())))
        said = f"{book.words.say(name)} ({given})" if given else book.words.say(name)
        return f"{said} = {format_value(call.answer)}"
    return ""
