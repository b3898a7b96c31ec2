"""What differs between two locks: tables by row and column, numbers by where they stand."""

from __future__ import annotations

import json

import pytest

from sfrules.press.changes.comparison import Difference, NoSheet, difference
from sfrules.press.changes.reports import (
    difference_json,
    difference_markdown,
    difference_text,
)

HEAD = "page,anchor,kind,expression,printed\n"


def values(*lines: str) -> dict[str, bytes]:
    return {"values.csv": (HEAD + "".join(f"{line}\n" for line in lines)).encode()}


def text(before: dict[str, bytes], after: dict[str, bytes]) -> list[str]:
    lines = difference_text(difference(before, after), "v0.1", "").splitlines()
    return [line.removeprefix("v0.1 → the working tree: ") for line in lines]


def table(content: str) -> dict[str, bytes]:
    return {"fleet.csv": content.encode()}


FLEET = "Sails,Speed,Drift\n1,3,1\n2,5,2\n3,7,3\n"
TABLES = [
    ("nothing", FLEET, ["nothing changed"]),
    ("a cell", "Sails,Speed,Drift\n1,3,1\n2,6,2\n3,7,3\n", ["1 table changed, 1 cell in it", "table fleet", "  2, Speed: 5 → 6"]),
    ("a row in the middle", "Sails,Speed,Drift\n1,3,1\n1½,4,1\n2,5,2\n3,7,3\n", ["1 table changed", "table fleet", "  rows added: 1½"]),
    ("a row gone", "Sails,Speed,Drift\n1,3,1\n3,7,3\n", ["1 table changed", "table fleet", "  rows removed: 2"]),
    ("a column in the middle", "Sails,Crew,Speed,Drift\n1,9,3,1\n2,9,5,2\n3,9,7,3\n", ["1 table changed", "table fleet", "  columns added: Crew"]),
    ("a column gone", "Sails,Drift\n1,1\n2,2\n3,3\n", ["1 table changed", "table fleet", "  columns removed: Speed"]),
    ("a stub of another name", "Masts,Speed,Drift\n1,3,1\n2,5,2\n3,7,3\n", ["1 table changed", "table fleet", "  columns added: Masts", "  columns removed: Sails"]),
    ("rows in another order", "Sails,Speed,Drift\n2,5,2\n1,3,1\n3,7,3\n", ["1 table changed", "table fleet", "  order: the rows or columns stand in another one"]),
    ("columns in another order", "Sails,Drift,Speed\n1,1,3\n2,2,5\n3,3,7\n", ["1 table changed", "table fleet", "  order: the rows or columns stand in another one"]),
    ("other line ends and a mark", "\ufeff" + FLEET.replace("\n", "\r\n"), ["nothing changed"]),
    ("other quotes", FLEET.replace("2,5", '"2","5"'), ["nothing changed"]),
    ("a short row", "Sails,Speed,Drift\n1,3\n2,5,2\n3,7,3\n", ["1 table changed, 1 cell in it", "table fleet", "  1, Drift: 1 → "]),
    ("an empty file", "", ["1 table changed", "table fleet", "  rows removed: 1, 2, 3", "  columns removed: Sails, Speed, Drift"]),
]  # fmt: skip


@pytest.mark.parametrize(("after", "told"), [row[1:] for row in TABLES], ids=[r[0] for r in TABLES])
def test_a_table_is_compared_by_its_rows_and_columns(after: str, told: list[str]) -> None:
    assert text(table(FLEET), table(after)) == told


def test_rows_of_one_name_are_matched_by_what_they_hold() -> None:
    before, after = "A,B\nx,1\nx,2\n", "A,B\nx,0\nx,1\nx,2\n"
    assert text(table(before), table(after))[2:] == ["  rows added: x"]
    assert text(table(after), table("A,B\nx,0\nx,9\nx,2\n"))[2:] == ["  x (2), B: 1 → 9"]


def test_columns_of_one_name_are_told_apart() -> None:
    assert text(table("A,B,B\nx,1,2\n"), table("A,B,B\nx,1,3\n"))[2:] == ["  x, B (2): 2 → 3"]


def test_a_table_that_comes_or_goes_is_told_with_its_size() -> None:
    assert text({}, table(FLEET)) == ["1 table added", "table fleet: added, 3 rows, 3 columns"]
    assert text(table(FLEET), {}) == ["1 table removed", "table fleet: removed, 3 rows, 3 columns"]


