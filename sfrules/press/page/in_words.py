"""What a rule, a row or an expression of a page is called in the words of the book."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sfrules.ground.formats import format_value
from sfrules.ground.number_words import exact
from sfrules.press.expression import tree
from sfrules.press.expression.steps import named_parts
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


def fact_in_words(book: Book, short: ShortNames, written: str) -> str:
    """A cell of the facts by its row and its column; "" for any other expression."""
    space, _, rest = short.in_full(written).partition(".")
    row, _, column = rest.partition(".")
    thing = book.member(f"{space}.{row}")
    if not (column and isinstance(thing, Record)):
        return ""
    return f"{name_in_words(book, f'{space}.{row}')}: {book.words.say(column, space)}"


@dataclass(frozen=True)
class Meaning:
    """What a name of a proof stands for: its expression, as it is written and as it is read."""

    text: str
    parsed: tree.Expression | None


@dataclass(frozen=True)
class PageWords:
    """Puts the expressions of a page into the words of the book.

    `value_of` works out one by its text; `named` is what has a name.
    """

    book: Book
    short: ShortNames
    value_of: Callable[[str], Any]
    named: Mapping[str, Meaning]

    def say(self, read: tree.Expression | None, written: str) -> str:
        """An expression in lines, with its steps; "" where words would add nothing to its rule."""
        if read is None or isinstance(read, tree.Call | tree.Constant):
            return ""
        if fact := fact_in_words(self.book, self.short, tree.dotted_name(read)):
            return fact
        parts: dict[str, tree.Expression] = {}
        arithmetic = named_parts(read, written, parts)
        if [*parts] == [written] or "" in parts:  # what a choice without an else comes to
            return ""

        def worded(part: tree.Expression) -> tree.Expression:
            if isinstance(part, tree.Variable):
                return tree.Variable(self._words(parts[part.name], part.name), part.name)
            return tree.changed(part, worded)

        with suppress(*_NO_WORDS):
            known = {name: exact(self.value_of(name)) for name in parts}
            return steps_text(worded(arithmetic), known)
        return ""

    def _words(self, read: tree.Expression, text: str) -> str:
        if isinstance(read, tree.Variable):
            meaning = self.named.get(read.name)
            if meaning and isinstance(meaning.parsed, tree.Call):
                return self._words(meaning.parsed, meaning.text)
            return read.name.replace("_", " ")
        if isinstance(read, tree.Call) and (name := tree.dotted_name(read.function)):
            called = self.book.words.say(name.rpartition(".")[2])
            every = (*read.given.arguments, *(each.value for each in read.given.keywords))
            at = read.start
            given = ", ".join(
                filter(
                    None, (self._argument(text[each.start - at : each.end - at]) for each in every)
                )
            )
            return f"{called} ({given})" if given else called
        return fact_in_words(self.book, self.short, tree.dotted_name(read)) or text

    def _argument(self, argument: str) -> str:
        with suppress(*_NO_WORDS):
            return str(format_value(self.value_of(argument)))
        return ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
