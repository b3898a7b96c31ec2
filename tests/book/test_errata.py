"""An erratum's row says what its own rule makes of it, or that is a problem of the book."""

from fractions import Fraction

import pytest

from sfrules import authored
from sfrules.book import BOOK
from sfrules.press.page.answers import evaluate
from sfrules.press.things.tables import table_html
from sfrules.rules import impairment

RIGHT = {
    "hit-point-growth": "80/11",
    "reaction-range": "1",
    "size-multiplier-6": "4096",
    "side-7": "128",
    "side-8": "256",
    "side-9": "512",
    "side-10": "1024",
    "cling": "Scale",
    "extra-damage-21": "11",
    "solo-hit-points-29": "912",
}


def test_every_erratum_has_the_right_figure() -> None:
    rows = authored.rows("errata")
    assert {row.id: str(evaluate(BOOK, row.expression).value) for row in rows} == RIGHT
    assert list(BOOK.problems()) == []


def test_the_first_printed_row_of_cling_is_refused(with_tables) -> None:
    with_tables("upgrades", "cling,Cling,overland,Scale", "cling,Cling,overland,Cling")
    with pytest.raises(ValueError, match="the requirements of Cling lead in a circle"):
        impairment.requirement("Climb")


def test_errata_are_righted_by_the_rules() -> None:
    table = BOOK.tables["errata"]()
    right = [row[2] for row in table.cells]
    assert right == ["about 7.27", 1, 4096, 128, 256, 512, 1024, 11, 912, "Scale"]
    typed = [row.right for row in authored.rows("errata")]
    assert right[1:] == [*map(Fraction, typed[1:-1]), typed[-1]]
    assert impairment.requirement in table.rules


@pytest.mark.nightly
def test_the_misprint_stands_nowhere_but_among_the_errata() -> None:
    printed = {id: table_html(build()) for id, build in BOOK.tables.items()}
    assert {id: n for id, html in printed.items() if (n := html.count("4069"))} == {"errata": 1}


# An expression as it stands in its cell, what is marked of it, and what is told.
WRONG = """\
core.dice_terms.__globals__ | __globals__ | "__globals__" is closed to pages
os.getcwd() | os | "os" is not a name of this book
4 + 4 | 4 + 4 | 4 + 4 is no call of a rule
range(4) | range(4) | range(4) is no call of a rule
1e10000000000 | 1 | 1e10000000000 has more than 1000 digits
scale.size_multiplier(10**10) | scale.size_multiplier(10**10) | s is 10000000000; allowed: a whole number from -1 to 10
scale.size_multiplier(1 + | ( | this bracket is never closed
scale.size_multplier(6) | size_multplier | scale has no "size_multplier"
core.hit_point_ratio(1, 99, ""low"") | core.hit_point_ratio(1, 99, ""low"") | higher is 99; allowed: a whole number from 1 to 30
core.hit_point_ratio(1, 9, ""lwo"") | core.hit_point_ratio(1, 9, ""lwo"") | durability is "lwo"; allowed: "low", "medium" or "high"
"""


@pytest.mark.parametrize("wrong", WRONG.splitlines())
def test_an_erratum_is_an_expression_of_the_pages_and_wrong_at_its_place_in_its_cell(
    with_tables, wrong: str
) -> None:
    expression, *told = wrong.split(" | ")
    with_tables("errata", ",scale.size_multiplier(6),", f',"{expression}",')
    problem = next(iter(BOOK.problems()))
    marked = problem.text[problem.column - 1 :][: problem.length]
    assert (problem.path, problem.line) == ("tables/authored/errata.csv", 4)
    assert [marked, problem.message] == told


@pytest.mark.parametrize("figure", ["4069", "1e10000000000", "4096.0", "x", "__import__('os')"])
def test_a_figure_is_right_as_it_would_be_printed_and_is_never_worked_out(
    with_tables, figure: str
) -> None:
    tables = with_tables("errata", "4069,4096,", f"4069,{figure},")
    assert tables.check() == []  # a book with a wrong erratum is loaded
    problem = next(iter(BOOK.problems()))
    assert problem.place == "tables/authored/errata.csv:4:57"
    assert problem.message == f"right is {figure}, scale.size_multiplier(6) is 4096"
