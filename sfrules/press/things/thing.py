"""What all kinds of things have in common: Kind, its Contents, and what it can ask of a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from html import escape
from operator import is_
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from sfrules.ground.formats import as_read
from sfrules.ground.problems import Mistake, did_you_mean

if TYPE_CHECKING:
    from sfrules.ground.ledger import Origin
    from sfrules.press.things.book import Rulebook
    from sfrules.press.things.counts import Audit
    from sfrules.press.things.tables import Table

T = TypeVar("T")
DRAWING = 10_000  # about what a figure takes


@dataclass(frozen=True, repr=False)
class Desk:
    """What a macro has at hand: the book, and the account of what its page prints."""

    book: Rulebook
    #: Takes characters from what the page may print; refuses when there are none left.
    spend: Callable[[int], None]
    #: The names of what the book numbers: "table", "figure".
    series: Sequence[str]


class NamedLink(NamedTuple):
    """The name of something in the book and its address; no address for what is gone."""

    name: str
    href: str = ""

    @property
    def html(self) -> str:
        """The name, as a link where there is something to link to."""
        name = escape(self.name)
        return f'<a href="{escape(self.href)}">{name}</a>' if self.href else name


class ListedThing(NamedTuple):
    """A numbered thing in the list of its series: where it stands, and what it is made from."""

    caption: str
    #: The rules and the tables of facts that it comes from, and the facts of its sources.
    origins: tuple[Origin, ...] = ()
    sources: tuple[str, ...] = ()
    #: The table that has its numbers, by id.
    table: str = ""
    number: int = 0
    #: Where it is printed first, by the title of the page.
    home: NamedLink = NamedLink("")


class View(Protocol):
    """What a thing can ask of the page that it stands on, and of the book around it."""

    book: Rulebook
    #: The tables of the page by their ids on it.
    tables: dict[str, Table]

    def own_id(self, id: str) -> str:
        """An id that nothing else on the page has: this one, or this one with a number."""

    def number_of(self, thing: object) -> str:
        """What a thing is called by its number, such as "Table 3"; "" if it has none."""

    def numbered_thing(self, series: str, id: str) -> NamedLink | None:
        """What a thing of a series is called by its number, and where; None for none."""

    def address(self, path: str) -> str:
        """The URL of a file of the site, seen from this page."""

    def address_of_whole(self, table: Table) -> str:
        """Where the whole table is printed, on this page or another; "" if nowhere."""

    def numbered(self, series: str) -> Sequence[ListedThing]:
        """The things of a series, in order."""

    def heading_of(self, place: tuple[str, str]) -> NamedLink:
        """The heading that a place stands under, with its address while the book has it."""

    def formula_of(self, rule: str) -> NamedLink:
        """A rule or row by its name in words, with the address where the book states it."""

    def stated_in(self, rule: str) -> NamedLink:
        """The heading under which the book states a rule or a row; no name if none does."""

    def row_of(self, id: str, name: str) -> NamedLink:
        """The row of a table by its name, with its address while the book prints the table."""

    def audits(self) -> Sequence[tuple[NamedLink, Audit]]:
        """Each page of the book, with what the audit found of its numbers."""


@dataclass(frozen=True, kw_only=True)
class Contents:
    """What a thing says and what it comes from, for the ledger and for the audit of numbers."""

    #: What it prints in plain text, for the ledger; in a heading, an inline thing is this text.
    text: str = ""
    #: All texts on it beside its cells, which the audit reads.
    words: Iterable[str] = ()
    #: The table whose cells it draws.
    table: Table | None = None
    #: The rules and the names of the tables of facts that it comes from.
    rules: Iterable[Callable[..., object]] = ()
    facts: Iterable[str] = ()


@dataclass(frozen=True, kw_only=True)
class Kind(Generic[T]):
    """One kind of thing, and everything that the press asks of it."""

    #: What the ledger and messages call it.
    name: str
    #: The class of its things.
    makes: type[T]
    #: Draws it on a page.
    html: Callable[[T, View], str]
    #: The functions that pages call for one; the first parameter of each is the desk.
    macros: tuple[Callable[..., object], ...] = ()
    #: "block" has lines of its own; "inline" is put into a sentence when Markdown is done, as is
    #: "number", which is a computed one.
    stands: Literal["block", "inline", "number"] = "block"
    #: What it says and comes from.
    contents: Callable[[T], Contents] = lambda _thing: Contents()
    #: Whether the lock keeps its text.
    kept: bool = False
    #: Selects, as CSS does, those elements of its HTML whose numbers it works out; any other number
    #: there has to be one of its words.
    computed_in: str = ""
    #: Its style sheets and scripts, `.css` and `.js`, which every page loads.
    files: tuple[Path, ...] = ()
    #: The series that it is counted in: "table", "figure".
    numbered: str = ""

    @property
    def assets(self) -> tuple[Path, ...]:
        """All files that a reader's browser may get of it."""
        return self.files

    @property
    def is_inline(self) -> bool:
        """Whether it stands in a sentence of the finished page."""
        return self.stands != "block"


def built(things: Mapping[str, Callable[[], T]], id: str, kind: str) -> T:
    """A thing of the book; raises Mistake for an unknown id, ProblemsFound for one that fails."""
    build = things.get(text_of(id, "id"))
    if build is None:
        raise Mistake(f'there is no {kind} "{id}"', did_you_mean(id, things), parameter="id")
    return build()


def with_texts(thing: Any) -> Any:
    """A thing whose texts know what n() has put into them; its rows are subjects, and no texts."""
    if isinstance(thing, str):
        return as_read(thing)
    if isinstance(thing, tuple):
        each = tuple(map(with_texts, thing))
        return thing if all(map(is_, each, thing)) else each
    if not is_dataclass(thing) or isinstance(thing, type):
        return thing
    parts = {part.name: getattr(thing, part.name) for part in fields(thing) if part.init}
    made = {name: with_texts(part) for name, part in parts.items() if name != "rows"}
    others = {name: part for name, part in made.items() if part is not parts[name]}
    return replace(thing, **others) if others else thing  # a copy would be worked out anew


def text_of(value: object, parameter: str) -> str:
    """An argument that has to be a text; raises Mistake for anything else."""
    if not isinstance(value, str):
        raise Mistake(f"{parameter} is a text, in quotes", parameter=parameter)
    return value
