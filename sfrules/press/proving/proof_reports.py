"""What an author is told of a proof that fails, and what would fix it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sfrules.ground.edits import Edit, Edits
from sfrules.ground.formats import format_value
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.numbers import Stretch
from sfrules.press.proving.balance import Balance, Imbalance
from sfrules.press.proving.mentions import Element, Mention, plain_form
from sfrules.press.proving.neighbors import with_neighbors
from sfrules.press.things.book import Book
from sfrules.press.things.claims.claim import EXACTLY, Claim, several
from sfrules.press.things.claims.restating import answer_said
from sfrules.press.things.proofs.proof_lines import Part, ProofLine

_UNSAFE = re.compile(r"[\"'\\{}=#\x00-\x1f\x7f\ufdd0-\ufdef]")
FIX = "sfrules check --fix writes"
_OWN_LINE = "give it a line of its own above, and its name to the rule: name = {}"
_OUT_OF_PLACE = {
    "apart": ("the prose says {} here, and what comes of it in another sentence", _OWN_LINE),
    "unanswered": ("the prose says {} here, where its line in the proof has no answer", _OWN_LINE),
    "at a point": (
        "the prose compares with a number here, {}, and the line asks at that number alone",
        "ask on both sides of it: for … in … to …: …; or compare in the line: … < …",
    ),
    "goes beyond": (
        "the prose says {} here, and the line goes through more than that",
        "go from one end of it to the other: for … in … to …: …",
    ),
    "of another thing": (
        "the prose says {} of something else here than the rule takes it for",
        "prove it on a line of its own, from the row that has it: … = {}",
    ),
}


@dataclass(frozen=True)
class Failure:
    """A line that does not hold: what the prose says, and in a loop the case that it fails in."""

    line: ProofLine
    said: Part
    claim: Claim
    case: str = ""

    @property
    def is_shared(self) -> bool:
        """Whether it is said of every case of a loop, so that the answer in one is no fix."""
        return bool(self.case) and self.said not in self.line.listed

    @property
    def is_about(self) -> bool:
        """Whether what the prose says has room for more than one number."""
        said = self.claim.said
        bounded = said is not None and (said.form != EXACTLY or said.other_end is not None)
        return bounded or self.claim.within is not None


@dataclass(frozen=True)
class Reporter:
    """Reports what is wrong with the proofs of a page; `fixable` is whether it is a file's."""

    source: Source
    fixable: bool
    book: Book

    def failed(self, failure: Failure, elements: Sequence[Element], found: Balance) -> Problem:
        """A line that does not hold, with where the prose says it, and the fix for both."""
        said, message = failure.said, _message(failure)
        element = next((each for each in elements if each.start == said.start), None)
        place = found.places.get(element) if element and not found.found else None
        span = Span(self.source, said.start, said.end)
        new = _restated(said.plain, failure.claim)
        if out_with(failure, found):
            edit = self._edit(said.start, said.end, failure.claim)
            hint = f"the prose says {new}: {FIX} {new} here" if edit else f"write {new}"
            return problem_at(span, message, hint, edit)
        if new and element and place and not failure.is_shared:
            again = _said_again(failure, element, elements, found)
            edits = self._edits([(element.start, element.end), place, *again], failure.claim)
            if edits:
                hint = f"{FIX} {new} here and {self._at(place)}"
                return problem_at(span, message, hint, Edits(edits))
        return problem_at(span, message, self._hint(failure, element, place, new))

    def _at(self, place: Stretch) -> str:
        at = problem_at(Span(self.source, *place), "")
        return f"at {at.line}:{at.column}"

    def _hint(
        self, failure: Failure, element: Element | None, place: Stretch | None, new: str | None
    ) -> str:
        """What to do by hand, and why --fix leaves it."""
        answer = format_value(failure.claim.computed)
        hint = f"write {new or answer}"
        if failure.claim.said is None and failure.claim.of_numbers:
            return f"{hint}; or compare, for words that are no number: … <= {answer}"
        if failure.is_about:
            hint = f"say what holds of {answer}"
        if element is None:
            return "the proof says that it is so" if failure.claim.computed is False else hint
        if place is None:
            return f"{hint}; where the prose says it is not certain, so --fix leaves both"
        hint += f" here and {self._at(place)}, where the prose says it"
        if failure.is_shared and new:
            return f"{hint}; --fix leaves it, as it stands in a loop"
        return hint

    def _edits(self, typed: Sequence[Stretch], claim: Claim) -> tuple[Edit, ...]:
        """The edits of a line, of the prose, and of what says it again; of all, or of none."""
        made = [edit for each in typed if (edit := self._edit(*each, claim))]
        same = len({plain_form(edit.text.strip("\"'")) for edit in made[:2]}) == 1
        return tuple(made) if len(made) == len(typed) and same else ()

    def _edit(self, start: int, end: int, claim: Claim) -> Edit | None:
        if not self.fixable:
            return None
        typed = self.source.text[start:end]
        core = typed.strip("\"'")
        quote = typed[: len(typed) - len(typed.lstrip("\"'"))]
        new = _restated(core, claim)
        if new is None or "\n" in typed:
            return None
        return Edit(self.source.path, start, end, typed, f"{quote}{new}{quote}")

    def imbalance(self, out: Imbalance, fence: Span, found: Balance) -> Problem:
        """A number that is out, where it stands in the prose, or else in the proof."""
        element, mention = out.element, out.mention
        if mention is None:
            return self._unsaid(element, fence, found)
        span = Span(self.source, *mention.place)
        said = with_neighbors(self.source.text, *mention.place)
        shown = " ".join(self.source.text[slice(*said)].split())
        if out.sort in _OUT_OF_PLACE:
            message, hint = _OUT_OF_PLACE[out.sort]
            return problem_at(span, message.format(shown), hint.format(shown))
        if element is None:
            message = f"the prose says {shown} here, the proof says no more"
            mark = f"mark it as no rule: [{shown}]{{.flavour}}"
            hint = f"prove {shown} in the block below, or {mark}"
            if out.turned:
                hint = _turn_round(out.turned, shown)
            elif mention.value in found.values:
                hint = f"say it again in the proof, on a line of its own: {shown}"
            return problem_at(span, message, hint)
        wanted = self._shown(element)
        message = f"the prose says {shown} here, the proof says {wanted} next"
        if out.sort == "exchanged":
            hint = f"say {wanted} before {shown}, or change their order in the proof"
            if out.turned:
                hint = f"say {wanted} before {shown}, or turn the line round: {out.turned.text} = …"
        elif out.turned:
            hint = _turn_round(out.turned, shown)
        else:
            hint = f"write {wanted}, or prove {shown} in the block below"
        return problem_at(span, message, hint)

    def _shown(self, element: Element) -> str:
        """An element as its prose would say it; one that is said again by name has no words."""
        if element.name and element.value is not None:
            return format_value(element.value)
        return element.text

    def _unsaid(self, element: Element | None, fence: Span, found: Balance) -> Problem:
        if element is None:
            return problem_at(fence, "the proof and its prose differ")
        shown, span = self._shown(element), Span(self.source, element.start, element.end)
        places = [at for at, each in enumerate(found.mentions) if _is_said(element, each)]
        elsewhere = [found.mentions[at] for at in places if at not in found.used]
        if elsewhere:
            message = f"the proof says {shown} here, the prose says it in another place"
            place = self._at(elsewhere[-1].place)
            hint = f"it goes by the order of the prose, which says {shown} {place}"
            return problem_at(span, message, hint)
        again = "again " if places else ""
        message = f"the proof says {shown} {again}here, the prose above does not"
        return problem_at(span, message, f"say {shown} {again}above, or take it out of the proof")


