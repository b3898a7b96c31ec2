"""What differs between two locks: tables by row and column, numbers by where they stand."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules.press.lock import NoSheet, changes, changes_markdown

HEAD = "page,anchor,kind,expression,printed\n"


def values(*lines: str) -> dict[str, bytes]:
    return {"values.csv": (HEAD + "".join(f"{line}\n" for line in lines)).encode()}


def told(before: dict[str, bytes], after: dict[str, bytes]) -> list[str]:
    found = changes(before, after)
    return [f"{number.expression}: {was} → {now}" for number, was, now in found]


def table(content: str) -> dict[str, bytes]:
    return {"fleet.csv": content.encode()}


FLEET = "Sails,Speed,Drift\n1,3,1\n2,5,2\n3,7,3\n"
TABLES = {
    "nothing": (FLEET, []),
    "a cell": (FLEET.replace("2,5", "2,6"), ["2, Speed: 5 → 6"]),
    "a row in the middle": (FLEET.replace("2,5", "1½,4,1\n2,5"), ["1½, Speed: None → 4", "1½, Drift: None → 1"]),
    "a row gone": (FLEET.replace("2,5,2\n", ""), ["2, Speed: 5 → None", "2, Drift: 2 → None"]),
    "a column gone": ("Sails,Drift\n1,1\n2,2\n3,3\n", ["1, Speed: 3 → None", "2, Speed: 5 → None", "3, Speed: 7 → None"]),
    "rows in another order": ("Sails,Speed,Drift\n2,5,2\n1,3,1\n3,7,3\n", []),
    "columns in another order": ("Sails,Drift,Speed\n1,1,3\n2,2,5\n3,3,7\n", []),
    "other line ends and a mark": ("\ufeff" + FLEET.replace("\n", "\r\n"), []),
    "other quotes": (FLEET.replace("2,5", '"2","5"'), []),
    "a short row": ("Sails,Speed,Drift\n1,3\n2,5,2\n3,7,3\n", ["1, Drift: 1 → "]),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_compared_by_its_rows_and_columns(name: str) -> None:
    after, expected = TABLES[name]
    assert told(table(FLEET), table(after)) == expected


def test_rows_and_columns_of_one_name_are_matched_by_what_they_hold() -> None:
    before, after = table("A,B\nx,1\nx,2\n"), table("A,B\nx,0\nx,1\nx,2\n")
    assert told(before, after) == ["x, B: None → 0"]
    assert told(after, table("A,B\nx,0\nx,9\nx,2\n")) == ["x, B: 1 → 9"]
    assert told(table("A,B,B\nx,1,2\n"), table("A,B,B\nx,1,3\n")) == ["x, B: 2 → 3"]


A, B, C = "a.md,top,value,speed(1),3", "a.md,top,value,speed(2),5", "a.md,top,value,speed(3),7"
NUMBERS = {
    "another number": ([A, B], [A, B.replace("5", "6")], ["speed(2): 5 → 6"]),
    "one more": ([A, C], [A, B, C], ["speed(2): None → 5"]),
    "one fewer": ([A, B, C], [A, C], ["speed(2): 5 → None"]),
    "another page": ([A], [A.replace("a.md", "b.md")], ["speed(1): None → 3", "speed(1): 3 → None"]),
    "another heading": ([A], [A.replace("top", "head")], ["speed(1): None → 3", "speed(1): 3 → None"]),
    "another expression": ([A], ["a.md,top,value,pace(1),3"], ["pace(1): None → 3", "speed(1): 3 → None"]),
    "another order": ([A, B], [B, A], []),
}  # fmt: skip


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_known_by_its_place_and_expression(name: str) -> None:
    old, new, expected = NUMBERS[name]
    assert told(values(*old), values(*new)) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("123", "193", ["level: 2 → 9"], id="one of them changes"),
        pytest.param("123", "1523", ["level: None → 5"], id="one comes between"),
        pytest.param("123", "13", ["level: 2 → None"], id="one of them goes"),
        pytest.param("111", "11", ["level: 1 → None"], id="one of several alike goes"),
    ],
)
def test_numbers_of_one_expression_are_matched_in_their_turns(
    old: str, new: str, expected: list[str]
) -> None:
    before, after = (
        values(*(f"a.md,top,value,level,{each}" for each in side)) for side in (old, new)
    )
    assert told(before, after) == expected


# Few words of each kind, so that numbers of the two editions are often alike in part.
EDITIONS = st.lists(
    st.builds(
        "{},{},value,{},{}".format,
        st.sampled_from(["a.md", "b.md"]),
        st.sampled_from(["", "hulls"]),
        st.sampled_from(["sea.speed(3)", "sea.crew(2)"]),
        st.sampled_from("789"),
    ),
    max_size=12,
)


@given(EDITIONS, EDITIONS)
def test_what_an_edition_prints_and_its_changes_make_the_other(
    before: list[str], after: list[str]
) -> None:
    printed = Counter(before)
    for (place, kind, expression, _), was, now in changes(values(*before), values(*after)):
        line = ",".join((*place, kind, expression))
        printed.subtract([f"{line},{was}"] * (was is not None))
        printed.update([f"{line},{now}"] * (now is not None))
    assert +printed == Counter(after)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        pytest.param({"values.csv": b"page,printed\n"}, "values.csv has the columns page, printed", id="columns"),
        pytest.param({"x.csv": b'"' + b"x" * 200_000}, "x.csv cannot be read", id="no end"),
    ],
)  # fmt: skip
def test_what_is_no_lock_is_refused(files: dict[str, bytes], said: str) -> None:
    with pytest.raises(NoSheet, match=said):
        changes({}, files)


MARKDOWN = """\
## What the book prints

