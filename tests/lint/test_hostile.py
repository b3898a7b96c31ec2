"""Hostile text costs no more than its length: twice the text, twice the steps, and no failure.

Steps are counted, not timed: calls of functions, which no busy machine changes.
"""

import pytest
from counting import calls
from nights import by_day

from sfrules.ground.source import Source
from sfrules.lint.dice.coverage import coverage
from sfrules.lint.dice.die import stretches_in
from sfrules.lint.dice.heads import die_in
from sfrules.lint.dice.rolls import roll_in
from sfrules.lint.document import Document, MarkdownTable, PlacedText, Row
from sfrules.lint.linter import lint

PATTERNS = {
    "pipes": "|",
    "rows": "| a | b |\n",
    "quotes": ">",
    "items": "- ",
    "brackets": "[",
    "half links": "[](",
    "half titles": '[](a "',
    "labels": "[a][b] ",
    "definitions": "[a]: #b\n",
    "ticks": "` `` ",
    "stars": "a **b_ *",
    "tags": "<a ",
    "comments": "<!--",
    "hidden": "a <pre>",
    "tables": "<table><tr><td>a\n",
    "macros": "{{ a ",
    "attributes": "{.a #",
    "backslashes": "\\",
    "headings": "# a\n",
    "boxes": "!!! note\n    a\n",
    "fences": "```\n",
    "ids": "{#a}\n\n",
    "links": "[a](#b)\n\n",
}
ODD = {
    "a line of five megabytes": "x" * 5_000_000,
    "a hundred thousand pipes": "|" * 100_000,
    "a very wide table": "|a" * 50_000 + "|\n" + "|-" * 50_000 + "|\n| x |\n",
    "quotes in quotes": ">" * 100_000 + " a",
    "brackets in brackets": "[" * 100_000 + "]" * 100_000,
    "comments without end": "<!--" * 100_000,
    "attributes without end": "{a=b " * 50_000,
    "attributes in plenty": "<a " + "id=a " * 50_000 + ">",
    "links of spaces": "x](" + " " * 100_000 + "[a](" + " " * 100_000,
    "a heading of spaces": "#" + " " * 100_000 + "x",
    "a heading of hashes": "# a" + " #" * 50_000,
    "spans beyond reason": "<td colspan=9999999999999999999>" * 100,
    "a row without cells": "<table><tr></tr></table>",
    "odd characters": "\ud800 \0 \x85 \u2028 \x0c",
    "front matter without end": "---\n" + "a: b\n" * 10_000,
    "nothing": "",
    "empty lines": "\n" * 100_000,
}
OF_DICE = (
    *("1d", "(((", "1-1-1-", "1d6+", "1d6 + ", "(1d6", "1 (", "9", "1 (2d6) ", "2d6 (", "- "),
    *("1,", "d6 (7", "(1d6)(", "½", "1 or ", "2d6, average ", "9 (1d6) damage ", "٣", "a "),
)


def rules_of(text: str) -> list[str]:
    """The rules of what is found in a text."""
    return [each.rule for each in lint([], texts=[Source("page.md", text)]).findings]


def steps(text: str) -> int:
    """How many calls it takes to read a text and look for faults in it."""
    return calls(lambda: rules_of(text))


def short_rows(size: int) -> str:
    """Every ninth row has lost a cell."""
    rows = ("| 1 | 2 | 3 |\n" if at % 9 == 0 else "| 1 | 2 | d6 | x |\n" for at in range(size))
    return "".join(["| a | b | c | d |\n|---|---|---|---|\n", *rows])


def figures_with_a_minus(size: int) -> str:
    return "HP 16 (3d8-2). " * size


def a_die_that_is_cut_short_again_and_again(size: int) -> str:
    rows = (f"| 1–{at} | a |\n" for at in range(500, 500 + size))
    return "".join(["| d1000 | Find |\n|---|---|\n", *rows])


def links_to_files_that_are_gone(size: int) -> str:
    return "\n".join(f"[a]({at}.md)" for at in range(size))


def dead_links_below_headings(size: int) -> str:
    return "".join(f"# The {at}th part\n\n[a](#gone-{at})\n\n" for at in range(size))


@pytest.mark.parametrize(
    "text",
    [
        short_rows,
        figures_with_a_minus,
        a_die_that_is_cut_short_again_and_again,
        links_to_files_that_are_gone,
        dead_links_below_headings,
    ],
)
def test_twice_as_many_faults_take_twice_the_steps(text):
    steps(text(300))  # once, so that what is kept of it is there in both
    assert steps(text(300)) < 2.2 * steps(text(150))


def test_twice_the_text_takes_twice_the_steps():
    slow = {
        name
        for name, pattern in (PATTERNS | {piece: piece for piece in OF_DICE}).items()
        if steps(pattern * 400) > 2.6 * steps(pattern * 200) + 1000
    }
    assert slow == set()


def test_text_of_any_kind_is_read():
    assert [name for name, text in by_day([*ODD.items()][::-1], 4) if rules_of(text)] == []


@pytest.mark.nightly
def test_a_long_line_of_dice_comes_to_an_end():
    """A pattern that goes astray makes no calls, and would not end here."""
    for piece in OF_DICE:
        text = (piece * 30_000)[:30_000]
        rules_of(f"{text}\n\n| {text} | d6 |\n|---|---|\n| {text} | a |\n| 1 | {text} |\n")
        assert die_in(text) is stretches_in(text + "x") is roll_in(text + "x") is None


@pytest.mark.parametrize("cell", by_day(["9000–9999", "1", "…", "1–1000", "0-9999", "1+"], 3))
def test_a_long_table_is_counted_in_proportion_to_its_rows(cell):
    """Up to some thousands of rows, each is compared with all others; beyond, with none."""
    rows = [(cell, "a"), ("2–999", "b")] * 2_500
    assert coverage_steps(rows * 2, "d1000") <= 2.2 * coverage_steps(rows, "d1000")


def coverage_steps(rows, die):
    headings = tuple(PlacedText(text, 1, 1) for text in (die, "Find"))
    body = (
        Row(tuple(PlacedText(text, at, 1) for text in row), at) for at, row in enumerate(rows, 3)
    )
    table = MarkdownTable("pipe", headings, tuple(body), 1)
    page = Document(Source("page.md", "\n" * (len(rows) + 3)), tables=(table,))
    return calls(lambda: list(coverage(page)))


def test_a_table_of_many_unnamed_columns_of_faces_is_read_in_proportion_to_them():
    def page(size):
        return (
            "| d6 |"
            + " |" * size
            + "\n"
            + "|---" * (size + 1)
            + "|\n"
            + "| 1 " * (size + 1)
            + "|\n"
        )

    assert steps(page(1_000)) <= 2.2 * steps(page(500)) + 100


def test_tables_that_go_on_are_joined_in_proportion_to_their_number():
    def page(size):
        return "".join(f"| d6 | Find |\n|---|---|\n| {at} | a |\n\n" for at in range(size))

    assert steps(page(300)) <= 2.2 * steps(page(150)) + 100