def out_with(failure: Failure, found: Balance) -> Imbalance | None:
    """What is out with a line that fails because the prose says already what the rule says."""
    new = _restated(failure.said.plain, failure.claim)
    if new is None or failure.is_shared:
        return None
    for out in found.found:
        here = out.element is not None and out.element.start == failure.said.start
        if here and out.mention and out.mention.plain == plain_form(new):
            return out
    return None


def _turn_round(said: Element, shown: str) -> str:
    return f"where the prose says {shown} behind {said.text}, turn the line round: {said.text} = …"


def _is_said(element: Element, mention: Mention) -> bool:
    if element.value is not None:
        return element.value == mention.value
    return plain_form(element.text) == mention.plain


def _message(failure: Failure) -> str:
    claim, printed = failure.claim, failure.said.plain
    expression = failure.line.asked
    case = f" for {failure.case}" if failure.case else ""
    numbers = several(claim.computed)
    said = claim.said
    if said is None and claim.of_numbers:
        said_as = f"no number can be read in {printed}"
        return f"{said_as}; {expression} is {format_value(claim.computed)}{case}"
    if said and said.other_end is not None and numbers:
        ends = f"{format_value(min(numbers))} to {format_value(max(numbers))}"
        return f"the proof says {printed}, {expression} runs from {ends}{case}"
    within = "" if claim.within is None else f" (within {claim.within})"
    answer = format_value(claim.computed)
    if isinstance(claim.computed, bool):
        answer = str(claim.computed).lower()
    return f"the proof says {printed}{within}, {expression} is {answer}{case}"


def _restated(typed: str, claim: Claim) -> str | None:
    """What says the computed value in the manner of what is typed; None where none is certain."""
    said = claim.said
    if claim.within is not None or (said is not None and said.form != EXACTLY):
        return None
    text = (
        answer_said(typed, claim) if said is not None or isinstance(claim.computed, str) else None
    )
    if text is None or _UNSAFE.search(text):
        return None
    return text


def _said_again(
    failure: Failure, element: Element, elements: Sequence[Element], found: Balance
) -> Iterator[Stretch]:
    """Where what a line says is said once more, in the prose and, as a number, in the proof."""
    own = ((each, place) for each, place in found.places.items() if each.start == element.start)
    yield from (place for each, place in own if each is not element)
    said, name = failure.claim.said, failure.line.name
    number = said.number if said is not None and said.other_end is None else None
    for later in elements[list(elements).index(element) + 1 :]:
        by_number = later.role == "again" and not later.name and number is not None
        if later.name == name if later.name else by_number and later.value == number:
            yield from [found.places[later]] if later in found.places else []
            yield from [] if later.name else [(later.start, later.end)]
