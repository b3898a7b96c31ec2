"""The claims of a page: each as a check, and for one that fails the message and the mend."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from jinja2 import nodes

from sfrules.ground.formats import format_value, plain_number
from sfrules.ground.ledger import Check
from sfrules.ground.mends import Edit
from sfrules.ground.number_words import MINUS, number_of_literal
from sfrules.ground.problems import Problem
from sfrules.ground.source import Source, Span
from sfrules.press.page.parse import Site
from sfrules.press.page.tokens import Tokens, call_at, start_of
from sfrules.press.things.claims.claim import Claim, Disagreement, is_number, several
from sfrules.press.things.claims.restating import restated, restated_range
from sfrules.press.things.claims.saying import EXACTLY, saying

# Macros, and the kind of check each makes; a formula is one where the author states it.
KINDS = {"printed": "claim", "worked": "worked", "formula": "formula"}
QUOTES = "\"'"
SHOWN = 60  # characters of a typed text in a message
POSITIONS = {"printed": 0, "computed": 1, "result": 2}  # of parameters that may be given by name
FORMS = 'a text may say "seven", "60%", "a third", "about half", "at least 7", "between 5 and 9"'
_NUMBER = re.compile(r"[-+]?\d[\d_]*(?:\.\d+)?", re.ASCII)
_NEEDS_CARE = re.compile(r"[\"'\\{}\x00-\x1f\x7f\ufdd0-\ufdef]")
_DICE = re.compile(r"(?:\b|\d)d\d", re.IGNORECASE)
_BESIDE = " $£€¥±~≈().,;:!?*_'\""  # marks beside a number that say nothing a check could hold
MOST_WORDS = 12  # of a text in which a number is looked for
_TRUTH = re.compile(r"true|false", re.IGNORECASE)


@dataclass(frozen=True)
class ClaimReport:
    """What an author reads about a claim that fails, and the edit that mends it."""

    message: str
    hint: str = ""
    mend: Edit | None = None


@dataclass(frozen=True)
class ClaimReporter:
    """Reports the claims of one page; `mendable` is whether its text is that of a file."""

    source: Source
    tokens: Tokens
    mendable: bool

    def report(self, site: Site, error: Disagreement) -> ClaimReport:
        """What the page says and what the rule answers, in the expression's own words."""
        call = call_at(site.node, site.start if error.offset is None else error.offset)
        claim = error.claim
        message = _message(claim, error.subject or self._expression(call))
        if claim.because:
            return ClaimReport(message, "leave because= out")
        literal = self._literal(call, error.parameter or "printed") if call else None
        edit = self._mend(site, literal, claim)
        if edit:
            written = _shown(edit.text.strip(QUOTES).strip())
            return ClaimReport(message, f"sfrules check --fix writes {written}", edit)
        return ClaimReport(message, _hint(claim) + self._why_not(site, literal, claim))

    def _expression(self, call: nodes.Call | None) -> str:
        """What the claim is held against, as it is written."""
        node = call and _argument(call, "computed")
        if node is None:
            return "the rule"
        first = start_of(node)
        return Span(self.source, first, self.tokens.end_of_argument(first)).text

    def _why_not(self, site: Site, literal: Span | None, claim: Claim) -> str:
        """Why --fix does not write a number that it could write."""
        if not self.mendable or not _is_plain(claim):
            return ""
        if site.within:
            return f"; sfrules check --fix leaves it, as it stands in a {site.within}"
        if literal is None:
            return "; sfrules check --fix leaves it, as it is not typed here"
        return ""

    def _mend(self, site: Site, literal: Span | None, claim: Claim) -> Edit | None:
        if literal is None or site.within or not self.mendable:
            return None
        text = _rewritten(literal.text, claim)
        if text is None or text == literal.text:
            return None
        return Edit(self.source.path, literal.start, literal.end, literal.text, text)

    def _literal(self, call: nodes.Call, parameter: str) -> Span | None:
        """The typed number or text of a claim, if it is typed in the call itself."""
        node = _argument(call, parameter)
        number = node.node if isinstance(node, nodes.Neg | nodes.Pos) else node
        if not isinstance(number, nodes.Const):
            return None
        rows = self.tokens.rows
        at = bisect_right(self.tokens.offsets, number.lineno) - 1
        alone = at + 1 < len(rows) and rows[at + 1][2] in {",", ")"}
        start = node.lineno if node else 0
        return Span(self.source, start, rows[at][0] + len(rows[at][2])) if alone else None


def _argument(call: nodes.Call, parameter: str) -> nodes.Expr | None:
    for keyword in call.kwargs:
        if keyword.key == parameter:
            return keyword.value
    position = POSITIONS[parameter]
    return call.args[position] if position < len(call.args) else None


