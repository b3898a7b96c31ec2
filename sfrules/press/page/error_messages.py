"""What is wrong on a page, in an author's words: what failed in it, and claims that do not hold."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from jinja2.exceptions import TemplateRuntimeError, UndefinedError

from sfrules.ground.edits import Edit
from sfrules.ground.exhausted import Exhausted
from sfrules.ground.faults import cause
from sfrules.ground.formats import format_value, plain_number, without_addresses
from sfrules.ground.number_words import MINUS, number_of_literal
from sfrules.ground.problems import Mistake, Problem, did_you_mean, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.expression.bounds import BoundExceeded
from sfrules.press.expression.tree import (
    Call,
    Constant,
    Expression,
    blamed,
    dotted_name,
    every_part,
)
from sfrules.press.expression.walk import blamed_part
from sfrules.press.page.parse import Site
from sfrules.press.page.sandbox import PageSandbox, Unfiltered
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

EXPRESSION = "expression"  # the path of an expression that stands on no page

_PLAIN: dict[type[BaseException], str] = {
    RecursionError: "a macro calls itself without end",
    OverflowError: "the number is too large",
    ZeroDivisionError: "division by zero",
}
QUOTES = "\"'"
SHOWN = 60  # characters of a typed text in a message
_PARAMETERS = ("printed", "computed", "result")  # of claims, in order
FORMS = 'a text may say "seven", "60%", "a third", "about half", "at least 7", "between 5 and 9"'
_NUMBER = re.compile(r"[-+]?\d[\d_]*(?:\.\d+)?", re.ASCII)
_NEEDS_CARE = re.compile(r"[\"'\\{}\x00-\x1f\x7f\ufdd0-\ufdef]")
_DICE = re.compile(r"(?:\b|\d)d\d", re.IGNORECASE)
_BESIDE = " $£€¥±~≈().,;:!?*_'\""  # marks beside a number that say nothing a check could hold
MOST_WORDS = 12  # of a text in which a number is looked for
_TRUTH = re.compile(r"true|false", re.IGNORECASE)


def elsewhere(error: BaseException, sandbox: PageSandbox) -> Problem | None:
    """The problem in the author's code or facts that a page shows; None for one of the page."""
    if isinstance(error, BoundExceeded | TemplateRuntimeError):
        return None
    return cause(error, sandbox.book.root)


def asked_at(problem: Problem, span: Span) -> Problem:
    """A problem in the author's code or facts, with the place on a page that it shows at."""
    if span.source.path in ("", EXPRESSION):
        return problem
    line, column = span.source.position(span.start)
    at = f"asked for at {span.source.path}:{line}:{column}"
    return replace(problem, hint="; ".join(filter(None, (problem.hint, at))))


def problem_of(
    site: Site, error: BaseException, source: Source, sandbox: PageSandbox, *, fixable: bool
) -> Problem:
    """The problem of a failure, at the most exact place that is known."""
    start, end = blamed_in(site.tree, error, sandbox)
    span = Span(source, site.base + start, site.base + max(end, start + 1))
    if found := elsewhere(error, sandbox):
        return asked_at(found, span)
    return problem_at(span, *report(site, error, source, sandbox, fixable=fixable))


def report(
    site: Site, error: BaseException, source: Source, sandbox: PageSandbox, *, fixable: bool
) -> tuple[str, str, Edit | None]:
    """What an author reads about a failure, a hint, and the edit that fixes it, if one does.

    `fixable` is whether the source is the text of a file.
    """
    if isinstance(error, Disagreement):
        return _claim_report(site, error, source, fixable)
    return *explain(error, sandbox), None


def explain(error: BaseException, sandbox: PageSandbox) -> tuple[str, str]:
    """A failure in an author's words, and a hint."""
    if isinstance(error, Mistake):
        return without_addresses(error.message), error.hint
    if isinstance(error, UndefinedError):
        name = str(error).split("'")[1] if "'" in str(error) else ""
        return f'"{name}" is not a name of this book', did_you_mean(name, sandbox.known)
    if plain := _PLAIN.get(type(error)):
        return plain, ""
    if isinstance(error, Exhausted | MemoryError):
        return sandbox.meter.end(error), ""
    said = without_addresses(str(error))
    if isinstance(error, ValueError | BoundExceeded | TypeError | TemplateRuntimeError):
        return said, ""
    return f"{type(error).__name__}: {said}", ""


def _given(call: Call, parameters: Iterable[str]) -> dict[str, Expression]:
    """What a call gives, by the names of its parameters."""
    given = dict(zip(parameters, call.given.arguments, strict=False))
    return given | {keyword.name: keyword.value for keyword in call.given.keywords}


def blamed_in(tree: Expression, error: BaseException, sandbox: PageSandbox) -> tuple[int, int]:
    """The stretch of an expression that a failure is shown at."""
    part = blamed_part(error)
    if argument := _argument_named(tree, part, error, sandbox):
        return blamed(tree, argument, whole=True)
    return blamed(tree, part or tree, whole=part is None or isinstance(error, Unfiltered))


def _argument_named(
    tree: Expression, part: Expression | None, error: BaseException, sandbox: PageSandbox
) -> Expression | None:
    """The offending argument of a call, if the error names its parameter."""
    parameter = error.parameter if isinstance(error, Mistake) else ""
    if isinstance(error, ValueError):  # a rule's message begins with it
        parameter = str(error).partition(" ")[0].rstrip(":")
    start = part.start if part else tree.start
    calls = (each for each in every_part(tree) if isinstance(each, Call) and each.start == start)
    call = next(calls, None) if parameter else None
    if call is None:
        return None
    called = sandbox.short.in_full(dotted_name(call.function))
    rule = next((rule for rule, name in sandbox.allowed.items() if name == called), None)
    return _given(call, inspect.signature(rule).parameters if rule else ()).get(parameter)


def _claim_report(
    site: Site, error: Disagreement, source: Source, fixable: bool
) -> tuple[str, str, Edit | None]:
    call, claim = blamed_part(error), error.claim
    given = _given(call, _PARAMETERS) if isinstance(call, Call) else {}
    computed = given.get("computed")
    expression = site.span_of(computed, source).text if computed else "the rule"
    message = _message(claim, error.subject or expression)
    if claim.because:
        return message, "leave because= out", None
    why_not, may_fix = "", fixable and _is_plain(claim)
    typed = given.get(error.parameter or "printed")
    literal = _literal(site, typed, source) if isinstance(typed, Constant) else None
    if may_fix and site.within:
        why_not = f"; sfrules check --fix leaves it, as it stands in a {site.within}"
    elif may_fix and literal is None:
        why_not = "; sfrules check --fix leaves it, as it is not typed here"
    elif may_fix and literal:
        text = _rewritten(literal.text, claim)
        if text is not None and text != literal.text:
            edit = Edit(source.path, literal.start, literal.end, literal.text, text)
            written = _shown(text.strip(QUOTES).strip())
            return message, f"sfrules check --fix writes {written}", edit
    return message, _hint(claim) + why_not, None


# Texts that stand side by side are one text to Jinja: which of them to write anew is not certain.
_ONE_TEXT = re.compile(r"""(["'])(?:\\.|(?!\1).)*\1""", re.DOTALL)


def _literal(site: Site, typed: Constant, source: Source) -> Span | None:
    """The typed number or text of a claim, where nothing else stands beside it in the call."""
    span = site.span_of(typed, source)
    if isinstance(typed.value, str) and not _ONE_TEXT.fullmatch(span.text):
        return None
    return span if source.text[span.end :].lstrip()[:1] in {",", ")"} else None


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
