"""Answers of the rules as their sources have them: the files of `values`, a section of lines for each sentence."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from sfrules import authored
from sfrules.rules import core, creation, impairment, play, scale, seconds, systems, terrain, yards

MODULES = (authored, core, creation, impairment, play, scale, seconds, systems, terrain, yards)
NAMES = {module.__name__.rpartition(".")[2]: module for module in MODULES} | {"Fraction": Fraction}
SECTION = re.compile(
    r"^## (.+)$(?:\n(?!## |```).*)*\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
SECTIONS = [
    pytest.param(lines.splitlines(), id=f"{file.stem}: {title}")
    for file in sorted(Path(__file__).with_name("values").glob("*.md"))
    for title, lines in SECTION.findall(file.read_text(encoding="utf-8"))
]


def worked_out(text: str) -> object:
    """The value of an expression, in which one whole number over another is a fraction."""
    exact = re.sub(r"^(-?\d+)/(\d+)$", r"Fraction(\1, \2)", text)
    return eval(exact, NAMES)  # noqa: S307 - the lines are our own


def fault(line: str) -> str | None:
    """What a line says that is not so: an answer, a refusal in these words (… for more), or that it holds."""
    line = line.partition("  # ")[0]
    if " is refused: " in line:
        asked, _, words = line.partition(" is refused: ")
        try:
            return f"{line}\n  but it is {worked_out(asked)!r}"
        except (ValueError, LookupError) as refusal:
            same = str(refusal).startswith(words.removesuffix("…")) and (
                words.endswith("…") or str(refusal) == words
            )
            return None if same else f"{line}\n  but {refusal}"
    asked, equals, expected = line.rpartition(" = ")
    if not equals:
        return None if worked_out(line) is True else f"{line}\n  but it does not hold"
    answer = worked_out(asked)
    return None if answer == worked_out(expected) else f"{line}\n  but it is {answer!r}"


@pytest.mark.parametrize("lines", SECTIONS)
def test_rules_answer_what_their_sources_say(lines: list[str]) -> None:
    assert [said for line in lines if (said := fault(line))] == []
