"""Formulas and worked examples among the kinds of things."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sfrules.ground.ledger import relative
from sfrules.ground.number_words import exact
from sfrules.ground.problems import Mistake
from sfrules.press.things.book import Book
from sfrules.press.things.claims.claim import Claim, Disagreement
from sfrules.press.things.formulas.equality import check_equal
from sfrules.press.things.formulas.formula import Formula, Unreadable, read_formula
from sfrules.press.things.formulas.formula_names import names_of
from sfrules.press.things.formulas.html import (
    formula_html,
    formula_text,
    worked_html,
    worked_text,
)
from sfrules.press.things.formulas.stated import read_stated
from sfrules.press.things.formulas.stated_text import Misread
from sfrules.press.things.formulas.worked import Worked, work_through
from sfrules.press.things.thing import Desk, Kind, text_of

LONGEST = 1_000  # characters of a formula in words


def formula(
    desk: Desk, rule: Callable[..., object], unfold: int = 0, words: str | None = None
) -> Formula:
    """A rule's formula, read from its code, or in your words, which are proved to be the rule."""
    if words is not None:
        return _in_words(desk.book, _rule(desk.book, rule), text_of(words, "words"))
    with _readable(desk.book):
        return read_formula(_rule(desk.book, rule), desk.book.words, unfold)


def _in_words(book: Book, rule: Callable[..., object], words: str) -> Formula:
    names = names_of(book, rule)
    if len(words) > LONGEST:
        raise Mistake(f"the formula has more than {LONGEST} characters", parameter="words")
    try:
        stated = read_stated(words, names)
        check_equal(stated.expression, names)
    except RecursionError:
        raise Mistake("the formula is nested too deep", parameter="words") from None
    except Misread:
        raise
    except Mistake as error:
        start = len(words) - len(words.lstrip(" \t\n>"))
        end = words.find("\n", start)
        raise Misread(error.message, error.hint, (start, end if end >= 0 else len(words))) from None
    code = inspect.unwrap(rule).__code__
    where = code.co_name, code.co_filename, code.co_firstlineno
    return Formula(book.words.say(code.co_name), stated.expression, (), *where, said=stated.lines)


def worked(
    desk: Desk,
    rule: Callable[..., object],
    unfold: int = 0,
    result: object = None,
    **arguments: object,
) -> Worked:
    """A rule's formula with numbers put in, step by step; its result is checked if given."""
    with _readable(desk.book):
        worked = work_through(_rule(desk.book, rule), desk.book.words, arguments, unfold)
    claim = Claim(exact(result), worked.result)
    if result is not None and not claim.holds:
        raise Disagreement(claim, desk.book.rule_names[rule], "result")
    return worked


def _rule(book: Book, rule: object) -> Callable[..., object]:
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


FORMULA = Kind(
    name="formula",
    makes=Formula,
    html=lambda formula, page: formula_html(formula, page.mark_line),
    macros=(formula,),
    text=formula_text,
    kept=True,
)
WORKED = Kind(
    name="worked",
    makes=Worked,
    html=lambda worked, page: worked_html(worked, page.mark_line),
    macros=(worked,),
    text=worked_text,
    kept=True,
)
