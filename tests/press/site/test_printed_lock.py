"""The lock: what the book prints stands beside it, and what is stale is told at its line."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from fixed import written_as_fixes
from printing import print_page, print_pages
from toy_book import BOOK, fleet

from sfrules.ground.edits import apply_fixes
from sfrules.ground.fixes import read_below
from sfrules.ground.problems import Problem
from sfrules.press.site.load import load_book
from sfrules.press.things.book import Rulebook
from sfrules.press.things.tables import Column, Table

LOCK = "tables/printed"
FLEET = """\
Sails,Wood: Speed (knots),Wood: Drift,Iron: Slow
1,3,−1,2
2,5,−2,4
3,7,−3,6
4,9,−4,8
5,11,−5,10
6,13,−6,12
7,15,−7,14
8,17,−8,16
9,19,−9,18
"""
PAGE = """\
{{ sea.speed(1) }} stands above all headings.

# Boats

7 knots, {{ sea.cargo(4, 2) }} tons.

```proof
sea.speed(3) = 7
```

## The fleet {#fleet}

{{ table("fleet", rows=[1]) }}

{{ worked(sea.cargo, length=4, beam=2) }}
"""
VALUES = """\
page,anchor,kind,expression,printed
docs/page.md,,value,sea.speed(1),3
docs/page.md,boats,value,"sea.cargo(4, 2)",8/3
docs/page.md,fleet,worked,"worked(sea.cargo, length=4, beam=2)",Cargo = length × beam ÷ 3 = 4 × 2 ÷ 3 = 8/3
docs/page.md,boats,proof,sea.speed(3),7
"""


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    return replace(BOOK, root=tmp_path, lock=Path(LOCK))


def keep(book: Rulebook, **files: str | bytes) -> None:
    folder = book.root / LOCK
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {"fleet": FLEET, "values": VALUES, **files}.items():
        content = text if isinstance(text, bytes) else text.encode("utf-8")
        (folder / f"{name}.csv").write_bytes(content)


def stale(book: Rulebook, page: str = PAGE) -> list[Problem]:
    return [each for each in print_page(page, book).problems if each.path.startswith(LOCK)]


def fix(book: Rulebook, problems: list[Problem]) -> dict[str, str]:
    fixes = [problem.fix for problem in problems if problem.fix]
    written_as_fixes(apply_fixes(fixes, read_below(book.root)), book.root)
    return {path.name: path.read_text("utf-8") for path in (book.root / LOCK).iterdir()}


def test_a_book_without_a_lock_has_none_to_be_stale() -> None:
    assert stale(BOOK) == []


def test_a_file_that_is_missing_is_written(book: Rulebook) -> None:
    problems = stale(book)
    assert [problem.place for problem in problems] == [
        f"{LOCK}/fleet.csv:1:1",
        f"{LOCK}/values.csv:1:1",
    ]
    assert fix(book, problems) == {"fleet.csv": FLEET, "values.csv": VALUES}
    assert stale(book) == []


def test_a_lock_that_says_what_the_book_prints_is_no_problem(book: Rulebook) -> None:
    keep(book)
    assert print_page(PAGE, book).problems == ()


STALE = [
    ("a cell", "3,7,−3,6", "3,7,−3,99", "4:8: the lock says 99, the book prints 6"),
    ("a first cell of many", "1,3,−1,2\n2,5,", "1,8,−1,9\n2,9,", "2:3: the lock says 8,−1,9, the book prints 3,−1,2; 1 more stale line"),
    ("a heading", "Wood: Drift", "Drift", "1:27: the lock says Drift,Iron: Slow, the book prints Wood: Drift,Iron: Slow"),
    ("a row too many", "9,19,−9,18\n", "9,19,−9,18\n10,1,1,1\n", "11:1: the lock says 10,1,1,1, the book prints nothing"),
    ("a row too few", "5,11,−5,10\n", "", "6:1: the lock says 6,13,−6,12, the book prints 5,11,−5,10"),
    ("rows cut off", FLEET[-22:], "", "9:1: the lock says nothing, the book prints 8,17,−8,16; 1 more stale line"),
    ("a cell too few", "2,5,−2,4", "2,5,−2", "3:5: the lock says −2, the book prints −2,4"),
    ("another order", "1,3,−1,2\n2,5,−2,4\n", "2,5,−2,4\n1,3,−1,2\n", "2:1: the lock says 2,5,−2,4, the book prints 1,3,−1,2"),
    ("quotes that need not be", "3,7,−3,6", '3,"7",−3,6', '4:3: the lock says "7",−3,6, the book prints 7,−3,6'),
    ("no end of the last line", "−9,18\n", "−9,18", "10:1: the lines do not end as those of the lock do"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("was", "now", "told"), [row[1:] for row in STALE], ids=[r[0] for r in STALE]
)
def test_a_stale_table_is_told_at_its_first_line_that_differs(
    book: Rulebook, was: str, now: str, told: str
) -> None:
    assert was in FLEET
    keep(book, fleet=FLEET.replace(was, now))
    (problem,) = stale(book)
    assert f"{problem.place}: {problem.message}" == f"{LOCK}/fleet.csv:{told}"
    assert problem.hint == "sfrules check --fix writes it"
    assert fix(book, [problem])["fleet.csv"] == FLEET


def test_the_caret_stands_below_the_cell(book: Rulebook) -> None:
    keep(book, fleet=FLEET.replace("3,7,−3,6", "3,7,−399,6"))
    assert str(stale(book)[0]).splitlines()[1:3] == ["    4 | 3,7,−399,6", "            ^^^^^^"]


BROKEN = [
    ("no text", b"Sails,\n1,\xff\xfe", "1:7: the lock says nothing, the book prints Wood: Speed (knots),Wood: Drift,Iron: Slow; 10 more stale lines"),
    ("nothing", b"", "1:1: the lock says nothing, the book prints Sails,Wood: Speed (knots),Wood: Drift,Iron: Slow; 9 more stale lines"),
    ("zeros", b"\0" * 40, "1:1: the lock says " + "\ufffd" * 40 + ", the book prints Sails,Wood: Speed (knots),Wood: Drift,Iron: Slow; 10 more stale lines"),
    ("a byte order mark", b"\xef\xbb\xbf" + FLEET.encode(), "1:1: the lock says \ufffdSails,Wood: Speed (knots),Wood: Drift,Iron: Slow, the book prints Sails,Wood: Speed (knots),Wood: Drift,Iron: Slow"),
    ("other line ends", FLEET.replace("\n", "\r\n").encode(), "1:39: the lines do not end as those of the lock do; 9 more stale lines"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "told"), [row[1:] for row in BROKEN], ids=[r[0] for r in BROKEN]
)
def test_a_file_in_any_state_is_told_and_fixed(book: Rulebook, content: bytes, told: str) -> None:
    keep(book, fleet=content)
    (problem,) = stale(book)
    assert f"{problem.place}: {problem.message}" == f"{LOCK}/fleet.csv:{told}"
    assert "\0" not in str(problem)
    assert fix(book, [problem])["fleet.csv"] == FLEET


def test_a_table_that_is_no_longer_printed_leaves_a_file_to_delete(book: Rulebook) -> None:
    keep(book, rowing="a\n")
    (book.root / LOCK / "README.md").write_text("What is this folder?")
    (problem,) = stale(book)
    assert str(problem) == (
        f"{LOCK}/rowing.csv:1:1: the book prints no such table\nhint: sfrules check --fix deletes it"
    )
    assert sorted(fix(book, [problem])) == ["README.md", "fleet.csv", "values.csv"]


def test_a_number_of_the_text_is_stale_at_its_line(book: Rulebook) -> None:
    keep(book, values=VALUES.replace(",8/3\n", ",3\n"))
    (problem,) = stale(book)
    assert f"{problem.place}: {problem.message}" == (
        f"{LOCK}/values.csv:3:44: the lock says 3, the book prints 8/3"
    )


def test_while_pages_have_problems_tables_are_compared_and_numbers_wait(book: Rulebook) -> None:
    keep(book, fleet=FLEET.replace("19", "20"), values="stale\n", rowing="left over\n")
    problems = stale(book, PAGE + "\n{{ oops }}\n")
    assert [problem.place for problem in problems] == [f"{LOCK}/fleet.csv:10:3"]


def test_a_table_on_a_page_that_fails_is_not_taken_for_gone(book: Rulebook) -> None:
    keep(book)
    assert stale(book, '{{ table("flete") }}\n') == []


def test_a_table_that_cannot_be_worked_out_whole_is_a_problem(book: Rulebook) -> None:
    def wide() -> Table:
        return replace(fleet(), rows=(1, 12))

    woven = print_page('{{ table("fleet", rows=[1]) }}\n', replace(book, tables={"fleet": wide}))
    told = (
        'table "fleet" cannot be worked out whole: sails is 12; allowed: a whole number from 1 to 9'
    )
    assert [p.message for p in woven.problems] == [told]


def test_pages_stand_by_name_and_numbers_in_the_order_of_their_page(book: Rulebook) -> None:
    pages = {"z.md": "{{ 1 / 2 }} {{ sea.speed(2) }}", "a.md": "{{ sea.speed(1) }}"}
    values = fix(book, list(print_pages(pages, book).problems))["values.csv"]
    assert values.splitlines()[1:] == [
        "docs/a.md,,value,sea.speed(1),3",
        "docs/z.md,,value,1 / 2,0.5",
        "docs/z.md,,value,sea.speed(2),5",
    ]


def test_prose_that_moves_makes_no_lock_stale(book: Rulebook) -> None:
    keep(book)
    assert stale(book, PAGE.replace("# Boats\n", "# Boats\n\nMore words,\n\nand more.\n")) == []


def test_a_table_is_locked_as_it_is_printed() -> None:
    table = Table(
        id="odds",
        caption="Odds",
        stub=Column("Boat, or ship", str),
        columns=(
            Column("Chance", lambda _: Fraction(1, 8), style="percent"),
            Column("Large", lambda _: 12_000, unit="tons"),
            Column("None", lambda _: None),
        ),
        rows=('The "Gull"',),
    )
    assert (
        table.printed_csv()
        == '"Boat, or ship",Chance,Large (tons),None\n"The ""Gull""",12.5%,"12,000",—\n'
    )


def test_a_folder_that_is_a_file_is_told(book: Rulebook) -> None:
    (book.root / "tables").mkdir()
    (book.root / LOCK).write_text("no folder")
    assert "the lock cannot be read" in stale(book)[0].message


def test_a_site_elsewhere_has_no_lock_of_the_book(tmp_path: Path) -> None:
    assert load_book("sfrules.book", Path(__file__).parents[3]).lock == Path(LOCK)
    assert load_book("sfrules.book", tmp_path).lock is None
