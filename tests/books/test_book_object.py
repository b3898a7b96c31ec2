"""A book in one object: what is derived of it, and what its parts may be."""

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from judging import judged

from sfrules.ground.formats import answer
from sfrules.ground.problems import ProblemsFound
from sfrules.press.page.answers import evaluate
from sfrules.press.page.marks import without_marks
from sfrules.press.site.load import forget, load_book
from sfrules.press.site.weave import page_of
from sfrules.press.things.book import Rulebook
from sfrules.press.things.formulas import formula_text, read_formula

GEAR = "Item,Price in crowns,Kind\nRope,2.5,tool\nLong Ladder,7,tool\nSpear,4,weapon\n"
CODE = '''
from fractions import Fraction
from typing import Literal

from sfrules import Book, Layout, Table

book = Book("Gear", __file__)
gear = book.csv("gear")


@book.rule
def price(item: gear.ids, count: range(1, 100) = 1) -> Fraction:
    """What some of an item cost."""
    return gear[item].price_in_crowns * count


@book.rule(space="trade")
def share(part: Fraction) -> Fraction:
    """Half of a part."""
    return part / 2


@book.rule
def floating(whole: int) -> float:
    """Half of a number, or its third, as Python has it."""
    return whole / (2 if whole < 10 else 3)


book.table("gear", "Gear", gear)
book.table("dozens", "By the dozen", gear, {"Item": "Item", "Dozen": lambda row: price(row, 12)})


@book.table
def of_kind(kind: gear.column("kind"), count: Literal[1, 2]) -> Layout:
    rows = [row for row in gear if row.kind == kind]
    return Layout(f"{kind}s", rows, {"Item": "item", "Price": lambda row: price(row.id, count)})
'''


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "mkdocs.yml").write_text("site_name: Gear\n", encoding="utf-8")
    (tmp_path / "gear.csv").write_text(GEAR, encoding="utf-8")
    (tmp_path / "gear_book.py").write_text(CODE, encoding="utf-8")
    yield tmp_path
    sys.path[:] = [path for path in sys.path if path != str(tmp_path)]
    forget(("gear_book", "other_book", "gear_prices"))


@pytest.fixture
def book(home: Path) -> Rulebook:
    return load_book("gear_book", home)


# Prices are those of the file; products and halves were worked out by hand.
@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("price('Rope', 3)", "7.5"),
        ("gear_book.price('Spear')", "4"),
        ("price(gear.long_ladder)", "7"),
        ("gear.long_ladder.price_in_crowns", "7"),
        ("trade.share(5)", "2.5"),
        ("share(2.5)", "1.25"),
        ("gear.rope.kind", "tool"),
        ("floating(3)", "1.5"),
    ],
)
def test_pages_say_rules_and_rows_by_their_names(
    book: Rulebook, expression: str, said: str
) -> None:
    assert evaluate(book, expression, answer).told == said


def test_a_float_that_has_been_rounded_is_refused_with_what_to_write(book: Rulebook) -> None:
    fault = evaluate(book, "floating(10)").fault
    assert fault
    assert fault.elsewhere
    assert fault.elsewhere.message == "floating answers a float, which is not exact"
    assert fault.elsewhere.hint == "floating(10) is 3.3333333333333335: divide by Fraction(a, b)"


def test_headings_are_the_authors_and_types_are_those_of_the_cells(book: Rulebook) -> None:
    assert book.facts.columns()["gear"] == (
        "item: a text, price_in_crowns: a number such as 4 or 2.5, kind: a text"
    )
    assert book.tables["gear"]().headings == ("Item", "Price in crowns", "Kind")


def test_a_table_knows_which_rules_and_rows_have_filled_it(book: Rulebook) -> None:
    dozens = book.tables["dozens"]()
    assert [row[1] for row in dozens.cells] == [30, 84, 48]
    assert [rule.__name__ for rule in dozens.asked if callable(rule)] == ["price"]
    assert dozens.all_authored == ("gear",)
    assert dozens.texts == (True, False)


def test_a_table_with_parameters_is_one_table_for_each_of_their_values(book: Rulebook) -> None:
    family = {id for id in book.tables if id.startswith("of-kind-")}
    assert family == {"of-kind-tool-1", "of-kind-tool-2", "of-kind-weapon-1", "of-kind-weapon-2"}
    called = evaluate(book, "table('of-kind-weapon-2')").value
    assert (called.id, called.cells) == ("of-kind-weapon-2", (("Spear", 8),))


