"""The lines of a proof worked out by the rules of the book, and compared with what they say."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from sfrules.ground.exhausted import Exhausted
from sfrules.ground.formats import format_value
from sfrules.ground.ledger import Origin
from sfrules.ground.number_words import exact, is_number
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
from sfrules.press.proving.lines import (
    HOLDS,
    TYPED_TABLE,
    Line,
    LineReader,
    Part,
    Unreadable,
    columns,
    sides_of,
    unquoted,
)
from sfrules.press.things.book import Book, Record

_GIVES = re.compile(r"([^\W\d]\w*)\s*=(?!=)")
_LITERAL = re.compile(r"(?<![\w.])-?\d[\d_]*(?:\.\d+)?")
_MEETS = {">=": min, "<=": max}


class Prover:
    """Works out the lines of a page's proofs, one proof after the other."""

    def __init__(self, book: Book, source: Source, work: Work, taken: Collection[str]) -> None:
        self._book, self.source, self._work, self._taken = book, source, work, taken
        self._names: dict[str, object] = {}
        self._named: dict[str, Line] = {}
        self._out: Exhausted | None = None

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
            except Exhausted as error:
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

    def _compare(self, line: Line, value: object, case: str = "") -> bool:
        """Compare what a line says with an answer; whether it is so."""
        if line.problems or not (wrong := disagreement(line, value, case)):
            return not line.problems
        part, message, hint = wrong
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


def asked_in_words(book: Book, calls: Iterable[Invocation]) -> str:
    """The rules that were asked, each with its answer, a line each."""
    lines = dict.fromkeys(filter(None, (_asked(book, call) for call in calls)))
    return "\n".join(lines)


def _asked(book: Book, call: Invocation) -> str:
    name = book.rule_names[call.function].rpartition(".")[2]
    with suppress(TypeError):
        given = ", ".join(map(format_value, (*call.arguments, *call.keywords.values())))
        said = f"{book.words.say(name)} ({given})" if given else book.words.say(name)
        return f"{said} = {format_value(call.answer)}"
    return ""
