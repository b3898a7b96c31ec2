"""The lines of a proof compared with the rules, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from sfrules.ground.exhausted import Exhausted
from sfrules.ground.formats import format_value, plain_number
from sfrules.ground.ledger import Origin
from sfrules.ground.number_words import exact, number_in
from sfrules.ground.problems import Mistake, Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.expression import tree
from sfrules.press.expression.bounds import BoundExceeded
from sfrules.press.expression.from_page import PlacedToken
from sfrules.press.expression.walk import whole_if_it_is
from sfrules.press.page.error_messages import asked_at
from sfrules.press.page.evaluator import Answer, Evaluator
from sfrules.press.page.in_words import PageWords
from sfrules.press.page.marks import AskedNumber
from sfrules.press.page.sandbox import FailedValue, Namespace
from sfrules.press.page.short_names import origins_named
from sfrules.press.page.unit_inference import UnitInference
from sfrules.press.proving.mentions import (
    Element,
    cell_elements,
    elements_of,
    is_truth,
    may_be_number,
    numbers_known,
    plain_form,
)
from sfrules.press.proving.proof_fences import Fence
from sfrules.press.proving.proof_reports import Failure
from sfrules.press.proving.sayings import claim_of, made_whole, off_bound, uncited, why_vacuous
from sfrules.press.things.book import Book, Record
from sfrules.press.things.claims.claim import (
    EXACTLY,
    Saying,
    is_from_to,
    is_number,
    saying,
)
from sfrules.press.things.proofs.line_reader import LineReader, UnreadableLine
from sfrules.press.things.proofs.proof_lines import Loop, Part, ProofLine, TypedLiteral
from sfrules.press.things.units import Unit


@dataclass
class CheckedLine:
    """A line of a proof, and what came of it."""

    start: int
    line: ProofLine | None = None
    problems: list[Problem] = field(default_factory=list)
    failure: Failure | None = None
    origins: tuple[Origin, ...] = ()
    #: What a reader is told who asks a number that it vouches for.
    asked: AskedNumber | None = None
    #: What it comes to, for the ledger: what the prose says of it, or the cells it vouches for.
    printed: str = ""
    #: What each of its answers counts, if that is known; a loop has several.
    units: list[Unit | None] = field(default_factory=list)


@dataclass
class CheckedProof:
    """A proof whose lines have been compared with the rules."""

    fence: Fence
    lines: list[CheckedLine] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)
    #: The lines of its givens by name, but for those that a rule has been asked about.
    chosen: dict[str, CheckedLine] = field(default_factory=dict)
    #: Whether every name that it says again, and every cell, has a value.
    is_known: bool = True

    @property
    def is_read(self) -> bool:
        """Whether all that the proof says is known."""
        return self.is_known and all(checked.line is not None for checked in self.lines)

    @property
    def used(self) -> frozenset[str]:
        """The names that something which the prose says is made with."""
        used: set[str] = set()
        for line in (checked.line for checked in reversed(self.lines)):
            if line and (line.states or line.name in used):
                used |= {name.partition(".")[0] for name in line.names}
        return frozenset(used)


class LineChecker:
    """Compares the lines of a page's proofs with the rules of its book."""

    def __init__(self, book: Book, source: Source, engine: Evaluator) -> None:
        self._book, self._source, self._engine = book, source, engine
        self._known: set[Fraction] = set()
        self._texts: set[str] = set()
        self._shown: dict[str, object] = {}
        self._stands_for: dict[str, Part] = {}
        self._words = PageWords(book, engine.sandbox.short, engine.value_of, self._stands_for)
        self._origins: dict[str, frozenset[Origin]] = {}
        self._makers: dict[str, frozenset[str]] = {}
        self._of_book: dict[str, tuple[Origin, ...]] = {}
        self._out: Exhausted | None = None

    @property
    def units(self) -> UnitInference:
        """What the names of the proof that was checked last count."""
        return self._engine.units

    def check(self, fence: Fence) -> CheckedProof:
        """Compare each line of a proof with the rules, in order."""
        by_name = (self._shown, self._stands_for, self._origins, self._makers)
        for kept in (self._engine.names, self._engine.units, self._known, self._texts, *by_name):
            kept.clear()
        proof = CheckedProof(fence)
        taken = self._engine.given.keys() - {"count"}  # which a proof may count itself
        reader = LineReader(taken)
        for start, text in fence.lines(self._source.text):
            checked = CheckedLine(start)
            try:
                checked.line = reader.read(text, start)
            except UnreadableLine as error:
                checked.problems.append(self._problem(error.place, error.message, error.hint))
                if error.name:
                    self._engine.fail(error.name)
            else:
                if checked.line is None:
                    continue
                checked.start = checked.line.start
                self._check_line(checked, checked.line, proof)
            proof.lines.append(checked)
        return proof

    def _check_line(self, checked: CheckedLine, line: ProofLine, proof: CheckedProof) -> None:
        taken = (each.value for _, each in line.literals if each.use == "argument")
        self._known.update(value for value in taken if value is not None)
        proof.elements += elements_of(line, len(proof.lines), self._shown, self._known)
        checked.printed = line.said.plain if line.said else "true" if line.kind == "holds" else ""
        if line.kind == "again":
            proof.is_known &= self._say_again(checked, line)
        elif line.kind == "cited":
            self._cite(checked, line)
        elif self._out is None:
            try:
                self._work_out(checked, line, proof)
            except Exhausted as error:
                self._out = error
                checked.problems.append(self._problem(line.expression, str(error)))
            if line.kind != "given" and not checked.problems:
                checked.problems += [*self._unnamed(line)] or self._unasked(checked, line)
        self._known.update(numbers_known(line))
        self._texts.update(part.plain for part in (line.said, line.expression) if part)

    def _say_again(self, checked: CheckedLine, line: ProofLine) -> bool:
        """Take what is said once more, and whether it is known: a name may have come to nothing."""
        shown = line.expression.text
        number = number_in(shown)
        if number is None:
            return line.expression.name in self._shown
        if number not in self._known:
            message = f"the proof has no {shown} yet that could be said again"
            hint = f"name it, if the example chooses it: name = {shown}"
            checked.problems.append(self._problem(line.expression, message, hint))
        return True

    def _cite(self, checked: CheckedLine, line: ProofLine) -> None:
        """Look a fact of a source up, and compare its number with what the prose says."""
        said, facts = line.said, self._book.cited
        id, _, subject = " ".join(line.expression.text.split()).partition(" ")
        known = [about for fact, about in facts if fact == id]
        row = facts.get((id, subject or (known[0] if len(known) == 1 else "")))
        if said is None or row is None:
            checked.problems.append(self._problem(line.expression, *uncited(facts, id, subject)))
            return
        number = str(row.fields["number"])
        stated = saying(number)
        alike = stated is not None or plain_form(number) == plain_form(said.plain)
        if stated != saying(said.plain) or not alike:
            message = f"the proof says {said.plain}, {line.expression.text} is {number}"
            checked.problems.append(self._problem(said, message, f"write {number}"))
        checked.origins = (row.origin,) if row.origin else ()
        code, says = f"Source {line.expression.text}", str(row.fields.get("says") or "")
        words = _words_of(line.name, code, number)
        checked.asked = AskedNumber(words, checked.origins, in_words=says, is_proved=True)
        if line.name:
            is_one = stated and stated == Saying(EXACTLY, stated.number)
            self._give(line.name, stated.number if stated and is_one else number, checked.origins)

    def _give(
        self, name: str, value: Fraction | str, origins: Iterable[Origin], *makers: str
    ) -> None:
        """Give a name to a number or a text that the proof says, and no rule works out."""
        self._engine.names[name] = whole_if_it_is(value)
        self._engine.units.give(name)
        self._shown[name] = value
        self._origins[name], self._makers[name] = frozenset(origins), frozenset(makers)

    def _unnamed(self, line: ProofLine) -> Iterator[Problem]:
        """A problem for each number in a line that comes out of nowhere."""
        for part, each in line.literals:
            if each.use == "loose" and self._is_new(part, each):
                span = Span(self._source, *part.place(each))
                message = f"the proof has no {span.text} yet, and no rule takes it"
                hint = f"name it above: name = {span.text}; or ask what it comes from"
                yield problem_at(span, message, hint)

    def _is_new(self, part: Part, each: TypedLiteral) -> bool:
        """Whether it is a number, or a text that may be one, and the proof does not have it yet."""
        if each.value is not None:
            return each.value not in self._known
        text = part.written(each)
        return may_be_number(text) and text not in self._texts

    def _unasked(self, checked: CheckedLine, line: ProofLine) -> list[Problem]:
        """A problem for a line that no rule, no row and nothing of the proof has a part in."""
        firsts = {name.partition(".")[0] for name in line.names}
        uses = {each.use for _, each in line.literals if each.value is not None}
        if checked.origins or firsts & self._origins.keys() or uses & {"loose", "counted"}:
            return []
        hint = "ask the rule or the row that it comes from"
        return [self._problem(line.expression, "no rule has a part in this line", hint)]

    def _problem(self, part: PlacedToken | Part, message: str, hint: str = "") -> Problem:
        return problem_at(Span(self._source, part.start, part.end), message, hint)

    def _work_out(self, checked: CheckedLine, line: ProofLine, proof: CheckedProof) -> None:
        if line.kind == "given":
            self._choose(checked, line, proof)
            return
        origins, makers = self._drawn_on(line)
        checked.origins = tuple(sorted(origins))
        if origins and line.kind in {"proved", "holds"}:
            for name in self._asked(line):
                for made_from in self._makers[name]:
                    proof.chosen.pop(made_from, None)
        if line.loop:
            self._go_through(checked, line, line.loop, proof)
            proof.is_known &= line.kind != "rows" or not checked.problems
            return
        answer = self._answer(checked, line.expression)
        checked.units.append(answer.unit)
        if answer.is_sound:
            checked.asked = self._told(checked, line, answer)
            self._compare(checked, line, answer)
            if not checked.failure:
                why = why_vacuous(self._engine, line, answer, self._stands_for)
                checked.problems += [self._problem(line.expression, *why)] if why else []
        if line.name:
            self._name(line, answer, origins, makers)

    def _asked(self, line: ProofLine) -> Iterator[str]:
        """The names of the proof that have a part in what a line says, given to a rule or before.

        What an answer is only compared with has none, nor what stands in a list beside it.
        """
        for name in {name.partition(".")[0] for name in line.names} & self._makers.keys():
            if not line.may_pass_on or name in line.given or self._origins[name]:
                yield name

    def _choose(self, checked: CheckedLine, line: ProofLine, proof: CheckedProof) -> None:
        """Take what the example chooses."""
        part = line.expression
        number = None if part.is_text else number_in(part.text)
        self._give(line.name, part.plain if number is None else number, (), line.name)
        checked.asked = AskedNumber(f"{line.name} = {part.text}", (), is_proved=True)
        proof.chosen[line.name] = checked

    def _name(
        self, line: ProofLine, answer: Answer, origins: frozenset[Origin], makers: frozenset[str]
    ) -> None:
        self._origins[line.name], self._makers[line.name] = origins, makers
        self._stands_for[line.name] = line.expression
        # What the prose says of it counts, also while the rule says something else.
        if (said := next(numbers_known(line), None)) is not None:
            self._shown[line.name] = said
        if not answer.is_sound:
            self._engine.fail(line.name)
            return
        self._engine.units.take(line.name, answer.unit, line.expression.parsed)
        value = exact(answer.value)
        self._engine.names[line.name] = answer.value
        self._shown.setdefault(line.name, Fraction(value) if is_number(value) else value)

    def _answer(self, checked: CheckedLine, part: Part) -> Answer:
        """The answer of a part of a line; what is wrong with it is a problem of the line."""
        self._engine.units.start = part.start
        answer = self._engine.answer(part.text, part.tokens)
        if fault := answer.fault:
            span = Span(self._source, part.start + fault.start, part.start + fault.end)
            here = problem_at(span, fault.message, fault.hint)
            checked.problems.append(asked_at(f, span) if (f := fault.elsewhere) else here)
        return answer

    def _compare(
        self, checked: CheckedLine, line: ProofLine, answer: Answer, case: str = ""
    ) -> None:
        """Compare what the prose says with the value of an expression."""
        value = exact(answer.value)
        if line.kind == "holds":
            self._hold(checked, line, value, case)
        elif line.listed:
            values = list(map(exact, value)) if isinstance(value, list | tuple | range) else [value]
            if len(values) != len(line.listed):
                message = f"the proof says {len(line.listed)} numbers, {line.asked} is "
                message += format_value(values)
                checked.problems.append(self._problem(line.listed[0], message))
                return
            for said, one in zip(line.listed, values, strict=True):
                self._compare_one(checked, line, said, one, case)
        elif line.said is not None:
            self._compare_one(checked, line, line.said, value, case)

    def _hold(self, checked: CheckedLine, line: ProofLine, value: object, case: str) -> None:
        """Check that what a line states is so."""
        if value is True:
            return
        words, hint = line.asked, ""
        message = f"{words} is not so{f' for {case}' if case else ''}"
        if value is not False:
            message = "the line does not tell what the prose says"
            message += f": {words} is neither true nor false"
            hint = "say what it is: … = what the prose says"
        elif isinstance(relation := line.expression.parsed, tree.Comparison):
            written, sides = line.expression.text, (relation.left, relation.right)
            told = ((written[s.start : s.end], self._engine.value_of(s)) for s in sides)
            values = [(side, _plain(value)) for side, value in told if value is not None]
            hint = ", ".join(f"{side} is {value}" for side, value in values if side != value)
        checked.problems.append(self._problem(line.expression, message, hint))

    def _compare_one(
        self, checked: CheckedLine, line: ProofLine, said: Part, value: object, case: str
    ) -> None:
        """Compare a number or a text that the prose says with a value."""
        if isinstance(base := self._base(line), FailedValue):
            return  # to use one is no second mistake
        try:
            claim = claim_of(line, said, value, base)
        except Mistake as error:
            hint = error.hint.replace("add within=, such as within=0.05", _WITHIN)
            message, hint = (text.replace("within=", "within") for text in (error.message, hint))
            checked.problems.append(self._problem(said, message, hint))
            return
        except TypeError as error:
            fields = value.fields if isinstance(value, Record) else ()
            hint = f"it has {', '.join(fields)}" if fields else ""
            checked.problems.append(self._problem(line.expression, str(error), hint))
            return
        if is_number(value) and not case and is_from_to(said.plain):
            message = f"a range has two ends, {line.expression.text} is {format_value(value)}"
            hint = f"ask for both: [the lowest, the highest] = {said.text}"
            checked.problems.append(self._problem(said, message, hint))
        elif not claim.agrees:
            checked.failure = Failure(line, said, claim, case)

    def _go_through(
        self, checked: CheckedLine, line: ProofLine, loop: Loop, proof: CheckedProof
    ) -> None:
        """Check a line of a loop for each item, up to the first that it fails for."""
        items = self._items_of(checked, loop)
        if items is None:
            return
        name, before = loop.name, self._engine.names.get(loop.name)
        truths: dict[object, bool] = {}  # of each item, where the line asks where it is so
        for at, item in enumerate(items):
            self._engine.names[name] = item
            self._engine.units.give(name)
            truth = self._check_item(checked, line, proof, (at, f"{name} = {_plain(item)}"))
            if truth is not None:
                truths[item] = truth
            if checked.failure or checked.problems:
                break
        else:
            self._end_loop(checked, line, loop, len(items))
            if why := off_bound(line, truths, self._base(line)):
                checked.problems.append(self._problem(line.said or line.expression, *why))
        self._engine.names.pop(name, None)
        if before is not None:
            self._engine.names[name] = before
        words = _words_of("", line.words, line.said.plain if line.said else "")
        checked.asked = AskedNumber(words, checked.origins, is_proved=True)

    def _check_item(
        self, checked: CheckedLine, line: ProofLine, proof: CheckedProof, item: tuple[int, str]
    ) -> bool | None:
        """Check a line for an item of its loop; the truth, where the prose says where it is so."""
        at, case = item
        for column in line.columns or (line.expression,):
            answer = self._answer(checked, column)
            checked.units.append(answer.unit)
            if not answer.is_sound:
                break
            value = exact(answer.value)
            if value is None:
                checked.problems.append(self._problem(column, f"this is empty for {case}"))
                break
            if line.kind == "rows":
                proof.elements += cell_elements(len(proof.lines), column, value)
                checked.printed = "; ".join(filter(None, (checked.printed, format_value(value))))
            elif isinstance(value, bool) and line.said and not is_truth(line):
                return value
            elif not line.listed:
                self._compare(checked, line, answer, case)
            elif at < len(line.listed):
                self._compare_one(checked, line, line.listed[at], value, case)
        return None

    def _items_of(self, checked: CheckedLine, loop: Loop) -> Sequence[object] | None:
        """What a loop goes through; None where that is a problem."""
        if loop.listed:
            return [whole_if_it_is(number_in(part.plain) or Fraction(0)) for part in loop.listed]
        values = []
        for part in loop.sequence:
            answer = self._answer(checked, part)
            if not answer.is_sound:
                return None
            values.append(answer.value)
        try:
            return list(_items(values, self._engine))
        except (Mistake, BoundExceeded) as error:
            checked.problems.append(self._problem(loop.sequence[0], str(error)))
            return None

    def _end_loop(self, checked: CheckedLine, line: ProofLine, loop: Loop, count: int) -> None:
        """Check that a loop goes through something, and through as much as the prose lists."""
        place = (*loop.listed, *loop.sequence)[0]
        if not count:
            message = "this loop has nothing to go through, so it holds of nothing"
            hint = "go through something that there is"
            checked.problems.append(self._problem(place, message, hint))
        elif line.listed and count != len(line.listed):
            message = f"{loop.name} has {count} values, the proof says {len(line.listed)} numbers"
            checked.problems.append(self._problem(place, message, "say a number for each of them"))

    def _base(self, line: ProofLine) -> object:
        """What it is that the prose says a multiple of: 1 where it says a number."""
        return number_in(line.of) if line.of.isdecimal() else self._engine.names.get(line.of, 1)

    def _told(self, checked: CheckedLine, line: ProofLine, answer: Answer) -> AskedNumber:
        try:
            value = format_value(made_whole(line, answer.value))
        except TypeError:
            value = ""  # a row that a line names: what is in it, later lines say
        said = line.said.plain if line.said else value
        said = "" if plain_form(said) == plain_form(value) else said
        value = "" if line.kind == "holds" else value
        in_words = self._words.say(answer.tree, line.expression.text)
        words = _words_of(line.name, line.words, value)
        return AskedNumber(words, checked.origins, answer.calls, said, in_words, is_proved=True)

    def _drawn_on(self, line: ProofLine) -> tuple[frozenset[Origin], frozenset[str]]:
        """The rules and rows that a line draws on, also by names; and the givens behind it."""
        origins: set[Origin] = set()
        makers: set[str] = set()
        for name in line.names:
            first = name.partition(".")[0]
            if first in self._origins:
                origins |= self._origins[first]
                makers |= self._makers[first]
            else:
                origins.update(self._of(name))
        return frozenset(origins), frozenset(makers)

    def _of(self, name: str) -> tuple[Origin, ...]:
        """The rule or row that a dotted name is, both for a figure of a row."""
        if name not in self._of_book:
            self._of_book[name] = origins_named(self._book, self._engine.sandbox.short, name)
        return self._of_book[name]


def _words_of(*parts: str) -> str:
    """A line as it is written, with its value."""
    return " = ".join(filter(None, parts))


_WITHIN = "say how far off it may be: … within 0.5, or … within 5%"


def _items(values: Sequence[object], engine: Evaluator) -> Iterator[object]:
    """What a loop goes through: a sequence, or the whole numbers between two ends."""
    if not values[1:]:
        items = values[0].rows if isinstance(values[0], Namespace) else values[0]
        if isinstance(items, str) or not isinstance(items, list | tuple | range | dict):
            raise Mistake(f"a loop needs a sequence, not {type(items).__name__}")
        return engine.meter.turns(items)
    low, high = values
    if type(low) is not int or type(high) is not int:
        raise Mistake("a range goes from one whole number to another")
    if high < low:
        raise Mistake("write the lower number of the range first")
    return iter(engine.meter.turns(range(low, high + 1)))


def _plain(item: object) -> str:
    return plain_number(item) if is_number(item) else str(item)
