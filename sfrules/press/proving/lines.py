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
from typing import Any, Literal

from sfrules.ground.faults import LimitReached
from sfrules.ground.formats import FILLER, format_value
from sfrules.ground.ledger import Origin
from sfrules.ground.number_words import exact, is_number, number_in
from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.numbers import Stretch
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
from sfrules.press.proving.order import PassageNumber
from sfrules.press.things.book import Record, Rulebook

LONGEST = 1_000  # characters of a line
NOTHING = Wording("")  # what a line says that says no number and no word
Kind = Literal["asked", "named", "chosen", "again", "cited", "holds", "differs"]
_SUCH_AS = "such as: expression = what the prose says"
_DOTTED = re.compile(r"(?<![\w.])[^\W\d]\w*(?:\.\w+)*")
_QUOTED = re.compile(r"\"[^\"]*\"|(?<!\w)'[^']*'")
_INNERMOST = re.compile(r"\([^()\[\]{}]*\)|\[[^()\[\]{}]*\]|\{[^()\[\]{}]*\}")
# The forms of a line, in which what stands in brackets and quotes is blank.
_NAME = r"[^\W\d]\w*"
_EQUALS = r"\s*(?<![=!<>≤≥])=(?!=)\s*"
_LOOP = re.compile(rf"for\s+(?P<name>{_NAME})\s+in\s+(?P<items>[^:]*):?\s*(?P<rest>.*)")
_DIFFERS = re.compile(r"(?P<said>.+?)\s+differs\s+from\s+(?P<asked>[^:]+)(?::\s*(?P<because>.*))?")
_CITED = re.compile(
    rf"(?:(?P<name>{_NAME}){_EQUALS})?(?P<fact>[^\W\d][^={FILLER}]*?):\s+(?P<said>.+)"
)
_SAYS = re.compile(rf"(?:(?P<name>.*?){_EQUALS})?(?P<asked>.*){_EQUALS}(?P<said>.*)")
_COMPARES = re.compile(
    r"(?!.*\b(?:and|or|not|if|in|is)\b.*[=!<>])"  # of several comparisons, no side is the number
    r"(?P<asked>[^=!<>]+?)\s*(?P<sign>[=!<>]=|[<>])\s*(?P<said>[^=!<>]+)"
)
_GIVES = re.compile(rf"({_NAME})\s*=(?!=)")
_OF_BOOK = re.compile(r"[^\W\d]\w*[.(\[]")  # as rules and rows are asked, and no id of a fact is
_ITEM = re.compile(r"[-*+]\s+(?=[^\W\d])")  # of a list, by its mark: as a sign it would be a minus
_LITERAL = re.compile(r"(?<![\w.])-?\d[\d_]*(?:\.\d+)?")
HOLDS = {">": gt, "<": lt, ">=": ge, "<=": le}
_MEETS = {">=": min, "<=": max}
# Forms that others have replaced, in which `said` and `last` are numbers: what is wrong, and what
# to write; `first` is a loop or gives a name.
_ASKS = rf"(?P<asked>.+){_EQUALS}"
_JOINS = r"(?:,\s+|/|\s+and\s+)"
_ALONE = rf"(?!.*{_EQUALS})"
_MANY = rf"(?P<said>[^,/]+?){_JOINS}(?:.*{_JOINS})?(?P<last>[^,/]+)"
_ROUNDS = "a line does not round what it asks"
_TURNED = "what is asked stands before what the prose says of it"
_SEVERAL = "a line says one number, and this says several"
_EACH = "say each in a line of its own, or print the table: {{{{ table(…) }}}}"
_REPLACED = {
    rf"{_ASKS}(?P<said>.+?),? rounded up": (_ROUNDS, "write {first}-(-({asked}) // 1) = {said}"),
    rf"{_ASKS}(?P<said>.+?),? rounded down": (_ROUNDS, "write {first}({asked}) // 1 = {said}"),
    rf"{_ASKS}true": ("a line does not say that it is so", "write {first}{asked}"),
    rf"{_ASKS}false": ("a line does not say that it is not so", "write {first}not ({asked})"),
    rf"{_ALONE}(?P<asked>.+{FILLER})(?:\s+|\s*==\s*(?=[^\W\d]))(?P<said>\w.*)": (
        "what the prose says stands behind one equals sign",
        "write {first}{asked} = {said}",
    ),
    rf"(?P<said>.+?){_EQUALS}(?P<asked>.+)": (_TURNED, "write {first}{asked} = {said}"),
    rf"{_ASKS}{_MANY}": (_SEVERAL, _EACH),
    rf"{_ALONE}.+,.+": (_SEVERAL, _EACH),
}


