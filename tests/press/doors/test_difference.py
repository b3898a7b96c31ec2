"""What two locks differ in as Markdown, and that it is all of it."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from sfrules.press.lock import changes, changes_markdown

HEAD = "page,anchor,kind,expression,printed\n"


def values(*lines: str) -> dict[str, bytes]:
    return {"values.csv": (HEAD + "".join(f"{line}\n" for line in lines)).encode()}


def table(content: str) -> dict[str, bytes]:
    return {"fleet.csv": content.encode()}


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
    for (place, kind, expression), was, now in changes(values(*before), values(*after)):
        line = ",".join((*place, kind, expression))
        printed.subtract([f"{line},{was}"] * (was is not None))
        printed.update([f"{line},{now}"] * (now is not None))
    assert +printed == Counter(after)


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
