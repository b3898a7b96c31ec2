"""What a rule, a row or an expression of a page is called in the words of the book."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sfrules.ground.formats import format_value
from sfrules.ground.number_words import exact
from sfrules.press.expression.from_page import read_expression
from sfrules.press.expression.steps import named_parts
from sfrules.press.expression.tree import (
    Attribute,
    Call,
    Constant,
    Expression,
    Variable,
    changed,
    dotted_name,
)
from sfrules.press.page.short_names import ShortNames
from sfrules.press.things.book import Book, Record
from sfrules.press.things.formulas.formula_kind import steps_text

#: The columns of facts that may say what a row is about, the first that it has.
_SUBJECTS = ("name", "subject", "title", "term")
_NO_WORDS = (ArithmeticError, LookupError, TypeError, ValueError)


def name_in_words(book: Book, name: str) -> str:
    """What a rule or a row is called, given its dotted name."""
    space, _, member = name.partition(".")
    thing = book.member(name)
    if isinstance(thing, Record):
        said = (thing.fields.get(column) for column in _SUBJECTS)
        subject = next((text for text in said if isinstance(text, str)), "")
        return subject or _capital(book.words.say(member))
    return _capital(book.words.say(member or space))


def fact_in_words(book: Book, short: ShortNames, tree: Expression | None) -> str:
    """A cell of the facts by its row and its column; "" for any other expression."""
    name = dotted_name(tree) if isinstance(tree, Attribute) else ""
    space, _, rest = short.in_full(name or "").partition(".")
    row, _, column = rest.partition(".")
    thing = book.member(f"{space}.{row}")
    if not (column and isinstance(thing, Record)):
        return ""
    return f"{name_in_words(book, f'{space}.{row}')}: {book.words.say(column, space)}"


@dataclass(frozen=True)
class PageWords:
    """Puts the expressions of a page into the words of the book.

    `value_of` works out a part of one, by its text; `named` are the texts of what has a name.
    """

    book: Book
    short: ShortNames
    value_of: Callable[[str], Any]
    named: Mapping[str, str]

    def say(self, tree: Expression | None, written: str) -> str:
        """An expression in lines, with its steps; "" where words would add nothing to its rule."""
        if tree is None or isinstance(tree, Call | Constant):
            return ""
        if fact := fact_in_words(self.book, self.short, tree):
            return fact
        names: set[str] = set()
        arithmetic = named_parts(tree, written, names)
        if names == {written} or "" in names:  # what a choice without an else comes to
            return ""
        with suppress(*_NO_WORDS):
            known = {name: exact(self.value_of(name)) for name in names}
            return steps_text(self._worded(arithmetic), known)
        return ""

    def _worded(self, part: Expression) -> Expression:
        if isinstance(part, Variable):
            return Variable(self._words(part.name), part.name)
        return changed(part, self._worded)

    def _words(self, text: str) -> str:
        tree = read_expression(text)
        if isinstance(tree, Variable):
            meaning = self.named.get(tree.name, "")
            if meaning and isinstance(read_expression(meaning), Call):
                return self._words(meaning)
            return tree.name.replace("_", " ")
        if isinstance(tree, Call) and (name := dotted_name(tree.function)):
            called = self.book.words.say(name.rpartition(".")[2])
            every = (*tree.given.arguments, *(each.value for each in tree.given.keywords))
            given = ", ".join(filter(None, (self._argument(text, each) for each in every)))
            return f"{called} ({given})" if given else called
        return fact_in_words(self.book, self.short, tree) or text

    def _argument(self, text: str, argument: Expression) -> str:
        with suppress(*_NO_WORDS):
            return str(format_value(self.value_of(text[argument.start : argument.end])))
        return ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
