"""Whom and what a sentence says a number of, and in what unit, compared with what its line asks.

A subject is a row of the book's facts that has a name, or a word that a rule's parameter takes.
Where the clause of a number names another one of the same sort, its line asks about the wrong one.
A clause that names no row leaves it to what its sentence names before, and a sentence to the
heading or the lead above it. Names in a row ("the goblin and the orc have 22 and 32") are all
meant. An article before a name counts with it, and so does the last word of a name that one row
alone has.

A unit stands behind the number, as in "13 squares", or before it, as in "level 7". A number
without one asks for nothing, and neither does a line whose rule or column declares none.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from jinja2 import nodes

from sfrules.ground.formats import FILLER, format_value
from sfrules.ground.ledger import Statement
from sfrules.ground.number_words import is_number
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.article import Article, Passage
from sfrules.press.audit.numbers import Stretch
from sfrules.press.expression.values import signature_of
from sfrules.press.page.environment import environment_of
from sfrules.press.page.names import ShortNames, unit_of_answer, unit_of_name
from sfrules.press.page.templates import Asked, asked_in
from sfrules.press.proving.lines import Line
from sfrules.press.proving.order import PassageNumber
from sfrules.press.things.book import Record, Rulebook, Unit, Units, once_per_book

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SENTENCE_END = re.compile(
    r"[.!?\u2026][\"'\u201d\u2019)*_\]~=^\\]*(?:\{[^{}\n]*\})?"
    rf"(?:[ \t]+(?=[\"'\u201c\u2018(*_\[~=^]*[^\W\d_a-z]|{FILLER})|[ \t]*\n)|\n\n"
)
_CLAUSE_END = re.compile(
    rf"[,;:()·—|{FILLER}]|\n\n|\b(?:and|but|or|while|whereas)\b", re.IGNORECASE
)
_PART_END = re.compile(r";|\b(?:while|whereas)\b")
_RELATIVE = re.compile(r"\s+(?:which|who|whom|whose)\b")  # it speaks of what stands before it
_LISTED = re.compile(r"\s*(?:,\s*)?(?:(?:and|or)\s+)?")  # between two numbers of a list
_JOINT = re.compile(r"(?:[\s,*_\[\]]|['\u2019]s?|\b(?:and|or|the|an?)\b)*", re.IGNORECASE)
_NUMBERED = re.compile(r"_\d+\Z")  # of several that are alike, as in goblin_2
_PRONOUN = re.compile(
    r"\b(?:he|she|it|they|you|him|her|them|his|its|their|your|one|another)\b", re.IGNORECASE
)
_OF_ANOTHER = re.compile(r"\b(?:than|instead\s+of)\s+(?:the\s+)?\Z", re.IGNORECASE)
_ARTICLES = frozenset({"a", "an", "the"})
_BEFORE = 20  # characters before a number that say that it is of another
_WORDS = 2  # of a name whose last one may stand for it
_SHORT = 3  # letters: a word as short as "one" or "off" is no part of a name by itself
_MOST = 200  # words of a parameter; more are a vocabulary
_OR = ", "  # between these
_NOUN = re.compile(r"[\s*_]+[^\W\d_]+(?:[ -][^\W\d_]+)?")
_OWNER = re.compile(_NOUN.pattern + r"[\s*_]+(?:of|in|on|for)[\s*_]+(?:(?:an?|the)[\s*_]+)?")
Ids = frozenset[str]
Subjects = Mapping[str, Ids]  # the rows of each table that are asked about


MEASURES = frozenset(
    "second minute hour day week month year inch foot yard mile meter metre kilometer kilometre "
    "pound ounce gram kilogram degree level round km kg cm ft lb".split()
)


SubjectAndUnit = tuple[Subjects, Unit | None]  # whom a line asks about, and what it counts
_ASKS = frozenset({"asked", "named", "holds", "differs"})


class Names(NamedTuple):
    """What the rows of a table are called, by the stems of their words."""

    #: By the first stem of a name: all stems of it, and the rows that are called so.
    by_first: Mapping[str, Sequence[tuple[tuple[str, ...], Ids]]]
    #: The last words of names, which stand for these behind an article.
    parts: Ids


class _Named(NamedTuple):
    """Where a text names rows of a table."""

    start: int
    end: int
    ids: Ids


@dataclass(frozen=True)
class WordsBeside:
    """Finds the numbers of a page that it says of another subject or unit than their lines."""

    book: Rulebook
    source: Source
    article: Article
    short: ShortNames

    @property
    def text(self) -> str:
        """What the page shows."""
        return self.article.text

    def told(
        self, lines: Sequence[Line], places: Mapping[int, PassageNumber], passage: Passage
    ) -> Iterator[Problem]:
        """A problem for each number that the prose says of another subject, or in another unit."""
        asked = self._asked_by(lines)
        said = [
            (line, own[0], places[id(line)])
            for line, own in zip(lines, asked, strict=True)
            if id(line) in places
        ]
        stretches = [(mention.start, mention.end) for _, _, mention in said]
        owns = [about for _, about, _ in said]
        for which, named, own in self.in_turn(stretches, owns, passage):
            yield self._of_another(said[which][2], named, own)
        for line, (about, unit) in zip(lines, asked, strict=True):
            mention = places.get(id(line))
            if mention and mention.place:
                yield from self._wrong(line, about, unit, mention, passage)
                if line.kind == "chosen" and not passage.in_example:
                    yield from self._chosen(line, mention, passage)

    def _asked_by(self, lines: Sequence[Line]) -> list[SubjectAndUnit]:
        """Whom each line asks about, and what it counts, also by the names of its proof."""
        found, used = dict[int, SubjectAndUnit](), dict[str, Unit]()
        for line in reversed(lines):
            if line.kind in _ASKS:
                used |= self.uses(line.expression.text)
        subjects, units = dict[str, Subjects](), dict[str, Unit | None]()
        for line in lines:
            text = line.expression.text
            if line.kind in _ASKS:
                own = self.asked(text, subjects), self.unit_of(text, units)
                found[id(line)] = own
            elif line.kind == "again" and line.alike:
                every = [found[id(each)] for each in line.alike]
                found[id(line)] = every[0] if every.count(every[0]) == len(every) else ({}, None)
            else:
                is_chosen = line.kind == "chosen" and self.book.units
                unit = used.get(line.name) or self._unit_called(line.name) if is_chosen else None
                found[id(line)] = {}, unit
            if line.name:
                subjects[line.name], unit = found[id(line)]
                units |= {line.name: unit} if unit or line.kind == "chosen" else {}
        met = {
            name: unit
            for line in reversed(lines if None in units.values() else ())
            if line.kind in _ASKS
            for name, unit in self._met(line.expression.text, units)
        }
        chosen = (line for line in lines if line.name in met)
        found |= {id(line): ({}, met[line.name]) for line in chosen}
        return [*found.values()]

    def _unit_called(self, name: str) -> Unit | None:
        """What a number counts by the name that a proof gives it: levels, level."""
        units = self.book.units
        return units.of(name) or units.declared.get(name)

    def _met(self, text: str, named: Mapping[str, Unit | None]) -> Iterator[tuple[str, Unit]]:
        """The chosen names that are added to, or compared with, what counts something."""
        environment = environment_of(self.book)
        if not any(each.name in named for each in environment.asked_in(text)):
            return
        node = environment.parsed(text)
        for each in (node, *node.find_all((nodes.Add, nodes.Sub, nodes.Compare))):
            sides = _sides(each)
            for name, other in zip(sides, reversed(sides), strict=True):
                if isinstance(name, nodes.Name) and _is_open(name, named):
                    unit = self._unit_of_sum(other, named)
                    if unit and self._is_amount(unit):
                        yield name.name, unit

    def _wrong(
        self, line: Line, about: Subjects, unit: Unit | None, mention: PassageNumber, scope: Passage
    ) -> Iterator[Problem]:
        at, span = (mention.start, mention.end), Span(self.source, *(mention.place or (0, 0)))
        if unit and not line.sign and (found := self.other_unit(unit, at)):
            has, needs = found, unit.name
            message = f"the prose says {has} here, its line in the proof counts {needs}"
            yield problem_at(span, message, f"say {needs}, or prove it by what counts {has}")
        elif other := self.of_another(about, at, scope):
            yield self._of_another(mention, *other)

    def _of_another(self, mention: PassageNumber, named: str, asked: str) -> Problem:
        span = Span(self.source, *(mention.place or (0, 0)))
        message = f"the prose says {span.text} of {named}, its line asks about {asked}"
        return problem_at(span, message, f"ask about {named}, or name {asked} beside the number")

    def _chosen(self, line: Line, mention: PassageNumber, scope: Passage) -> Iterator[Problem]:
        """A problem for a number that is chosen, where the sentence says it of a row."""
        cell = self.cell((mention.start, mention.end), scope)
        if cell and line.says and cell[1] != line.says.low:
            name, value = cell[0], format_value(cell[1])
            span = Span(self.source, *(mention.place or (0, 0)))
            message = f"{line.name} is chosen, and {name} is {value}"
            yield problem_at(span, message, f"ask for it: {line.name} = {name} = {value}")

    def computed(self, entries: Sequence[Statement]) -> Iterator[Problem]:
        """A problem for each computed number that is said of another row, or in another unit."""
        whole = Passage(0, len(self.text))
        for number in (each for each in self.article.numbers if each.origin == "computed"):
            told, place = entries[number.printed], (number.number.start, number.number.end)
            span, about = Span(self.source, *told.place), self.asked(told.expression, {})
            unit = self.unit_of(told.expression, {})
            if unit and (has := self.other_unit(unit, place)):
                message = f"the prose says {has} here, this counts {unit.name}"
                yield problem_at(span, message, f"say {unit.name}, or ask what counts {has}")
            elif about and (other := self.of_another(about, place, whole)):
                message = f"the prose says {number.number.text} of {other[0]}"
                hint = f"ask about {other[0]}, or name {other[1]} beside the number"
                yield problem_at(span, f"{message}, this asks about {other[1]}", hint)

    def asked(self, expression: str, of_names: Mapping[str, Subjects]) -> Subjects:
        """What an expression asks about, also by names of its proof."""
        found: dict[str, Ids] = defaultdict(frozenset)
        names = environment_of(self.book).asked_in(expression)
        for each in names:
            for table, id in self._rows_in(each):
                found[table] |= {id}
        for name in names:
            for table, ids in of_names.get(name.name.partition(".")[0], {}).items():
                if table in found or expression.isidentifier():
                    found[table] |= ids
        return found

    def _rows_in(self, part: Asked) -> Iterator[tuple[str, str]]:
        """The rows that an expression names, and those whose keys a rule is given."""
        name = self.short.in_full(part.name)
        table, _, rest = name.partition(".")
        tables, row = _tables(self.book), rest.partition(".")[0]
        if table in tables and row:
            yield table, _member(self.book, table, row)
        rule = self.book.member(name) if part.is_call else None
        for parameter, value in (
            part.given([*signature_of(rule).parameters]) if callable(rule) else ()
        ):
            table = _table_of(self.book, rule, parameter) if isinstance(value, str) else ""
            # What is given by a name that is such a word, running=true, may be what is meant.
            if table and not {stem(name) for name, _ in part.keywords} & {
                *map(stem, table.split(_OR))
            }:
                yield table, _member(self.book, table, str(value))

    def of_another(self, own: Subjects, place: Stretch, scope: Passage) -> tuple[str, str] | None:
        """What the sentence of a number names, and what its line asks about, if they differ."""
        if _OF_ANOTHER.search(self.text, max(place[0] - _BEFORE, 0), place[0]):
            return None  # 16 rather than 10: it is of one that the sentence need not name
        everyone = frozenset[str]().union(*own.values())
        for table, asked in own.items():
            if named := self._other(table, everyone, place, scope):
                other = " ".join(self.text[named.start : named.end].split())
                return other, " and ".join(sorted(asked))
        return None

    def _other(self, table: str, own: Ids, place: Stretch, scope: Passage) -> _Named | None:
        """What the clause or the sentence of a number names in the place of a line's own."""
        sentence = self.sentence(place, scope)
        start, end = self.clause(place, sentence)
        named = [*self._groups(*sentence, table)]
        near = [each for each in named if each.start < end and each.end > start]
        if any(each.ids & own for each in near):
            return None
        before = [each for each in near if each.end <= place[0]]
        behind = [each for each in near if each.start >= place[1] and self._is_of(place, each)]
        if not (before or behind):
            if not _are_rows(self.book, table.split(_OR)):
                return None
            if any(each.ids & own for each in named):
                return self._in_part(named, own, (start, end), sentence)
            led = [each for each in named if self._leads(each, sentence, place)]
            before = led if named else [*self._title(table, sentence, scope)]
        found = [each for each in (*behind, *before) if not each.ids & own]
        return found[-1] if found else None

    def _in_part(
        self, named: Sequence[_Named], own: Ids, clause: Stretch, sentence: Stretch
    ) -> _Named | None:
        """Whom a clause without a name is about by its part of a sentence that names both.

        A part with the line's own in it may be about that one, as a clause with a pronoun may be.
        """
        low, high = sentence
        ends = [each.span() for each in _PART_END.finditer(self.text, low, high)]
        start = max((b for _, b in ends if b <= clause[0]), default=low)
        end = min((a for a, _ in ends if a >= clause[1]), default=high)
        part = [each for each in named if start <= each.start < end]
        if any(each.ids & own for each in part) or _PRONOUN.search(self.text, *clause):
            return None
        return next((each for each in reversed(part) if each.end <= clause[0]), None)

    def _leads(self, named: _Named, sentence: Stretch, place: Stretch) -> bool:
        """Whether a name holds in the whole of its sentence.

        A name that follows the number does not if somebody else is spoken of before.
        """
        if ";" in self.text[slice(*sorted((named.end, place[0])))]:
            return False
        return named.end <= place[0] or not _PRONOUN.search(self.text, sentence[0], place[0])

    def _is_of(self, place: Stretch, named: _Named) -> bool:
        """Whether a name behind a number goes with it, and with no other number."""
        is_next = not any(map(str.isdigit, self.text[place[1] : named.start]))
        return is_next and self.text[named.end : named.end + 1] not in {"'", "\u2019"}

    def _title(self, table: str, sentence: Stretch, scope: Passage) -> Iterator[_Named]:
        """What the nearest sentence before names, if it is no more: a heading, a lead."""
        for each in [*self._groups(scope.start, sentence[0], table)][-1:]:
            words = _WORD.findall(self.text, *self.sentence((each.start, each.end), scope))
            if words == _WORD.findall(self.text, each.start, each.end):
                yield each

    def in_turn(
        self, places: Sequence[Stretch], owns: Sequence[Subjects], scope: Passage
    ) -> Iterator[tuple[int, str, str]]:
        """Numbers in a list that names in a list before them are said of in another order.

        Each is told by its index, with whom it is said of, and whom its line asks about.
        """
        at = 0
        while at < len(places):
            end = at + 1
            while end < len(places) and _LISTED.fullmatch(
                self.text, places[end - 1][1], places[end][0]
            ):
                end += 1
            start, _ = self.sentence(places[at], scope)
            for table in owns[at] if end - at > 1 else ():
                asked = [own.get(table, frozenset()) for own in owns[at:end]]
                names = [*self._names(start, places[at][0], table)][at - end :]
                said = {each.ids for each in names}
                if said == {*asked} and len(said) == end - at and self._are_joined(names):
                    for which, (one, own) in enumerate(zip(names, asked, strict=True), at):
                        if one.ids != own:
                            yield which, self.text[one.start : one.end], min(own)
            at = end

    def cell(self, place: Stretch, scope: Passage) -> tuple[str, object] | None:
        """The cell that a chosen number is, where its sentence names a row and its noun a column.

        It is known by its dotted name, with its value.
        """
        noun = _NOUN.match(self.text, place[1])
        words = [*map(stem, _WORD.findall(noun[0]))] if noun else []
        for table in _tables(self.book) if words else ():
            named = [*self._names(*self.clause(place, self.sentence(place, scope)), table)]
            if len(named) != 1 or len(named[0].ids) != 1:
                continue
            if named[0].start > place[1] and not _OWNER.fullmatch(
                self.text, place[1], named[0].start
            ):
                continue  # six plates take a line cook 50 minutes: they are not his own
            [id] = named[0].ids
            row = self.book.member(f"{table}.{id}")
            for column, value in row.fields.items() if isinstance(row, Record) else ():
                own = [*map(stem, column.split("_"))]
                if own == words[: len(own)] and is_number(value):
                    return f"{table}.{id}.{column}", value
        return None

    def sentence(self, place: Stretch, scope: Passage) -> Stretch:
        """The sentence of a place, or its row of a table, within the prose of its proof."""
        for low, high in self.article.rows:
            if low <= place[0] < high:
                return low, high
        ends = (each.end() for each in _SENTENCE_END.finditer(self.text, scope.start, place[0]))
        end = _SENTENCE_END.search(self.text, place[1] - 1, scope.end)
        return max(ends, default=scope.start), end.start() if end else scope.end

    def clause(self, place: Stretch, sentence: Stretch) -> Stretch:
        """The clause of a number within its sentence."""
        low, high = sentence
        ends = [each.span() for each in _CLAUSE_END.finditer(self.text, low, high)]
        starts = (b for _, b in ends if b <= place[0] and not _RELATIVE.match(self.text, b))
        start = max(starts, default=low)
        return start, min((a for a, _ in ends if a >= place[1]), default=high)

    def _names(self, low: int, high: int, table: str) -> Iterator[_Named]:
        """Where a part of the text names rows of a table."""
        names = _tables(self.book).get(table) or _names_of(dict.fromkeys(table.split(_OR), ""))
        every = [*_WORD.finditer(self.text, low, high)]
        articles = {each.end() + 1 for each in every if each[0].lower() in _ARTICLES}
        words = [each for each in every if each[0].lower() not in _ARTICLES]
        stems, at = [stem(each[0]) for each in words], 0
        while at < len(words):
            called = (
                _Named(words[at].start(), words[at + len(name) - 1].end(), ids)
                for name, ids in names.by_first.get(stems[at], ())
                if tuple(stems[at : at + len(name)]) == name
                if name[0] not in names.parts or name[1:] or words[at].start() in articles
            )
            if found := next(called, None):
                yield found
                while at < len(words) and words[at].end() < found.end:
                    at += 1
            at += 1

    def _groups(self, low: int, high: int, table: str) -> Iterator[_Named]:
        """The names in a part of the text, those that are joined to each other as one."""
        group: list[_Named] = []
        for each in self._names(low, high, table):
            if group and not self._are_joined([group[-1], each]):
                yield _together(group)
                group = []
            group.append(each)
        if group:
            yield _together(group)

    def _are_joined(self, names: Sequence[_Named]) -> bool:
        ends = ((one.end, other.start) for one, other in pairwise(names))
        return all(_JOINT.fullmatch(self.text, *between) for between in ends)

    def unit_of(self, expression: str, named: Mapping[str, Unit | None]) -> Unit | None:
        """What an expression counts: a call, a cell, a name of its proof, or a sum of these."""
        environment = environment_of(self.book)
        asked = next(iter(environment.asked_in(expression)), None) if self.book.units else None
        if asked is None:
            return None
        if asked.is_all:
            return self._unit_asked(asked, named)
        return self._unit_of_sum(environment.parsed(expression), named)

    def _unit_of_sum(self, node: nodes.Node, named: Mapping[str, Unit | None]) -> Unit | None:
        """What both sides of a sum or a difference count; a chosen number counts what is added."""
        if not isinstance(node, nodes.Add | nodes.Sub):
            asked = next(asked_in(node), None)
            return self._unit_asked(asked, named) if asked and asked.is_all else None
        one, other = (self._unit_of_sum(side, named) for side in _sides(node))
        if one and other:
            return one if self.book.units.fit(one, other) else None
        is_typed = any(
            isinstance(side, nodes.Const) or _is_open(side, named) for side in _sides(node)
        )
        known = one or other
        return known if known and is_typed and self._is_amount(known) else None

    def _is_amount(self, unit: Unit) -> bool:
        """Whether a unit is added to its own kind alone, as a bonus and a target are not."""
        signs = (each for kind in self.book.units.kinds(unit) for each in kind.words)
        return _SIGNED not in signs and not all(word.endswith(" #") for word in unit.words)

    def _unit_asked(self, asked: Asked, named: Mapping[str, Unit | None]) -> Unit | None:
        first, dot, _ = asked.name.partition(".")
        if first in named:
            return None if dot else named[first]
        name = self.short.in_full(asked.name)
        texts = (each for each in asked.arguments if isinstance(each, str))
        return (
            unit_of_answer(self.book, name, texts)
            if asked.is_call
            else unit_of_name(self.book, name)
        )

    def uses(self, expression: str) -> Iterator[tuple[str, Unit]]:
        """The names that a rule is given, each with the unit of its parameter."""
        every = environment_of(self.book).asked_in(expression) if self.book.units else ()
        for asked in every:
            name = self.short.in_full(asked.name)
            rule, space = self.book.member(name), name.partition(".")[0]
            for parameter, given in (
                asked.given([*signature_of(rule).parameters])
                if asked.is_call and callable(rule)
                else ()
            ):
                unit = self.book.units.of(f"{name}.{parameter}", f"{space}.{parameter}", parameter)
                if unit and isinstance(given, list):
                    yield str(given[0]), unit

    def other_unit(self, unit: Unit, place: Stretch) -> str:
        """Another unit that stands beside a number, by its name; "" where none does."""
        units = [meant for word in self._said_at(*place) for meant in self._meant(word)]
        if not unit.words or any(self.book.units.fit(each, unit) for each in units):
            return ""
        return units[0].name if units else ""

    def _meant(self, word: str) -> Iterable[Unit]:
        """The units that a word stands for; none where it is a sign that the book does not use."""
        return self.book.units.by_word.get(word, _MEASURES.get(word, ()))

    def _said_at(self, start: int, end: int) -> Iterator[str]:
        """The words for units that stand at a number."""
        text, (behind, before) = self.text, _patterns(self.book.units)
        if text.endswith("%", start, end):
            yield "%"
            return
        found = behind.match(text, end, end + _REACH)
        if found and (text[start] not in _SIGNS or found["unit"] == "to hit"):
            yield _word(found["unit"])
        elif text[start] == "+" and not found:
            yield "+"
        line = text.rfind("\n", 0, start) + 1
        found = before.search(text, line, start)
        if found and (
            _ENDS.match(text, end) or not _AFTER_ARTICLE.search(text, line, found.start())
        ):
            yield _word(found["unit"])


