"""Names beside a plot stay clear of each other."""

from dataclasses import replace
from itertools import pairwise

import pytest
from toy_charts import line

from sfrules.press.things.charts import LINE, PlotLayout, Series, beside


@pytest.mark.parametrize("speeds", [(5, 5, 5), (0, 0, 1), (40, 40, 40), (40, 20, 0), (20, 21, 22)])
def test_names_beside_the_plot_keep_clear_of_each_other_and_within_it(speeds):
    columns = tuple(
        replace(column, of=lambda hour, top=top: hour * top)
        for column, top in zip(line().table.columns, speeds, strict=True)
    )
    table = replace(line().table, columns=columns)
    series = tuple(Series(column.heading) for column in columns)
    layout = PlotLayout(replace(line(), table=table, series=series, boundaries=()))
    middles = sorted(beside(layout))
    assert all(below - above >= LINE for above, below in pairwise(middles))
    assert middles[0] > -LINE
    assert middles[-1] <= layout.height
