"""The lines of a proof: each is read, and worked out by the rules of the book.

A line is one of `[name =] expression = said`, `name = value`, `number`, `fact: said`, an expression
that is so, and `said differs from expression: reason`; before the first and the fifth may stand
`for name in …:`. It is divided at its last equals sign outside of brackets.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import ge, gt, le, lt
from typing import Any, Literal, NamedTuple

from sfrules.ground.faults import LimitReached
from sfrules.ground.formats import format_value
from sfrules.ground.ledger import Origin
from sfrules.ground.number_words import exact, is_number, number_in
from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.expression.tree import half_up
from sfrules.press.expression.values import Invocation, whole_if_it_is
from sfrules.press.page.answers import Answer, answer, asked_at
from sfrules.press.page.environment import FAILED, Work
from sfrules.press.page.names import fact_in_words, origins_named
from sfrules.press.proving.claims import (
    HEDGES,
    Wording,
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
_DIFFERS = re.compile(r"(.+?)\s+differs\s+from\s+([^:]+)(?::\s*(.*))?")
_EQUALS = re.compile(r"(?<![=!<>≤≥])=(?!=)")
_COMPARES = re.compile(r"[=!<>]=|[<>]")
_JOINS = re.compile(r"\b(?:and|or|not|if|in|is)\b")  # of a line that is more than one comparison
HOLDS = {">": gt, "<": lt, ">=": ge, "<=": le}
# What a line cannot say of what it asks, and the line that replaces it.
_REPLACED = {
    r"(?P<said>.+?),? rounded up": "-(-({asked}) // 1) = {said}",
    r"(?P<said>.+?),? rounded down": "({asked}) // 1 = {said}",
    r"(?P<said>half|a? ?third|a? ?quarter|twice) of (?P<all>\w+)": "({asked}) / {all} = {said}",
    r"(?P<said>.+) within .+": "{asked} = {said}",
    "true": "{asked}",
    "false": "not ({asked})",
}


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
    """A line that cannot be read, or that proves nothing: where, what is wrong, what to write."""

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
    says: Wording | None = None
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


class LineReader(NamedTuple):
    """Reads the lines of one proof in order."""

    #: The names of the book, the ids of facts that can be cited, and the lines that give a name.
    taken: Collection[str]
    facts: Collection[str]
    named: Mapping[str, Line]

    def read(self, line: Part) -> Line | None:
        """A line of a proof; None for a blank or a comment.

        Raises:
            Unreadable: for anything else.
        """
        if not line.text or line.text.startswith("#"):
            return None
        if len(line.text) > LONGEST:
            raise Unreadable(line.cut(0, 1), f"the line has more than {LONGEST} characters")
        outside = _outside(line)
        if outside and "#" in line.text:
            line = line.cut(0, outside[-1] + 1)
        if found := _DIFFERS.fullmatch(line.text):
            return self._different(line, found)
        if loop := _LOOP.match(line.text):
            return self._looped(line, loop)
        found = _CITED.fullmatch(line.text)
        if found and (found["fact"].split()[0] in self.facts or line.text[-1:] not in ")]"):
            fact = line.cut(found.start("fact"), found.end("fact"))
            typed = line.cut(found.start("said"))
            name = line.cut(0, found.end("name")) if found["name"] else None
            return Line("cited", line, fact, typed, self._new(name, line) if name else "")
        return self._line(line)

    def _different(self, line: Part, found: re.Match[str]) -> Line:
        typed, asked = line.cut(*found.span(1)), line.cut(*found.span(2))
        if not found[3]:
            hint = f"write {line.text.rstrip(': ')}: as first printed"
            raise Unreadable(line, "this line gives no reason for the difference", hint)
        says = said(unquoted(typed.text))
        return Line("differs", line, asked, typed, because=found[3], says=says)

    def _looped(self, line: Part, loop: re.Match[str]) -> Line:
        colons = [at for at in _outside(line) if line.text[at] == ":" and at > loop.end()]
        name = self._new(line.cut(*loop.span(1)), line)
        if not colons or not line.text[colons[0] + 1 :].strip():
            hint = "such as: for level in range(1, 31): expression = what the prose says"
            raise Unreadable(line, "this loop cannot be read", hint)
        items, rest = line.cut(loop.end(), colons[0]), line.cut(colons[0] + 1)
        if ends := re.fullmatch(r"(\w+)(?:\s+to\s+|–)(\w+)", items.text):
            hint = f"write for {name} in range({ends[1]}, {ends[2]} + 1): {rest.text}"
            raise Unreadable(items, "a loop goes through what an expression answers", hint)
        try:
            found = self._line(rest)
        except Unreadable as error:
            error.hint = error.hint.replace("write ", f"write for {name} in {items.text}: ", 1)
            raise
        if found.kind not in ("asked", "holds") or found.name:
            raise Unreadable(rest, "a line of a loop names nothing", _FORM)
        if name not in {each.partition(".")[0] for each in found.names}:
            raise Unreadable(line, f"nothing in this line depends on {name}", _FORM)
        found.loop, found.whole = (name, items), line
        return found

    def _line(self, line: Part) -> Line:
        equals = _equals(line)
        if not equals:
            return self._alone(line)
        head, typed = line.cut(0, equals[-1]), line.cut(equals[-1] + 1)
        if not head.text or not typed.text:
            raise Unreadable(line, "something is missing beside this =", _FORM)
        first = line.cut(0, equals[0])
        if not _NAME.fullmatch(first.text) and equals[1:]:
            raise Unreadable(head, f"{first.text} is no name", _FORM)
        if equals[1:]:
            asked = line.cut(equals[0] + 1, equals[-1])
            return self._asked(line, asked, typed, self._new(first, line))
        says, before = said(unquoted(typed.text)), self.named.get(head.text)
        if before and before.kind == "chosen" and before.says and says.low != before.says.low:
            message = f"{head.text} is {before.expression.text} in this proof already"
            raise Unreadable(
                head, message, f"write {head.text}_2 = {typed.text}, and {head.text}_2 below"
            )
        if not _NAME.fullmatch(head.text) or before:
            return self._asked(line, head, typed)
        name = self._new(head, line)
        if says.is_number or _QUOTED.fullmatch(typed.text):
            return Line("chosen", line, typed, typed, name, says=says)
        return Line("named", line, typed, name=name)

    def _asked(self, line: Part, expression: Part, typed: Part, name: str = "") -> Line:
        first, asked = f"{name} = " if name else "", expression.text
        is_number = said(typed.text).is_number
        if said(asked).is_number:
            hint = f"write {first}{typed.text} = {asked}"
            raise Unreadable(line, "what is asked stands before what the prose says of it", hint)
        for pattern, form in () if is_number else _REPLACED.items():
            parts = found.groupdict() if (found := re.fullmatch(pattern, typed.text)) else {}
            if found and said(parts.get("said", "0")).is_number:
                hint = f"write {first}{form.format(asked=asked, **parts)}"
                raise Unreadable(typed, f"a line cannot say {typed.text}", hint)
        listed = [each for each in re.split(r",\s+|\s+and\s+|/", typed.text) if each]
        if listed[1:] and not is_number and all(said(each).is_number for each in listed):
            hint = "write a line for each, or print the table: {{ table(…) }}"
            raise Unreadable(typed, "a line says one number, and this says several", hint)
        return Line("asked", line, expression, typed, name, says=said(unquoted(typed.text)))

    def _alone(self, line: Part) -> Line:
        """A line without an equals sign: a number that is said again, or what is so."""
        if said(line.text).is_number:
            return Line("again", line, line, line, says=said(line.text))
        if named := self.named.get(line.text):
            hint = f"write {named.typed.text if named.typed else f'{line.text} = …'}"
            raise Unreadable(line, "what is said again is a number", hint)
        if any(line.text[at] == "," for at in _outside(line)):
            hint = "print the table, which needs no proof: {{ table(…) }}"
            raise Unreadable(line, "the cells of a typed table have no line", hint)
        expression, about, near = line.text.partition("≈")
        if about:
            hint = f"write {expression.strip()} = about {near.strip()}"
            raise Unreadable(line, "≈ is a word of the prose, as about is", hint)
        sides = compared(line)
        own = said(sides[2].text) if sides else None
        if not (sides and own and own.is_number and sides[1] in HOLDS):
            return Line("holds", line, line)
        asked, sign, typed = sides
        return Line("holds", line, asked, typed, sign=sign, says=replace(own, bound=sign))

    def _new(self, name: Part, line: Part) -> str:
        """A name that the line gives, if it may."""
        is_taken, hint = name.text in self.taken, "take another name"
        if not is_taken and number_in(name.text) is None:
            return name.text
        if line.text.startswith(name.text):
            hint = f"write many{line.text.removeprefix(name.text)}, and many below"
        what = "a name of this book" if is_taken else "a number word, and so no name"
        raise Unreadable(name, f"{name.text} is {what}", hint)


def compared(line: Part) -> tuple[Part, str, Part] | None:
    """The sides of a comparison, with its sign between; None of anything else."""
    places = set(_outside(line))
    if any(each.start() in places for each in _JOINS.finditer(line.text)):
        return None
    signs = [each for each in _COMPARES.finditer(line.text) if each.start() in places]
    if len(signs) != 1:
        return None
    return line.cut(0, signs[0].start()), signs[0][0], line.cut(signs[0].end())


def _equals(line: Part) -> list[int]:
    """The equals signs of a line that are no part of a comparison, outside of brackets."""
    return [at for at in _outside(line) if _EQUALS.match(line.text, at)]


def unquoted(text: str) -> str:
    return text[1:-1] if _QUOTED.fullmatch(text) else text


_GIVES = re.compile(r"([^\W\d]\w*)\s*=(?!=)")
_LITERAL = re.compile(r"(?<![\w.])-?\d[\d_]*(?:\.\d+)?")
_MEETS = {">=": min, "<=": max}


class Prover:
    """Works out the lines of a page's proofs, one proof after the other."""

    def __init__(self, book: Rulebook, source: Source, work: Work, taken: Collection[str]) -> None:
        self._book, self.source, self._work, self._taken = book, source, work, taken
        #: The lines of the proof at hand that have given a name, and those that will give one.
        self._named: dict[str, Line] = {}
        self._below: dict[str, str] = {}
        self._is_out = False

    def prove(self, lines: Iterable[tuple[int, str]]) -> list[Line]:
        """Each line of a proof, read and worked out in order."""
        self._named.clear()
        reader = LineReader(self._taken, {id for id, _ in self._book.cited}, self._named)
        every = list[Line]()
        parts = [Part(text, start).stripped() for start, text in lines]
        givers = ((given[1], part.text) for part in parts if (given := _GIVES.match(part.text)))
        self._below = dict(givers)
        for part in parts:
            line = None
            try:
                line = reader.read(part)
                if line is None:
                    continue
                self._work_out(line, every)
            except Unreadable as error:
                given = _GIVES.match(part.text)
                line = line or Line("holds", part, part, name=given[1] if given else "")
                line.value = FAILED  # to use its name is no second mistake
                line.problems.append(self._problem(error.place, error.message, error.hint))
            if line.name:
                self._named[line.name] = line
            every.append(line)
        self._unused(every)
        return every

    def _problem(self, part: Part, message: str, hint: str = "") -> Problem:
        return problem_at(Span(self.source, *part.stretch), message, hint)

    def _work_out(self, line: Line, before: Sequence[Line]) -> None:
        line.origins = tuple(dict.fromkeys(o for name in line.names for o in self._of(name)))
        if line.kind == "chosen":
            line.value = _chosen(line)
        elif line.kind == "again":
            self._say_again(line, before)
        elif line.kind == "cited":
            self._cite(line)
        elif not self._is_out:
            try:
                self._ask(line, before)
            except LimitReached as error:
                self._is_out = True
                line.problems.append(self._problem(line.expression, str(error)))

    def _of(self, name: str) -> tuple[Origin, ...]:
        """The rules and rows that a dotted name draws on, also by a name of the proof."""
        named = self._named.get(name.partition(".")[0])
        return named.origins if named else origins_named(self._book, self._work.short, name)

    def _say_again(self, line: Line, before: Sequence[Line]) -> None:
        says = line.says
        own = [each for each in before if each.says and says and each.says.key == says.key]
        has = [each for each in before if says and says.low in numbers_of(each)]
        typed = line.whole.text
        if not (own or has):
            message = f"the proof has no {typed} above that could be said again"
            hint = f"ask for it: … = {typed}; or name it, if the example chooses it: name = {typed}"
            raise Unreadable(line.whole, message, hint)
        line.first = first = next(reversed(own or has))
        line.alike = own if len(own) == len(has) else []
        line.origins = first.origins

    def _cite(self, line: Line) -> None:
        """Look a fact of a source up, and compare its number with what the prose says."""
        facts, typed = self._book.cited, line.typed or line.whole
        id, _, subject = " ".join(line.expression.text.split()).partition(" ")
        known = [about for fact, about in facts if fact == id]
        row = facts.get((id, subject or (known[0] if len(known) == 1 else "")))
        line.says = said(typed.text)
        if row is None:
            raise Unreadable(line.expression, *_uncited(facts, id, subject))
        text = str(row.fields["number"])
        own = said(text)
        is_one = own.low is not None and own.high is None and not own.bound
        line.value = whole_if_it_is(own.low) if is_one and own.low is not None else text
        line.origins = (row.origin,) if row.origin else ()
        if own.key != line.says.key or (own.bound and own.bound != line.says.bound):
            message = f"the proof says {typed.text}, {line.expression.text} is {text}"
            raise Unreadable(typed, message, f"write {text}")

    def _ask(self, line: Line, before: Sequence[Line]) -> None:
        if line.loop:
            self._go_through(line)
        else:
            found = self._answer(line, line.expression)
            if not found.is_sound:
                line.value = FAILED
                return
            line.value, line.calls = exact(found.value), found.calls
            self._tell(line, found)
            self._compare(line, line.value)
        if not line.problems and not self._has_part(line, before):
            hint = "ask the rule or the row that it comes from"
            raise Unreadable(line.expression, "no rule has a part in this line", hint)

    def _has_part(self, line: Line, before: Sequence[Line]) -> bool:
        """Whether a rule, a row or what the proof has already has a part in a line."""
        if line.origins or any(name.partition(".")[0] in self._named for name in line.names):
            return True
        known = {number for each in before for number in numbers_of(each)}
        return bool(known.intersection(_literals(line.expression.text)))

    def _answer(self, line: Line, part: Part) -> Answer:
        """The answer of a part of a line; what is wrong with it is a problem of the line."""
        names = {name: each.value for name, each in self._named.items()}
        found = answer(self._book, part.text, names, self._work)
        if fault := found.fault:
            span = Span(self.source, part.start + fault.start, part.start + fault.end)
            same = re.sub(r"\bis not\b", "!=", re.sub(r"\bis\b(?! not\b)", "==", part.text))
            hint = fault.hint if same == part.text else f"write {same}"
            here = problem_at(span, fault.message, hint)
            if (name := span.text) in self._below.keys() - self._named.keys():
                below = self._below[name]
                value = below.rpartition("=")[2].strip()
                hint = f"write {below} above this line; if the prose says it later, write {value} "
                hint += f"for {name} here, and {value} alone below"
                here = problem_at(span, f"a line below gives {name}", hint)
            line.problems.append(asked_at(f, span) if (f := fault.elsewhere) else here)
        return found

    def _compare(self, line: Line, value: object, case: str = "") -> bool:
        """Compare what a line says with an answer; whether it is so."""
        if line.problems or not (wrong := disagreement(line, value, case)):
            return not line.problems
        part, message, hint = wrong
        if value is None and len(line.origins) == 1:
            asked, span = line.expression.text, Span(self.source, *line.expression.stretch)
            empty = self._book.facts.empty(line.origins[0], asked.rpartition(".")[2], asked)
            if empty:
                line.problems.append(asked_at(empty, span))
                return False
        if line.kind == "holds" and value is False:
            hint = self._sides(line)
        line.problems.append(self._problem(part, message, hint))
        is_said = line.kind == "asked" and part is line.typed
        line.fails = is_said and not line.loop
        return False

    def _sides(self, line: Line) -> str:
        """What each side of a comparison that fails is."""
        one, _, other = compared(line.expression) or (line.whole, "", line.whole)
        told = [
            (side.text, self._answer(replace(line, problems=[]), side)) for side in (one, other)
        ]
        known = ((side, shown(exact(found.value))) for side, found in told if found.is_sound)
        return ", ".join(f"{side} is {value}" for side, value in known if side != value)

    def _go_through(self, line: Line) -> None:
        """Check a line of a loop for each item, up to the first that it fails for."""
        name, part = line.loop or ("", line.whole)
        items = self._items(line, name, part)
        is_range = line.says is not None and line.says.high is not None
        values, outer = list[Any](), dict(self._named)
        for item in items:
            self._named[name] = Line("chosen", part, part, value=item)
            found = self._answer(line, line.expression)
            if not found.is_sound:
                break
            values.append(exact(found.value))
            if not (is_range or self._compare(line, values[-1], f"{name} = {shown(item)}")):
                break
        self._named.clear()
        self._named.update(outer)
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
            raise Unreadable(part, "a loop goes through several things", hint)
        if items := [*self._work.meter.turns(found)]:
            return items
        message = "this loop has nothing to go through, so it holds of nothing"
        raise Unreadable(part, message, "go through something that there is")

    def _close(self, line: Line, values: Sequence[Any]) -> None:
        """Check that the cases of a loop meet both ends of a range, and one of them a bound."""
        says = line.says
        if says and says.high is not None:
            self._compare(line, values)
        elif says and says.low is not None and (nearest := _MEETS.get(line.sign)):
            met, unit = Fraction(nearest(values)), last_place(says.text)
            is_met = abs(met - says.low) < unit if says.low % unit == 0 else met == says.low
            if not is_met:
                message = f"{says.text} is met in no case: the nearest is {shown(met)}"
                hint = (
                    f"{line.words.removesuffix(says.text)}{restated(says.text, met) or shown(met)}"
                )
                raise Unreadable(line.typed or line.whole, message, f"write {hint}")

    def _tell(self, line: Line, found: Answer) -> None:
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