def cut(line: Span, low: int, high: int | None = None) -> Span:
    """What stands between two offsets of a line, without blanks around it."""
    text = line.text[low:high]
    start = line.start + low + len(text) - len(text.lstrip())
    return Span(line.source, start, start + len(text.strip()))


def parts_of(line: Span, found: re.Match[str]) -> dict[str, Span]:
    """What the groups of a pattern have found in a line."""
    return {name: cut(line, *found.span(name)) for name, own in found.groupdict().items() if own}


class WrongLine(Exception):
    """A line that cannot be read, or that proves nothing: its problem, if that is not told yet."""

    def __init__(self, problem: Problem | None = None) -> None:
        super().__init__()
        self.problem = problem


@dataclass
class Line:
    """A line of a proof: what it asks, what it says of that, and what came of it."""

    kind: Kind
    whole: Span
    expression: Span
    #: What it says, or all of it.
    typed: Span
    name: str = ""
    loop: tuple[str, Span] | None = None
    #: The sign of a comparison with a number, which the prose says with a bound.
    sign: str = ""
    because: str = ""
    #: What the prose has to say for it.
    says: Wording = NOTHING
    value: Any = FAILED
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
    #: Where the prose says it, and which of the page's statements it is.
    mention: PassageNumber | None = None
    entry: int = -1
    #: All lines that say the same, if it is in no other way that the proof has the number.
    alike: Sequence[Line] = ()

    @property
    def words(self) -> str:
        """What it works out as it is written, with one blank between words."""
        text = " ".join(self.expression.text.split())
        loop = f"for {self.loop[0]} in {self.loop[1].text}: " if self.loop else ""
        compared = f" {self.sign} {self.typed.text}" if self.sign else ""
        return f"{loop}{text}{compared}"

    @property
    def names(self) -> Iterator[str]:
        """The dotted names in what is worked out."""
        parts = () if self.kind in ("chosen", "again", "cited") else (self.expression.text,)
        for text in (*parts, *([self.loop[1].text] if self.loop else [])):
            yield from (each[0] for each in _DOTTED.finditer(_QUOTED.sub('""', text)))


def unquoted(text: str) -> str:
    """A text without the quotation marks around it."""
    return text[1:-1] if _QUOTED.fullmatch(text) else text


def _blank(found: re.Match[str]) -> str:
    return FILLER * len(found[0])


