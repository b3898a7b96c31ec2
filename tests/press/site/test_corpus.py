"""What the press tells, and what it lets pass, over a corpus of false and true pages and mistakes.

The verdicts are frozen in tests/corpus/verdicts.csv. A case that is told today may pass tomorrow
only with the line of the authors' guide, under "What passes", that says so.
"""

import csv
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from corpus import CORPUS, Case, read_cases, read_mistakes, tell, with_reports
from nights import NIGHTLY
from printing import print_page
from toy_book import BOOK

from sfrules.ground.problems import report
from sfrules.press.things.book import BookChecks, BookFacts

GUIDE = Path(__file__).parents[3] / "docs" / "authoring" / "reference.md"
GULL = BOOK.namespaces["boats"]["gull"].origin
# Of a book that is nothing but facts, of which nobody's code has read one.
FACTS = replace(
    BOOK,
    namespaces={"boats": BOOK.namespaces["boats"]},
    **{key: {} for key in ("tables", "figures", "charts")},
    checks=BookChecks(no_gaps=True),
    facts=BookFacts(unread=lambda: [GULL]),
)
BOOKS = {
    "proof of a fact that nothing else reads": FACTS,
}
MISTAKES = sorted((CORPUS / "mistakes").glob("*.md"))
ROWS = re.compile(r"^\| (.+?) \| .+ \|$", re.MULTILINE)


def verdicts() -> list[dict[str, str]]:
    with (CORPUS / "verdicts.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def reports(file: Path) -> dict[str, str]:
    """What is told of each mistake of a file."""
    pages = read_mistakes(file)
    return {
        name: report(print_page(page, BOOKS.get(name, BOOK)).problems)
        for name, page in pages.items()
    }


def chosen(cases: list[Case]) -> list[Case]:
    """By day, the first of each kind and of pages each 24th; each night, all."""
    first = {case.kind: case.id for case in reversed(cases)}
    return [
        case
        for at, case in enumerate(cases)
        if NIGHTLY or (case.is_page and at % 24 == 0) or first[case.kind] == case.id
    ]


def test_each_false_or_true_page_has_its_verdict(tmp_path: Path) -> None:
    cases = {folder: chosen(read_cases(folder)) for folder in ("false", "true")}
    told = {folder: tell(tmp_path / folder, of) for folder, of in cases.items()}
    assert [found.pop("the book") for found in told.values()] == [[], []]
    now = {
        f"{folder}, {name}: {'told' if found else 'passes'}"
        for folder, of in told.items()
        for name, found in of.items()
    }
    frozen = {
        f"{row['corpus']}, {row['case']}: {row['verdict']}"
        for row in verdicts()
        if row["case"] in told.get(row["corpus"], ())
    }
    assert (sorted(now - frozen), sorted(frozen - now)) == ([], [])


@pytest.mark.nightly
def test_without_its_false_number_no_case_is_told(tmp_path: Path) -> None:
    right = [case.without_false_number() for case in read_cases("false")]
    told = tell(tmp_path / "right", right)
    assert {name: found for name, found in told.items() if found} == {}


@pytest.mark.parametrize("file", MISTAKES, ids=lambda file: file.stem)
def test_a_mistake_is_reported_in_these_words(
    file: Path, golden: Callable[[Path, str], None]
) -> None:
    golden(file, with_reports(file, reports(file)))


def test_each_mistake_is_in_the_list_and_told() -> None:
    named = {f"{file.stem}: {name}" for file in MISTAKES for name in read_mistakes(file)}
    rows = [row for row in verdicts() if row["corpus"] == "mistakes"]
    assert named == {row["case"] for row in rows}
    assert {row["verdict"] for row in rows} == {"told"}


def test_a_false_page_passes_by_a_line_of_the_guide_alone() -> None:
    _, _, rest = GUIDE.read_text(encoding="utf-8").partition("{#what-passes}")
    lines = set(ROWS.findall(rest.partition("\n## ")[0]))
    for row in verdicts():
        excused = row["corpus"] == "false" and row["verdict"] == "passes"
        assert (row["line of what-passes"] in lines) is excused, row


def test_each_case_is_one_of_its_kind_and_says_what_is_false_in_it() -> None:
    names = [(folder, case.id) for folder in ("false", "true") for case in read_cases(folder)]
    assert len(names) == len(set(names))
    assert all(case.has_false_number for case in read_cases("false"))
    assert not any(case.has_false_number for case in read_cases("true"))
