"""The toy book, with a plot of each kind; the table of one of them is no table of the book."""

from dataclasses import replace

import toy_book
import toy_charts

CHARTS = {make().id: make for make in toy_charts.CHARTS.values()}
TABLES = {"harbors": toy_charts.harbors, "crossing": toy_charts.crossing}
BOOK = replace(toy_book.BOOK, charts=CHARTS, tables=TABLES | toy_book.BOOK.tables)