From v0.1 to v0.2: 2 changed, 1 removed.

### Table `fleet`

| rule | was | is |
| --- | --- | --- |
| `2, Speed` | 5 | — |

### [`a.md#top`](a.md#top)

| rule | was | is |
| --- | --- | --- |
| `speed(1)\\|words` | three | \\*four\\* |

### [`b.md`](b.md)

| rule | was | is |
| --- | --- | --- |
| `speed(2)` | — | 5 |
"""


def test_markdown_is_fit_for_a_pull_request() -> None:
    b = "b.md,,value,speed(2)"
    before = values("a.md,top,value,speed(1)|words,three", f"{b},—") | table("Sails,Speed\n2,5\n")
    after = values("a.md,top,value,speed(1)|words,*four*", f"{b},5") | table("Sails,Speed\n")
    assert changes_markdown(changes(before, after), "v0.1", "v0.2") == MARKDOWN


def test_a_table_that_changes_as_a_whole_is_counted() -> None:
    before, after = (
        table("Level,HP\n" + "".join(f"{level},{level * step}\n" for level in range(1, 61)))
        for step in (2, 3)
    )
    said = changes_markdown(changes(before, after), "a", "b")
    assert said.endswith("### Table `fleet`\n\n60 changed.\n")


def test_many_numbers_are_counted_by_heading() -> None:
    several = [f"a.md,part-{at // 20},value,f({at}),{at}" for at in range(501)]
    said = changes_markdown(changes(values(), values(*several)), "a", "")
    assert "From a to the working tree: 501 added.\n" in said
    assert said.count("\n20 added.\n") == 25


def test_no_text_of_a_lock_acts_on_a_terminal_or_as_markdown() -> None:
    found = changes(table("A,B\nx,1\n"), table("A,B\nx,\x1b[31m<b>|`@all#1\u202e\n"))
    said = changes_markdown(found, "a", "b")
    assert "\x1b" not in said
    assert "\u202e" not in said
    assert "| 1 | \ufffd\\[31m\\<b\\>\\|\\`\\@all\\#1\ufffd |" in said
