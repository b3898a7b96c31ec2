"""What the prose says a number of, compared with what the line that vouches for it counts.

The unit stands behind the number, as in "13 squares", or before it, as in "level 7"; in a table
that is typed, the head of the column may have it. A number without one asks for nothing, and
neither does a line of which nobody knows what it counts.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.numbers import Stretch
from sfrules.press.expression import tree
from sfrules.press.page.unit_inference import ANY, UnitInference
from sfrules.press.proving.balance import Balance
from sfrules.press.proving.checked_lines import CheckedLine, CheckedProof
from sfrules.press.proving.mentions import Element, value_of_text
from sfrules.press.proving.neighbors import MEASURES, singular
from sfrules.press.things.proofs.proof_lines import ProofLine
from sfrules.press.things.units import Unit, Units

# Spaces, and marks that end an emphasis before them or begin one behind.
_GAP = (
    r"(?:[*_]|</\w+>)*(?:[ \t\u00a0\u2009\u202f]|&(?:nbsp|thinsp|\#160|\#8239);|\n[ \t>]*)*"
    r"(?:[\[*_-]|<\w+>)*"
)
# What may stand between a number and its unit.
_BETWEEN = "more|fewer|less|full|whole|extra|other|further|straight|such"
# Behind these, a word for a unit is one for something else: a damage roll is no damage.
_ALONE = (
    r"(?![_*]*(?:[^\W_]|-)|[_*]*[ ][_*]*"
    r"(?:dice|die|rolls?|bonus|modifiers?|factors?|difference|points?)\b)"
)
_AFTER_ARTICLE = re.compile(r"\b(?:an?|the|each|every|per) \Z")
# Behind an article, a word is a label only of a number that ends its clause: "in a round 5, wait".
_ENDS = re.compile(r"[.,;:)]")
_LINK = r"(?:(?<=\[\[)[^\]|\n]*\|)?"
_BESIDE = r"(?:\]\]|[*_])*(?:[ ]+(?:of|is|was|at))?[ ]+[*_\[]*"
_RULER = re.compile(r"[ \t>]*\|?[ \t:|-]+\|[ \t:|-]*")
_SIGNS = "+-\u2212"
# What the units of any book are not, unless it declares them.
_MEASURES = {"foot", "feet", "inches", *(f"{each}s" for each in MEASURES - {"foot", "inch"})}
_SIGNED = "+ #"  # the word of a unit whose numbers have a sign before them, as a bonus has

_TAKEN = frozenset({"argument", "counted"})  # what a rule is given, or counts with


class SentenceUnits:
    """Finds the numbers of a page that its prose says of another unit than its proofs."""

    def __init__(self, source: Source, inference: UnitInference) -> None:
        self._source, self._text = source, source.text
        self._inference, self._units = inference, inference.units

    def contradicted(self, proof: CheckedProof, found: Balance) -> Iterator[Problem]:
        """A problem for each number of a proof's prose whose unit is not that of its line."""
        if not self._units or found.found:
            return
        for element, place in found.places.items():
            counted = dict.fromkeys(self._counted(element, proof))
            if not counted or not all(unit.words for unit in counted):
                continue  # for some of it the prose has no word
            said = dict(self._said_at(*place))
            units = [unit for word in said for unit in self._meant(word)]
            if units and not any(self._units.fit(a, b) for a in units for b in counted):
                span = Span(self._source, place[0], max(place[1], *said.values()))
                has, needs = units[0].name, " or ".join(unit.name for unit in counted)
                message = f"the prose says {has} here, its line in the proof counts {needs}"
                yield problem_at(span, message, f"say {needs}, or prove it by what counts {has}")

    def _counted(self, element: Element, proof: CheckedProof) -> Iterator[Unit]:
        """What a number of a proof counts; several units, if it is used for several."""
        checked, inference = proof.lines[element.line], self._inference
        line = checked.line
        given = _given(line) if line and element.role == "given" else ""
        key = element.name or given or (line.name if line and element.role == "said" else "")
        if line and line.loop and element.start < line.expression.start:
            key = line.loop.name
        known = inference.names.get(key) if key else _unit_at(element, checked)
        if element.role == "said" and line and line.kind == "cited":
            yield from self._of_words(checked)
        elif element.role == "again" and not key:
            value = value_of_text(element.text)
            before = (each for each in proof.elements if each.role != "again")
            alike = (each for each in before if value_of_text(each.text) == value is not None)
            yield from (unit for each in alike for unit in self._counted(each, proof))
        elif element.role == "cell":
            return  # each column of a table counts its own
        elif (element.role in _TAKEN and not key) or (key and known in (None, ANY)):
            reach = _until_said_again(element, key, proof) if element.name or given else ()
            yield from inference.uses(key or element.start, *reach) or inference.uses(key)
        elif known is ANY and line and line.expression.parsed:
            yield from self._of_typed(element, line.expression.parsed, proof)
        elif known and known is not ANY:
            yield known

    def _of_typed(
        self, element: Element, made: tree.Expression, proof: CheckedProof
    ) -> Iterator[Unit]:
        """What a sum of typed numbers counts: what these do elsewhere in the proof."""
        typed = [p.value for p in tree.every_part(made) if isinstance(p, tree.Constant)]
        before = [e for e in proof.elements if e.line != element.line and e.value in typed]
        units = {unit for each in before for unit in self._counted(each, proof)}
        if len(units) == 1:
            yield units.pop()

    def _of_words(self, checked: CheckedLine) -> Iterator[Unit]:
        """The units that a fact of a source speaks of."""
        words = checked.asked.in_words if checked.asked else ""
        for found in _patterns(self._units)[2].finditer(words):
            yield from self._meant(_word(found[0]))

    def _meant(self, word: str) -> Sequence[Unit]:
        """The units that a word stands for; none where it is a sign that the book does not use."""
        measures = [_measure(word)] if word in _MEASURES else []
        return self._units.by_word.get(word, measures)

    def _said_at(self, start: int, end: int) -> Iterator[tuple[str, int]]:
        """The words for units that stand at a number, each with the end of both."""
        text, (behind, before, every) = self._text, _patterns(self._units)
        line = text.rfind("\n", 0, start) + 1
        if text.endswith("%", start, end):
            yield "%", end
            return
        found = behind.match(text, end)
        if found and (text[start] not in _SIGNS or found["unit"] == "to hit"):
            yield _word(found["unit"]), found.end("unit")
        elif text[start] == "+" and not found:
            yield "+", end
        found = before.search(text, line, start)
        if found and (
            _ENDS.match(text, end) or not _AFTER_ARTICLE.search(text, line, found.start())
        ):
            yield _word(found["unit"]), end
        elif text[line:start].lstrip(" >").startswith("|"):
            heads = every.findall(self._head(line, text.count("|", line, start)))
            yield from ((_word(head), end) for head in heads[:1] if len(heads) == 1)

    def _head(self, line: int, column: int) -> str:
        """The head of a column of the typed table that a line of the page is in."""
        above = self._text[:line].split("\n")
        rulers = (at for at in range(len(above) - 1, 0, -1) if _RULER.fullmatch(above[at]))
        cells = above[next(rulers, 0) - 1].split("|")
        return cells[column] if column < len(cells) else ""