def _sides(node: nodes.Node) -> tuple[nodes.Node, ...]:
    """The two that are added, subtracted, or compared; none of anything else."""
    if isinstance(node, nodes.Compare) and len(node.ops) == 1:
        return node.expr, node.ops[0].expr
    return (node.left, node.right) if isinstance(node, nodes.Add | nodes.Sub) else ()


def _is_open(node: nodes.Node, named: Mapping[str, Unit | None]) -> bool:
    """Whether it is a number that its proof chooses, and that nothing counts so far."""
    return isinstance(node, nodes.Name) and node.name in named and not named[node.name]


def _together(names: Sequence[_Named]) -> _Named:
    return _Named(names[0].start, names[-1].end, frozenset().union(*(n.ids for n in names)))


def _member(book: Rulebook, table: str, key: str) -> str:
    """The name that a row goes by in its namespace, which need not be its key."""
    rows = book.namespaces.get(table, {})
    named = (id for id, row in rows.items() if isinstance(row, Record) if row.fields["id"] == key)
    return key if key in rows else next(named, key)


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """What the forms of an English word share: climb for climbs, climbed and climbing."""
    plain = word.casefold()
    if plain.endswith("s") and not plain.endswith("ss"):
        plain = plain[:-1]
    for ending in ("ing", "ied", "ie", "ed", "e", "y"):
        if plain.endswith(ending) and len(plain) - len(ending) > 2:  # noqa: PLR2004
            plain = plain.removesuffix(ending)
            break
    return plain[:-1] if len(plain) > 3 and plain[-1] == plain[-2] else plain  # noqa: PLR2004


