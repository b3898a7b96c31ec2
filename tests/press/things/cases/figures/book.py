"""The toy book, with a castle of two panels, and a tree."""

from dataclasses import replace

import toy_book
from drawings import CELLAR, HALL, OAK

from sfrules.press.things.figures import Figure


def castle() -> Figure:
    return Figure(id="castle", title="A <castle>", caption="Bats & co.", panels=(HALL, CELLAR))


def wood() -> Figure:
    return Figure(id="wood", title="The wood", caption="Trees.", panels=(OAK,))


BOOK = replace(toy_book.BOOK, figures={"castle": castle, "wood": wood} | toy_book.BOOK.figures)
