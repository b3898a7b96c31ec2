"""Pages with what lint finds in them, three books with planted faults, and the manual's examples."""

import re
from pathlib import Path

import pytest

from sfrules.ground.source import Source
from sfrules.lint.linter import RULES, lint

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "lint" / "rules.md").read_text(encoding="utf-8")
# A title, a page and its findings, each with a line of a dot below it.
CASE = re.compile(r"^(.+)\n\.\n((?:.*\n)*?)\.\n((?:.*\n)*?)\.\n", re.MULTILINE)
EXAMPLES = re.compile(
    r"^## (\S+) {#\1}\n(?:(?!## ).*\n)*?\nCaught:\n\n```markdown\n((?:.*\n)*?)```\n"
    r"\nLeft alone:\n\n```markdown\n((?:.*\n)*?)```\n",
    re.MULTILINE,
)


def found_in(text: str) -> list[str]:
    found = lint([], texts=[Source("page.md", text)]).findings
    return [
        f"{each.problem.line}:{each.problem.column} {each.problem.message} [{each.rule}]"
        for each in found
    ]


@pytest.mark.parametrize("file", sorted(HERE.glob("cases/*.txt")), ids=lambda file: file.stem)
def test_lint_finds_what_a_case_expects_and_nothing_else(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    cases = CASE.findall(text)
    assert "\n".join(f"{title}\n.\n{page}.\n{said}.\n" for title, page, said in cases) == text
    told = [
        f"{title}\n.\n{page}.\n" + "\n".join([*found_in(page), ".", ""]) for title, page, _ in cases
    ]
    assert "\n".join(told) == text


@pytest.mark.parametrize("book", sorted(HERE.glob("books/*")), ids=lambda book: book.name)
def test_lint_finds_what_is_planted_in_a_book_and_nothing_else(book: Path, monkeypatch) -> None:
    monkeypatch.chdir(book)
    found = [
        f"{each.problem.path}:{each.problem.line} {each.rule}" for each in lint([Path()]).findings
    ]
    expected = Path("expected.txt").read_text(encoding="utf-8").splitlines()
    assert found == [line.partition(" # ")[0] for line in expected]


def test_the_examples_of_the_manual_are_true_for_each_rule() -> None:
    examples = {rule: (caught, left) for rule, caught, left in EXAMPLES.findall(PAGE)}
    assert examples.keys() == RULES.keys()
    for rule, (caught, left) in examples.items():
        assert [each.rpartition(" ")[2] for each in found_in(caught)] == [f"[{rule}]"]
        assert found_in(left) == [], rule
