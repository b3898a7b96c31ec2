"""Formulas and worked examples: their macros, and how they are set as HTML and plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from sfrules.ground.ledger import relative
from sfrules.ground.problems import Mistake
from sfrules.press.expression import tree
from sfrules.press.expression.rule_source import signature_of
from sfrules.press.expression.words import (
    EQUALS,
    Fragment,
    Fragments,
    joint,
    plain_text,
    worded,
)
from sfrules.press.things.book import Book, once_per_book
from sfrules.press.things.formulas.formula import (
    Formula,
    Unreadable,
    Worked,
    Working,
    read_formula,
    work_through,
)
from sfrules.press.things.thing import Contents, Desk, Kind, View

HERE = Path(__file__).parent


def formula(desk: Desk, rule: Callable[..., object], unfold: int = 0) -> Formula:
    """A rule's formula, read from its code."""
    with _readable(desk.book):
        return read_formula(rule_named(desk.book, rule), desk.book.words, unfold)


def worked(
    desk: Desk,
    rule: Callable[..., object],
    unfold: int = 0,
    **arguments: object,
) -> Worked:
    """A rule's formula with numbers put in, step by step."""
    with _readable(desk.book):
        return work_through(rule_named(desk.book, rule), desk.book.words, arguments, unfold)


@once_per_book
def call_worked(
    book: Book,
    rule: Callable[..., object],
    given: tuple[object, ...],
    named: tuple[tuple[str, object], ...],
) -> Worked | None:
    """A call of a rule worked through; None where its code is no formula."""
    try:
        bound = signature_of(rule).bind(*given, **dict(named))
        return work_through(rule, book.words, bound.arguments)
    except (TypeError, ValueError):
        return None


def rule_named(book: Book, rule: object) -> Callable[..., object]:
    if not callable(rule) or rule not in book.rule_names:
        example = next(iter(book.rule_names.values()), "a rule")
        raise Mistake(f"this macro takes a rule by its name, such as {example}, uncalled")
    return rule


@contextmanager
def _readable(book: Book) -> Iterator[None]:
    """Report code that is no formula in the page's terms; the hint says where the code is."""
    try:
        yield
    except Unreadable as error:
        place = f"{relative(Path(error.file), book.root)}:{error.line}"
        hint = f"{place}: {error.text}" if error.text else place
        raise Mistake(f"the rule's code is no formula: {error.reason}", hint) from None


def formula_text(shown: Formula | Worked) -> str:
    """A formula or a worked example as plain text, in lines."""
    return "\n".join(plain_text(line).strip() for _, line in _lines(shown))


def drawn(shown: Formula | Worked, _: View | None = None) -> str:
    """A formula or a worked example as a group of lines.

    A screen reader announces the group by its label: what it is, and the rule's name.
    """
    if isinstance(shown, Formula):
        name, label = "formula", f"Formula: {_title(shown)}"
    else:
        name, label = "worked", f"Worked example: {_title(shown.formula)}"
    inner = "\n".join(f'<p class="{each}">{_html(line)}</p>' for each, line in _lines(shown))
    return f'<div class="{name}" role="group" aria-label="{escape(label)}">\n{inner}\n</div>'


def _lines(shown: Formula | Worked) -> Iterator[tuple[str, Fragments]]:
    """The lines of a formula or of a worked example, each with its CSS class."""
    if isinstance(shown, Formula):
        yield "formula__line", _first_line(shown)
        yield from (("formula__where", _where(definition)) for definition in shown.where)
        return
    yield "worked__formula", _first_line(shown.formula)
    yield from (("worked__where", _working(working)) for working in shown.where)
    yield from (("worked__step", _step(step)) for step in shown.steps[:-1])
    yield "worked__result", _step(shown.steps[-1])


def _title(formula: Formula) -> str:
    return formula.name[:1].upper() + formula.name[1:]


def _first_line(formula: Formula) -> Fragments:
    name = Fragment("name", _title(formula))
    return (name, *joint(formula.expression), *worded(formula.expression))


def _where(definition: tree.Definition, value: tree.Expression | None = None) -> Fragments:
    """What a quantity is: its definition, or a value in the definition's place."""
    name = Fragment("name", plain_text(worded(definition.quantity)))
    linked = joint(definition.expression)
    return (Fragment("text", "where "), name, *linked, *worded(value or definition.expression))


def _working(working: Working) -> Fragments:
    """A definition, the numbers in it and its value, in one line; steps between are left out."""
    definition, first, last = working.definition, working.steps[0], working.steps[-1]
    if isinstance(definition.expression, tree.MappingValues):
        return _where(definition, first)
    fragments = _where(definition)
    for step in dict.fromkeys((first, last)):
        fragments += _step(step, "; ")
    return fragments


def _step(step: tree.Expression, link: str = "") -> Fragments:
    """A step, behind an equals sign or, if it is a condition, behind the link and perhaps so."""
    if not tree.is_condition(step):
        return (*EQUALS, *worded(step))
    settled = isinstance(
        step.expression if isinstance(step, tree.ConditionNote) else step, tree.Constant
    )
    return (Fragment("text", f"{link}so " if settled else link), *worded(step))


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


FORMULA: Kind[Any] = Kind(
    name="formula",
    makes=Formula,
    html=drawn,
    macros=(formula,),
    contents=lambda shown: Contents(text=formula_text(shown)),
    computed_in=".formula",
    kept=True,
    files=(HERE / "formulas.css",),
)
WORKED: Kind[Any] = replace(
    FORMULA, name="worked", makes=Worked, macros=(worked,), computed_in=".worked"
)
