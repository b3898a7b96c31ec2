"""A fact that one proof reads, and nothing besides, is typed for the proof alone."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from printing import print_pages

from sfrules.press.site.load import forget, load_book
from sfrules.press.things.book import Rulebook

CODE = '''
from sfrules import Book

book = Book("Inns", __file__)
inns = book.csv("inns")
book.written("cited")


@book.rule
def bill(price: range(1, 9)) -> int:
    """What two nights cost."""
    return 2 * price


@book.rule
def nights_at_the_fox() -> int:
    """How many nights the Fox takes."""
    return inns["fox"].price
'''
OTHERS = "At the Bear it is 6, at the Fox 5, with 2 beds.\n\n```proof\nbill(inns.bear.price) = 6\nnights_at_the_fox() = 5\nGH-1 beds: 2\n```\n"


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Rulebook]:
    (tmp_path / "lone_inns.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "inns.csv").write_text("id,price,beds\nbear,3,\nfox,5,\nhen,4,\n", encoding="utf-8")
    cited = "source,about,says,number,rule\nGH-1,beds,An inn has 2 beds.,2,\n"
    (tmp_path / "cited.csv").write_text(cited, encoding="utf-8")
    yield load_book("lone_inns", tmp_path)
    forget(("lone_inns",))


def proof(*lines: str) -> str:
    return "\n".join(["", "", "```proof", *lines, "```", ""])


HEN = "The Hen takes 4." + proof("inns.hen.price = 4")
ALONE = "nothing but this proof reads inns.hen, which only says it again"


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        ({"a.md": HEN}, [f"docs/a.md:4: {ALONE}"]),
        ({"a.md": "The Hen takes 4, or 4." + proof("hen = inns.hen.price = 4", "4", "hen == 4")}, [f"docs/a.md:4: {ALONE}"]),
        ({"a.md": "It takes 4." + proof("hen = inns.hen.price", "hen = 4")}, [f"docs/a.md:4: {ALONE}"]),
        ({"a.md": "The Hen has 2 beds." + proof("inns.hen.beds = 2")}, ["inns.csv:4: beds is empty, and inns.hen.beds asks for it"]),
        ({"a.md": HEN, "b.md": HEN}, []),
        ({"a.md": HEN + "\n" + HEN}, []),
        ({"a.md": HEN + "\nOr {{ inns.hen.price }}.\n"}, []),
        ({"a.md": "The Hen takes 4, so 8." + proof("hen = inns.hen.price = 4", "bill(hen) = 8")}, []),
        ({"a.md": "The Fox takes 5." + proof("inns.fox.price = 5"), "b.md": "{{ inns.hen.price }}"}, []),
        ({}, ["inns.csv:4: nothing reads inns.hen but its key"]),
    ],
    ids=["alone", "said twice", "named", "empty", "two pages", "two proofs", "a macro", "a rule takes it", "a rule reads it", "nothing"],
)  # fmt: skip
def test_a_fact_needs_another_reader_than_one_proof(
    book: Rulebook, pages: dict[str, str], expected: list[str]
) -> None:
    woven = print_pages({"others.md": f"# Others\n\n{OTHERS}", **pages}, book)
    assert [f"{p.path}:{p.line}: {p.message}" for p in woven.problems] == expected


def test_a_book_without_facts_to_cite_keeps_its_single_figures_in_rows(book: Rulebook) -> None:
    plain = OTHERS.replace(", with 2 beds", "").replace("GH-1 beds: 2", "")
    woven = print_pages({"others.md": f"# Others\n\n{plain}", "a.md": HEN}, replace(book, cited={}))
    assert {problem.path for problem in woven.problems} == {"cited.csv"}  # which nobody cites