def _chosen(line: Line) -> object:
    """The value that an example chooses: a number, the whole numbers of a range, or a text."""
    says = line.says
    if says is None or says.low is None:
        return unquoted(line.expression.text)
    return (
        whole_if_it_is(says.low) if says.high is None else range(int(says.low), int(says.high) + 1)
    )


def disagreement(  # noqa: PLR0911 a case for each kind of line
    line: Line, value: object, case: str = ""
) -> tuple[Part, str, str] | None:
    """Where a line and an answer differ, how, and what to write; None where they agree."""
    asked, says, told = line.expression.text, line.says, shown(value)
    for_case = f" for {case}" if case else ""
    if line.sign and says and says.low is not None:
        is_so = is_number(value) and HOLDS[line.sign](value, says.low)
        return (
            None
            if is_so
            else (line.whole, f"{line.words} is not so{for_case}", f"{asked} is {told}")
        )
    if line.kind == "holds" and isinstance(value, bool):
        return None if value else (line.expression, f"{asked} is not so{for_case}", "")
    if line.kind == "holds":
        message = f"the line does not tell what the prose says: {asked} is {told}"
        return line.expression, message, f"write {asked} = {told}"
    if says is None:
        return None
    if wrong := _unsayable(line, says, value):
        return wrong
    is_so, typed = says.is_of(value), line.typed or line.whole
    if line.kind == "differs":
        message = f"{says.text} differs no longer: {asked} is {told}"
        return (line.whole, message, f"write {asked} = {says.text}") if is_so else None
    message = f"the proof says {typed.text}, {asked} is {told}{for_case}"
    return None if is_so else (typed, message, _written(line, says, typed.text, value))


