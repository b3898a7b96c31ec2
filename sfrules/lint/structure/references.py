"""References that were left over: `[Reference]`, and `[text][label]` without its definition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from sfrules.ground.problems import Problem
from sfrules.lint.document import Bracket, Document
from sfrules.lint.finding import problem_of
from sfrules.lint.markdown.slugs import slugs

_LABEL = re.compile(r"(?=.*[^\W\d_])[^\W_][^:;,\n]*")
_PANDOC = (".rmd", ".qmd")  # where the text of a heading is a label too, in any chapter
_BLANKS = 2  # other words in brackets that show a form to fill in


@dataclass(frozen=True)
class Brackets:
    """What judging references needs of a file: its labels, and problems with the label of each."""

    labels: frozenset[str]
    open: tuple[tuple[str, Problem], ...]


def brackets_of(document: Document) -> Brackets | None:
    """The references of a file that lead nowhere in it, and its labels for other files."""
    labels = {anchor.id for anchor in document.anchors}
    of_pandoc = PurePath(document.source.path).suffix.lower() in _PANDOC
    if of_pandoc:
        labels |= {heading.text.casefold() for heading in document.headings}
    is_open = tuple(_open(document))
    return Brackets(frozenset(labels), is_open) if is_open or of_pandoc or labels else None


def references_left_over(files: Sequence[Brackets]) -> Iterator[Problem]:
    """References with a label that no file of the run has."""
    labels = {label for file in files for label in file.labels}
    for file in files:
        for label, problem in file.open:
            if label not in labels and label.casefold() not in labels:
                yield problem


def _open(document: Document) -> Iterator[tuple[str, Problem]]:
    headings = {heading.id for heading in document.headings}.union(
        *(slugs(heading.text) for heading in document.headings if document.brackets)
    )
    words = {each.text for each in document.brackets if not each.label and _has_word(each.text)}
    for bracket in document.brackets:
        if bracket.text == "Reference" and not bracket.label:
            if "Reference" not in headings and len(words) <= _BLANKS:
                message = "a reference was never filled in"
                problem = _problem(document, bracket, message, "name what is referred to")
                yield "Reference", problem
        elif _is_left_over(document, bracket) and bracket.label not in headings:
            message = f'there is no link definition "{bracket.label}" in this file'
            hint = f"write [{bracket.label}]: and its target"
            yield bracket.label, _problem(document, bracket, message, hint)


def _is_left_over(document: Document, bracket: Bracket) -> bool:
    """Whether words with a label are a reference, rather than code or blanks to fill in."""
    if document.grows or not _LABEL.fullmatch(bracket.label):
        return False
    line, at = document.source.line(bracket.line), bracket.column - 1
    around = line[max(0, at - 1) : at] + line[at + _length(bracket) :][:1]
    is_alone = not any(char.isalnum() or char in "[]\\_'\"" for char in around)
    in_wiki_link = line.rfind("[[", 0, at + 1) > line.rfind("]]", 0, at + 1)
    return is_alone and not in_wiki_link and _has_word(bracket.text)


def _has_word(text: str) -> bool:
    return re.search(r"[^\W\d_]{2}", text) is not None


def _length(bracket: Bracket) -> int:
    return len(bracket.text) + len(bracket.label) + (4 if bracket.label else 2)


def _problem(document: Document, bracket: Bracket, message: str, hint: str) -> Problem:
    return problem_of(document.source, bracket, _length(bracket), message, hint)
