"""What a page must know of the others: numbers of tables and figures, and headings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sfrules.ground.ledger import Origin
from sfrules.press.page.expand import ExpandedPage, Piece
from sfrules.press.page.names import name_in_words
from sfrules.press.things.book import Rulebook
from sfrules.press.things.counts import Audit
from sfrules.press.things.kinds import kinds_of
from sfrules.press.things.tables import TABLE, Table, row_id
from sfrules.press.things.thing import ListedThing, NamedLink, View

Key = tuple[str, str]  # ("table", its id); readers take a chart for a figure


class ThingSources(NamedTuple):
    """What a thing comes from."""

    #: The rules and the tables of facts.
    origins: tuple[Origin, ...] = ()
    #: The facts of the sources that its table names.
    sources: tuple[str, ...] = ()
    #: The table that has its numbers, by id.
    table: str = ""


class NumberedThing(NamedTuple):
    """A thing of a page that has a number, or a table that only shows the numbers of another."""

    series: str
    id: str
    caption: str
    #: The table that it is.
    table: Table | None = None
    #: Whether it is folded up below what shows its numbers; then it has no number of its own.
    folded: bool = False
    made_of: ThingSources = ThingSources()

    def without_code(self) -> NumberedThing:
        """This thing, with the answers of rules in place of the rules."""
        return self._replace(table=self.table and self.table.without_rules())


@dataclass(frozen=True)
class Printing:
    """What one page must know of the others."""

    numbers: Mapping[Key, int]
    #: The page that prints each thing first.
    homes: Mapping[Key, str]
    #: Returns the URL of a file of the site, relative to a page.
    address: Callable[[str, str], str]
    #: The caption of each thing, and what it comes from.
    listed: Mapping[Key, tuple[str, ThingSources]] = field(default_factory=dict)
    #: The numbered things of each page, with the tables that are folded up below its charts.
    things: Mapping[str, Sequence[NumberedThing]] = field(default_factory=dict)
    #: The plain titles of the headings of each page, by their ids.
    headings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    #: What was found about the numbers on each page.
    audits: Mapping[str, Audit] = field(default_factory=dict)
    #: The page and the heading that state each rule and row best, by their dotted names.
    stated: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    #: Where each table stands, by its id, and what it says there: a whole one has links to it.
    standing: Mapping[str, Sequence[tuple[object, ...]]] = field(default_factory=dict)

    def still_answers(self, answers: Mapping[tuple[str, object], object], page: str) -> bool:
        """Whether the book would still answer a page's questions in the same way."""
        return all(_answer(self, page, *each) == known for each, known in answers.items())


def _answer(printing: Printing, page: str, name: str, key: Any) -> Any:
    if name == "address":
        return printing.address(page, key)
    found: Mapping[object, object] = getattr(printing, name)
    return dict(found) if key is None else found.get(key)


def number_things(
    things: Mapping[str, Sequence[NumberedThing]], address: Callable[[str, str], str]
) -> Printing:
    """Number the tables and figures of pages, given in the order of reading."""
    numbers: dict[Key, int] = {}
    homes: dict[Key, str] = {}
    listed: dict[Key, tuple[str, ThingSources]] = {}
    counts: Counter[str] = Counter()
    for name, thing in ((name, thing) for name, own in things.items() for thing in own):
        key = thing.series, thing.id
        if not thing.folded and key not in numbers:
            counts[thing.series] += 1
            numbers[key] = counts[thing.series]
        elif key in homes:
            continue
        homes[key], listed[key] = name, (thing.caption, thing.made_of)
    return Printing(
        numbers, homes, address, listed=listed, things=things, standing=_standing(things)
    )


def _standing(
    things: Mapping[str, Iterable[NumberedThing]],
) -> dict[str, list[tuple[object, ...]]]:
    found: dict[str, list[tuple[object, ...]]] = {}
    for page, standing in things.items():
        for one in standing:
            if table := one.table:
                said = page, one.folded, table.headings, table.cells
                found.setdefault(table.id, []).append(said)
    return found


def numbered_things(book: Rulebook, expanded: ExpandedPage) -> list[NumberedThing]:
    """The things of a page that are counted, and the tables that are folded up below them."""
    pieces = [piece for piece in expanded.pieces if piece.kind.numbered]
    shown = [piece.kind.contents(piece.thing) for piece in pieces]
    own = [piece.kind.makes is Table for piece in pieces]
    printed = [each.table for each, is_own in zip(shown, own, strict=True) if is_own and each.table]
    things: list[NumberedThing] = []
    for piece, contents, is_own in zip(pieces, shown, own, strict=True):
        series, thing, table = piece.kind.numbered, piece.thing, contents.table
        origins = book.origins(contents.rules, contents.facts)
        made_of = ThingSources(origins, table.sources, table.id) if table else ThingSources(origins)
        own_table = table if is_own else None
        things.append(NumberedThing(series, thing.id, thing.caption, own_table, made_of=made_of))
        # The table that a chart is drawn from follows it, if the page has it nowhere else.
        if table and not any(is_same(table, other) for other in printed):
            things.append(
                NumberedThing(TABLE.numbered, table.id, table.caption, table, folded=True)
            )
            printed.append(table)
    return things