def _unsayable(line: Line, says: Wording, value: object) -> tuple[Part, str, str] | None:
    """What is wrong with an answer that no words of a sentence can say."""
    asked = line.expression.text
    if isinstance(value, Record):
        return line.expression, "a row is no number", f"it has {', '.join(value.fields)}"
    if is_number(value) or several(value) or isinstance(value, str):
        return None
    if callable(value):
        hint = f"write {asked}(…) = {says.text}"
        return line.expression, f"{asked} is a rule, and is not asked", hint
    return line.expression, f"{asked} is {shown(value)}", ""


def _written(line: Line, says: Wording, typed: str, value: object) -> str:
    """What to write where a line says something else than its rule."""
    asked, told = line.expression.text, shown(value)
    if says.low is None or not is_number(value):
        begun = (typed[: each.start()] for each in reversed([*re.finditer(r"\s+", typed)]))
        begins = next((each for each in begun if said(each).is_of(value)), None)
        return f"write {begins or typed.replace(says.text, told)}"
    number, unit = Fraction(value), last_place(says.text)
    rounded = half_up(number / unit) * unit  # as the filter round does
    if says.high is not None:
        return f"a range has two ends: [the lowest, the highest] = {says.text}"
    if says.bound in HOLDS and HOLDS[says.bound](number, says.low):
        return f"write {asked} {says.bound} {says.text}"
    if says.bound in HEDGES:
        near = restated(says.text, rounded) or told
        new = typed.replace(says.text, near)
        return f"write {new if said(new).is_of(number) else f'about {near}'}"
    if not says.bound and rounded == says.low:
        digits = len(str(1 / unit)) - 1
        return f"write {bracketed(asked)}|round({digits}) = {typed}, or about {typed} in both"
    is_near = abs(number - says.low) <= farthest_off(says.text, says.low)
    is_about = is_near and not says.bound
    return f"write {f'about {typed}' if is_about else typed.replace(says.text, told)}"


def bracketed(expression: str) -> str:
    """An expression that anything may stand beside: in brackets, unless it is a name or a call."""
    is_whole = re.fullmatch(r"[\w.]+(?:\([^()]*\))?|\"[^\"]*\"", expression)
    return expression if is_whole else f"({expression})"


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
    ends = (line.says.low, line.says.high) if line.says else ()
    return {end for end in ends if end is not None} | _literals(
        f"{line.expression.text} {line.loop[1].text if line.loop else ''}"
    )


def asked_in_words(book: Rulebook, calls: Iterable[Invocation]) -> str:
    """The rules that were asked, each with its answer, a line each."""
    lines = dict[str, None]()
    for call in calls:
        name = book.words.say(book.rule_names[call.function].rpartition(".")[2])
        with suppress(TypeError):
            given = ", ".join(map(format_value, (*call.arguments, *call.keywords.values())))
            lines[f"{name}{f' ({given})' if given else ''} = {format_value(call.answer)}"] = None
    return "\n".join(lines)