class Prover:
    """Reads and works out the lines of a page's proofs, one proof after the other."""

    def __init__(self, book: Rulebook, source: Source, work: Work, taken: Collection[str]) -> None:
        #: No line gives a name that is `taken`.
        self._book, self.source, self._work, self._taken = book, source, work, taken
        #: The lines of the proof at hand that have given a name, and the texts of all that do.
        self._named: dict[str, Line] = {}
        self._givers: dict[str, str] = {}
        self._is_out = False

    def prove(self, lines: Iterable[Stretch]) -> list[Line]:
        """Each line of a proof, read and worked out in order."""
        every, parts = list[Line](), [cut(Span(self.source, *each), 0) for each in lines]
        given = [found[1] if (found := _GIVES.match(part.text)) else "" for part in parts]
        self._named = {}
        self._givers = {name: part.text for name, part in zip(given, parts, strict=True) if name}
        for name, part in zip(given, parts, strict=True):
            line = Line("holds", part, part, part, name)
            try:
                read = self._read(part)
                if read is None:
                    continue
                line = read
                self._work_out(line, every)
            except WrongLine as error:
                line.problems += [error.problem] if error.problem else []
            except LimitReached as error:
                self._is_out = True
                line.problems.append(problem_at(line.expression, str(error)))
            every.append(line)
            if line.name:
                self._named[line.name] = line
        self._unused(every)
        return every

    def _wrong(self, part: Span, message: str, hint: str = "") -> WrongLine:
        return WrongLine(problem_at(part, message, hint))

    def _read(self, line: Span) -> Line | None:
        """A line; None for a blank or a comment."""
        if len(line.text) > LONGEST:
            raise self._wrong(cut(line, 0, 1), f"the line has more than {LONGEST} characters")
        plain = self._plain(line)
        line = cut(line, 0, len(plain))
        if item := _ITEM.match(plain):
            own, sign = line.text[item.end() :], line.text[0]
            hint = f"write {own}; a sign stands at what it changes: {sign}{own}"
            raise self._wrong(line, "a line of a proof is no item of a list", hint)
        if found := _DIFFERS.fullmatch(plain):
            parts = parts_of(line, found)
            if "because" not in parts:
                hint = f"write {line.text.rstrip(': ')}: as first printed"
                raise self._wrong(line, "this line gives no reason for the difference", hint)
            asked, typed, because = parts["asked"], parts["said"], parts["because"].text
            says = said(unquoted(typed.text))
            return Line("differs", line, asked, typed, because=because, says=says)
        if found := _LOOP.fullmatch(plain):
            return self._looped(line, parts_of(line, found))
        if found := _CITED.fullmatch(plain):
            parts = parts_of(line, found)
            name = self._new(parts["name"], line) if "name" in parts else ""
            return Line("cited", line, parts["fact"], parts["said"], name)
        return self._equation(line, plain) if plain else None

    def _plain(self, line: Span) -> str:
        """A line up to a comment, with what stands in brackets and quotes blank."""
        plain, before = _QUOTED.sub(_blank, line.text).partition("#")[0].rstrip(), ""
        while plain != before:
            plain, before = _INNERMOST.sub(_blank, plain), plain
        opened, closed = (
            [at for at, char in enumerate(plain) if char in brackets] for brackets in ("([{", ")]}")
        )
        if wrong := closed[:1] or opened[-1:]:
            what = "was never opened" if closed else "is never closed"
            raise self._wrong(cut(line, wrong[0], wrong[0] + 1), f"this bracket {what}")
        return plain

    def _looped(self, line: Span, parts: Mapping[str, Span]) -> Line:
        name = self._new(parts["name"], line)
        if not {"items", "rest"} <= parts.keys():
            hint = "such as: for level in range(1, 31): expression = what the prose says"
            raise self._wrong(line, "this loop cannot be read", hint)
        items, rest = parts["items"], parts["rest"]
        if ends := re.fullmatch(r"(\w+)(?:\s+to\s+|–)(\w+)", items.text):
            hint = f"write for {name} in range({ends[1]}, {ends[2]} + 1): {rest.text}"
            raise self._wrong(items, "a loop goes through what an expression answers", hint)
        found = self._equation(rest, self._plain(rest), f"for {name} in {items.text}: ")
        if found.kind not in ("asked", "holds") or found.name:
            raise self._wrong(rest, "a line of a loop names nothing", _SUCH_AS)
        if name not in {each.partition(".")[0] for each in found.names}:
            raise self._wrong(line, f"nothing in this line depends on {name}", _SUCH_AS)
        found.loop, found.whole = (name, items), line
        return found

    def _equation(self, line: Span, plain: str, first: str = "") -> Line:
        """A line with an equals sign, at the last of which it is divided, or without one."""
        found = _SAYS.fullmatch(plain)
        if not found:
            return self._alone(line, plain, first)
        parts = parts_of(line, found)
        if len(parts) < sum(each is not None for each in found.groups()):
            raise self._wrong(line, "something is missing beside this =", _SUCH_AS)
        asked, typed, name = parts["asked"], parts["said"], parts.get("name")
        says = said(unquoted(typed.text))
        given = None if name else self._named.get(asked.text)
        if given and given.kind == "chosen" and says.low != given.says.low:
            new = f"{asked.text}_2"
            message = f"{asked.text} is {given.expression.text} in this proof already"
            raise self._wrong(asked, message, f"write {new} = {typed.text}, and {new} below")
        if not (name or given) and re.fullmatch(_NAME, asked.text):
            new = self._new(asked, line)
            if says.is_number or _QUOTED.fullmatch(typed.text):
                return Line("chosen", line, typed, typed, new, says=says)
            return Line("named", line, typed, typed, new)
        if name and not re.fullmatch(_NAME, name.text):
            raise self._wrong(name, f"{name.text} is no name", _SUCH_AS)
        if not said(typed.text).is_number:
            at = asked.start - line.start
            first += f"{name.text} = " if name else ""
            self._refuse_replaced(cut(line, at), plain[at:], first)
        return Line("asked", line, asked, typed, self._new(name, line) if name else "", says=says)

    def _refuse_replaced(self, line: Span, plain: str, first: str) -> None:
        """Refuse a form that another one has replaced; `first` stands before it in its line."""
        for form, (message, hint) in _REPLACED.items():
            parts = parts_of(line, found) if (found := re.fullmatch(form, plain)) else {}
            texts = {name: each.text for name, each in parts.items()}
            numbers = (text for name, text in texts.items() if name in ("said", "last"))
            if found and all(said(text).is_number for text in numbers):
                raise self._wrong(line, message, hint.format(first=first, **texts))

    def _alone(self, line: Span, plain: str, first: str) -> Line:
        """A line without an equals sign: a number that is said again, or what is so."""
        if (own := said(line.text)).is_number:
            return Line("again", line, line, line, says=own)
        self._refuse_replaced(line, plain, first)
        found = _COMPARES.fullmatch(plain)
        if found and found["sign"] in HOLDS:
            parts, sign = parts_of(line, found), found["sign"]
            if (own := said(parts["said"].text)).is_number:
                says = replace(own, bound=sign)
                return Line("holds", line, parts["asked"], parts["said"], sign=sign, says=says)
        return Line("holds", line, line, line)

    def _new(self, name: Span, line: Span) -> str:
        """A name that the line gives, if it may."""
        is_taken, hint = name.text in self._taken, "take another name"
        if not is_taken and number_in(name.text) is None:
            return name.text
        if line.text.startswith(name.text):
            hint = f"write many{line.text.removeprefix(name.text)}, and many below"
        what = "a name of this book" if is_taken else "a number word, and so no name"
        raise self._wrong(name, f"{name.text} is {what}", hint)

    def _work_out(self, line: Line, before: Sequence[Line]) -> None:
        line.origins = tuple(dict.fromkeys(o for name in line.names for o in self._of(name)))
        if line.kind == "chosen":
            line.value = _chosen(line)
        elif line.kind == "again":
            self._say_again(line, before)
        elif line.kind == "cited":
            self._cite(line)
        elif not self._is_out:
            self._ask(line, before)

    def _of(self, name: str) -> tuple[Origin, ...]:
        """The rules and rows that a dotted name draws on, also by a name of the proof."""
        named = self._named.get(name.partition(".")[0])
        return named.origins if named else origins_named(self._book, self._work.short, name)

    def _say_again(self, line: Line, before: Sequence[Line]) -> None:
        typed, says = line.whole.text, line.says
        own = [each for each in before if each.says.key == says.key]
        has = [each for each in before if says.low in numbers_of(each)]
        if not (own or has):
            message = f"the proof has no {typed} above that could be said again"
            hint = f"ask for it: … = {typed}; or name it, if the example chooses it: name = {typed}"
            raise self._wrong(line.whole, message, hint)
        line.first = first = next(reversed(own or has))
        line.alike = [] if any(says.low in _asked_with(each) for each in before) else own
        line.origins = first.origins

    def _cite(self, line: Line) -> None:
        """Look a fact of a source up, and compare its number with what the prose says."""
        facts, typed = self._book.cited, line.typed
        id, _, subject = " ".join(line.expression.text.split()).partition(" ")
        known = [about for fact, about in facts if fact == id]
        row = facts.get((id, subject or (known[0] if len(known) == 1 else "")))
        line.says = said(typed.text)
        if row is None and _OF_BOOK.match(asked := line.expression.text):
            message = "a colon stands behind the id of a fact that is cited"
            raise self._wrong(line.expression, message, f"write {asked} = {typed.text}")
        if row is None:
            raise self._wrong(line.expression, *_uncited(facts, id, subject))
        text = str(row.fields["number"])
        own = said(text)
        is_one = own.low is not None and own.high is None and not own.bound
        line.value = whole_if_it_is(own.low) if is_one and own.low is not None else text
        line.origins = (row.origin,) if row.origin else ()
        if own.key != line.says.key or (own.bound and own.bound != line.says.bound):
            message = f"the proof says {typed.text}, {line.expression.text} is {text}"
            raise self._wrong(typed, message, f"write {text}")

    def _ask(self, line: Line, before: Sequence[Line]) -> None:
        if line.loop:
            self._go_through(line, *line.loop)
        else:
            found, asked = self._answer(line.expression), line.expression.text
            line.value, line.calls = exact(found.value), found.calls
            with suppress(TypeError):  # of a row that a line names, later lines say what is in it
                line.answer = "" if line.kind == "holds" else format_value(found.value)
            line.in_words = fact_in_words(self._book, self._work.short, asked)
            if not (line.in_words or found.is_call):
                line.in_words = asked_in_words(self._book, line.calls)
            self._compare(line, line.value)
        if not self._has_part(line, before):
            hint = "ask the rule or the row that it comes from"
            raise self._wrong(line.expression, "no rule has a part in this line", hint)

    def _has_part(self, line: Line, before: Sequence[Line]) -> bool:
        """Whether a rule, a row or what the proof has already has a part in a line."""
        if line.origins or any(name.partition(".")[0] in self._named for name in line.names):
            return True
        known = {number for each in before for number in numbers_of(each)}
        return bool(known.intersection(_literals(line.expression.text)))

    def _answered(self, part: Span) -> Answer:
        values = {name: each.value for name, each in self._named.items()}
        return answer(self._book, part.text, values, self._work)

    def _answer(self, part: Span) -> Answer:
        """The answer of a part of a line, if it has one."""
        found = self._answered(part)
        if fault := found.fault:
            span = Span(self.source, part.start + fault.start, part.start + fault.end)
            if elsewhere := fault.elsewhere:
                raise WrongLine(asked_at(elsewhere, span))
            message, hint, name = fault.message, fault.hint, span.text
            if name in self._givers.keys() - self._named.keys():
                below = self._givers[name]
                value = below.rpartition("=")[2].strip()
                message = f"a line below gives {name}"
                hint = f"write {below} above this line; if the prose says it later, write {value} "
                hint += f"for {name} here, and {value} alone below"
            raise WrongLine(problem_at(span, message, hint))
        if not found.is_sound:
            raise WrongLine
        return found

    def _compare(self, line: Line, value: object, case: str = "") -> None:
        """Compare what a line says with an answer."""
        if not (wrong := disagreement(line, value, case)):
            return
        part, message, hint = wrong
        if value is None and len(line.origins) == 1:
            asked, span = line.expression.text, line.expression
            empty = self._book.facts.empty(line.origins[0], asked.rpartition(".")[2], asked)
            if empty:
                raise WrongLine(asked_at(empty, span))
        if line.kind == "holds" and value is False:
            hint = self._sides(line)
        line.fails = line.kind == "asked" and part is line.typed and not line.loop
        raise self._wrong(part, message, hint)

    def _sides(self, line: Line) -> str:
        """What each side of a comparison that fails is."""
        found = _COMPARES.fullmatch(self._plain(line.expression))
        parts = parts_of(line.expression, found) if found else {"whole": line.whole}
        sides = ((each, self._answered(each)) for name, each in parts.items() if name != "sign")
        known = ((each.text, shown(exact(a.value))) for each, a in sides if a.is_sound)
        return ", ".join(f"{side} is {value}" for side, value in known if side != value)

    def _go_through(self, line: Line, name: str, part: Span) -> None:
        """Check a line of a loop for each item, up to the first that it fails for."""
        values, outer = list[Any](), dict(self._named)
        try:
            for item in self._items(name, part):
                self._named[name] = Line("chosen", part, part, part, value=item)
                values.append(exact(self._answer(line.expression).value))
                if line.says.high is None:
                    self._compare(line, values[-1], f"{name} = {shown(item)}")
        finally:
            self._named = outer
        self._close(line, values)
        line.answer = "" if line.kind == "holds" else line.typed.text

    def _items(self, name: str, part: Span) -> list[object]:
        """What a loop goes through."""
        found: Any = self._answer(part).value
        if isinstance(found, str) or not hasattr(found, "__iter__"):
            hint = f"such as: for {name} in range(1, 31): …"
            raise self._wrong(part, "a loop goes through several things", hint)
        if items := [*self._work.meter.turns(found)]:
            return items
        message = "this loop has nothing to go through, so it holds of nothing"
        raise self._wrong(part, message, "go through something that there is")

    def _close(self, line: Line, values: Sequence[Any]) -> None:
        """Check that the cases of a loop meet both ends of a range, and one of them a bound."""
        says = line.says
        if says.high is not None:
            self._compare(line, values)
        elif says.low is not None and (nearest := _MEETS.get(line.sign)):
            met, unit = Fraction(nearest(values)), last_place(says.text)
            is_met = abs(met - says.low) < unit if says.low % unit == 0 else met == says.low
            if not is_met:
                message = f"{says.text} is met in no case: the nearest is {shown(met)}"
                new = restated(says.text, met) or shown(met)
                hint = f"write {line.words.removesuffix(says.text)}{new}"
                raise self._wrong(line.typed, message, hint)

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
                is_above = line.says.low in above
                hint = f"use it in a line below; what a rule has is asked: … = {typed}"
                hint += "; and what other sections use is a row of facts"
                hint = near or (f"write {typed} alone: a line above has it" if is_above else hint)
                span = cut(line.whole, 0, len(line.name))
                line.problems.append(problem_at(span, f"no later line uses {line.name}", hint))


