"""What a page can call beside the rules: table, figure, chart, formula, worked, printed, terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from sfrules.ground.formats import format_value
from sfrules.ground.ledger import relative
from sfrules.ground.number_words import exact
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.changes.difference import Changes
from sfrules.press.changes.editions import changes_between
from sfrules.press.page.bounds import Meter
from sfrules.press.page.mistakes import Disagreement
from sfrules.press.page.sandbox import Namespace
from sfrules.press.things.book import Book, Term
from sfrules.press.things.charts.chart import Chart
from sfrules.press.things.claims.claim import Claim, Unfit, fit
from sfrules.press.things.counts.number_kinds import KINDS
from sfrules.press.things.figures.figure import Figure
from sfrules.press.things.formulas.formula import Formula, Unreadable, read_formula
from sfrules.press.things.formulas.worked import Worked, work_through
from sfrules.press.things.tables.table import Table

T = TypeVar("T")
CELL = 32  # about how many characters of HTML a cell takes
DRAWING = 10_000  # about what a figure takes
PIECE_OPEN, PIECE_CLOSE = "\ufdd2", "\ufdd3"


@dataclass(frozen=True)
class TermLink:
    """A term where a page names it, in the page's own words."""

    term: Term
    shown: str


@dataclass(frozen=True)
class Glossary:
    """All terms of the book."""

    terms: tuple[Term, ...]


@dataclass(frozen=True)
class Index:
    """All tables, or all figures and charts, that the book prints, in the order of reading."""

    kind: str


@dataclass(frozen=True)
class Count:
    """How many numbers of one kind the whole book holds, for a sentence to say."""

    kind: str


@dataclass(frozen=True)
class Numbers:
    """How many numbers of each kind each page holds, as a table."""


Block = Table | Figure | Chart | Formula | Worked | Glossary | Index | Changes | Numbers
Inline = TermLink | Count  # what stands in the middle of a text
Thing = Block | Inline


@dataclass(frozen=True)
class Piece:
    """A thing that is put into the HTML when Markdown is done with the page, and its place."""

    thing: Thing
    start: int
    end: int


