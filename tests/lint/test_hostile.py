"""Hostile text costs no more than its length: twice the text, twice the steps, and no failure.

Steps are counted, not timed: calls of functions, which no busy machine changes.
"""

from __future__ import annotations

import pytest
from counting import calls

from sfrules.ground.source import Source
from sfrules.lint.document import Comment, Document
from sfrules.lint.linter import findings_in
from sfrules.lint.markdown.reading import read
from sfrules.lint.suppressions import Switches

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


def steps(text: str) -> int:
    """How many calls it takes to read a text and look for faults in it."""
    return calls(lambda: findings_in([read(Source("page.md", text))]))


def short_rows(size: int) -> str:
    """Every ninth row has lost a cell."""
    rows = ("| 1 | 2 | 3 |\n" if at % 9 == 0 else "| 1 | 2 | d6 | x |\n" for at in range(size))
    return "".join(["| a | b | c | d |\n|---|---|---|---|\n", *rows])


def columns_with_digits_swapped(size: int) -> str:
    numbers = (11, 12, 41, 15, 17, 19)
    rows = (f"| {at} |" + f" {number} |" * size + "\n" for at, number in enumerate(numbers))
    return "".join(["| Scars |" + " a |" * size + "\n|---|" + "---|" * size + "\n", *rows])


def figures_with_a_minus(size: int) -> str:
    return "HP 16 (3d8-2). " * size


def links_to_files_that_are_gone(size: int) -> str:
    return "\n".join(f"[a]({at}.md)" for at in range(size))


def dead_links_below_headings(size: int) -> str:
    return "".join(f"# The {at}th part\n\n[a](#gone-{at})\n\n" for at in range(size))


def references_below_headings(size: int) -> str:
    return "".join(f"# The {at}th part\n\nSee [part][{at}].\n\n" for at in range(size))


@pytest.mark.parametrize(
    "text",
    [
        short_rows,
        columns_with_digits_swapped,
        figures_with_a_minus,
        links_to_files_that_are_gone,
        dead_links_below_headings,
        references_below_headings,
    ],
)
def test_twice_as_many_faults_take_twice_the_steps(text):
    steps(text(500))  # once, so that what is kept of it is there in both
    assert steps(text(500)) < 2.2 * steps(text(250))


def test_twice_as_many_comments_and_findings_take_twice_the_steps_to_match():
    def match(lines: int) -> None:
        comments = tuple(Comment("lint: off width", at, 1) for at in range(1, lines))
        switches = Switches.of(Document(Source("page.md", "\n" * lines), comments=comments))
        off = {
            rule: switches.is_off(rule, at) for at in range(1, lines) for rule in ("width", "total")
        }
        assert off == {"width": True, "total": False}

    assert calls(match, 4_000) < 2.2 * calls(match, 2_000)


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
def test_twice_the_text_takes_twice_the_steps(pattern):
    assert steps(pattern * 400) <= 2.6 * steps(pattern * 200) + 1000


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x" * 5_000_000, id="a line of five megabytes"),
        pytest.param("|" * 100_000, id="a hundred thousand pipes"),
        pytest.param("|a" * 50_000 + "|\n" + "|-" * 50_000 + "|\n| x |\n", id="a very wide table"),
        pytest.param(">" * 100_000 + " a", id="quotes in quotes"),
        pytest.param("[" * 100_000 + "]" * 100_000, id="brackets in brackets"),
        pytest.param("<!--" * 100_000, id="comments without end"),
        pytest.param("{a=b " * 50_000, id="attributes without end"),
        pytest.param("<a " + "id=a " * 50_000 + ">", id="attributes in plenty"),
        pytest.param("x](" + " " * 100_000 + "[a](" + " " * 100_000, id="links of spaces"),
        pytest.param("#" + " " * 100_000 + "x", id="a heading of spaces"),
        pytest.param("# a" + " #" * 50_000, id="a heading of hashes"),
        pytest.param("<td colspan=9999999999999999999>" * 100, id="spans beyond reason"),
        pytest.param("<table><tr></tr></table>", id="a row without cells"),
        pytest.param("\ud800 \0 \x85 \u2028 \x0c", id="odd characters"),
        pytest.param("---\n" + "a: b\n" * 10_000, id="front matter without end"),
        pytest.param("", id="nothing"),
        pytest.param("\n" * 100_000, id="empty lines"),
    ],
)
def test_text_of_any_kind_is_read(text):
    assert [finding.rule for finding in findings_in([read(Source("page.md", text))])] == []