@once_per_book
def _tables(book: Rulebook) -> Mapping[str, Names]:
    """The tables of facts whose rows have a name, or are called by a single word, mostly."""
    tables = {}
    for table, members in book.namespaces.items():
        rows = {id: row.fields for id, row in members.items() if isinstance(row, Record)}
        rows = {id: row for id, row in rows.items() if "id" in row}
        names = {id: name for id, row in rows.items() if isinstance(name := row.get("name"), str)}
        single = [id for id in rows if "_" not in id]
        if rows and (len(names) == len(rows) or 2 * len(single) > len(rows)):
            tables[table] = _names_of({id: names.get(id, "") for id in rows})
    return tables


def _names_of(names: Mapping[str, str]) -> Names:
    """What some rows are called: by their ids, by their names, and by the last words of these."""
    called: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for id, name in names.items():
        for text in (_NUMBERED.sub("", id).replace("_", " "), name):
            words = (word for word in _WORD.findall(text) if word.lower() not in _ARTICLES)
            if stems := tuple(map(stem, words)):
                called[stems].add(id)
    every = {id: [*map(stem, _WORD.findall(name))] for id, name in names.items()}
    counts, parts = Counter(each for own in every.values() for each in {*own}), set[str]()
    for id, own in every.items():
        last = own[-1] if len(own) == _WORDS else ""
        if len(last) > _SHORT and counts[last] == 1 and (last,) not in called:
            called[last,].add(id)
            parts.add(last)
    by_first: dict[str, list[tuple[tuple[str, ...], Ids]]] = defaultdict(list)
    for stems in sorted(called, key=len, reverse=True):
        by_first[stems[0]].append((stems, frozenset(called[stems])))
    return Names(by_first, frozenset(parts))


