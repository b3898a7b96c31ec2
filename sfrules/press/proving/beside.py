"""Whom and what a sentence says a number of, compared with what its line asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sfrules.ground.formats import format_value
from sfrules.ground.ledger import Statement
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.article import Article, Passage
from sfrules.press.page.names import ShortNames
from sfrules.press.proving.lines import Line
from sfrules.press.proving.order import Mention
from sfrules.press.proving.subjects import SubjectChecker, Subjects
from sfrules.press.proving.units import UnitChecker
from sfrules.press.things.book import Book, Unit

Asked = tuple[Subjects, Unit | None]  # whom a line asks about, and what it counts
_ASKS = frozenset({"asked", "named", "holds", "differs"})


class WordsBeside:
    """Finds the numbers of a page whose sentences name another subject or unit than their lines."""

    def __init__(self, book: Book, source: Source, shown: Article, short: ShortNames) -> None:
        self.subjects = SubjectChecker(book, shown, short)
        self._units, self._source = UnitChecker(book, shown.text, short), source

    def mistaken(
        self, lines: Sequence[Line], places: Mapping[int, Mention], passage: Passage
    ) -> Iterator[Problem]:
        """A problem for each number that the prose says of another subject, or in another unit."""
        asked = self._asked(lines)
        said = [
            (line, own[0], places[id(line)])
            for line, own in zip(lines, asked, strict=True)
            if id(line) in places
        ]
        stretches = [(mention.start, mention.end) for _, _, mention in said]
        owns = [about for _, about, _ in said]
        for which, named, own in self.subjects.in_turn(stretches, owns, passage):
            yield self._of_another(said[which][2], named, own)
        for line, (about, unit) in zip(lines, asked, strict=True):
            mention = places.get(id(line))
            if mention and mention.place:
                yield from self._wrong(line, about, unit, mention, passage)
                if line.kind == "chosen" and not passage.in_example:
                    yield from self._chosen(line, mention, passage)

    def _asked(self, lines: Sequence[Line]) -> list[Asked]:
        """Whom each line asks about, and what it counts, also by the names of its proof."""
        found, used = dict[int, Asked](), dict[str, Unit]()
        for line in reversed(lines):
            if line.kind in _ASKS:
                used |= self._units.uses(line.expression.text)
        subjects, units = dict[str, Subjects](), dict[str, Unit]()
        for line in lines:
            text = line.expression.text
            if line.kind in _ASKS:
                own = self.subjects.asked(text, subjects), self._units.of(text, units)
                found[id(line)] = own
            elif line.kind == "again" and line.alike:
                every = [found[id(each)] for each in line.alike]
                found[id(line)] = every[0] if every.count(every[0]) == len(every) else ({}, None)
            else:
                found[id(line)] = {}, used.get(line.name) if line.kind == "chosen" else None
            if line.name:
                subjects[line.name], unit = found[id(line)]
                units |= {line.name: unit} if unit else {}
        return [*found.values()]

    def _wrong(
        self, line: Line, about: Subjects, unit: Unit | None, mention: Mention, scope: Passage
    ) -> Iterator[Problem]:
        at, span = (mention.start, mention.end), Span(self._source, *(mention.place or (0, 0)))
        if unit and not line.sign and (found := self._units.other(unit, at)):
            has, needs = found, unit.name
            message = f"the prose says {has} here, its line in the proof counts {needs}"
            yield problem_at(span, message, f"say {needs}, or prove it by what counts {has}")
        elif other := self.subjects.mistaken(about, at, scope):
            yield self._of_another(mention, *other)

    def _of_another(self, mention: Mention, named: str, asked: str) -> Problem:
        span = Span(self._source, *(mention.place or (0, 0)))
        message = f"the prose says {span.text} of {named}, its line asks about {asked}"
        return problem_at(span, message, f"ask about {named}, or name {asked} beside the number")

    def _chosen(self, line: Line, mention: Mention, scope: Passage) -> Iterator[Problem]:
        """A problem for a number that is chosen, where the sentence says it of a row."""
        cell = self.subjects.cell((mention.start, mention.end), scope)
        if cell and line.says and cell[1] != line.says.low:
            name, value = cell[0], format_value(cell[1])
            span = Span(self._source, *(mention.place or (0, 0)))
            message = f"{line.name} is chosen, and {name} is {value}"
            yield problem_at(span, message, f"ask for it: {line.name} = {name} = {value}")


def computed_of_others(
    book: Book, source: Source, shown: Article, asked: Sequence[Statement], short: ShortNames
) -> Iterator[Problem]:
    """A problem for each computed number that the prose says of another row than was asked."""
    subjects = SubjectChecker(book, shown, short)
    whole = Passage(0, len(shown.text))
    for number in (each for each in shown.numbers if each.origin == "computed"):
        told = asked[number.printed]
        about = subjects.asked(told.expression, {})
        place = number.number.start, number.number.end
        other = subjects.mistaken(about, place, whole) if about else None
        if other:
            span = Span(source, *told.place)
            message = f"the prose says {number.number.text} of {other[0]}"
            hint = f"ask about {other[0]}, or name {other[1]} beside the number"
            yield problem_at(span, f"{message}, this asks about {other[1]}", hint)