def _chosen(line: Line) -> object:
    """The value that an example chooses: a number, the whole numbers of a range, or a text."""
    says = line.says
    if says.low is None:
        return unquoted(line.expression.text)
    if says.high is None:
        return whole_if_it_is(says.low)
    return range(int(says.low), int(says.high) + 1)


def disagreement(line: Line, value: object, case: str = "") -> tuple[Span, str, str] | None:
    """Where a line and an answer differ, how, and what to write; None where they agree."""
    asked, says, told = line.expression.text, line.says, shown(value)
    typed, for_case = line.typed, f" for {case}" if case else ""
    wrong = line.whole, f"{line.words} is not so{for_case}", f"{asked} is {told}"
    if line.sign and says.low is not None:
        is_so = is_number(value) and HOLDS[line.sign](value, says.low)
    elif line.kind == "holds" and isinstance(value, bool):
        is_so = value
    elif line.kind == "holds":
        message = f"the line does not tell what the prose says: {asked} is {told}"
        return line.expression, message, f"write {asked} = {told}"
    elif line.kind == "named":
        return None
    elif unsayable := _unsayable(line, says, value):
        return unsayable
    elif line.kind == "differs":
        is_so, message = not says.is_of(value), f"{says.text} differs no longer: {asked} is {told}"
        wrong = line.whole, message, f"write {asked} = {says.text}"
    elif not (is_so := says.is_of(value)):
        message = f"the proof says {typed.text}, {asked} is {told}{for_case}"
        wrong = typed, message, _written(line, says, typed.text, value)
    return None if is_so else wrong


def _unsayable(line: Line, says: Wording, value: object) -> tuple[Span, str, str] | None:
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
    points = half_up(100 * number / unit) * unit  # of a percentage
    if not says.bound and says.low in (rounded, points):
        asks = bracketed(asked) if says.low == rounded else f"(100 * {bracketed(asked)})"
        either = f", or about {typed} in both" if says.low == rounded else ""
        return f"write {asks}|round({len(str(1 / unit)) - 1}) = {typed}{either}"
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


def _asked_with(line: Line) -> set[Fraction]:
    """The numbers in what a line asks."""
    return _literals(f"{line.expression.text} {line.loop[1].text if line.loop else ''}")


def numbers_of(line: Line) -> set[Fraction]:
    """The numbers that a line has: what it says, and what it asks about."""
    return {each for each in (line.says.low, line.says.high) if each is not None} | _asked_with(
        line
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