@once_per_book
def _table_of(book: Rulebook, rule: object, parameter: str) -> str:
    """The table whose keys a parameter takes, or the words that it takes; "" for anything else."""
    keys = {*(book.domain(rule, parameter) or ())}  # type: ignore[arg-type] # a rule can be called
    for table in _tables(book) if keys else ():
        rows = book.namespaces[table]
        known = {*rows, *(row.fields.get("id") for row in rows.values() if isinstance(row, Record))}
        if keys <= known:
            return table
    is_listed = 1 < len(keys) <= _MOST and not keys & {*book.namespaces}
    words = sorted(key for key in keys if isinstance(key, str)) if is_listed else []
    is_known = len(words) == len(keys) and (all(map(str.isalpha, words)) or _are_rows(book, words))
    return _OR.join(words) if is_known else ""


def _are_rows(book: Rulebook, words: Sequence[str]) -> bool:
    """Whether some words, or the name of a table, stand for rows: most are keys, as goblin_2 is."""
    keys = _keys(book)
    return 2 * sum(_NUMBERED.sub("", each) in keys for each in words) > len(words)


@once_per_book
def _keys(book: Rulebook) -> Ids:
    tables = _tables(book)
    return frozenset(tables).union(*(book.namespaces[table] for table in tables))


_GAP = r"(?:[^\S\n]|[*_\[\]-]|\n(?!\n))*"  # within a paragraph
_REACH = 60  # characters behind a number, within which its unit stands
_BETWEEN = "more|fewer|less|full|whole|extra|other|further|straight|such"
# Behind these, a word for a unit is one for something else: a damage roll is no damage.
_ALONE = (
    r"(?!(?:[^\W_]|-)|[ ]"
    r"(?:dice|die|rolls?|bonus|modifiers?|factors?|difference|points?)\b)"
)
_AFTER_ARTICLE = re.compile(r"\b(?:an?|the|each|every|per) \Z")
# Behind an article, a word is a label only of a number that ends its clause: "in a round 5, wait".
_ENDS = re.compile(r"[.,;:)]")
_BESIDE = r"(?:\]\]|[*_])*(?:[ ]+(?:of|is|was|at))?[ ]+[*_\[]*"
_SIGNS = "+-\u2212"
_SIGNED = "+ #"  # the word of a unit whose numbers have a sign before them, as a bonus has
# What the units of any book are not, unless it declares them, by their words.
_MEASURES = {
    **{f"{each}s": (Unit(each),) for each in MEASURES - {"foot", "inch"}},
    **dict.fromkeys(("foot", "feet"), (Unit("foot"),)),
    "inches": (Unit("inch"),),
}


def _word(text: str) -> str:
    return " ".join(text.casefold().split())


@lru_cache(maxsize=8)
def _patterns(units: Units) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The words for units behind a number, and before one."""
    words = {word for unit in units.declared.values() for word in unit.words} | {*_MEASURES}
    labels = {word for word in words if word.endswith(" #")} - {_SIGNED}
    unit = _either(words - labels - {_SIGNED})
    label = _either(word.removesuffix(" #") for word in labels)
    behind = rf"(?:{_GAP}(?:{_BETWEEN})\b)?{_GAP}(?P<unit>{unit}){_ALONE}"
    return re.compile(behind), re.compile(rf"(?<!\w)(?P<unit>{label}){_BESIDE}\Z")


def _either(words: Iterable[str]) -> str:
    """A pattern of any of some words, as they are or at the beginning of a sentence."""
    forms = {form for word in words for form in (word, word[:1].upper() + word[1:])}
    longest = sorted(forms, key=lambda word: (-len(word), word))
    return "|".join(r"\s+".join(map(re.escape, word.split())) for word in longest) or r"(?!)"
