"""What a page and the book call a rule or a row: its short name on a page, its name in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from inspect import signature

from sfrules.ground.ledger import Origin, origin_of
from sfrules.ground.number_words import is_number
from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.ground.source import FRONT_MATTER, Span
from sfrules.press.things.book import Record, Rulebook, Unit, once_per_book

_KEY = "rules"
_OF_TEMPLATES = frozenset({"loop", "caller", "varargs", "kwargs", "self", "super"})


@dataclass(frozen=True)
class ShortNames:
    """The short names of a page.

    `full` is the dotted name of each, `members` what it stands for.
    """

    full: Mapping[str, str] = field(default_factory=dict)
    members: Mapping[str, object] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()

    def in_full(self, dotted: str) -> str:
        """A dotted name with the namespace that it leaves out, if it leaves one out."""
        name, dot, rest = dotted.partition(".")
        return self.full.get(name, name) + dot + rest


NONE = ShortNames()


def origins_named(book: Rulebook, short: ShortNames, name: str) -> tuple[Origin, ...]:
    """The rule or row that a dotted name is, both for a figure of a row; none for any other.

    The name of a table of facts is that of all its rows.
    """
    space, _, member = short.in_full(name).partition(".")
    row, _, column = member.partition(".")
    if not member:
        rows = book.namespaces.get(space, {}).values()
        return tuple(each.origin for each in rows if isinstance(each, Record) and each.origin)
    thing = book.member(f"{space}.{row}")
    if isinstance(thing, Record):
        figure = thing.figures.get(column.partition(".")[0])
        rule = origins_named(book, NONE, figure.rule) if figure else ()
        return (*filter(None, [thing.origin]), *rule)
    if callable(thing):
        return (origin_of(f"{space}.{member}", thing, book.root),)
    # A variable of a page may be called like a table of its book, which is not where it is from.
    return ()


def short_names(book: Rulebook, front: Span | None, taken: Collection[str]) -> ShortNames:
    """The short names of a book, and those that a page's front matter asks for.

    Those that are `taken` are none.
    """
    asked = front and re.search(rf"^[{{ \t]*{_KEY}\b", front.text, re.MULTILINE)
    if not (asked or book.open):
        return NONE
    spaces = dict.fromkeys(book.open)
    problems: list[Problem] = []
    for name, span in _named(front) if front and asked else ():
        if name and name in book.namespaces:
            spaces[name] = None
        else:
            problems.append(_unknown(book, name, span))
    full, members, shared = dict[str, str](), dict[str, object](), {*taken, *_OF_TEMPLATES}
    for space in spaces:
        # Listing all members says nothing of which of them the page depends on.
        for name, member in book.namespaces[space].items():
            if name in full:
                shared.add(name)  # and stands for neither
            full[name], members[name] = f"{space}.{name}", member
    for name in shared & full.keys():
        del full[name], members[name]
    return ShortNames(full, members, tuple(problems))


def _named(front: Span) -> Iterator[tuple[str | None, Span]]:
    """What the key names, each with its place; None for what is no name."""
    import yaml

    matter = FRONT_MATTER.match(front.text)
    if matter is None and front.end == len(front.source.text):
        return  # it may be anywhere in the file, and is not there
    try:
        text = front.text[: matter.end("front")] if matter else front.text
        top = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return  # MkDocs reports it
    for key, value in top.value if isinstance(top, yaml.MappingNode) else ():
        if key.value == _KEY and value.tag != "tag:yaml.org,2002:null":
            for node in value.value if isinstance(value, yaml.SequenceNode) else [value]:
                start, end = node.start_mark.index, node.end_mark.index
                name = node.value if isinstance(node, yaml.ScalarNode) else None
                yield name, Span(front.source, front.start + start, front.start + end)


def _unknown(book: Rulebook, name: str | None, span: Span) -> Problem:
    if name is None:
        message = f"{_KEY} takes the name of a namespace, or a list of them"
        return problem_at(span, message, f"{_KEY}: [{', '.join(sorted(book.namespaces)[:2])}]")
    if "," in name:
        return problem_at(span, f'there is no namespace "{name}"', f"several are a list: [{name}]")
    return problem_at(span, f'there is no namespace "{name}"', did_you_mean(name, book.namespaces))


#: The columns of facts that may say what a row is about, the first that it has.
_SUBJECTS = ("name", "subject", "title", "term")


def name_in_words(book: Rulebook, name: str) -> str:
    """What a rule or a row is called, given its dotted name."""
    space, _, member = name.partition(".")
    thing = book.member(name)
    if isinstance(thing, Record):
        said = (thing.fields.get(column) for column in _SUBJECTS)
        subject = next((text for text in said if isinstance(text, str)), "")
        return subject or _capital(book.words.say(member))
    return _capital(book.words.say(member or space))


def fact_in_words(book: Rulebook, short: ShortNames, written: str) -> str:
    """A cell of the facts by its row and its column; "" for any other expression."""
    space, _, rest = short.in_full(written).partition(".")
    row, _, column = rest.partition(".")
    thing = book.member(f"{space}.{row}")
    if not (isinstance(thing, Record) and column in {*thing.fields, *thing.figures}):
        return ""
    return f"{name_in_words(book, f'{space}.{row}')}: {book.words.say(column, space)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def unit_of_answer(book: Rulebook, rule: str, given: Iterable[object]) -> Unit | None:
    """What a rule's answer counts, which may go by what the rule is given: a system, a figure."""
    values, space = [*map(str, given)], rule.partition(".")[0]
    asked_with = (f"{of}({value})" for of in (rule, space) for value in values)
    return unit_of_name(book, rule) or book.units.of(*asked_with, *values)


@once_per_book
def unit_of_name(book: Rulebook, name: str) -> Unit | None:
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


def _unit_of_row(book: Rulebook, row: Record, column: str) -> Unit | None:
    """What a number of a row counts by the row's own column `unit`: "meters per action"."""
    unit = row.fields.get("unit")
    if not isinstance(unit, str) or not is_number(row.fields.get(column)):
        return None
    word = unit.partition(" per ")[0]
    units = (each for each in book.units.declared.values() if not each.per)
    found = [each for each in units if word in each.words]
    return found[0] if len(found) == 1 else None


def quantities(book: Rulebook) -> Iterator[str]:
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
