"""README.md: its commands are there, and what its page says is what the rules answer."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from command import sfrules

from sfrules.press.doors import cli

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [shlex.split(each)[1:] for each in re.findall(r"`(sfrules [^`\n]+)`", README)]
PAGE = re.search(
    r"^````markdown\n(.*?)^````\n\n</td><td>\n(.*?)</td>", README, re.MULTILINE | re.DOTALL
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_command_is_known_with_its_options(words: list[str]) -> None:
    ran = sfrules(words[0], "--help")
    known = set(re.findall(r"(?<![\w-])--?[a-z-]+", ran.stdout))
    assert ran.exit_code == 0
    assert {word for word in words if word.startswith("-")} <= known


def test_the_table_of_commands_has_each_in_a_line_and_no_other() -> None:
    table = README.partition("| `sfrules` | does |")[2].partition("\n\n")[0]
    told = re.findall(r"^\| `(\w+)` \| .+ \|$", table, re.MULTILINE)
    assert sorted(told) == sorted((*cli.COMMANDS, "lint"))


def test_the_page_of_the_readme_prints_what_stands_beside_it() -> None:
    assert PAGE
    page, printed = PAGE.groups()
    expressions = re.findall(r"\{\{ (.+?) \}\}", page)
    numbers, names = re.findall(r"\d+", printed), dict[str, str]()
    assert [numbers[0]] == [sfrules("calc", each).stdout.strip() for each in expressions]
    for line in re.findall(r"^.+ = .+$", page, re.MULTILINE):
        *named, asked, said = line.removesuffix(" less").split(" = ")
        whole = re.sub(r"\w+", lambda word, own=names: own.get(word[0], word[0]), asked)
        if "core" in whole:
            assert sfrules("calc", whole).stdout.strip() == said
        names |= dict.fromkeys(named, whole) or {asked: said}
        assert said in numbers


def test_lint_brings_one_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert len(project["dependencies"]) == 1
