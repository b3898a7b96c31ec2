"""`book.table`, `book.chart`, `book.figure`: offer functions that build things when first asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from functools import partial
from typing import Any

from sfrules.binding.author import Author
from sfrules.binding.layout import Layout, texts_only
from sfrules.binding.offers import Build, Making, Offers
from sfrules.binding.plots import Legend, chart_of, figure_of
from sfrules.facts.row import identifier
from sfrules.facts.tables import Tables
from sfrules.facts.uses import noting_uses
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.things.charts import Chart
from sfrules.press.things.figures import Figure
from sfrules.press.things.tables import Table
from sfrules.press.things.thing import with_texts


class Things:
    """The part of a book that offers tables, charts and figures.

    Mistakes are told when the thing is built: when a page prints it, or in a check.
    """

    def __init__(self, tables: Tables) -> None:
        self.root = tables.root
        self._tables = tables
        self._author = Author(tables.root)
        self._offers = Offers(self._author)

    def table(
        self, id: Any, caption: str = "", rows: Iterable[Any] = (), *columns: Any, **more: Any
    ) -> Any:
        """Offer a table: its id, its caption, its rows, and its columns by their headings.

        - `id`, a text: the name by which pages print it, and the name of its file.
        - `caption`, a text.
        - `rows`, a range, a list, a pandas DataFrame, a table of facts, or its `keys()`, of which
          functions are called.
        - `columns`, a mapping of each heading to the name of a column, to a function of a row, or
          to a tuple of one of these with a style (`"percent:0"`, `"signed"`, `"times"`), a unit,
          and a sentence on what the column holds. A mapping in place of a column makes a common
          heading above its columns. The first column names the rows. Facts and frames that are
          given no columns are printed with all that they have.
        - `notes`, a text or several: what stands below the table.
        - `group`, the name of a column or a function of a row: a line above each run of rows.
        - `sources`, the id of a fact or several: where the rows come from.
        - `facts` and `rules`: the names of the files and the functions that fill it, if those that
          are noticed are not all.
        - `proof`, lines that vouch for the numbers typed in its caption, headings and notes.

        As a decorator, it takes a function that returns a Layout. If that has parameters, there
        is a table for each of their values: `{{ table("weapons-basic") }}`.
        """
        if callable(id):
            return self._family(id, "table")

        def make() -> Table:
            refuse_options(more, Layout)
            made = Layout(caption, rows, *columns, **more).table(id)
            if not made.rows:
                raise Mistake(f'table "{id}" has no rows', "does a filter leave none over?")
            return made

        return self._offer("table", id, make)

    def chart(
        self, id: Any, title: str = "", table: Any = None, mark: str = "line", **more: Any
    ) -> Any:
        """Offer a chart of a table; as a decorator, what a function returns.

        - `title`, a text, for those who do not see the plot as well.
        - `table`: what `book.table` returned, or a table's id.
        - `mark`: `"line"`, `"step"`, `"bars"` or `"heat"`.
        - `columns`, the headings of the columns to draw; by default all columns of numbers.
        - `across` and `up`, texts: the names of the axes.
        - `caption`, a text, if it is not the title.
        - `proof`, lines that vouch for the numbers typed in its words.
        """
        if callable(id):
            return self._family(id, "chart")

        def make() -> object:
            texts_only(caption=title)
            refuse_options(more, Chart)
            return chart_of(id, title, self._offers.table(table), mark, **more)

        return self._offer("chart", id, make)

    def figure(
        self,
        id: Any,
        caption: str = "",
        drawing: Any = "",
        legend: Legend | None = None,
        **more: Any,
    ) -> Any:
        """Offer a figure: panels, or a map of letters; as a decorator, what a function returns.

        - `caption`, a text.
        - `drawing`: the rows of a map, a letter for each square; or a Panel, a Tree or several.
        - `legend`, a mapping of each letter to whom it stands for, or to what the ground is and its
          shade: `{"L": "the lantern", "o": ("bright ground", "hatched")}`.
        - `title`, a text, if it is not the caption.
        - `description`, a text for those who do not see a map.
        - `proof`, lines that vouch for the numbers typed in its words.
        """
        if callable(id):
            return self._family(id, "figure")

        def make() -> Figure:
            texts_only(caption=caption)
            refuse_options(more, Figure, "description")
            return figure_of(id, caption, drawing, legend or {}, **more)

        return self._offer("figure", id, make)

    def _family(self, function: Callable[..., Any], kind: str) -> Callable[..., Any]:
        """Offer what a function returns: one thing, or one for each of its arguments."""
        name = _id_of(function.__name__)
        for given in self._offers.arguments(function):
            id = "-".join([name, *(_id_of(str(each)) for each in given.values())])
            tables = kind == "table"
            make = partial(_laid_out, function, given, id) if tables else partial(function, **given)
            built = self._offer(kind, id, make)
            if not given:
                return built
        return function

    def _offer(self, kind: str, id: Any, make: Making) -> Build:
        """Offer what `make` builds, once, when it is asked for."""

        def made() -> Any:
            seen: dict[object, None] = {}
            with noting_uses(seen):
                thing = with_texts(make())
                if isinstance(thing, Table):
                    thing = replace(thing, asked=seen)
                    _refuse_repetitions(thing)
                return thing

        place = self._author.place(str(id))
        build = Build(f'{kind} "{id}"', lambda: self._tables.kept(made), place, self.root)
        self._offers.thing(kind, id, build)
        return build


def _refuse_repetitions(table: Table) -> None:
    """Raise Mistake for two rows of a table that readers cannot tell apart."""
    rows = table.printed
    if twice := next((row for row in rows if rows.count(row) > 1), None):
        message = f'table "{table.id}": two rows both say {", ".join(twice)}'
        raise Mistake(message, "take one out, or add the column that tells them apart")


def _id_of(name: str) -> str:
    return identifier(name).replace("_", "-").removeprefix("column-")


def refuse_options(more: Mapping[str, object], of: type, *others: str) -> None:
    """Raise Mistake for an option that a thing does not have."""
    known = ("columns", *others, *(each.name for each in fields(of)))
    for name in more:
        if name not in known:
            raise Mistake(f"there is no option {name}", did_you_mean(name, known))


def _laid_out(function: Callable[..., Any], given: Mapping[str, object], id: str) -> Table:
    made = function(**given)
    if isinstance(made, Layout):
        return made.table(id)
    if isinstance(made, Table):
        return made
    raise ValueError(f"{function.__name__} returns a {type(made).__name__}, and no Layout")
