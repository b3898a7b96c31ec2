"""Sentences with their proofs, and what is wrong with each: the cases of tests/corpus/proofs.

A case has its name behind ▶, then its prose, which is line 1, the lines of its proof behind │, of which the first
is line 4, and what is told of it: a problem behind ✗, and its hint behind ↳.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import test_proof_subjects
import test_sentences
from auditing import STRICT
from corpus import CORPUS
from nights import by_day
from printing import print_page
from proved import page, proof

from sfrules.ground.problems import Problem

FILES = sorted((CORPUS / "proofs").glob("*.md"))
BOOKS = {"sentences": test_sentences.GAME, "subjects": test_proof_subjects.GAME}
CASE = re.compile(
    r"^(▶ .*)\n(?P<prose>(?:(?!│ ).*\n)+)(?P<proof>(?:│ .*\n)+)(?:[✗↳] .*\n)*", re.MULTILINE
)
FIRST = 4  # the line of a page that a proof begins in, below a line of prose
# What a hint says to do, first of all: each takes the prose, the lines and the place of the problem.
MOVED = re.compile(r"write it (?:above the line (.+?))(?:, with (.+) for (\w+))?: (.+)")
ADDED = re.compile(r"write a line (?:above the line (.+)|at the end): (.+)")
TAKEN_OUT = re.compile(
    r"take out the line (.+?)(?:, or say .+|, and write (?P<value>.+) for (?P<name>\w+) below)?"
)
MARKED = re.compile(r"ask for it in a line .+ = (.+); or mark it as no rule: (.+)")
EITHER = re.compile(r"write (.+) in the prose, or (.+) in the line .+")
BOUND = re.compile(r"write (.+) in the line (.+?), or (.+) in the prose")
REPLACED = re.compile(r"write (.+) in place of the line (.+)")
RENAMED = re.compile(r"write ((\w+) = .+), and \2 below")
FIXED = re.compile(
    r"(?:sfrules check --fix writes|write) (.+?)(?: here and .+|, or about .+|; or .+)?"
)


def problems(file: Path, prose: str, lines: list[str]) -> list[Problem]:
    book = BOOKS.get(file.stem, STRICT).checking(no_loose_numbers=True)
    return list(print_page(page(prose, proof(*lines)), book).problems)


def cases(file: Path) -> Iterator[tuple[str, str, list[str]]]:
    """The name, the prose and the lines of each case of a file."""
    for case in CASE.finditer(file.read_text(encoding="utf-8")):
        lines = [line.removeprefix("│ ") for line in case["proof"].splitlines()]
        yield case[1], case["prose"].removesuffix("\n"), lines


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_proof_is_told_what_is_wrong_with_it(
    file: Path, golden: Callable[[Path, str], None]
) -> None:
    parts = [file.read_text(encoding="utf-8").partition("\n▶ ")[0]]
    for name, prose, lines in cases(file):
        told = [f"│ {line}" for line in lines]
        for each in problems(file, prose, lines):
            told.append(f"✗ {each.line}:{each.column}: {each.message}")
            told += [f"↳ {each.hint}"] if each.hint else []
        parts.append("\n".join([name, prose, *told, ""]))
    assert len(parts) == file.read_text(encoding="utf-8").count("▶") + 1 > 10
    golden(
        file,
        "\n".join(parts) if parts[0].endswith("\n") else parts[0] + "\n\n" + "\n".join(parts[1:]),
    )


def obeyed(  # noqa: C901, PLR0911 a case for each way to say it
    problem: Problem, prose: str, lines: list[str]
) -> tuple[str, list[str]] | None:
    """The prose and the lines with what a hint says done; None where it leaves a choice open."""
    at, hint = problem.line - FIRST, problem.hint
    if found := MOVED.fullmatch(hint):
        named = rf"\b{found[3] or '$'}\b"
        rest = [line for line in lines if re.sub(named, found[2] or "", line) != found[4]]
        place = rest.index(found[1])
        return prose, [*rest[:place], found[4], *rest[place:]]
    if found := ADDED.fullmatch(hint):
        place = lines.index(found[1]) if found[1] else len(lines)
        return prose, [*lines[:place], found[2], *lines[place:]]
    if found := BOUND.fullmatch(hint):
        head = re.sub(r"[^=:]+$", "", found[2])
        new = f"{head} {found[1]}".strip()
        return prose, [new if line == found[2] else line for line in lines]
    if found := REPLACED.fullmatch(hint):
        return prose, [found[1] if line == found[2] else line for line in lines]
    if found := TAKEN_OUT.fullmatch(hint):
        named, rest = rf"\b{found['name'] or '$'}\b", (each for each in lines if each != found[1])
        return prose, [re.sub(named, found["value"] or "", line) for line in rest]
    if found := MARKED.fullmatch(hint):
        column = problem.column - 1
        return prose[:column] + prose[column:].replace(found[1], found[2], 1), lines
    if found := EITHER.fullmatch(hint):
        column = problem.column - 1
        return prose[:column] + prose[column:].replace(found[2], found[1], 1), lines
    if found := RENAMED.fullmatch(hint):
        old = lines[at].partition(" ")[0]
        below = [re.sub(rf"\b{old}\b", found[2], line) for line in lines[at + 1 :]]
        return prose, [*lines[:at], found[1], *below]
    if (found := FIXED.fullmatch(hint)) and "…" not in hint:
        if re.search(r"[(=]|^[^\W\d]\w*$", found[1]) or not re.search(" = |: ", lines[at]):
            return prose, [*lines[:at], found[1], *lines[at + 1 :]]
        sign = " = " if " = " in lines[at] else ": "
        head, _, typed = lines[at].rpartition(sign)
        return prose.replace(typed, found[1]), [
            *lines[:at],
            f"{head}{sign}{found[1]}",
            *lines[at + 1 :],
        ]
    return None


@pytest.mark.parametrize("file", by_day(FILES[::-1], 2), ids=lambda file: file.stem)
def test_whoever_does_what_a_hint_says_is_told_so_no_more(file: Path) -> None:
    left = []
    for name, prose, lines in cases(file):
        for problem in problems(file, prose, lines):
            done = obeyed(problem, prose, lines)
            after = problems(file, *done) if done else []
            if any(each.message == problem.message for each in after) or len(after) > len(lines):
                left.append(f"{name}: {problem.hint}: {[each.message for each in after]}")
    assert left == []
