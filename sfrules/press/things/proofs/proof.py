"""A proof as readers can open it: a quiet mark that opens how the numbers above it are known."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path

from sfrules.ground.ledger import Origin
from sfrules.press.expression.walk import Invocation
from sfrules.press.things.formulas.formula_kind import WORKED, call_worked
from sfrules.press.things.thing import Kind, View


@dataclass(frozen=True)
class Step:
    """A line of a proof: its words, what it comes to, and the rules and rows that it draws on.

    Where the line is the answer of a single rule, `call` is that; `calls` are all on the way to it.
    """

    name: str
    expression: str
    value: str
    said: str = ""
    origins: tuple[Origin, ...] = ()
    call: Invocation | None = None
    calls: tuple[Invocation, ...] = ()
    #: The expression in the words of the book, in lines; "" where the rule's own formula says it.
    in_words: str = ""

    @property
    def words(self) -> str:
        """The line as it is written, with its value."""
        return " = ".join(filter(None, (self.name, self.expression, self.value)))


@dataclass(frozen=True)
class Proof:
    """What vouches for the numbers of a passage, in the order of the passage."""

    steps: tuple[Step, ...]


SUMMARY = "How we know"
_PROOF = re.compile(
    rf'<details class="proof"[^<>]*><summary>{SUMMARY}</summary>(.*?)</details>', re.DOTALL
)
_PROOF_OR_HEADING = re.compile(rf"(?P<proof>{_PROOF.pattern})|<h[1-6]\b", re.DOTALL)


def proof_html(proof: Proof, page: View) -> str:
    """The mark with the proof folded up below it; no search finds it."""
    lines = "\n".join(_line(step, page) for step in proof.steps)
    return (
        f'<details class="proof" data-search-exclude><summary>{SUMMARY}</summary>\n'
        f'<ol class="proof__lines">\n{lines}\n</ol></details>'
    )


def proofs_in(html: str) -> list[str]:
    """What the proofs of a finished page say, in their order."""
    return [proof[1].strip() for proof in _PROOF.finditer(html)]


def with_marks(html: str) -> str:
    """A finished page as the site has it: a button for each proof, whose text is in the receipts.

    The end of a section has one for all of its proofs: where there is no margin, it stands alone.
    """
    count, own = 0, list[str]()

    def end_of_section() -> str:
        names, own[:] = " ".join(own), []
        return f'<p class="proofs">{_button(names)}</p>\n' if names else ""

    def put(found: re.Match[str]) -> str:
        nonlocal count
        if not found["proof"]:
            return end_of_section() + found[0]
        name, count = str(count), count + 1
        if "table-origin" not in found["proof"]:
            own.append(name)
        return _button(name)

    marked = _PROOF_OR_HEADING.sub(put, html)
    return marked + end_of_section()


def _button(names: str) -> str:
    """A button that opens some proofs of the page, by their numbers on it."""
    return f'<button class="proof" type="button" data-proof="{names}">{SUMMARY}</button>'


def _line(step: Step, page: View) -> str:
    parts = (_in_words(step), _worked(step, page), _rules(step.origins, page), _code(step))
    return f'<li class="proof__line">{"".join(parts)}</li>'


def _in_words(step: Step) -> str:
    """What the line says to a reader, before any code."""
    lines = step.in_words.splitlines()
    return "".join(f'<p class="proof__words">{escape(line)}</p>' for line in lines)


def _code(step: Step) -> str:
    name = f'<span class="proof__name">{escape(step.name)}</span> = ' if step.name else ""
    value = f' = <span class="proof__value">{escape(step.value)}</span>' if step.value else ""
    said = f' <span class="proof__said">“{escape(step.said)}”</span>' if step.said else ""
    code = f"<code>{name}{escape(step.expression)}{value}</code>"
    return f'<span class="proof__code">{code}{said}</span>'


def _rules(origins: Iterable[Origin], page: View) -> str:
    shown = [_rule(origin, page) for origin in origins]
    return f'<span class="proof__rules">{", ".join(shown)}</span>' if shown else ""


def _rule(origin: Origin, page: View) -> str:
    """A rule or row: a link to its formula where the book prints one, else where it is written."""
    link = page.formula_of(origin.name)
    place = "" if link.href else f" ({escape(origin.path)})"
    return f"{link.html}{place}"


def _worked(step: Step, page: View) -> str:
    """The line's rule worked through; nothing where its code is no formula."""
    if step.call is None:
        return ""
    rule, arguments, keywords = step.call
    worked = call_worked(page.book, rule, arguments, tuple(keywords.items()))
    return WORKED.html(worked, page) if worked else ""


# Each line has its own entry in the ledger, which the lock keeps; the mark on the page has none.
PROOF = Kind(
    name="proof",
    makes=Proof,
    html=proof_html,
    computed_in=".proof",
    kept=True,
    styles=(Path(__file__).with_name("proofs.css"),),
)
