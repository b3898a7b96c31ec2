"""A proof as readers can open it: a quiet mark that opens how the numbers above it are known."""

from __future__ import annotations

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

    @property
    def words(self) -> str:
        """The line as it is written, with its value."""
        return " = ".join(filter(None, (self.name, self.expression, self.value)))


@dataclass(frozen=True)
class Proof:
    """What vouches for the numbers of a passage, in the order of the passage."""

    steps: tuple[Step, ...]


SUMMARY = "How we know"


def proof_html(proof: Proof, page: View) -> str:
    """The mark with the proof folded up below it; no search finds it."""
    lines = "\n".join(_line(step, page) for step in proof.steps)
    return (
        f'<details class="proof" data-search-exclude><summary>{SUMMARY}</summary>\n'
        f'<ol class="proof__lines">\n{lines}\n</ol></details>'
    )


def _line(step: Step, page: View) -> str:
    parts = (_words(step), _rules(step.origins, page), _worked(step, page))
    return f'<li class="proof__line">{"".join(parts)}</li>'


def _words(step: Step) -> str:
    name = f'<span class="proof__name">{escape(step.name)}</span> = ' if step.name else ""
    value = f' = <span class="proof__value">{escape(step.value)}</span>' if step.value else ""
    said = f' <span class="proof__said">“{escape(step.said)}”</span>' if step.said else ""
    return f"<code>{name}{escape(step.expression)}{value}</code>{said}"


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