@pytest.mark.parametrize(
    ("expression", "message", "hint"),
    [
        ("table('of-kind')", 'there is no table "of-kind"', "did you mean of-kind-"),
        (
            "table('of-kind', kind='tool', count=1)",
            'table "of-kind" has no parameter kind',
            'table("of-kind-tool-1")',
        ),
        ("table('of-kind', sort='x')", 'table "of-kind" has no parameter sort', "there are"),
        ("table('gear', kind='x')", 'table "gear" has no parameter kind', "columns and caption"),
    ],
)
def test_an_argument_of_a_table_is_refused_with_a_hint(
    book: Rulebook, expression: str, message: str, hint: str
) -> None:
    problem = evaluate(book, expression).fault
    assert problem
    assert problem.message == message
    assert hint in problem.hint


def test_a_formula_reads_a_table_of_facts_as_it_reads_a_mapping(book: Rulebook) -> None:
    (rule,) = (rule for rule, name in book.rule_names.items() if name == "gear_book.price")
    said = formula_text(read_formula(rule, book.words))
    assert said == "Price = price in crowns (by item, from the table “gear”) × count"


LOOSE = "the number 2.5 is loose: no rule vouches for it"
MACROS = """
from sfrules import Book

book = Book("Macros", __file__)


@book.macro
def badge(word):
    return f"**{word}**"


def half(number):
    return number / 2


book.macro(half)
"""


def test_a_macro_gives_markdown_or_an_exact_number_and_is_no_rule(home: Path) -> None:
    (home / "macros_book.py").write_text(MACROS, encoding="utf-8")
    book = load_book("macros_book", home)
    page = judged(book, page_of("page.md", text := "{{ badge('new') }} {{ half(5) }}", text))
    assert (without_marks(page.markdown), page.problems[0].message) == ("**new** 2.5", LOOSE)
    assert book.rule_names == {}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("table", '"table" is a macro already'),
        ("gear", '"gear" is the table gear already'),
        ("price", '"price" is a rule already'),
    ],
)
def test_a_macro_has_a_name_of_its_own(home: Path, name: str, message: str) -> None:
    code = CODE + f"\n@book.macro\ndef {name}():\n    return 1\n"
    (home / "gear_book.py").write_text(code, encoding="utf-8")
    with pytest.raises(ProblemsFound, match=message):
        load_book("gear_book", home)


def test_root_modules_and_files_to_watch_are_derived(book: Rulebook, home: Path) -> None:
    assert book.root == home
    assert book.modules == ("gear_book",)
    assert set(book.watch) == {home / "gear_book.py", home / "gear.csv"}
    origin = book.facts.origin("gear")
    assert origin
    assert origin.path == "gear.csv"


def test_a_module_that_the_book_imports_is_watched_too(home: Path) -> None:
    (home / "gear_prices.py").write_text("TITHE = 10\n", encoding="utf-8")
    (home / "other_book.py").write_text(
        dedent(
            """
            import gear_prices
            from sfrules import Book

            book = Book("Other", __file__)
            """
        ),
        encoding="utf-8",
    )
    assert set(load_book("other_book", home).modules) >= {"other_book", "gear_prices"}


def test_a_row_that_nothing_reads_is_known(home: Path) -> None:
    code = CODE.replace('book.table("gear", "Gear", gear)\n', "").partition("@book.table")[0]
    (home / "gear_book.py").write_text(code, encoding="utf-8")
    book = load_book("gear_book", home)
    assert [row.name for row in book.facts.unread()] == [
        "gear.Rope",
        "gear.Long Ladder",
        "gear.Spear",
    ]
    for build in book.tables.values():
        build()
    assert not list(book.facts.unread())


def test_two_books_in_one_process_know_nothing_of_each_other(book: Rulebook, home: Path) -> None:
    other = home / "other"
    other.mkdir()
    (other / "mkdocs.yml").write_text("site_name: Other\n", encoding="utf-8")
    (other / "gear.csv").write_text("Item,Price in crowns,Kind\nLamp,3,tool\n", encoding="utf-8")
    (other / "other_book.py").write_text(CODE, encoding="utf-8")
    second = load_book("other_book", other)
    assert evaluate(second, "price('Lamp')", answer).told == "3"
    refused = evaluate(second, "price('Rope')").fault
    assert refused
    assert refused.message == 'item is "Rope"; allowed: "Lamp"'
    assert evaluate(book, "price('Rope')", answer).told == "2.5"


def test_a_thing_that_fails_is_told_though_its_file_has_become_shorter(home: Path) -> None:
    code = CODE + '\n\nbook.table("late", "Late", [1, 2], {"No": int, "Half": lambda n: n // 0})\n'
    (home / "gear_book.py").write_text(code, encoding="utf-8")
    book = load_book("gear_book", home)
    (home / "gear_book.py").write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(ProblemsFound, match="Zero") as found:
        book.tables["late"]()
    (problem,) = found.value.problems
    line = code.split("\n").index(code.splitlines()[-1]) + 1
    assert problem.place == f"gear_book.py:{line}:1"
    assert problem.text == ""
