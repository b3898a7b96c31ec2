"""A chart says what it shows; what it cannot show is refused."""

from dataclasses import replace

import pytest
from toy_charts import KNOTS, SAILS, bars, heat, line

from sfrules.binding.plots import chart_of
from sfrules.press.things.charts import Boundary, Series
from sfrules.press.things.tables import Column, Spanner, Table


def odd_table(*cells):
    """A table of one column, with these cells below one another."""
    return Table(
        id="odd",
        caption="Odd",
        stub=Column("Sails", int),
        columns=(Column("Speed", cells.__getitem__),),
        rows=tuple(range(len(cells))),
    )


def odd(*cells, **changes):
    """A line through these cells."""
    plain = {"across": SAILS, "up": KNOTS, "series": (Series("Speed"),), "boundaries": ()}
    return replace(line(), table=odd_table(*cells), **plain | changes)


def test_a_blank_cell_is_left_out():
    (boats,) = replace(bars(), series=(Series("Boats <afloat>"),)).traces
    assert [at for at, _ in boats.points] == ["Mole", "Hole & Cove beyond", "Quay"]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda: replace(line(), id="The Race"), 'id is "The Race"; allowed: lower-case words'),
        (lambda: replace(line(), series=(Series("Gul"),)), 'no column "Gul"; did you mean Gull?'),
        (lambda: replace(line(), series=()), "chart crossing: there is no series"),
        (
            lambda: replace(line(), series=(Series("Gull"), Series("Tern", "Gull"))),
            "two series share a name: Gull, Gull",
        ),
        (lambda: odd(1, "two"), "Speed at 1 is 'two', no number"),
        (lambda: odd(1, True), "Speed at 1 is True, no number"),  # noqa: FBT003 — a cell
        (lambda: odd(None, None), "Speed is blank"),
        (lambda: replace(bars(), mark="line"), "a line runs along numbers, not 'Mole'"),
        (lambda: replace(bars(), series=(Series("Moon"),)), "bars are of one series"),
        (lambda: replace(bars(), boundaries=(Boundary(1, ""),)), "these places have names"),
        (lambda: replace(heat(), boundaries=(Boundary(1, ""),)), "a heat map has no boundaries"),
    ],
)
def test_what_cannot_be_plotted_is_refused(wrong, why):
    with pytest.raises(ValueError, match=".") as refused:
        wrong()
    assert why in str(refused.value)


def test_a_spanner_of_several_columns_cannot_share_one_name():
    twice = Spanner("Both", (Column("A", int), Column("B", int)))
    table = replace(odd_table(1, 2), columns=(twice,))
    with pytest.raises(ValueError, match="two series share a name: Sloop, Sloop"):
        replace(odd(1, 2), table=table, series=(Series("Both", "Sloop"),))


@pytest.mark.parametrize(("mark", "title"), [("line", "Speed"), ("heat", "Sails")])
def test_what_runs_up_a_chart_is_named_after_its_column_and_in_a_heat_map_after_the_rows(
    mark, title
):
    assert chart_of("odd", "Odd", odd_table(2, 5), mark).up.title == title