@lru_cache(maxsize=64)
def _measure(word: str) -> Unit:
    """The unit that a word stands for which no book has to declare."""
    one = singular(word)
    return Unit(word) if one == word else _measure(one)


def _begun(word: str) -> str:
    return word[:1].upper() + word[1:] if word[1:] else word


def _word(text: str) -> str:
    return " ".join(text.casefold().split())


@lru_cache(maxsize=8)
def _patterns(units: Units) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """The words for units behind a number, before one, and anywhere."""
    words = {word for unit in units.declared.values() for word in unit.words} | _MEASURES
    labels = {word for word in words if word.endswith(" #")} - {_SIGNED}
    unit, label = (
        _either(words - labels - {_SIGNED}),
        _either(word.removesuffix(" #") for word in labels),
    )
    behind = rf"(?:{_GAP}(?:{_BETWEEN})\b)?{_GAP}{_LINK}(?P<unit>{unit}){_ALONE}"
    before = rf"(?<!\w)(?P<unit>{label}){_BESIDE}\Z"
    every = rf"(?<!\w)(?:{unit}|{label}){_ALONE}"
    return re.compile(behind), re.compile(before), re.compile(every)


def _either(words: Iterable[str]) -> str:
    """A pattern of any of some words, as they are or at the beginning of a sentence."""
    forms = {form for word in words for form in (word, _begun(word))}
    longest = sorted(forms, key=lambda word: (-len(word), word))
    return "|".join(r"\s+".join(map(re.escape, word.split())) for word in longest) or r"(?!)"


def _until_said_again(element: Element, name: str, proof: CheckedProof) -> Stretch:
    """The stretch of a proof from where it says a name to where it says it once more."""
    again = (each.start for each in proof.elements if each.role == "again" and each.name == name)
    return element.start, min((at for at in again if at > element.start), default=sys.maxsize)


def _unit_at(element: Element, checked: CheckedLine) -> Unit | None:
    """What an answer of a line counts: that of its place among several, or what all do."""
    listed = checked.line.listed if checked.line else ()
    if listed and len(listed) == len(checked.units):
        units = [u for p, u in zip(listed, checked.units, strict=True) if p.start == element.start]
    else:
        units = checked.units
    return units[0] if units and len(set(units)) == 1 else None


def _given(line: ProofLine) -> str:
    """The name of what a line chooses, or of what its loop goes through."""
    return line.loop.name if line.loop else line.name
