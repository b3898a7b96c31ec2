"""Formulas and worked examples as HTML and as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from sfrules.press.things.formulas.expressions import Constant, Listed, Noted, says_yes_or_no
from sfrules.press.things.formulas.formula import Definition, Expression, Formula
from sfrules.press.things.formulas.wording import Piece, Pieces, worded
from sfrules.press.things.formulas.worked import Worked, Working

EQUALS: Pieces = (Piece("sign", "="),)
WHEN: Pieces = (Piece("text", " when "),)


def formula_text(formula: Formula) -> str:
    """The formula as plain text, a line for it and one for each thing that it goes by."""
    return "\n".join(_text(line) for line in _formula_lines(formula))


def formula_html(formula: Formula, mark: str = "") -> str:
    """The formula as a group of lines that bears the rule's name, below a mark if it has one."""
    first, *where = _formula_lines(formula)
    lines = [_line("formula__line", first), *(_line("formula__where", line) for line in where)]
    return _group("formula", f"Formula: {_title(formula)}", [*filter(None, [mark]), *lines])


def worked_text(worked: Worked) -> str:
    """The worked example as plain text: the formula, the numbers in it, and the result."""
    return "\n".join(_text(line) for _, line in _worked_lines(worked))


def worked_html(worked: Worked, mark: str = "") -> str:
    """The worked example as a group of lines, one a step, below a mark if it has one."""
    lines = [_line(name, line) for name, line in _worked_lines(worked)]
    label = f"Worked example: {_title(worked.formula)}"
    return _group("worked", label, [*filter(None, [mark]), *lines])


def _formula_lines(formula: Formula) -> Iterator[Pieces]:
    if formula.said:
        yield from formula.said
        return
    yield _first_line(formula)
    for definition in formula.where:
        yield _where(definition)


def _first_line(formula: Formula) -> Pieces:
    name = Piece("name", _title(formula))
    return (name, *_joint(formula.expression), *worded(formula.expression))


def _where(definition: Definition) -> Pieces:
    return (*_defined(definition), *worded(definition.expression))


def _defined(definition: Definition) -> Pieces:
    name = Piece("name", _text(worded(definition.term)))
    return (Piece("text", "where "), name, *_joint(definition.expression))


def _joint(expression: Expression) -> Pieces:
    """What stands between a name and what it is: a condition is no quantity."""
    return WHEN if says_yes_or_no(expression) else EQUALS


def _title(formula: Formula) -> str:
    return formula.name[:1].upper() + formula.name[1:]


def _worked_lines(worked: Worked) -> Iterator[tuple[str, Pieces]]:
    """The lines of a worked example, each with the name of its class."""
    yield "worked__formula", _first_line(worked.formula)
    for working in worked.where:
        yield "worked__where", _working(working)
    *steps, last = (_step_line(step) for step in worked.steps)
    for step in steps:
        yield "worked__step", step
    yield "worked__result", last


def _step_line(step: Expression) -> Pieces:
    return _step(step) if says_yes_or_no(step) else (*EQUALS, *_step(step))


def _working(working: Working) -> Pieces:
    """A definition, the numbers in it and its value, in one line; the way between has no room."""
    definition, first, last = working.definition, working.steps[0], working.steps[-1]
    if isinstance(definition.expression, Listed):
        return (*_defined(definition), *worded(first))
    pieces = _where(definition)
    for step in (first, last) if first != last else (last,):
        pieces += (*_link(step), *_step(step))
    return pieces


def _link(step: Expression) -> Pieces:
    return (Piece("text", "; "),) if says_yes_or_no(step) else EQUALS


def _step(step: Expression) -> Pieces:
    settled = isinstance(step.expression if isinstance(step, Noted) else step, Constant)
    so = (Piece("text", "so "),) if settled and says_yes_or_no(step) else ()
    return (*so, *worded(step))


def _text(pieces: Pieces) -> str:
    spaced = (f" {piece.text} " if piece.kind == "sign" else piece.text for piece in pieces)
    return "".join(spaced).strip()


# A line breaks before a sign, never after it: the sign keeps to the number that it acts on.
MARKUP: Mapping[str, str] = {
    "text": "{}",
    "name": '<span class="formula__name">{}</span>',
    "term": '<span class="formula__term">{}</span>',
    "sign": ' <span class="formula__sign">{}</span>&nbsp;',
    "minus": '<span class="formula__sign">{}</span>',
    "power": '<span class="formula__aloud"> to the power of </span><sup>',
    "end of power": "</sup>",
}


def _html(pieces: Pieces) -> str:
    return "".join(MARKUP[piece.kind].format(escape(piece.text)) for piece in pieces).strip()


def _line(name: str, pieces: Pieces) -> str:
    return f'<p class="{name}">{_html(pieces)}</p>'


def _group(name: str, label: str, lines: list[str]) -> str:
    """A group that a screen reader announces by its label."""
    inner = "\n".join(lines)
    return f'<div class="{name}" role="group" aria-label="{escape(label)}">\n{inner}\n</div>'