@dataclass
class Macros:
    """The macros of one page, and the pieces that they have left placeholders for."""

    book: Book
    meter: Meter
    pieces: list[Piece] = field(default_factory=list)

    @property
    def names(self) -> dict[str, Callable[..., object]]:
        """Every macro by the name that pages call it by."""
        return {
            "table": self.table,
            "figure": self.figure,
            "chart": self.chart,
            "formula": self.formula,
            "worked": self.worked,
            "printed": self.printed,
            "term": self.term,
            "terms": self.terms,
            "index": self.index,
            "changes": self.changes,
            "numbers": self.numbers,
        }

    @property
    def namespaces(self) -> dict[str, Namespace]:
        """The book's rules and records as pages see them."""
        return {name: Namespace(name, members) for name, members in self.book.namespaces.items()}

    def table(
        self, id: str, rows: Iterable[object] | None = None, columns: Iterable[str] | None = None
    ) -> Table:
        """A table of the book, or some of its rows and columns."""
        table = _named(self.book.tables, id, "table")
        if rows is not None or columns is not None:
            table = table.select(rows, columns)
        # Its cells are worked out here, where a rule's refusal has a place and a bound on time.
        self.meter.count_output(_length(table))
        return table

    def figure(self, id: str) -> Figure:
        """A figure of the book."""
        self.meter.count_output(DRAWING)
        return _named(self.book.figures, id, "figure")

    def chart(self, id: str) -> Chart:
        """A chart of the book."""
        chart = _named(self.book.charts, id, "chart")
        self.meter.count_output(DRAWING + _length(chart.table))
        return chart

    def formula(self, rule: Callable[..., object], unfold: int = 0) -> Formula:
        """A rule's formula, read from its code; nested rules opened one level with unfold=1."""
        with _readable(self.book):
            return read_formula(self._rule(rule), self.book.words, unfold)

    def worked(
        self,
        rule: Callable[..., object],
        unfold: int = 0,
        result: object = None,
        **arguments: object,
    ) -> Worked:
        """A rule's formula with numbers put in, step by step; its result is checked if given."""
        with _readable(self.book):
            worked = work_through(self._rule(rule), self.book.words, arguments, unfold)
        claim = Claim(exact(result), worked.result)
        if result is not None and not claim.holds:
            raise Disagreement(claim, self.book.rule_names[rule], "result")
        return worked

    def printed(
        self, printed: object, computed: object, because: str = "", within: object = None
    ) -> Claim:
        """A number that the author typed; the page stands only if it holds of the computed one."""
        for value in (printed, computed):
            format_value(value)
        try:
            claim = fit(
                Claim(exact(printed), exact(computed), _text(because, "because").strip(), within)
            )
        except Unfit as error:
            raise Mistake(str(error), error.hint, error.parameter) from None
        if not claim.holds:
            raise Disagreement(claim)
        return claim

    def term(self, name: str, shown: str = "") -> TermLink:
        """A link to a term, as [[name]] and [[name|shown]] write it."""
        terms = self.book.terms_by_name
        if (term := terms.get(_text(name, "name").casefold())) is None:
            known = (each.term for each in self.book.terms)
            raise Mistake(f'"{name}" is not a term of this book', did_you_mean(name, known))
        return TermLink(term, _text(shown, "shown") or name)

    def terms(self) -> Glossary:
        """The glossary."""
        return Glossary(self.book.terms)

    def index(self, kind: str) -> Index:
        """The list of all tables of the book, or of all its figures and charts."""
        if kind not in ("tables", "figures"):
            raise Mistake(f'no index of "{kind}"', 'there is index("tables") and index("figures")')
        return Index(kind)

    def changes(self, before: str, after: str | None = None) -> Changes:
        """What differs between two editions of the book, or between one and the book as it is."""
        changes = changes_between(self.book.history, before, after)
        self.meter.count_output(4 * CELL * changes.difference.length)
        return changes

    def numbers(self, kind: str = "") -> Numbers | Count:
        """What vouches for the numbers of each page; with a kind, how many the book has of it."""
        if not kind:
            return Numbers()
        if _text(kind, "kind") not in KINDS:
            message = f'there is no kind of numbers "{kind}"'
            raise Mistake(message, did_you_mean(kind, KINDS), parameter="kind")
        return Count(kind)

    def _rule(self, rule: Callable[..., object]) -> Callable[..., object]:
        if rule not in self.book.rule_names:
            example = next(iter(self.book.rule_names.values()), "a rule")
            raise Mistake(f"this macro takes a rule by its name, such as {example}, uncalled")
        return rule

    def placeholder(self, thing: Thing, start: int, end: int) -> str:
        """Keep a thing for later, and leave a mark where it stands."""
        self.pieces.append(Piece(thing, start, end))
        return f"{PIECE_OPEN}{len(self.pieces) - 1}{PIECE_CLOSE}"


def _length(table: Table) -> int:
    return CELL * len(table.cells) * (1 + len(table.leaves))


def _text(value: object, parameter: str) -> str:
    if not isinstance(value, str):
        raise Mistake(f"{parameter} is a text, in quotes", parameter=parameter)
    return value


@contextmanager
def _readable(book: Book) -> Iterator[None]:
    """Tell code that is no formula in the page's terms, with the place of the code as the hint."""
    try:
        yield
    except Unreadable as error:
        place = f"{relative(Path(error.file), book.root)}:{error.line}"
        hint = f"{place}: {error.text}" if error.text else place
        raise Mistake(f"the rule's code is no formula: {error.reason}", hint) from None


def _named(things: Mapping[str, Callable[[], T]], id: str, kind: str) -> T:
    build = things.get(_text(id, "id"))
    if build is None:
        raise Mistake(f'there is no {kind} "{id}"', did_you_mean(id, things), parameter="id")
    try:
        return build()
    except ValueError as error:
        hint = "this comes of the book's facts, not of the page"
        raise Mistake(f'{kind} "{id}": {error}', hint) from None
