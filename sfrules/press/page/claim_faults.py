"""What is wrong with a claim that does not hold, and how it is written anew."""

from __future__ import annotations

import re
from fractions import Fraction

from sfrules.ground.edits import Edit
from sfrules.ground.formats import format_value, plain_number
from sfrules.ground.number_words import MINUS, number_of_literal
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Span
from sfrules.press.page.faults import argument_of
from sfrules.press.page.templates import Site
from sfrules.press.things.claims.claim import (
    EXACTLY,
    Claim,
    Disagreement,
    Saying,
    farthest_off,
    is_number,
    saying,
    several,
)
from sfrules.press.things.claims.restating import answer_said, restated

QUOTES = "\"'"
SHOWN = 60  # characters of a typed text in a message
FORMS = 'a text may say "seven", "60%", "a third", "about half", "at least 7", "between 5 and 9"'
_NUMBER = re.compile(r"[-+]?\d[\d_]*(?:\.\d+)?", re.ASCII)
_LITERAL = re.compile(r"[-+]?[ ]*\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?", re.ASCII | re.IGNORECASE)
_NEEDS_CARE = re.compile(r"[\"'\\{}\x00-\x1f\x7f\ufdd0-\ufdef]")
_DICE = re.compile(r"(?:\b|\d)d\d", re.IGNORECASE)
_BESIDE = " $£€¥±~≈().,;:!?*_'\""  # marks beside a number that say nothing a check could hold
MOST_WORDS = 12  # of a text in which a number is looked for
_TRUTH = re.compile(r"true|false", re.IGNORECASE)
_ONE_TEXT = re.compile(r"""(["'])(?:\\.|(?!\1).)*\1""", re.DOTALL)


def claim_fault(site: Site, error: Disagreement, *, fixable: bool) -> Problem:
    """The problem of a claim, at what was typed, with the edit that fixes it, if one does.

    `fixable` is whether the source is the text of a file.
    """
    claim, inner = error.claim, site.inner
    typed_at, computed = _given(site, error)
    message = _message(claim, error.subject or (computed.text if computed else "the rule"))
    literal = typed_at or inner
    if claim.because:
        return problem_at(inner, message, "leave because= out")
    why_not, may_fix = "", fixable and _is_plain(claim)
    typed = (
        _NUMBER.fullmatch(literal.text)
        or _ONE_TEXT.fullmatch(literal.text)
        or _TRUTH.fullmatch(literal.text)
    )
    if may_fix and site.within:
        why_not = f"; sfrules check --fix leaves it, as it stands in a {site.within}"
    elif may_fix and not typed:
        why_not = "; sfrules check --fix leaves it, as it is not typed here"
    elif may_fix:
        text = _rewritten(literal.text, claim)
        if text is not None and text != literal.text:
            edit = Edit(inner.source.path, literal.start, literal.end, literal.text, text)
            written = _shown(text.strip(QUOTES).strip())
            return problem_at(inner, message, f"sfrules check --fix writes {written}", edit)
    return problem_at(inner, message, _hint(claim) + why_not)


def _given(site: Site, error: Disagreement) -> tuple[Span | None, Span | None]:
    """What is typed, and what is worked out for it, as they are written."""

    def span(parameter: str) -> Span | None:
        found = argument_of(site.inner.text, error, parameter)
        at = site.inner.start
        return Span(site.inner.source, at + found.start, at + found.end) if found else None

    typed = span(error.parameter or "printed")
    if typed and typed.text.startswith("(") and typed.text.endswith(")"):
        typed = Span(typed.source, typed.start + 1, typed.end - 1)
    return typed, span("computed")


def _is_plain(claim: Claim) -> bool:
    """Whether a claim says that two things are the same, in a form that can be written anew."""
    if claim.within is not None:
        return False
    if said := claim.said:
        return said.form == EXACTLY
    kind = str if isinstance(claim.printed, str) else bool
    return isinstance(claim.printed, kind) and isinstance(claim.computed, kind)


def _message(claim: Claim, expression: str) -> str:
    printed, computed = _shown(claim.printed), format_value(claim.computed)
    if claim.because:
        return f"{expression} is {computed}, as printed: there is nothing to explain"
    said = claim.said
    if said is None and isinstance(claim.printed, str) and claim.of_numbers:
        return f'no number can be read in "{printed}"; {expression} is {computed}'
    numbers = several(claim.computed)
    if said and said.other_end is not None and numbers:
        ends = f"{format_value(min(numbers))} to {format_value(max(numbers))}"
        return f"the page says {printed}, {expression} runs from {ends}"
    if claim.within is not None:
        printed += f" (within {format_value(claim.within)})"
    says = "prints" if said is None or (said.form == EXACTLY and not said.other_end) else "says"
    return f"the page {says} {printed}, {expression} is {computed}"


def _shown(printed: object) -> str:
    text = format_value(printed).replace("\n", "\\n")
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


def _hint(claim: Claim) -> str:
    said, computed = claim.said, format_value(claim.computed)
    if isinstance(claim.printed, str) and isinstance(claim.computed, bool):
        return f"write {'true' if claim.computed else 'false'}, without quotes"
    if said is None and isinstance(claim.printed, str) and claim.of_numbers:
        how = _how_to_say(claim.printed) if is_number(claim.computed) else ""
        return how or f"write {computed}; {FORMS}"
    if said and said.other_end is not None and said.other_end < said.number:
        return "write the lower number of the range first"
    if said and (said.form != EXACTLY or said.other_end is not None or claim.within is not None):
        may_widen = said.form.hedged and _is_near(claim, said)
        return f"say what holds of {computed}{', or widen within=' if may_widen else ''}"
    return f"write {computed}"


def _is_near(claim: Claim, said: Saying) -> bool:
    """Whether the computed number is one that a wider within= could take in."""
    if not is_number(claim.computed):
        return False
    off = abs(Fraction(claim.computed) - said.number)
    return off <= farthest_off(str(claim.printed), said.number)


def _how_to_say(text: str) -> str:
    """What to write for a number with other words beside it; empty if there is no number."""
    if _DICE.search(text):
        return f"dice are not one number: print the rule that gives the dice, or {FORMS}"
    words = text.split()[:MOST_WORDS]
    for length in range(len(words), 0, -1):
        for at in range(len(words) - length + 1):
            part = " ".join(words[at : at + length]).strip(_BESIDE)
            if part != text.strip() and saying(part):
                return f'write "{part}", and what is beside it outside of the braces'
    return ""


def _rewritten(literal: str, claim: Claim) -> str | None:
    """The literal that makes a plain claim hold; None if no literal certainly does."""
    if literal[0] in QUOTES and isinstance(claim.printed, str):
        text = answer_said(claim.printed, claim)
        if text is None or _NEEDS_CARE.search(text):
            return None
        return literal[0] + text + literal[0]
    if _TRUTH.fullmatch(literal):
        truth = "true" if claim.computed else "false"
        return truth.capitalize() if literal[0].isupper() else truth
    return _number(literal, claim.computed)


def _number(literal: str, computed: object) -> str | None:
    """A number as a page's expressions write it: no comma, and a minus that a keyboard has."""
    if not is_number(computed):
        return None
    manner = restated(literal, Fraction(computed)) or ""
    for text in (manner.replace(",", "").replace(MINUS, "-"), plain_number(computed)):
        if _NUMBER.fullmatch(text) and number_of_literal(text) == computed:
            return text
    return None
