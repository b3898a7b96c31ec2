"""Formulas and worked examples as HTML and as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from sfrules.press.things.formulas.expressions import Constant, MappingValues, Noted, is_condition
from sfrules.press.things.formulas.formula import Definition, Expression, Formula
from sfrules.press.things.formulas.wording import Fragment, Fragments, worded
from sfrules.press.things.formulas.worked import Worked, Working

EQUALS: Fragments = (Fragment("sign", "="),)
WHEN: Fragments = (Fragment("text", " when "),)


def formula_text(formula: Formula) -> str:
    """The formula as plain text: a line for it, and one for each definition."""
    return "\n".join(_text(line) for line in _formula_lines(formula))


def formula_html(formula: Formula, mark: str = "") -> str:
    """The formula as a group of lines labelled with the rule's name, below a mark if it has one."""
    first, *where = _formula_lines(formula)
    lines = [_line("formula__line", first), *(_line("formula__where", line) for line in where)]
    return _group("formula", f"Formula: {_title(formula)}", [*filter(None, [mark]), *lines])


def worked_text(worked: Worked) -> str:
    """The worked example as plain text: the formula, the numbers in it, and the result."""
    return "\n".join(_text(line) for _, line in _worked_lines(worked))


def worked_html(worked: Worked, mark: str = "") -> str:
    """The worked example as a group of lines, one for each step, below a mark if it has one."""
    lines = [_line(name, line) for name, line in _worked_lines(worked)]
    label = f"Worked example: {_title(worked.formula)}"
    return _group("worked", label, [*filter(None, [mark]), *lines])


def _formula_lines(formula: Formula) -> Iterator[Fragments]:
    if formula.said:
        yield from formula.said
        return
    yield _first_line(formula)
    for definition in formula.where:
        yield _where(definition)


def _first_line(formula: Formula) -> Fragments:
    name = Fragment("name", _title(formula))
    return (name, *_joint(formula.expression), *worded(formula.expression))


def _where(definition: Definition) -> Fragments:
    return (*_defined(definition), *worded(definition.expression))


def _defined(definition: Definition) -> Fragments:
    name = Fragment("name", _text(worded(definition.quantity)))
    return (Fragment("text", "where "), name, *_joint(definition.expression))


def _joint(expression: Expression) -> Fragments:
    """What stands between a name and what it is: a quantity equals, a condition holds when."""
    return WHEN if is_condition(expression) else EQUALS


def _title(formula: Formula) -> str:
    return formula.name[:1].upper() + formula.name[1:]


def _worked_lines(worked: Worked) -> Iterator[tuple[str, Fragments]]:
    """The lines of a worked example, each with its CSS class."""
    yield "worked__formula", _first_line(worked.formula)
    for working in worked.where:
        yield "worked__where", _working(working)
    *steps, last = (_step_line(step) for step in worked.steps)
    for step in steps:
        yield "worked__step", step
    yield "worked__result", last


def _step_line(step: Expression) -> Fragments:
    return _step(step) if is_condition(step) else (*EQUALS, *_step(step))


def _working(working: Working) -> Fragments:
    """A definition, the numbers in it and its value, in one line; steps between are left out."""
    definition, first, last = working.definition, working.steps[0], working.steps[-1]
    if isinstance(definition.expression, MappingValues):
        return (*_defined(definition), *worded(first))
    fragments = _where(definition)
    for step in (first, last) if first != last else (last,):
        fragments += (*_link(step), *_step(step))
    return fragments


def _link(step: Expression) -> Fragments:
    return (Fragment("text", "; "),) if is_condition(step) else EQUALS


def _step(step: Expression) -> Fragments:
    settled = isinstance(step.expression if isinstance(step, Noted) else step, Constant)
    so = (Fragment("text", "so "),) if settled and is_condition(step) else ()
    return (*so, *worded(step))


def _text(fragments: Fragments) -> str:
    spaced = (f" {each.text} " if each.kind == "sign" else each.text for each in fragments)
    return "".join(spaced).strip()


# A line breaks before a sign, never after it: the sign stays with the number that follows.
MARKUP: Mapping[str, str] = {
    "text": "{}",
    "name": '<span class="formula__name">{}</span>',
    "term": '<span class="formula__term">{}</span>',
    "sign": ' <span class="formula__sign">{}</span>&nbsp;',
    "minus": '<span class="formula__sign">{}</span>',
    "power": '<span class="formula__aloud"> to the power of </span><sup>',
    "end of power": "</sup>",
}


def _html(fragments: Fragments) -> str:
    return "".join(MARKUP[each.kind].format(escape(each.text)) for each in fragments).strip()


def _line(name: str, fragments: Fragments) -> str:
    return f'<p class="{name}">{_html(fragments)}</p>'


def _group(name: str, label: str, lines: list[str]) -> str:
    """A group that a screen reader announces by its label."""
    inner = "\n".join(lines)
    return f'<div class="{name}" role="group" aria-label="{escape(label)}">\n{inner}\n</div>'
