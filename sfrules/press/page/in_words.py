"""What a rule, a row or an expression of a page is called in the words of the book, and counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from inspect import signature

from sfrules.ground.formats import format_value
from sfrules.ground.number_words import is_number
from sfrules.press.expression.walk import Invocation
from sfrules.press.page.short_names import ShortNames
from sfrules.press.things.book import Book, Record, Unit, once_per_book

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


def unit_of_answer(book: Book, rule: str, given: Iterable[object]) -> Unit | None:
    """What a rule's answer counts, which may go by what the rule is given: a system, a figure."""
    values, space = [*map(str, given)], rule.partition(".")[0]
    asked_with = (f"{of}({value})" for of in (rule, space) for value in values)
    return unit_of_name(book, rule) or book.units.of(*asked_with, *values)


@once_per_book
def unit_of_name(book: Book, name: str) -> Unit | None:
    """What a rule's answer counts, or a column of a row, by its dotted name."""
    space, _, rest = name.partition(".")
    member, _, column = rest.partition(".")
    if callable(book.member(f"{space}.{member}")):
        return book.units.of(name, member)
    if isinstance(row := book.member(f"{space}.{member}"), Record):
        if figure := row.figures.get(column):
            return unit_of_answer(book, figure.rule, figure.arguments)
        declared = book.units.of(name, f"{space}.{member}", f"{space}.{column}", column)
        return declared or _unit_of_row(book, row, column)
    return book.units.of(name.rpartition(".")[2])


def _unit_of_row(book: Book, row: Record, column: str) -> Unit | None:
    """What a number of a row counts by the row's own column `unit`: "meters per action"."""
    unit = row.fields.get("unit")
    if not isinstance(unit, str) or not is_number(row.fields.get(column)):
        return None
    word = unit.partition(" per ")[0]
    units = (each for each in book.units.declared.values() if not each.per)
    found = [each for each in units if word in each.words]
    return found[0] if len(found) == 1 else None


def quantities(book: Book) -> Iterator[str]:
    """Every name that a quantity of a book may have."""
    for answer in book.answers:
        yield from (f"{answer.__name__}.{each}" for each in dir(answer))
        yield from (f"{answer.__name__}.{each}" for each in answer.__annotations__)
    for space, members in book.namespaces.items():
        yield space  # in space("core"), what its rules answer that are asked with "core"
        for name, member in members.items():
            yield f"{space}.{name}"
            if callable(member):
                yield name
                inner: Iterable[str] = signature(member).parameters
            else:
                inner = member.fields if isinstance(member, Record) else ()
            for each in inner:
                yield from (each, f"{space}.{each}", f"{space}.{name}.{each}")
