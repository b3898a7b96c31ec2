"""Each hint that says what to write in a book's code or facts is taken at its word."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from test_wrong_constructions import AHEAD, MISTAKES, TERRAIN

from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.press.site.load.book_module import forget, load_book

CODE, ROUNDS = "wrong_book.py", 5
Texts = dict[str, str]
Obey = Callable[[Texts, Problem, re.Match[str]], Texts]


@pytest.fixture
def found(tmp_path: Path) -> Iterator[Callable[[Texts], list[Problem]]]:
    """What is wrong with the files of a book; each try is a folder of its own."""
    before, tries = [*sys.path], iter(range(100))

    def find(texts: Texts) -> list[Problem]:
        home = tmp_path / str(next(tries))
        home.mkdir()
        for name, text in {"mkdocs.yml": "site_name: Lantern\n", **texts}.items():
            (home / name).write_text(text, encoding="utf-8")
        forget(("wrong_book",))
        try:
            return [*load_book("wrong_book", home).problems()]
        except ProblemsFound as stopped:
            return [*stopped.problems]
        finally:
            sys.path[:] = before

    yield find
    forget(("wrong_book",))


def texts_of(folder: Path) -> Texts:
    tables = {table.name: table.read_text(encoding="utf-8") for table in folder.glob("*.csv")}
    code = AHEAD + (folder / "code.txt").read_text(encoding="utf-8")
    return {CODE: code, "terrain.csv": TERRAIN, **tables}


def in_place(texts: Texts, problem: Problem, new: Callable[[str], str]) -> Texts:
    """Change what the problem marks."""
    text = texts[problem.path]
    start = sum(map(len, text.splitlines(keepends=True)[: problem.line - 1])) + problem.column - 1
    end = start + problem.length
    return {**texts, problem.path: text[:start] + new(text[start:end]) + text[end:]}


def written(texts: Texts, problem: Problem, hint: re.Match[str]) -> Texts:
    return in_place(texts, problem, lambda _: hint["new"])


def named(texts: Texts, problem: Problem, hint: re.Match[str]) -> Texts:
    """The name in place of the one that the message quotes, or of the word that is marked."""
    wrong = re.search(r'"([^"]+)"', problem.message)

    def new(marked: str) -> str:
        if wrong and wrong[1] in marked:
            return marked.replace(wrong[1], hint["new"], 1)
        return re.sub(r"[^\"']+", lambda _: hint["new"], marked, count=1)

    return in_place(texts, problem, new)


def in_code(pattern: str) -> Obey:
    """What the hint has, in the place of what stands in the code of the mistake."""

    def obey(texts: Texts, _: Problem, hint: re.Match[str]) -> Texts:
        code, count = re.subn(
            pattern, lambda _match: hint["new"], texts[CODE].removeprefix(AHEAD), count=1
        )
        assert count, pattern
        return {**texts, CODE: AHEAD + code}

    return obey


def rounded(texts: Texts, _: Problem, hint: re.Match[str]) -> Texts:
    """The frame rounded, whatever it is called."""
    code = texts[CODE].replace("4]}))", f"4]}}){hint['new']})")
    return {**texts, CODE: code.replace('("odds", odds,', f'("odds", odds{hint["new"]},')}


def filled(texts: Texts, problem: Problem, hint: re.Match[str]) -> Texts:
    """The empty cell filled with the least that is allowed."""
    rows = texts[problem.path].split("\n")
    row, at = rows[problem.line - 1], problem.column - 1
    rows[problem.line - 1] = row[:at] + (hint.groupdict().get("new") or "1") + row[at:]
    return {**texts, problem.path: "\n".join(rows)}


def with_a_row(texts: Texts, problem: Problem, _: re.Match[str]) -> Texts:
    return {**texts, problem.path: texts[problem.path].rstrip("\n") + "\nbarge,12,3\n"}


OBEYED: dict[str, Obey] = {
    r"did you mean (?P<new>.+)\?": named,
    r"it has d(?P<new>\d+), .+": written,
    r"there are (?P<new>o)": in_code('L(?=")'),
    r"there are (?P<new>\w+), .+": in_code(r"hours(?==)"),
    r"as in (?P<new>\"[a-z-]+\")": written,
    r"readers see it: (?P<new>\".+\")": in_code(r"(?<=, )(3|\"\")(?=,)"),
    r"as in level: (?P<new>range\(1, 31\)), .+": in_code(r"(?<=leagues)(: (complex|\"Leagues\"))?"),
    r"(?P<new>range\(1, \d+\)), a list, or a table of facts": written,
    r"(?P<new>danger=range\(1, 60\)), or a list of values": in_code(r"danger=5"),
    r"name its values: (?P<new>Literal\[.+?\]), .+": in_code(r"(?<=level: )int"),
    r"(?P<new>book = Book\(\"Lantern\", __file__\))": in_code("book = None"),
    r".+: frame(?P<new>\.round\(2\))": rounded,
    r"fill the cell, or .+": filled,
    r"allowed: a whole number from (?P<new>\d+) to \d+": filled,
    r"add a line for each row": with_a_row,
}


def obeyed(texts: Texts, problem: Problem) -> Texts | None:
    """The files after what the hint says to write; None if it says nothing definite."""
    for pattern, obey in OBEYED.items():
        if hint := re.fullmatch(pattern, problem.hint):
            return obey(texts, problem, hint)
    return None


@pytest.mark.parametrize("folder", MISTAKES, ids=lambda folder: folder.name)
def test_what_a_hint_writes_puts_right_what_it_is_about_and_leads_in_no_ring(folder, found):
    texts, seen = texts_of(folder), []
    for _ in range(ROUNDS):
        seen.append(texts)
        problems = found(texts)
        tried = ((each, after) for each in problems if (after := obeyed(texts, each)))
        problem, texts = next(tried, (None, texts))
        if problem is None:
            return
        assert texts not in seen
        told = [(each.path, each.message) for each in found(texts)]
        assert (problem.path, problem.message) not in told, f"{problem}\n\n{texts}"
    pytest.fail(f"there is always another hint: {texts}")


def test_the_hints_of_most_mistakes_are_taken_at_their_word(found):
    tried = [texts_of(folder) for folder in MISTAKES]
    assert sum(any(obeyed(texts, each) for each in found(texts)) for texts in tried) >= 30
