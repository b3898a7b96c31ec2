"""Answers as their sources have them: the files of `values`, a section of lines for each sentence."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

FILES = sorted(Path(__file__).parent.glob("**/values/*.md"))
IMPORTS = re.compile(r"^```python\n((?:.*\n)*?)```$", re.MULTILINE)
SECTION = re.compile(r"^## (.+)$(?:\n(?!## |```).*)*\n```text\n((?:.*\n)*?)```$", re.MULTILINE)
SECTIONS = [
    pytest.param(file, lines.splitlines(), id=f"{file.parts[-3]}, {file.stem}: {title}")
    for file in FILES
    for title, lines in SECTION.findall(file.read_text(encoding="utf-8"))
]


def worked_out(text: str, names: Mapping[str, Any]) -> object:
    """The value of an expression, in which one whole number over another is a fraction."""
    exact = re.sub(r"^(-?\d+)/(\d+)$", r"Fraction(\1, \2)", text)
    return eval(exact, dict(names))  # noqa: S307 - the lines are our own


def fault(line: str, names: Mapping[str, Any]) -> str | None:
    """What a line says that is not so: an answer, a refusal in these words (… for more), or that it holds."""
    line = re.sub(r'  # [^"]*$', "", line)
    if " is refused: " in line:
        asked, _, words = line.partition(" is refused: ")
        try:
            return f"{line}\n  but it is {worked_out(asked, names)!r}"
        except Exception as refusal:  # noqa: BLE001 a refusal is known by its words
            start, more, _ = words.partition("…")
            same = str(refusal).startswith(start) if more else str(refusal) == words
            return None if same else f"{line}\n  but {refusal}"
    asked, equals, expected = line.rpartition(" = ")
    if not equals:
        return None if worked_out(line, names) is True else f"{line}\n  but it does not hold"
    answer = worked_out(asked, names)
    return None if answer == worked_out(expected, names) else f"{line}\n  but it is {answer!r}"


@pytest.mark.parametrize(("file", "lines"), SECTIONS)
def test_what_is_asked_is_answered_as_it_is_written(file: Path, lines: list[str]) -> None:
    names: dict[str, Any] = {}
    exec("".join(IMPORTS.findall(file.read_text(encoding="utf-8"))), names)  # noqa: S102 - our own
    assert [said for line in lines if (said := fault(line, names))] == []


def test_each_line_of_a_file_belongs_to_a_section() -> None:
    for file in FILES:
        text = file.read_text(encoding="utf-8")
        assert len(SECTION.findall(text)) == text.count("\n## ") == text.count("```text\n"), file
