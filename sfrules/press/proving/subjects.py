"""Whom and what a sentence says a number of, and in what unit, compared with what its line asks.

A subject is a row of the book's facts that has a name, or a word that a rule's parameter takes.
Where the clause of a number names another one of the same sort, its line asks about the wrong one.
A clause that names no row leaves it to its sentence, and a sentence to the heading or the lead
above it. Names in a row ("the goblin and the orc have 22 and 32") are all meant, or each by its
own number of a list. Behind an article, the last word of a name that one row alone has counts, too.

A unit stands behind the number, as in "13 squares", or before it, as in "level 7". A number
without one asks for nothing, and neither does a line whose rule or column declares none.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from jinja2 import nodes

from sfrules.ground.formats import FILLER, format_value
from sfrules.ground.ledger import Origin, Statement
from sfrules.ground.number_words import is_number
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.article import Article, Passage
from sfrules.press.audit.numbers import ALWAYS, Stretch, any_of
from sfrules.press.expression.values import Invocation, signature_of
from sfrules.press.page.environment import environment_of
from sfrules.press.page.names import ShortNames, unit_of_answer
from sfrules.press.page.templates import NameUse, asked_in
from sfrules.press.proving.claims import HIGHER, LOWER
from sfrules.press.proving.lines import Line
from sfrules.press.things.book import Record, Rulebook, Unit, Units, once_per_book

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SENTENCE_END = re.compile(
    r"[.!?\u2026][\"'\u201d\u2019)*_\]~=^\\]*(?:\{[^{}\n]*\})?"
    rf"(?:[ \t]+(?=[\"'\u201c\u2018(*_\[~=^]*[^\W\d_a-z]|{FILLER})|[ \t]*\n)|\n\n"
)
_PART_END = re.compile(r";|\b(?:while|whereas)\b")
_CLAUSE_END = re.compile(
    rf"[,;:()·—|{FILLER}]|\n\n|\b(?:and|but|or|while|whereas|where|when|if|because|though)\b",
    re.IGNORECASE,
)
# What begins so speaks of what stands before it.
_ASIDE = re.compile(r"\(|.\s+(?:which|who|whom|whose)\b", re.DOTALL)
_JOINT = re.compile(r"(?:[\s,*_\[\]]|['\u2019]s?|\b(?:and|or|the|an?)\b)*", re.IGNORECASE)
_AND = re.compile(r"\b(?:and|or)\b", re.IGNORECASE)
# Between two numbers of a list: perhaps a noun, which the next one has, too.
_LISTED = re.compile(r"(?P<noun>(?:[\s-]+(?!and\b)[^\W\d_]+){0,2})(?:\s*,)?\s*(?:and\s+)?")
# What follows may be of somebody else than was named: 16 rather than 10, (his own 10).
_AWAY = re.compile(r"\b(?:than|instead\s+of)\b|\((?:he|she|it|they|his|her|its|their)\b")
# Whom a number is measured by: 10 more than an orc, twice the crew of a liner.
_BY: dict[type[nodes.Node], re.Pattern[str]] = {
    sort: re.compile(rf"(?P<by>[^,;:.()\n]*?\b(?:{joint}))\s+(?:(?:an?|the)\s+)?", re.IGNORECASE)
    for sort, joint in ((nodes.Sub, "than|above|below"), (nodes.Div, r"than|as|of(?:\s+what)?"))
}
# Of a comparative that may be of time as well, no side is the greater: faster is less of it.
_MORE, _LESS = {*HIGHER, "more", "above"}, {*LOWER, "less", "fewer", "below"}
_MORE, _LESS = _MORE - {"faster"}, _LESS - {"slower"}
_TWO_CELLS = re.compile(
    r"\[\s*(?P<table>\w+)\.\w+\.(?P<column>\w+),\s*(?P=table)\.\w+\.(?P=column)\s*\]"
)
# Who is named in brackets behind a number has it: 2 (coracle), 12 (barge).
_BRACKETS = re.compile(r"(?:\s+[^\W\d_]+)?\s+\([^()\d]*\)")
_OWNS = re.compile(r"['\u2019]s?\s+|\s+(?:has|have|had|with)\s+")  # before its number
_NUMBERED = re.compile(r"_\d+\Z")  # of several that are alike, as in goblin_2
_PRONOUN = re.compile(
    r"\b(?:he|she|it|they|him|her|them|his|its|their|one|another)\b", re.IGNORECASE
)
# A clause that begins so is about all rows of a table, whatever one of them has.
_EVERY = re.compile(
    r"\W*(?P<all>(?:every|each|all|no|any)\s+(?:(?:of\s+)?the\s+)?"
    rf"(?:(?:\d+|{any_of(ALWAYS)})\s+)?(?P<noun>[^\W\d_]+))",
    re.IGNORECASE,
)
_ARTICLES, _THE = frozenset({"a", "an", "the"}), "the"
_WORDS = 2  # of a name whose last one may stand for it
_SHORT = 3  # letters: a word as short as "one" or "off" is no part of a name by itself
_MOST = 200  # words of a parameter; more are a vocabulary
_GAP = r"(?:[^\S\n]|[*_\[\]-]|\n(?!\n))*"  # within a paragraph
_NOUN = re.compile(rf"{_GAP}[^\W\d_]+(?:[ -][^\W\d_]+){{0,2}}")
# Before a colon, it is a label only by itself: "Armor: 16", but not "trades speed for armor: 16".
_LABEL = re.compile(
    rf"(?:(?<![^\W\d_][ /])(?P<title>(?:[^\W\d_]+[ -]){{0,2}}[^\W\d_]+):"
    rf"|(?P<noun>(?:[^\W\d_]+[ -]){{0,2}}?[^\W\d_]+)(?:[ ]of|[ ]is|[ ]was)?){_GAP}\Z"
)
_HAD = re.compile(r"\s*|.*(?:\b(?:has|have|had|with|his|her|its|their)|['\u2019]s?)\s+", re.DOTALL)
_OWNER = re.compile(_NOUN.pattern + r"[\s*_]+(?:of|in|on|for)[\s*_]+(?:(?:an?|the)[\s*_]+)?")
_ASKS = frozenset({"asked", "named", "holds", "differs"})
Ids = AbstractSet[str]
Stems = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Names:
    """What the rows of a table are called, or the words that a parameter takes, by their stems."""

    #: The rows that are called so; a part of a name has an article before it.
    called: Mapping[Stems, Ids]
    #: The rows by their keys, which need not be what they are called in their namespace.
    by_key: Mapping[object, str]
    #: How many words the longest name has.
    longest: int
    #: Whether they are rows: these are named for a whole sentence, and other words for a clause.
    are_rows: bool = True
    #: What each of them is: a boat is one of the boats.
    noun: str = ""


Subjects = Mapping[Names, Ids]  # the rows of each table that are asked about


class _Asked(NamedTuple):
    """What an expression asks about: whom, in what unit, and the cell that it is, if it is one."""

    about: Subjects = MappingProxyType({})
    unit: Unit | None = None
    cell: str = ""
    #: Whether a name stands for it that no number of the prose has.
    is_short: bool = False
    #: Of a difference or a quotient, which of both it is, and whom it is measured by.
    sort: type[nodes.Node] = nodes.Add
    by: Ids = frozenset()


class _Named(NamedTuple):
    """Where a text names rows of a table, one or several that are joined."""

    start: int
    end: int
    ids: Ids
    #: Whether it is the one of several that a number of a list is said of.
    is_turn: bool = False


class _Cell(NamedTuple):
    """A cell of a typed table: its stretch, the cells of its row, and the head of its column."""

    low: int
    high: int
    row: Sequence[Stretch]
    head: Stretch


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

    def told(self, lines: Sequence[Line], passage: Passage) -> Iterator[Problem]:
        """A problem for each number that the prose says of another subject, or in another unit."""
        words = "its line asks about", "its line in the proof counts"
        for line, asked in zip(lines, self._asked_by(lines), strict=True):
            mention = line.mention
            if mention is None or mention.place is None:
                continue
            place, span = (mention.start, mention.end), Span(self.source, *mention.place)
            yield from self._beyond(line, place, span, passage)
            unit = None if line.sign else asked.unit
            yield from self._wrong(span, place, asked._replace(unit=unit), passage, words)
            if line.kind == "chosen" and not passage.in_example:
                name, value = self._cell(place, passage, line.says.low)
                used = ({*map(self.short.in_full, each.names)} for each in lines)
                if name and not any({line.name, name} <= each for each in used):
                    message = f"{line.name} is chosen, and {name} is {value}"
                    yield problem_at(span, message, f"ask for it: {line.name} = {name} = {value}")

    def computed(self, entries: Sequence[Statement]) -> Iterator[Problem]:
        """A problem for each computed number that is said of another row, or in another unit."""
        words, whole = ("this asks about", "this counts"), Passage(0, len(self.text))
        for number in (each for each in self.article.numbers if each.origin == "computed"):
            entry, place = entries[number.printed], (number.start, number.end)
            asked = self._asked(entry.expression, entry.calls, {}, entry.origins)
            yield from self._wrong(Span(self.source, *entry.place), place, asked, whole, words)

    def _wrong(
        self, span: Span, place: Stretch, asked: _Asked, scope: Passage, words: tuple[str, str]
    ) -> Iterator[Problem]:
        """A problem for a number of which something else is asked than the prose says."""
        about, unit, cell, *_ = asked
        of_another = partial(self._of_another, asked, place=place, scope=scope)
        if unit and (has := self._other_unit(unit, *place)):
            message = f"the prose says {has} here, {words[1]} {unit.name}"
            yield problem_at(span, message, f"say {unit.name}, or ask what counts {has}")
        elif found := next(filter(None, map(of_another, about)), None):
            (named, ids, turned), said = found, " ".join(self.text[slice(*place)].split())
            own = " and ".join(sorted(ids))
            message = f"the prose says {said} of {named}, {words[0]} {own}"
            hint = f"ask about {named}, or name {own} beside the number"
            if turned:
                message = f"the prose measures {said} by {named}, and not by {own}"
                hint = f"measure it by {own}, or {turned}"
            yield problem_at(span, message, hint)
        elif cell and (other := self._other_cell(cell, place, scope))[0]:
            own, column = (each.rpartition(".")[2].replace("_", " ") for each in (cell, other[0]))
            message = f"the prose says {column} here, {words[0]} {own}"
            yield problem_at(span, message, f"say {own}; {' is '.join(other)}")

    def _asked_by(self, lines: Sequence[Line]) -> list[_Asked]:
        """What each line asks about, also by the names of its proof."""
        texts = [line.expression.text if line.kind in _ASKS else "" for line in lines]
        used = dict(pair for text in reversed(texts) for pair in self._uses(text))
        found, named = dict[int, _Asked](), dict[str, _Asked]()
        for line, text in zip(lines, texts, strict=True):
            asked = self._asked(text, line.calls, named)
            if line.kind == "again" and line.alike:
                every = [found[id(each)] for each in line.alike]
                asked = every[0] if every.count(every[0]) == len(every) else _Asked()
            elif line.kind == "chosen":
                known = self.book.units
                unit = used.get(line.name) or known.of(line.name) or known.declared.get(line.name)
                asked = _Asked(unit=unit)
            table = line.loop[1].text if line.loop else ""
            names = _tables(self.book).get(table)
            if names and table.endswith("s"):  # the rows of a bestiary are called otherwise
                rows = {names: frozenset(names.by_key.values())}
                asked = asked._replace(about={**asked.about, **rows})
            found[id(line)] = asked
            if line.name:
                named[line.name] = asked._replace(is_short=line.kind == "named")
        return [*found.values()]

    def _asked(
        self,
        expression: str,
        calls: Iterable[Invocation],
        named: Mapping[str, _Asked],
        also: Iterable[Origin] = (),
    ) -> _Asked:
        """What an expression asks about, also by the names of its proof, and by other rows."""
        parts, about = self._parts(expression), defaultdict[Names, Ids](frozenset)
        rows = [*(self.short.in_full(each.name) for each in parts), *(each.name for each in also)]
        for names, key in self._keys(rows, calls):
            if names and key:
                about[names] |= {names.by_key.get(key, key)}
        for part in parts:
            asked = named.get(part.name.partition(".")[0], _Asked())
            for names, ids in asked.about.items():
                if asked.is_short or expression.isidentifier():
                    about[names] |= ids
        cell = self.short.in_full(parts[0].name) if parts and parts[0].is_all else ""
        is_whole = not parts or parts[0].is_all  # most are, and need not be read again
        node = None if is_whole else environment_of(self.book).parsed(expression)
        asked = _Asked(about, self._unit(_terms(node) if node else parts[:1], named), cell)
        while isinstance(node, nodes.Filter):
            node = node.node
        return self._compared(asked, node) if isinstance(node, nodes.Sub | nodes.Div) else asked

    def _keys(
        self, rows: Iterable[str], calls: Iterable[Invocation]
    ) -> Iterator[tuple[Names | None, str]]:
        """The rows that are asked, by their keys, and what rules are given for one."""
        for table, row, *_ in (f"{name}.".split(".") for name in rows):
            yield _tables(self.book).get(table), row
        for rule, arguments, keywords, _ in calls:
            given = signature_of(rule).bind(*arguments, **keywords).arguments
            for parameter, value in given.items():
                if isinstance(value, str):
                    taken = frozenset(self.book.domain(rule, parameter) or ())
                    yield _taken(self.book, taken), value

    def _compared(self, asked: _Asked, node: nodes.Sub | nodes.Div) -> _Asked:
        """With the sort of a difference or a quotient, and of whom its right side is."""
        uses = [*asked_in(node.right)]
        given = (each for use in uses for each in (*use.arguments, *dict(use.keywords).values()))
        keys = [*(key for use in uses for key in use.name.split(".")), *map(str, given)]
        by = (names.by_key.get(key, key) for names in asked.about for key in keys)
        return asked._replace(sort=type(node), by=frozenset(by))

    def _parts(self, expression: str) -> Sequence[NameUse]:
        return environment_of(self.book).asked_in(expression)

    def _of_another(
        self, own: _Asked, names: Names, place: Stretch, scope: Passage
    ) -> tuple[str, Ids, str] | None:
        """What the nearest words that name anybody name, and what is asked, if they differ.

        These are the owner of the number, its clause, its sentence, the head of its column, and
        the lead above it. A word that is no row is read in its clause, its row or its list alone.
        With both, what to do where it is a comparison that has another measure.
        """
        asked, everyone = own.about[names], frozenset[str]().union(*own.about.values())
        part = self._between(place, self.sentence(place, scope), _PART_END)
        (low, high), cell = self._between(place, part, _CLAUSE_END), self._cell_of(place)
        named = self._named(part, names, self._turns.get(place[0], (0, 1)))
        by, measure = self._measure(own, asked, place, named)
        if by and not by.ids & measure:
            turned = "turn the line round" if by.ids & asked else f"ask about {self._words(by)}"
            return self._words(by), measure, turned
        if by:
            named, everyone = [one for one in named if one is not by], everyone - by.ids
        clause = [each for each in named if each.start < high and each.end > low]
        before = [each for each in clause if each.end <= place[0]]
        if before and _OWNS.fullmatch(self.text, before[-1].end, place[0]):
            clause = before[-1:]  # a dwarf with 10 beats a fighter: they are not the fighter's
        elif before and _PRONOUN.search(self.text, before[-1].end, place[0]):
            clause = named  # the orc is as good as its 17: an ogre's, named before
        brackets = _BRACKETS.match(self.text, place[1])
        aside = [one for one in named if brackets and brackets.start() < one.start < brackets.end()]
        # All boats have 2 seats, and no more than 30.
        starts = (low, part[0])[: 1 if named else 2]
        if every := "" if clause else self._every(names, asked, starts, place[0]):
            return every, asked, ""
        head = self._named(cell.head, names) if cell and not named else []
        lead = [] if named or head else self._lead(part[0], scope, names)
        if not names.are_rows and not cell:
            named = [each for each in named if each.is_turn]
        for each in (aside, clause, named, head, lead):
            if any(one.ids & everyone for one in each):
                break
            if about := [one for one in each if self._is_about(one, place, part)]:
                return self._words(about[-1]), asked, ""
        return None

    def _words(self, named: _Named) -> str:
        return " ".join(self.text[named.start : named.end].split())

    def _measure(
        self, own: _Asked, asked: Ids, place: Stretch, named: Sequence[_Named]
    ) -> tuple[_Named | None, Ids]:
        """By whom the prose measures a difference or a quotient, and by whom its line does.

        Where the words do not say which is the greater, it may be either of both.
        """
        right, left = own.by & asked, asked - own.by
        pattern = _BY.get(own.sort)
        for one in named if right and left else ():
            if pattern and (found := pattern.fullmatch(self.text, place[1], one.start)):
                words = {*found["by"].lower().split()} if own.sort is nodes.Sub else _MORE
                return one, (right if words & _MORE else left if words & _LESS else asked)
        return None, asked

    def _every(self, names: Names, asked: Ids, starts: Iterable[int], end: int) -> str:
        """The words by which a clause begins with all rows of a table; "" where it may.

        A line that goes through a table is about all of that one, and of no other.
        """
        rows, nouns = frozenset(names.by_key.values()), {names.noun}
        if asked == rows:
            others = (each.noun for each in _tables(self.book).values() if each is not names)
            nouns = {*others} if len(rows) > 1 else set()
        for found in filter(None, (_EVERY.match(self.text, at, end) for at in starts)):
            if stem(found["noun"]) in nouns and not _PRONOUN.search(self.text, found.end(), end):
                return " ".join(found["all"].lower().split())
        return ""

    def _beyond(self, line: Line, place: Stretch, span: Span, scope: Passage) -> Iterator[Problem]:
        """A problem for a range of two cells that the prose says of all, if one is beyond it."""
        low, high = line.says.low, line.says.high
        found = _TWO_CELLS.fullmatch(line.expression.text)
        table, column = found.group("table", "column") if found else ("", "")
        names = _tables(self.book).get(table)
        if low is None or high is None or not names:
            return
        sentence = self.sentence(place, scope)
        is_said = names.noun in _stems(self.text[sentence[0] : place[0]])
        is_said = is_said and not self._named(sentence, names)
        for id in sorted({*names.by_key.values()}) if is_said else ():
            cell = self._cells(f"{table}.{id}").get(column)
            if is_number(cell) and not low <= cell <= high:
                said = f"{line.says.text} of {table}, {table}.{id}.{column} is {format_value(cell)}"
                hint = f'{table}|map(attribute="{column}")|list = {line.says.text}'
                yield problem_at(span, f"the prose says {said}", f"ask about all of them: {hint}")
                return

    def _is_about(self, named: _Named, place: Stretch, part: Stretch) -> bool:
        """Whether a number may be of who is named before it, or behind it."""
        if named.end <= place[0]:
            return not _AWAY.search(self.text, named.end, place[0])
        is_owner = _OWNS.match(self.text, named.end)
        return not is_owner and not _PRONOUN.search(self.text, part[0], place[0])

    def _lead(self, end: int, scope: Passage, names: Names) -> list[_Named]:
        """What the nearest sentence or heading above that names anybody names, if it is no more."""
        marks = (mark.at for mark in self.article.landmarks if mark.kind == "heading")
        titles = [(at, self.text.find("\n\n", at)) for at in marks if at <= scope.start][-1:]
        for stretch, within in (
            ((scope.start, end), scope),
            *((each, Passage(*each)) for each in titles),
        ):
            if last := self._named(stretch, names)[-1:]:
                low, high = self.sentence((last[0].start, last[0].end), within)
                around = (low, last[0].start), (last[0].end, high)
                return last if all(_JOINT.fullmatch(self.text, *each) for each in around) else []
        return []

    @cached_property
    def _turns(self) -> dict[int, tuple[int, int]]:
        """Which number of a list each one is, by its offset, and how many these are."""
        lists = [[*self.article.numbers[:1]]]
        for one, other in pairwise(self.article.numbers):
            found = _LISTED.fullmatch(self.text, one.end, other.start)
            ends = self.text.startswith(found["noun"], other.end) if found else False
            if not (ends or (found and _ENDS.match(self.text, other.end))):
                lists.append([])
            lists[-1].append(other)
        return {n.start: (at, len(own)) for own in lists for at, n in enumerate(own)}

    def _cell(self, place: Stretch, scope: Passage, chosen: object) -> tuple[str, str]:
        """The cell that a chosen number is not: its clause names the row, its noun the column.

        It is known by its dotted name, with its value.
        """
        clause = self._between(place, self.sentence(place, scope), _CLAUSE_END)
        behind = self._behind(place)
        for table, names in _tables(self.book).items():
            # Six plates take a line cook 50 minutes: they are not his own.
            ids = [
                id
                for each in self._named(clause, names)
                if each.start < place[0] or _OWNER.fullmatch(self.text, place[1], each.start)
                for id in each.ids
            ]
            if len(ids) == 1 and (other := self._other(f"{table}.{ids[0]}", behind, chosen))[0]:
                return other
        return "", ""

    def _other_cell(self, cell: str, place: Stretch, scope: Passage) -> tuple[str, str]:
        """Another cell of a row, whose column is named beside a number and its own is not."""
        row, _, own = cell.rpartition(".")
        clause = self._between(place, self.sentence(place, scope), _CLAUSE_END)
        cells = self._cells(row)
        if own not in cells or not {*_stems(own)}.isdisjoint(_stems(self.text[slice(*clause)])):
            return "", ""
        return self._other(row, self._labels(place, clause[0]), cells[own])

    def _cells(self, row: str) -> Mapping[str, object]:
        record = self.book.member(row)
        cells = record.fields if isinstance(record, Record) else {}
        return {name: cells.get(name) for name in cells}  # to compare a cell is not to read it

    def _other(self, row: str, labels: AbstractSet[Stems], own: object) -> tuple[str, str]:
        """The first number of a row in a column that is named, by its name and as it is printed.

        There is none if one that is named has the number itself.
        """
        named = {name: cell for name, cell in self._cells(row).items() if _stems(name) in labels}
        others = [name for name, cell in named.items() if is_number(cell)]
        if not others or own in named.values():
            return "", ""
        return f"{row}.{others[0]}", format_value(named[others[0]])

    def _behind(self, place: Stretch) -> set[Stems]:
        """The words behind a number: the first, the first two, and so on."""
        noun = _NOUN.match(self.text, place[1])
        return {_stems(noun[0])[:count] for count in (1, 2, 3)} if noun else set()

    def _labels(self, place: Stretch, clause: int) -> set[Stems]:
        """What may say what a number is: the words beside it, and the heads of a table.

        Words behind it only say what somebody has: who regains 5 hit points has more. Heads only
        say what stands alone in its cell.
        """
        at, count = self._turns.get(place[0], (0, 1))
        is_had = _HAD.fullmatch(self.text, clause, place[0])
        found = self._behind(place) if count == 1 and is_had else set()
        label = _LABEL.search(self.text, max(place[0] - _REACH, 0), place[0])
        if label and (count == 1 or not (at or _AND.search(label[0]))):
            found.add(_stems(label["title"] or ""))
            found |= {_stems(label["noun"] or "")[-count:] for count in (1, 2, 3)}
        cell = self._cell_of(place)
        inside = [n for n in self.article.numbers if cell and cell.low <= n.start < cell.high]
        if cell and len(inside) == 1:
            heads = (self.text[slice(*each)].partition("(")[0] for each in (cell.head, cell.row[0]))
            found |= {*map(_stems, heads)}
        return found

    def _cell_of(self, place: Stretch) -> _Cell | None:
        """The cell of a typed table that a place is in."""
        cells = (
            _Cell(low, high, row, (table[0][at : at + 1] or row)[0])
            for table in self.article.tables
            for row in table
            for at, (low, high) in enumerate(row)
            if low <= place[0] < high
        )
        return next(cells, None)

    def sentence(self, place: Stretch, scope: Passage) -> Stretch:
        """The sentence of a place, or its row of a table, within the prose of its proof."""
        if cell := self._cell_of(place):
            return cell.row[0][0], cell.row[-1][1]
        ends = (each.end() for each in _SENTENCE_END.finditer(self.text, scope.start, place[0]))
        end = _SENTENCE_END.search(self.text, place[1] - 1, scope.end)
        return max(ends, default=scope.start), end.start() if end else scope.end

    def _between(self, place: Stretch, within: Stretch, ends: re.Pattern[str]) -> Stretch:
        """The part of a sentence that a number stands in."""
        found = [each.span() for each in ends.finditer(self.text, *within)]
        starts = (b for _, b in found if b <= place[0] and not _ASIDE.match(self.text, b - 1))
        start = max(starts, default=within[0])
        return start, min((a for a, _ in found if a >= place[1]), default=within[1])

    def _named(self, within: Stretch, names: Names, turn: tuple[int, int] = (0, 0)) -> list[_Named]:
        """Where a part of the text names rows; of as many names in a row as numbers, one each."""
        words, at, groups = [*_WORD.finditer(self.text, *within)], 0, list[list[_Named]]()
        stems = tuple(stem(each[0]) for each in words)
        while at < len(words):
            length = min(names.longest, len(words) - at)
            while length and stems[at : at + length] not in names.called:
                length -= 1
            if length:
                first, last = words[at + (stems[at] == _THE)], words[at + length - 1]
                ids = names.called[stems[at : at + length]]
                if not (groups and _JOINT.fullmatch(self.text, groups[-1][-1].end, first.start())):
                    groups.append([])
                groups[-1].append(_Named(first.start(), last.end(), ids))
            at += length or 1
        return [named for group in groups for named in self._meant(group, *turn)]

    def _meant(self, group: Sequence[_Named], at: int, count: int) -> Iterable[_Named]:
        """Whom of some names in a row a number is said of: its own, all, or each by itself."""
        if len(group) == count:
            return [group[at]._replace(is_turn=count > 1)]
        start, end = group[0].start, group[-1].end
        if not _AND.search(self.text, start, end):
            return group
        return [_Named(start, end, frozenset[str]().union(*(each.ids for each in group)))]

    def _unit(self, terms: Iterable[NameUse], named: Mapping[str, _Asked]) -> Unit | None:
        """What an expression counts: a call, a cell, a name of its proof, or a sum of these."""
        units = [unit for each in terms if (unit := self._unit_asked(each, named))]
        fits = all(self.book.units.fit(units[0], each) for each in units)
        return units[0] if units and fits else None

    def _unit_asked(self, asked: NameUse, named: Mapping[str, _Asked]) -> Unit | None:
        first, dot, _ = asked.name.partition(".")
        if first in named:
            return None if dot else named[first].unit
        texts = (each for each in asked.arguments if isinstance(each, str))
        return unit_of_answer(self.book, self.short.in_full(asked.name), texts)

    def _uses(self, expression: str) -> Iterator[tuple[str, Unit]]:
        """The names that a rule is given, each with the unit of its parameter."""
        for part in self._parts(expression) if self.book.units else ():
            name = self.short.in_full(part.name)
            rule, space = self.book.member(name), name.partition(".")[0]
            parameters = [*signature_of(rule).parameters] if part.is_call and callable(rule) else []
            for parameter, given in part.given(parameters):
                unit = self.book.units.of(f"{name}.{parameter}", f"{space}.{parameter}", parameter)
                if unit and isinstance(given, list):
                    yield str(given[0]), unit

    def _other_unit(self, unit: Unit, start: int, end: int) -> str:
        """Another unit that stands beside a number, by its name; "" where none does.

        What stands beside a bonus or a share is another's: +2 damage, 5% damage.
        """
        text, (behind, before, per) = self.text, _patterns(self.book.units)
        if not unit.words or text[start] in _SIGNS or text[end - 1] == "%":
            return ""
        units, found = list[Unit](), behind.match(text, end, end + _REACH)
        if found:
            units += self._units_said(found["unit"])
            rate = per.match(text, found.end(), found.end() + _REACH) if unit.per else None
            if rate and not self._fits(self._units_said(rate["unit"]), unit.per):
                return " ".join(text[found.start("unit") : rate.end()].split())
        line = text.rfind("\n", 0, start) + 1
        found = before.search(text, line, start)
        if found and (_ENDS.match(text, end) or not _EACH.search(text, line, found.start())):
            units += self._units_said(found["unit"])
        return units[0].name if units and not self._fits(units, unit.name) else ""

    def _units_said(self, words: str) -> Sequence[Unit]:
        """The units that words of the prose may stand for."""
        word = " ".join(words.casefold().split())
        return self.book.units.by_word.get(word, (Unit(word),))

    def _fits(self, units: Iterable[Unit], name: str) -> bool:
        """Whether one of some units stands for another one, or the other way round."""
        own = self.book.units.declared[name]
        return any(self.book.units.fit(each, own) for each in units)


def _terms(node: nodes.Node) -> Iterator[NameUse]:
    """The terms of a sum that are a name or a call, and no more."""
    if isinstance(node, nodes.Add | nodes.Sub):
        yield from (*_terms(node.left), *_terms(node.right))
    else:
        yield from (each for each in asked_in(node) if each.is_all)


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """What the forms of an English word share: climb for climbs, climbed and climbing.

    >>> stem("Climbing"), stem("wolves") == stem("wolf")
    ('climb', True)
    """
    plain = word.casefold()
    if plain in _ARTICLES:
        return _THE
    plain = plain.removesuffix("s")
    for ending in ("ing", "ied", "ie", "ed", "e", "y"):
        if plain.endswith(ending) and len(plain) - len(ending) > 2:  # noqa: PLR2004
            plain = plain.removesuffix(ending)
            break
    plain = re.sub(r"(?<=..)v\Z", "f", plain)  # wolf for wolves
    return plain[:-1] if len(plain) > 3 and plain[-1] == plain[-2] else plain  # noqa: PLR2004


def _stems(text: str) -> Stems:
    """What the words of a text, or of the name of a column, share with their other forms."""
    return tuple(map(stem, _WORD.findall(text)))


@once_per_book
def _tables(book: Rulebook) -> Mapping[str, Names]:
    """The tables of facts whose rows have a name, or are called by a single word, mostly."""
    tables = {}
    for table, members in book.namespaces.items():
        records = [(id, row) for id, row in members.items() if isinstance(row, Record)]
        # A row that stands for its value, such as limits.players, is a number itself.
        facts = {id: row.fields for id, row in records if not row.stands_for}
        rows = {id: row for id, row in facts.items() if "id" in row}
        names = {id: str(row.get("name") or "") for id, row in rows.items()}
        if rows and (all(names.values()) or 2 * sum("_" not in id for id in rows) > len(rows)):
            by_key = {row["id"]: id for id, row in rows.items()} | {id: id for id in rows}
            tables[table] = replace(_names_of(names, by_key), noun=stem(table))
    return tables


def _names_of(
    names: Mapping[str, str], by_key: Mapping[object, str], *, are_rows: bool = True
) -> Names:
    """What some rows are called: by their ids, by their names, and by the last words of these."""
    called: dict[Stems, set[str]] = defaultdict(set)
    every = {id: _stems(name) for id, name in names.items()}
    often = Counter(word for words in every.values() for word in {*words})
    for id, words in every.items():
        key = _stems(id.replace("_", " "))
        for stems in (key, words):
            called[stems[stems[:1] == (_THE,) :]].add(id)
        if len(words) == _WORDS and len(words[-1]) > _SHORT and often[words[-1]] == 1:
            called[_THE, words[-1]].add(id)
    return Names(called, by_key, max(map(len, called), default=0), are_rows)


@once_per_book
def _taken(book: Rulebook, keys: frozenset[object]) -> Names | None:
    """The rows whose keys a parameter takes, or the few words that it takes.

    Words stand for rows, too, if most are keys of any table, as goblin_2 is.
    """
    tables = _tables(book).values()
    if own := next((names for names in tables if keys and keys <= names.by_key.keys()), None):
        return own
    words = sorted(key for key in keys if isinstance(key, str))
    rows = frozenset[object]().union(*(names.by_key for names in tables))
    are_rows = 2 * sum(_NUMBERED.sub("", each) in rows for each in words) > len(words)
    is_known = are_rows or all(map(str.isalpha, words))
    if not (is_known and 1 < len(words) == len(keys) <= _MOST):
        return None
    return _names_of(dict.fromkeys(words, ""), {}, are_rows=are_rows)


_REACH = 60  # characters behind a number, within which its unit stands
_BETWEEN = "more|fewer|less|full|whole|extra|other|further|straight|such"
# Behind these, a word for a unit is one for something else: a damage roll is no damage.
_ALONE = (
    r"(?!(?:[^\W_]|-)|[ ]"
    r"(?:dice|die|rolls?|bonus|modifiers?|factors?|difference|points?)\b)"
)
_EACH = re.compile(r"\b(?:an?|the|each|every|per) \Z")
# Behind an article, a word is a label only of a number that ends its clause: "in a round 5, wait".
_ENDS = re.compile(r"[.,;:)]")
_BESIDE = r"(?:\]\]|[*_])*(?:[ ]+(?:of|is|was|at))?[ ]+[*_\[]*"
_SIGNS = "+-\u2212"
# What the units of any book are not, unless it declares them.
_MEASURES = frozenset(
    "seconds minutes hours days weeks months years inches foot feet yards miles meters metres "
    "kilometers kilometres pounds ounces grams kilograms degrees levels rounds".split()
)


@lru_cache(maxsize=8)
def _patterns(units: Units) -> tuple[re.Pattern[str], ...]:
    """The words for units behind a number, before one, and behind the unit of a rate."""
    words = {word for unit in units.declared.values() for word in unit.words} | _MEASURES
    labels = {word for word in words if word.endswith(" #")}
    unit, label = _either(words - labels), _either(word.removesuffix(" #") for word in labels)
    behind = rf"(?:{_GAP}(?:{_BETWEEN})\b)?{_GAP}(?P<unit>{unit}){_ALONE}"
    before = rf"(?<!\w)(?P<unit>{label}){_BESIDE}\Z"
    per = rf"{_GAP}(?:in{_GAP})?(?:per|an?|each|every){_GAP}(?P<unit>{unit})\b"
    return re.compile(behind), re.compile(before), re.compile(per)


def _either(words: Iterable[str]) -> str:
    """A pattern of any of some words, as they are or at the beginning of a sentence."""
    forms = {form for word in words for form in (word, word[:1].upper() + word[1:])}
    longest = sorted(forms, key=lambda word: (-len(word), word))
    return "|".join(r"\s+".join(map(re.escape, word.split())) for word in longest) or r"(?!)"
