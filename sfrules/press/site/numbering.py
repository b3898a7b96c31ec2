"""What a page must know of the others: numbers of tables and figures, and headings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sfrules.press.page.expand import ExpandedPage
from sfrules.press.page.names import name_in_words
from sfrules.press.things.book import Rulebook
from sfrules.press.things.counts import Audit
from sfrules.press.things.kinds import kinds_of
from sfrules.press.things.tables import TABLE, Table, row_id
from sfrules.press.things.thing import ListedThing, NamedLink, View

Key = tuple[str, str]  # ("table", its id); readers take a chart for a figure
Cells = tuple[tuple[str, ...], tuple[tuple[object, ...], ...]]  # the headings of a table, its rows


class NumberedThing(NamedTuple):
    """A thing of a page that has a number, or a table that only shows the numbers of another."""

    series: str
    id: str
    listed: ListedThing
    #: What it shows, if it is a table.
    cells: Cells | None = None
    #: Whether it is folded up below what shows its numbers; then it has no number of its own.
    folded: bool = False


@dataclass(frozen=True)
class Printing:
    """What one page must know of the others."""

    #: Each thing with its number, or 0 for one that is only folded up.
    listed: Mapping[Key, ListedThing]
    #: The page that prints each thing first.
    homes: Mapping[Key, str]
    #: Returns the URL of a file of the site, relative to a page.
    address: Callable[[str, str], str]
    #: The plain titles of the headings of each page, by their ids.
    headings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    #: What was found about the numbers on each page.
    audits: Mapping[str, Audit] = field(default_factory=dict)
    #: The page and the heading that state each rule and row best, by their dotted names.
    stated: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    #: The pages on which each table stands, by its id, and how it is there.
    standing: Mapping[str, Sequence[tuple[str, NumberedThing]]] = field(default_factory=dict)

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
    listed: dict[Key, ListedThing] = {}
    homes: dict[Key, str] = {}
    counts: Counter[str] = Counter()
    standing: dict[str, list[tuple[str, NumberedThing]]] = defaultdict(list)
    for page, thing in ((page, thing) for page, own in things.items() for thing in own):
        key = thing.series, thing.id
        if thing.cells:
            standing[thing.id].append((page, thing))
        is_counted = not thing.folded and not (key in listed and listed[key].number)
        counts[thing.series] += is_counted
        if is_counted or key not in listed:
            number = counts[thing.series] if is_counted else 0
            listed[key], homes[key] = thing.listed._replace(number=number), page
    return Printing(listed, homes, address, standing=standing)


def numbered_things(book: Rulebook, expanded: ExpandedPage) -> list[NumberedThing]:
    """The things of a page that are counted, and the tables that are folded up below them."""
    pieces = [piece for piece in expanded.pieces if piece.kind.numbered]
    printed = [(each.thing.id, _cells(each.thing)) for each in pieces if each.kind is TABLE]
    things: list[NumberedThing] = []
    for piece in pieces:
        thing, shown = piece.thing, piece.kind.contents(piece.thing)
        table = shown.table
        sources = (table.sources, table.id) if table else ()
        origins = book.origins(shown.rules, shown.facts)
        listed = ListedThing(thing.caption, origins, *sources)
        cells = _cells(thing) if piece.kind is TABLE else None
        things.append(NumberedThing(piece.kind.numbered, thing.id, listed, cells))
        # The table that a chart is drawn from follows it, if the page has it nowhere else.
        if table and (table.id, _cells(table)) not in printed:
            printed.append((table.id, _cells(table)))
            folded = ListedThing(table.caption)
            things.append(
                NumberedThing(TABLE.numbered, table.id, folded, _cells(table), folded=True)
            )
    return things


def _cells(table: Table) -> Cells:
    return table.headings, table.cells


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

    def own_id(self, id: str) -> str:
        """An id of its own on the page; the second printing of a thing is marked as such."""
        times = sum(1 for known in self.ids if known == id or known.startswith(f"{id}--"))
        own = _numbered_id(id, times)
        self.ids[own] += 1
        return own

    def number_of(self, thing: object) -> str:
        series = self._kinds[type(thing)].numbered
        named = self.numbered_thing(series, getattr(thing, "id", ""))
        return named.name if named else ""

    def numbered_thing(self, series: str, id: str) -> NamedLink | None:
        listed = self._ask("listed", (series, id))
        if not (listed and listed.number):
            return None
        return NamedLink(f"{series.capitalize()} {listed.number}", self._place((series, id)))

    def _place(self, key: Key) -> str:
        """Where a thing is printed first."""
        return f"{self.address(self._ask('homes', key))}#{'-'.join(key)}"

    def address_of_whole(self, table: Table) -> str:
        pages: dict[str, list[NumberedThing]] = {self._page: []}
        for page, one in self._ask("standing", table.id) or ():
            pages.setdefault(page, []).append(one)
        for page, standing in pages.items():
            for times, one in enumerate(standing):
                id = _numbered_id(f"table-{table.id}", times)
                is_there = not one.folded or (page == self._page and id in self.tables)
                if is_there and one.cells == _cells(table):
                    return f"#{id}" if page == self._page else f"{self.address(page)}#{id}"
        return ""

    def address(self, path: str) -> str:
        return self._ask("address", path)

    def numbered(self, series: str) -> list[ListedThing]:
        every: dict[Key, ListedThing] = self._ask("listed")
        own = sorted((each.number, key) for key, each in every.items() if key[0] == series)
        return [every[key]._replace(home=self._home(key)) for number, key in own if number]

    def _home(self, key: Key) -> NamedLink:
        """The page that prints a thing first, by its title."""
        return NamedLink(self._ask("titles", self._ask("homes", key)), self._place(key))

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


def _numbered_id(id: str, times: int) -> str:
    """An id that has been given so many times already."""
    return f"{id}--{times + 1}" if times else id
