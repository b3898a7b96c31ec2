"""What the check of a book once let pass, or told wrongly: the cases of fell.txt."""

import re
from pathlib import Path

import pytest
from judging import judged
from mkdocs.utils import meta
from writing import write_files

from sfrules.book import BOOK
from sfrules.ground.problems import Problem
from sfrules.press.doors.calc import Answers
from sfrules.press.host.check import SiteCheck
from sfrules.press.site.weave import page_of

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
STARTER = ROOT / "sfrules/press/doors/starter"
SITE = """\
site_name: Ferries
theme: {name: mkdocs}
plugins: [sfrules: {book: game}]
markdown_extensions: [sfrules, abbr, admonition, attr_list, def_list, footnotes, md_in_html, tables,
  pymdownx.details, pymdownx.superfences, pymdownx.tabbed]
"""
FILE = re.compile(r"^([=+]=) (\S+)\n", re.MULTILINE)
INSIDE = re.compile(rf"\b0x[0-9a-f]{{7,}}\b|site-packages|{re.escape(str(ROOT))}|[\ud800-\udfff]")


def cases(kind: str) -> list[str]:
    section = (HERE / "fell.txt").read_text(encoding="utf-8").partition(f"%% {kind}\n")[2]
    return [read(line) for line in section.partition("\n%% ")[0].split("\n") if line]


def read(line: str) -> str:
    if repeated := re.fullmatch(r"×(\d+) (.*)", line):
        return read(repeated[2]) * int(repeated[1])
    line = re.sub(r"U\+([0-9A-F]{4,6});", lambda match: chr(int(match[1], 16)), line)
    return line.replace("⏎", "\n")


@pytest.fixture
def problems(tmp_path):
    """Give the problems of each of some books: those that are a page alone are checked together."""
    names = {"game.py": "game.py.txt", "boats.csv": "boats.csv", "waters.csv": "waters.csv"}
    names |= {f"docs/{name}.md": f"docs/{name}.md" for name in ("index", "reference")}
    starter = {name: (STARTER / path).read_text(encoding="utf-8") for name, path in names.items()}
    starter["game.py"] = starter["game.py"].replace("dice=[20]", "dice=[4, 6, 8, 10, 12, 20]")

    def check(name: str, files: dict[str, str]) -> list[Problem]:
        folder = write_files(tmp_path / name, files)
        found = SiteCheck(folder / "mkdocs.yml").check().problems
        for each in found:
            lines = files[each.path].split("\n")
            assert 1 <= each.column <= len(lines[each.line - 1]) + 1, each
        return found

    def found(books: list[str]) -> list[list[str]]:
        pages, told = {}, []
        for number, given in enumerate(books):
            files = {**starter, "mkdocs.yml": SITE}
            text, *others = FILE.split(given)
            for sign, name, content in zip(*(others[at::3] for at in range(3)), strict=True):
                files[name] = content if sign == "==" else files.get(name, "") + content
            page = text if text.startswith(("#", "---")) else f"# More\n\n{text}"
            if not others:
                pages[f"docs/more-{number}.md"] = page
            told.append([str(each) for each in check(str(number), files)] if others else [])
        for problem in check("pages", {**starter, **pages, "mkdocs.yml": SITE}):
            at = int(re.sub(r"\D", "", problem.path))
            told[at].append(str(problem))
        return told

    return found


def test_what_is_false_is_told(problems):
    given = cases("false")
    there = [re.match(r"@ (.*)\n", each) for each in given]
    told = problems([re.sub(r"\A@ .*\n", "", each) for each in given])
    silent = [
        (each, said[:1])
        for each, at, said in zip(given, there, told, strict=True)
        if not (said and said[0].startswith(at[1] if at else ""))
    ]
    assert silent == []


def test_what_is_wrong_in_one_place_is_told_there_alone(problems):
    given = [each.removeprefix("@ ").partition("\n") for each in cases("once")]
    told = problems([book for _, _, book in given])
    assert [len(said) for said in told] == [1] * len(given)
    for (there, _, _), (said,) in zip(given, told, strict=True):
        assert said.startswith(there)


def test_what_is_true_passes(problems):
    told = zip(cases("true"), problems(cases("true")), strict=True)
    assert [each for each in told if each[1]] == []


def test_no_answer_says_what_is_inside():
    answers = Answers(BOOK)
    said = {text: answers.answer(text) + answers.explanation(text) for text in cases("calc")}
    assert {text: answer for text, answer in said.items() if INSIDE.search(answer)} == {}


def test_no_page_says_what_is_inside():
    told = {}
    for text in cases("page"):
        made = judged(BOOK, page_of("docs/page.md", text, meta.get_data(text)[0]))
        told[text] = "\n".join([made.markdown, *map(str, made.problems)])
    assert {text: said for text, said in told.items() if INSIDE.search(said)} == {}
    assert max(map(len, told.values())) < 20_000 + max(map(len, told))
