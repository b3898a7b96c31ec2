"""A book that keeps its words in tables of facts, and tables that say no more than they have to."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from writing import write_files

from sfrules.press.site.load import forget, load_book
from sfrules.press.things.book import Rulebook

CODE = '''
from functools import partial

from sfrules import Book

book = Book("Inns", __file__)
inns = book.csv("inns")


@book.rule
def bill(inn: inns.ids, nights: range(1, 30) = 1) -> int:
    """What some nights at an inn cost."""
    return inns[inn].price * nights


week = {
    "Inn": ("name", "What is on its sign."),
    "Night": (bill, "", "crowns", "One night."),
    "Week": (partial(bill, nights=7), "A week of nights."),
    "Roof": "roof",
}
whole = book.table("whole", "All inns", inns.keys(), week)
book.table("town", "Inns of the town", inns.where(place="town").keys(), week)
book.table("said", "By heart", range(1, 3), {"N": int, "Bill": lambda n: bill("bear", n)}, facts="x", sources="GH-3")
book.chart("nights", "What a night costs", whole, "bars", columns=["Night"])
book.written("terms", "errata", "exemptions", "cited")
'''
FILES = {
    "inns": "id,name,price,place,roof\nbear,The Bear,3,town,true\nfox,The Fox,5,road,false\n",
    "terms": "id,term,aliases,page,anchor,definition,names,unit,proof,formula\n"
    "bill,bill,bills; reckoning,index.md,pay,What you owe.,bill,false,,false\n",
    "errata": "id,fact,subject,printed,right,expression,explanation\n"
    'bear,,The Bear,4,6,"bill(""bear"", 2)",Somebody had one too many.\n',
    "exemptions": "kind,subject,reason\nchart,nights,It hangs on the wall.\n",
    "cited": "source,about,says,number,rule\n"
    'GH-1,night,A night at the Bear is three crowns.,three,"bill(""bear"")"\n'
    "GH-1,beds,Each inn has 2 to 6 beds.,2 to 6,\n",
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    tables = {f"{name}.csv": text for name, text in FILES.items()}
    return write_files(tmp_path, {"inn_book.py": CODE, **tables})


@pytest.fixture
def book(home: Path) -> Iterator[Rulebook]:
    yield load_book("inn_book", home)
    forget(("inn_book",))


def test_keys_go_to_functions_and_their_rows_to_the_names_of_columns(book: Rulebook) -> None:
    assert book.tables["whole"]().cells == (("The Bear", 3, 21, True), ("The Fox", 5, 35, False))
    assert book.tables["town"]().cells == (("The Bear", 3, 21, True),)


def test_words_after_a_column_are_its_style_its_unit_and_a_sentence_about_it(
    book: Rulebook,
) -> None:
    table = book.tables["whole"]()
    assert [c.description for c in (table.stub, *table.leaves)] == [
        *("What is on its sign.", "One night.", "A week of nights.", ""),
    ]
    assert [c.unit for c in table.leaves] == ["crowns", "", ""]
    assert table.texts == (True, False, False, True)


def test_a_rule_with_some_of_its_arguments_stays_that_rule(book: Rulebook) -> None:
    _, week, _ = book.tables["whole"]().leaves
    assert (week.of, week.given) == (book.namespaces["inn_book"]["bill"], {"nights": 7})


def test_what_a_table_says_of_its_facts_stands_and_what_it_does_not_say_is_derived(
    book: Rulebook,
) -> None:
    said, whole = book.tables["said"](), book.tables["whole"]()
    assert (said.all_authored, whole.all_authored) == (("x",), ("inns",))
    assert said.sources == ("GH-3",)
    assert [rule.__name__ for rule in said.asked if callable(rule)] == ["bill"]


def test_a_chart_has_a_table_of_its_own_so_that_the_printed_one_is_linked(book: Rulebook) -> None:
    drawn, printed = book.charts["nights"]().table, book.tables["whole"]()
    assert drawn is not printed
    assert drawn.cells == printed.cells


def test_terms_errata_and_exemptions_may_be_tables_of_facts(book: Rulebook) -> None:
    (term,) = book.terms
    assert (term.term, term.aliases, term.anchor) == ("bill", ("bills", "reckoning"), "pay")
    assert book.words.say("bill") == "bill"
    assert book.tables["errata"]().cells == (
        ("The Bear", "4", 6, "Somebody had one too many.", "bear"),
    )
    assert book.tables["errata"].origin.path == "errata.csv"
    assert [each.subject for each in book.checks.exemptions] == ["nights"]
    assert list(book.problems()) == []


def test_an_erratum_of_a_file_is_held_to_its_rule_at_its_cell(home: Path) -> None:
    path = home / "errata.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("4,6,", "4,7,"), encoding="utf-8")
    problem = next(iter(load_book("inn_book", home).problems()))
    forget(("inn_book",))
    assert (problem.place, problem.message) == (
        "errata.csv:2:18",
        'right is 7, bill("bear", 2) is 6',
    )


def test_what_a_source_states_can_be_cited_and_is_held_to_the_rule_for_the_same(
    home: Path,
) -> None:
    book = load_book("inn_book", home)
    assert {key: row.fields["number"] for key, row in book.cited.items()} == {
        ("GH-1", "night"): "three",
        ("GH-1", "beds"): "2 to 6",
    }
    forget(("inn_book",))
    path = home / "cited.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("three", "four"), encoding="utf-8")
    (problem,) = load_book("inn_book", home).problems()
    forget(("inn_book",))
    assert (problem.place, problem.message) == (
        "cited.csv:2:48",
        'the source says four, bill("bear") is 3',
    )


@pytest.mark.parametrize(
    ("said", "instead", "place"),
    [
        ("is three crowns", "is four crowns", "cited.csv:2:12"),
        ("is three crowns", "is dear", "cited.csv:2:12"),
        ("2 to 6 beds", "2 to 7 beds", "cited.csv:3:11"),
        ("has 2 to 6 beds", "of 5 rooms has 2 to 6 beds", "cited.csv:3:11"),
    ],
)
def test_the_sentence_of_a_fact_says_its_number_and_no_other(
    home: Path, said: str, instead: str, place: str
) -> None:
    path = home / "cited.csv"
    path.write_text(path.read_text(encoding="utf-8").replace(said, instead), encoding="utf-8")
    (problem,) = load_book("inn_book", home).problems()
    forget(("inn_book",))
    assert problem.place == place
    assert problem.message.endswith("and its sentence says another, or none")