def _is_plain(claim: Claim) -> bool:
    """Whether a claim says that two things are the same, in a form that can be written anew."""
    said = claim.said
    if claim.within is not None or (said is None and not _alike(claim)):
        return False
    return said is None or said.form == EXACTLY


def _alike(claim: Claim) -> bool:
    kinds = str if isinstance(claim.printed, str) else bool
    return isinstance(claim.printed, kinds) and isinstance(claim.computed, kinds)


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
        return (
            is_number(claim.computed) and _how_to_say(claim.printed)
        ) or f"write {computed}; {FORMS}"
    if said and said.other_end is not None and said.other_end < said.number:
        return "write the lower number of the range first"
    if said and (said.form.hedged or claim.within is not None):
        return f"say what holds of {computed}, or widen within="
    if said and (said.form != EXACTLY or said.other_end is not None):
        return f"say what holds of {computed}"
    return f"write {computed}"


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
    """The literal that makes a claim hold; None if no literal certainly does."""
    if not _is_plain(claim):
        return None
    if literal[0] in QUOTES and isinstance(claim.printed, str):
        text = _text(claim.printed, claim)
        if text is None or _NEEDS_CARE.search(text) or not Claim(text, claim.computed).holds:
            return None
        return literal[0] + text + literal[0]
    if _TRUTH.fullmatch(literal):
        truth = "true" if claim.computed else "false"
        return truth.capitalize() if literal[0].isupper() else truth
    return _number(literal, claim.computed)


def _text(typed: str, claim: Claim) -> str | None:
    """The text that says the computed number as the typed text does, with its blanks."""
    if isinstance(claim.computed, str):
        return claim.computed
    core, text = typed.strip(), None
    before, _, after = typed.partition(core)
    numbers = several(claim.computed)
    if claim.said and claim.said.other_end is not None:
        text = restated_range(core, min(numbers), max(numbers)) if numbers else None
    elif is_number(claim.computed):
        text = restated(core, Fraction(claim.computed))
    return None if text is None else before + text + after


def _number(literal: str, computed: object) -> str | None:
    """A number as a page's expressions write it: no comma, and a minus that a keyboard has."""
    if not is_number(computed):
        return None
    manner = restated(literal, Fraction(computed)) or ""
    for text in (manner.replace(",", "").replace(MINUS, "-"), plain_number(computed)):
        if _NUMBER.fullmatch(text) and number_of_literal(text) == computed:
            return text
    return None


def checks_of(
    source: Source,
    tokens: Tokens,
    reached: Iterable[Site],
    found: Iterable[tuple[Site, Problem]],
) -> Iterator[Check]:
    """Each claim and worked example that was evaluated, in the order of the page.

    `reached` are the sites that were evaluated, `found` the problems of the page with theirs.
    """
    problems: defaultdict[int, list[Problem]] = defaultdict(list)
    for site, problem in found:
        problems[id(site.node)].append(problem)
    for site in sorted(reached, key=lambda site: site.start):
        text = _written(source, tokens, site)
        if not any(name in text for name in KINDS):
            continue
        calls = _calls(site.node)
        starts = [start_of(call) if calls[1:] else site.start for call in calls]
        shares = _shared_out(source, problems[id(site.node)], starts)
        for call, start, share in zip(calls, starts, shares, strict=True):
            line, column = source.position(start)
            said = source.text[start : tokens.end_of_expression(start)] if calls[1:] else text
            words = " ".join(said.split())
            yield Check(source.path, line, column, _kind(call), words, tuple(share))


def _calls(node: nodes.Node) -> list[nodes.Call]:
    """The calls in an expression that check something against a rule, in the order of the page."""
    calls = ([node] if isinstance(node, nodes.Call) else []) + list(node.find_all(nodes.Call))
    return sorted(filter(_kind, calls), key=start_of)


def _kind(call: nodes.Call) -> str:
    """The kind of check that a call makes; empty for any other call."""
    kind = KINDS.get(call.node.name, "") if isinstance(call.node, nodes.Name) else ""
    stated = kind != "formula" or any(keyword.key == "words" for keyword in call.kwargs)
    return kind if stated else ""


def _shared_out(
    source: Source, problems: Iterable[Problem], starts: Sequence[int]
) -> list[dict[Problem, None]]:
    """The problems of an expression by the call they are in; a loop may find one twice."""
    shares: list[dict[Problem, None]] = [{} for _ in starts]
    for problem in problems if shares else ():
        at = source.start_of(problem.line) + problem.column - 1
        shares[max(0, bisect_right(starts, at) - 1)][problem] = None
    return shares


def _written(source: Source, tokens: Tokens, site: Site) -> str:
    """A site's expression as it is written."""
    start, end = site.start, tokens.end_of_expression(site.start)
    if site.use == "print":
        start, end = tokens.expression_around(start)
    return source.text[start:end]
