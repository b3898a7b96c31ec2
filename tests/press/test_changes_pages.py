"""`{{ changes(…) }}`: the errata between two editions, and the marks where the book prints them.

`cases/changes` has a page of both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from boats_history import FIRST, PAGES, SECOND
from printing import print_page, print_pages
from toy_book import BOOK

from sfrules.press.changes.history import Unreachable, git_history
from sfrules.press.things.book import Book


def in_memory(revision: str) -> Mapping[str, bytes]:
    """Two editions and the lock as it is, of no repository."""
    editions = {"v0.1": FIRST, "v0.2": SECOND, "": SECOND, "v0.0": {}}
    if revision not in editions:
        raise Unreachable(f'git knows no revision "{revision}"', "did you mean v0.2?")
    return {name: text.encode() for name, text in editions[revision].items()}


KEPT = replace(BOOK, history=in_memory)


def pages(book: Book = KEPT, **more: str) -> dict[str, str]:
    texts = {**PAGES, **{f"{name}.md": text for name, text in more.items()}}
    woven = print_pages(texts, book)
    assert not woven.problems, [str(problem) for problem in woven.problems]
    return {name: finished.html for name, finished in woven.pages.items()}


def mark(id: str, text: str = "changed in 0.2") -> str:
    return f'<span class="changed"><a href="changes.html#changes-v0-1-{id}">{text}</a></span>'


SESSION = "\n```pycon\n>>> sea.drift(2)\n-2\n```\n"
COUNTED = (
    '\nOf these, {{ numbers("computed") }} are computed.\n'
    "\n{{ worked(sea.cargo, length=6, beam=2) }}\n"
)


@pytest.mark.parametrize("more", [SESSION, COUNTED], ids=["a session", "a count and an example"])
def test_a_formula_is_marked_whatever_else_the_page_shows(more: str) -> None:
    html = pages(boats=PAGES["boats.md"] + more)["boats.md"]
    formula, *others = html.split('<div class="formula"')[1:]
    assert 'class="changed-line"' in formula.split("</div>")[0]
    assert html.count('<p class="changed-line">') == 1
    assert not others


def test_a_number_above_all_headings_is_marked_at_the_top() -> None:
    def history(revision: str) -> Mapping[str, bytes]:
        number = "1" if revision == "v0.1" else "2"
        return {
            "values.csv": f"page,anchor,kind,expression,printed\ndocs/top.md,,value,x,{number}\n".encode()
        }

    html = pages(replace(BOOK, history=history), top="No heading.\n")["top.md"]
    assert html.startswith('\n<p class="changed-line">')


def test_one_of_several_examples_alike_is_marked_alone() -> None:
    line = 'docs/loop.md,,worked,"worked(sea.cargo, length=n, beam=3)",{}\n'
    page = "{% for n in [1, 2, 3] %}\n{{ worked(sea.cargo, length=n, beam=3) }}\n{% endfor %}\n"

    def history(revision: str) -> Mapping[str, bytes]:
        second = "9" if revision == "v0.1" else "2"
        lines = "".join(map(line.format, ("1", second, "3")))
        return {"values.csv": f"page,anchor,kind,expression,printed\n{lines}".encode()}

    parts = pages(replace(BOOK, history=history), loop=page)["loop.md"].split('<div class="worked"')
    assert ['class="changed"' in part for part in parts] == [False, False, True, False]


def test_without_a_second_edition_the_lock_as_it_is_is_compared() -> None:
    html = pages(changes='# Errata\n\n{{ changes("v0.1") }}\n')
    assert "From 0.1 until now: 1 table changed" in html["changes.md"]
    assert mark("now-table-fleet", "changed since 0.1") in html["boats.md"]


def test_editions_that_are_alike_say_so() -> None:
    html = pages(changes='# Errata\n\n{{ changes("v0.2", "v0.2") }}\n')
    assert "<p>From 0.2 to 0.2: nothing changed.</p>" in html["changes.md"]
    assert "changed-line" not in "".join(html.values())


def test_each_list_of_changes_marks_on_its_own() -> None:
    both = '# Errata\n\n{{ changes("v0.1", "v0.2") }}\n\n{{ changes("v0.1") }}\n'
    html = pages(changes=both)
    assert html["boats.md"].count('class="changed"') == 4
    assert len(set(re.findall(r' id="([^"]+)"', html["changes.md"]))) == len(
        re.findall(r' id="([^"]+)"', html["changes.md"])
    )


@pytest.mark.parametrize(
    ("call", "place", "told", "hint"),
    [
        ('changes("v0.9")', "3:12", 'git knows no revision "v0.9"', "did you mean v0.2?"),
        ('changes("v0.1", after="v0.8")', "3:26", 'git knows no revision "v0.8"', "did you mean v0.2?"),
        ('changes("v0.0")', "3:12", '"v0.0" keeps no lock', "it is older than the lock"),
        ('changes("--all")', "3:12", "before is not the name of a revision", 'a tag, such as "v0.1"'),
        ('changes("v0.1:docs")', "3:12", "before is not the name of a revision", 'a tag, such as "v0.1"'),
        ('changes("../x")', "3:12", "before is not the name of a revision", 'a tag, such as "v0.1"'),
        ('changes("v0.1\\n")', "3:12", "before is not the name of a revision", 'a tag, such as "v0.1"'),
        ('changes("v0.1", 2)', "3:20", "after is not the name of a revision", 'a tag, such as "v0.1"'),
        ('changes("")', "3:12", "before is not the name of a revision", 'a tag, such as "v0.1"'),
    ],
)  # fmt: skip
def test_an_edition_that_cannot_be_read_is_told_at_its_name(
    call: str, place: str, told: str, hint: str
) -> None:
    (problem,) = print_page(f"# A\n\n{{{{ {call} }}}}\n", KEPT).problems
    assert (problem.place, problem.message, problem.hint) == (f"docs/page.md:{place}", told, hint)


def test_a_page_reaches_the_editions_by_no_other_way() -> None:
    (problem,) = print_page('{{ changes("v0.1").difference }}\n', KEPT).problems
    assert problem.message == '"difference" is closed to pages'


def test_an_archive_without_history_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    book = replace(BOOK, history=git_history(tmp_path, Path("tables", "printed")))
    (problem,) = print_page('{{ changes("v0.1") }}\n', book).problems
    assert "is in no git repository" in problem.message
