"""Pages are Jinja's templates: each of its filters and tests is right on the facts of a new book, or refused by name."""

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from command import sfrules
from jinja2.filters import FILTERS
from jinja2.tests import TESTS
from judging import judged

from sfrules.ground.problems import Problem
from sfrules.ground.source import Source
from sfrules.press.page.expand import ExpandedPage, Page
from sfrules.press.page.marks import without_marks
from sfrules.press.site.load import load_book
from sfrules.press.site.weave import expand
from sfrules.press.things.book import Rulebook

CASES = Path(__file__).parents[1] / "corpus" / "jinja.md"
PAIRS = re.compile(r"^(.+) ⇒ (.*)$", re.MULTILINE)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rulebook]:
    root = tmp_path_factory.mktemp("new") / "mygame"
    sfrules("new", str(root))
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(sys.modules, "game", raising=False)
        patch.syspath_prepend(str(root))
        found = load_book("game", root).checking(no_loose_numbers=False)
        patch.delitem(sys.modules, "game")
        yield found


def page(book: Rulebook, text: str, path: str = "docs/page.md") -> ExpandedPage:
    return expand(book, Page(Source(path, text)))


def told(found: ExpandedPage) -> str:
    if found.problems:
        return " | ".join(f"{each.message} ({each.hint})" for each in found.problems)
    return without_marks(found.markdown).rstrip().replace("\n", "⏎")


def test_each_filter_and_test_is_right_on_facts_or_refused_by_name(book: Rulebook) -> None:
    pairs = PAIRS.findall(CASES.read_text(encoding="utf-8"))
    now = {text: told(page(book, text.replace("⏎", "\n"))) for text, _ in pairs}
    assert now == dict(pairs)
    tried = " ".join(now)
    assert [name for name in FILTERS if not re.search(rf"\|{name}\b|filter {name}", tried)] == []
    words = [name for name in TESTS if name.isalpha()]
    assert [name for name in words if not re.search(rf" is {name}\b", tried)] == []


def test_files_are_included_and_macros_imported_from_the_folder_of_the_page(book: Rulebook) -> None:
    parts = book.root / "docs" / "parts"
    parts.mkdir()
    parts.joinpath("toll.md").write_text("The toll of a {{ boat }} is {{ boats[boat].toll }}.\n")
    parts.joinpath("macros.md").write_text(
        "{% macro seats(boat) %}{{ boat.seats }} seats{% endmacro %}\n`{{ code }}`\n"
    )
    found = page(
        book,
        '{% import "parts/macros.md" as m %}\n{% set boat = "barge" %}\n'
        '{% include "parts/toll.md" %}\nIt has {{ m.seats(boats.barge) }}.\n',
    )
    assert told(found) == "The toll of a barge is 3.⏎It has 12 seats."
    assert [entry.printed for entry in found.entries] == ["barge", "3", "12"]
    assert [len(entry.origins) > 0 for entry in found.entries] == [False, True, True]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("{{ m.seats(oops) }}", "docs/page.md:2:12", '"oops" is not a name of this book'),
        ("{{ m.broken() }}", "docs/part.md:2:4", "division by zero"),
        ('{% include "wrong.md" %}', "docs/wrong.md:4:11", '"oops" is not a name of this book'),
        ('{% include "open.md" %}', "docs/open.md:1:1", "this {{ is never closed"),
        (
            '{% include "none.md" %}',
            "docs/page.md:2:4",
            "there is no file docs/none.md among the pages",
        ),
        (
            '{% include "ring.md" %}',
            "docs/ring.md:1:4",
            "a macro or a file is put into itself without end",
        ),
        (
            "{% for b in boats %}\n{{ b.oars }}\n{% endfor %}",
            "docs/page.md:3:6",
            'the row has no "oars"',
        ),
        ("{% set x %}\nA {{ 1 / 0 }}\n{% endset %}{{ x }}", "docs/page.md:3:6", "division by zero"),
    ],
)
def test_a_failure_is_told_at_its_own_place(
    book: Rulebook, text: str, place: str, message: str
) -> None:
    docs = book.root / "docs"
    docs.joinpath("part.md").write_text(
        "{% macro broken() %}\n{{ 1 / 0 }}\n{% endmacro %}"
        "{% macro seats(boat) %}{{ boat.seats }}{% endmacro %}"
    )
    docs.joinpath("wrong.md").write_text("---\na: 1\n---\nIt has {{ oops }} seats.\n")
    docs.joinpath("open.md").write_text("{{ boats\n")
    docs.joinpath("ring.md").write_text('{% include "ring.md" %}')
    problems: tuple[Problem, ...] = page(book, f'{{% import "part.md" as m %}}\n{text}\n').problems
    assert [(each.place, each.message) for each in problems] == [(place, message)]


def test_a_number_that_is_typed_in_an_included_file_is_told_there(book: Rulebook) -> None:
    strict = replace(book, checks=replace(book.checks, no_loose_numbers=True))
    (book.root / "docs" / "part.md").write_text("It has\n30 seats.\n")
    source = Source("docs/page.md", '# A barge\n\n{% include "part.md" %}\n')
    (problem,) = judged(strict, Page(source)).problems
    assert (problem.place, problem.message) == (
        "docs/part.md:2:1",
        "the number 30 is loose: no rule vouches for it",
    )


def test_a_proof_in_an_included_file_is_told_there(book: Rulebook) -> None:
    text = "It has many seats.\n\n```proof\nboats.barge.seats = 12\n```\n"
    (book.root / "docs" / "part.md").write_text(text)
    source = Source("docs/page.md", '# A barge\n\n{% include "part.md" %}\n')
    (problem,) = judged(book, Page(source)).problems
    assert (problem.place, problem.message) == (
        "docs/part.md:3:1",
        "a proof stands in the page itself, not in a file that pages include",
    )