def is_same(table: Table, other: Table) -> bool:
    """Whether another table is the same one with all of its rows and columns."""
    if other.id != table.id:
        return False
    return (other.headings, other.cells) == (table.headings, table.cells)


class PageView(View):
    """The view of one page."""

    def __init__(self, book: Rulebook, page: str, printing: Printing) -> None:
        self.book = book
        #: Those that its things have taken.
        self.ids: Counter[str] = Counter()
        self.tables: dict[str, Table] = {}
        #: What was asked of the other pages, with the answers.
        self.answers: dict[tuple[str, object], object] = {}
        self._kinds = kinds_of(book)
        self._page = page
        self._printing = printing

    def _ask(self, name: str, key: object = None) -> Any:
        """What the book says of a key, None for nothing; without a key, all of that name."""
        self.answers[name, key] = found = _answer(self._printing, self._page, name, key)
        return found

    def html(self, piece: Piece) -> str:
        """A thing as it stands on this page."""
        html: str = piece.kind.html(piece.thing, self)
        return html

    def own_id(self, id: str) -> str:
        """An id of its own on the page; the second printing of a thing is marked as such."""
        times = sum(1 for known in self.ids if known == id or known.startswith(f"{id}--"))
        own = _numbered_id(id, times)
        self.ids[own] += 1
        return own

    def number_of(self, thing: object) -> str:
        kind = self._kinds[type(thing)]
        number = self._ask("numbers", (kind.numbered, getattr(thing, "id", "")))
        return f"{kind.numbered.capitalize()} {number}" if number else ""

    def numbered_thing(self, series: str, id: str) -> NamedLink | None:
        key = series, id
        if (number := self._ask("numbers", key)) is None:
            return None
        home = self.address(self._ask("homes", key))
        return NamedLink(f"{series.capitalize()} {number}", f"{home}#{series}-{id}")

    def address_of_whole(self, table: Table) -> str:
        if not self._ask("standing", table.id):
            return ""
        pages = self._printing.things
        here = _times_of_whole(table, pages.get(self._page, ()))
        if here is not None:
            return f"#{_numbered_id(f'table-{table.id}', here)}"
        for page, standing in pages.items():
            printed = [one for one in standing if not one.folded]
            if page != self._page and (times := _times_of_whole(table, printed)) is not None:
                return f"{self.address(page)}#{_numbered_id(f'table-{table.id}', times)}"
        return ""

    def address(self, path: str) -> str:
        found: str = self._ask("address", path)
        return found

    def numbered(self, series: str) -> list[ListedThing]:
        numbers: dict[Key, int] = self._ask("numbers")
        keys = sorted((number, key) for key, number in numbers.items() if key[0] == series)
        return [self._listed(number, key) for number, key in keys]

    def _listed(self, number: int, key: Key) -> ListedThing:
        caption, made_of = self._ask("listed", key)
        home = self._ask("homes", key)
        place = f"{self.address(home)}#{'-'.join(key)}"
        return ListedThing(number, caption, place, self._ask("titles", home), *made_of)

    def formula_of(self, rule: str) -> NamedLink:
        id, _, about = rule.partition(" ")
        if (id, about) in self.book.cited:
            return NamedLink(f"Source {id}", self.row_of(self.book.sources, id).href)
        return NamedLink(name_in_words(self.book, rule), self.stated_in(rule).href)

    def stated_in(self, rule: str) -> NamedLink:
        place = self._ask("stated", rule)
        return self.heading_of(place) if place else NamedLink("")

    def row_of(self, id: str, name: str) -> NamedLink:
        home = self._ask("homes", ("table", id))
        own = row_id(f"table-{id}", name)
        return NamedLink(name, f"{self.address(home)}#{own}") if home else NamedLink(name)

    def heading_of(self, place: tuple[str, str]) -> NamedLink:
        page, anchor = place
        titles: Mapping[str, str] | None = self._ask("headings", page)
        if titles is None or (anchor and anchor not in titles):
            return NamedLink("#".join(filter(None, place)))
        names = dict.fromkeys([*list(titles.values())[:1], titles.get(anchor, "")])
        name = ": ".join(filter(None, names)) or page
        return NamedLink(name, self.address(page) + (f"#{anchor}" if anchor else ""))

    def audits(self) -> list[tuple[NamedLink, Audit]]:
        return [
            (NamedLink(self._ask("titles", name), self.address(name)), audit)
            for name, audit in self._ask("audits").items()
        ]


def _times_of_whole(table: Table, standing: Sequence[NumberedThing]) -> int | None:
    """How many printings of a table's rows and columns come before one that has them all."""
    alike = [one.table for one in standing if one.table and one.table.id == table.id]
    wholes = (at for at, one in enumerate(alike) if one is not table and is_same(table, one))
    return next(wholes, None)


def _numbered_id(id: str, times: int) -> str:
    """An id that has been given so many times already."""
    return f"{id}--{times + 1}" if times else id