A, B, C = "a.md,top,value,speed(1),3", "a.md,top,value,speed(2),5", "a.md,top,value,speed(3),7"
CLAIM = 'a.md,top,claim,"printed(3, speed(1))",3'
EXAMPLE = 'a.md,top,worked,"worked(speed, sails=1, result=3)",Speed = 3'
NUMBERS = [
    ("another number", [A, B], [A, B.replace("5", "6")], ["1 number changed", "a.md#top", "  speed(2): 5 → 6"]),
    ("one more", [A, C], [A, B, C], ["1 number added", "a.md#top", "  speed(2): — → 5"]),
    ("one fewer", [A, B, C], [A, C], ["1 number removed", "a.md#top", "  speed(2): 5 → —"]),
    ("a claim typed anew", [CLAIM], [CLAIM.replace("3", "4")], ["1 number changed", "a.md#top", "  printed(4, speed(1)): 3 → 4"]),
    ("an example's result", [EXAMPLE], [EXAMPLE.replace("3", "4")], ["1 number changed", "a.md#top", "  worked(speed, sails=1, result=4): Speed = 3 → Speed = 4"]),
    ("a heading renamed", [A, B], [A.replace("top", "head"), B.replace("top", "head")], ["nothing changed (2 only reworded or moved)"]),
    ("a heading renamed and a number", [A], ["a.md,head,value,speed(1),4"], ["1 number changed", "a.md#head", "  speed(1): 3 → 4"]),
    ("another page", [A], [A.replace("a.md", "b.md")], ["nothing changed (1 only reworded or moved)"]),
    ("another expression", [A], [A.replace("speed(1)", "pace(1)")], ["nothing changed (1 only reworded or moved)"]),
    ("another question", [A], ["a.md,top,value,speed(9),19"], ["1 number added, 1 number removed", "a.md#top", "  speed(9): — → 19", "  speed(1): 3 → —"]),
    ("another order", [A, B], [B, A], ["nothing changed"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "told"), [r[1:] for r in NUMBERS], ids=[r[0] for r in NUMBERS]
)
def test_a_number_is_known_by_its_place_and_rule(
    old: list[str], new: list[str], told: list[str]
) -> None:
    assert text(values(*old), values(*new)) == told


TURNS = "a.md,top,value,level,{}"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        pytest.param("123", "193", ["level: 2 → 9"], id="one of them changes"),
        pytest.param("123", "1523", ["level: — → 5"], id="one comes between"),
        pytest.param("123", "13", ["level: 2 → —"], id="one of them goes"),
        pytest.param("111", "11", ["level: 1 → —"], id="one of several alike goes"),
    ],
)
def test_numbers_of_one_expression_are_matched_in_their_turns(
    old: str, new: str, told: list[str]
) -> None:
    before, after = (values(*map(TURNS.format, each)) for each in (old, new))
    assert text(before, after)[2:] == [f"  {line}" for line in told]


def test_places_stand_by_page_and_then_as_on_the_page() -> None:
    new = ["b.md,z,value,x,1", "b.md,a,value,x,2", "a.md,,value,x,3"]
    assert [line for line in text(values(), values(*new))[1:] if line[0] != " "] == [
        "a.md",
        "b.md#z",
        "b.md#a",
    ]


@pytest.mark.parametrize(
    ("files", "told"),
    [
        pytest.param({"values.csv": b"page,printed\n"}, "values.csv has the columns page, printed", id="columns"),
        pytest.param({"x.csv": b'"' + b"x" * 200_000}, "x.csv cannot be read", id="no end"),
    ],
)  # fmt: skip
def test_what_is_no_lock_is_refused(files: dict[str, bytes], told: str) -> None:
    with pytest.raises(NoSheet, match=told):
        difference({}, files)


MARKDOWN = """\
## What the book prints

From v0.1 to v0.2: 1 table changed, 1 cell in it, 1 table removed, 1 number changed.

### Table `fleet`

| row | column | was | is |
| --- | --- | --- | --- |
| 2 | Speed | 5 | 6 |

Rows added: 4.

### Tables removed

- `harbor`: 0 rows, 1 columns

### [`a.md#top`](a.md#top)

| rule | was | is |
| --- | --- | --- |
| `speed(1)\\|words` | three | \\*four\\* |
"""


def compared() -> tuple[Difference, str, str]:
    before = values("a.md,top,value,speed(1)|words,three") | table(FLEET) | {"harbor.csv": b"A\n"}
    now = FLEET.replace("2,5", "2,6") + "4,9,4\n"
    after = values("a.md,top,value,speed(1)|words,*four*") | table(now)
    return difference(before, after), "v0.1", "v0.2"


def test_markdown_is_fit_for_a_pull_request() -> None:
    assert difference_markdown(*compared()) == MARKDOWN


def test_json_has_all_of_it() -> None:
    told = json.loads(difference_json(*compared()))
    assert (told["before"], told["after"]) == ("v0.1", "v0.2")
    cell = {"row": "2", "column": "Speed", "before": "5", "after": "6"}
    assert told["tables"]["changed"][0]["cells"] == [cell]
    assert told["tables"]["removed"] == [{"id": "harbor", "rows": 0, "columns": 1}]
    number = {"page": "a.md", "anchor": "top", "kind": "value", "expression": "speed(1)|words"}
    assert told["values"]["changed"] == [number | {"before": "three", "after": "*four*"}]


def rising(step: int) -> str:
    return "Level,HP\n" + "".join(f"{level},{level * step}\n" for level in range(1, 61))


def test_a_table_that_changes_as_a_whole_is_counted_and_full_in_json() -> None:
    found = difference(table(rising(2)), table(rising(3)))
    told = "60 of 60 cells changed, in 60 rows (HP 60)"
    assert f"{told}." in difference_markdown(found, "a", "b")
    assert told in difference_text(found, "a", "b")
    full = json.loads(difference_json(found, "a", "b"))
    assert len(full["tables"]["changed"][0]["cells"]) == 60


def test_many_numbers_are_counted_by_heading() -> None:
    several = [f"a.md,part-{at // 20},value,f({at}),{at}" for at in range(501)]
    lines = text(values(), values(*several))
    assert lines[:2] == ["501 numbers added", "a.md#part-0: 20 added"]
    assert len(lines) == 27


def test_no_text_of_a_lock_acts_on_a_terminal_or_as_markdown() -> None:
    found = difference(table("A,B\nx,1\n"), table("A,B\nx,\x1b[31m<b>|`@all#1\u202e\n"))
    for write in (difference_markdown, difference_text):
        assert "\x1b" not in write(found, "a", "b")
        assert "\u202e" not in write(found, "a", "b")
    said = difference_markdown(found, "a", "b")
    assert "| 1 | \ufffd\\[31m\\<b\\>\\|\\`\\@all\\#1\ufffd |" in said
