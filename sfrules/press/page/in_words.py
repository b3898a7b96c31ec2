"""What a rule, a row or an expression of a page is called in the words of the book."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from sfrules.ground.formats import format_value
from sfrules.press.expression.walk import Invocation
from sfrules.press.page.short_names import ShortNames
from sfrules.press.things.book import Book, Record

#: The columns of facts that may say what a row is about, the first that it has.
_SUBJECTS = ("name", "subject", "title", "term")


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


def asked_in_words(book: Book, calls: Iterable[Invocation]) -> str:
    """The rules that were asked, each with its answer, a line each."""
    lines = dict.fromkeys(filter(None, (_asked(book, call) for call in calls)))
    return "\n".join(lines)


def _asked(book: Book, call: Invocation) -> str:
    name = book.rule_names[call.function].rpartition(".")[2]
    with suppress(TypeError):
        given = ", ".join(map(format_value, (*call.arguments, *call.keywords.values())))
        said = f"{book.words.say(name)} ({given})" if given else book.words.say(name)
        return f"{said} = {format_value(call.answer)}"
    return ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
