"""References that nobody finished, and ids that two things have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby, pairwise
from pathlib import PurePath

from sfrules.ground.problems import Problem
from sfrules.lint.document import Anchor, Bracket, Document
from sfrules.lint.finding import problem_of
from sfrules.lint.markdown.slugs import slugs

_LABEL = re.compile(r"[^\W_].*", re.DOTALL)
_PANDOC = (".rmd", ".qmd")  # there, the text of a heading is a label too
_NEAR = 2  # lines within which two ids are meant for one thing


def references_left_over(documents: Sequence[Document]) -> Iterator[Problem]:
    """`[Reference]`, and `[text][label]` with a label that no file of the run knows as an id."""
    ids = {anchor.id for document in documents for anchor in document.anchors}
    for document in documents:
        headings = _Headings(document)
        for bracket in document.brackets:
            if bracket.text == "Reference" and not bracket.label:
                if "Reference" not in headings:
                    message = "a reference was never filled in"
                    yield _at(document, bracket, message, "name what is referred to")
            elif _is_left_over(document, bracket, ids) and bracket.label not in headings:
                message = f'there is no link definition "{bracket.label}" in this file'
                yield _at(document, bracket, message, f"write [{bracket.label}]: and its target")


def _is_left_over(document: Document, bracket: Bracket, ids: set[str]) -> bool:
    if document.grows or not _LABEL.match(bracket.label) or bracket.label in ids:
        return False
    line, at = document.source.line(bracket.line), bracket.column - 1
    around = line[max(0, at - 1) : at] + line[at + _length(bracket) :][:1]
    is_alone = not any(char.isalnum() or char in "[]\\_" for char in around)
    return is_alone and _has_word(bracket.text)


def _has_word(text: str) -> bool:
    return re.search(r"[^\W\d_]{2}", text) is not None


class _Headings:
    """The labels that a maker of books resolves to a heading of a file."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._is_pandoc = PurePath(document.source.path).suffix.lower() in _PANDOC

    def __contains__(self, label: str) -> bool:
        return label in self._ids or (self._is_pandoc and label.casefold() in self._texts)

    @cached_property
    def _ids(self) -> set[str]:
        headings = self._document.headings
        made = (slugs(heading.text) for heading in headings)
        return {heading.id for heading in headings}.union(*made)

    @cached_property
    def _texts(self) -> set[str]:
        return {heading.text.casefold() for heading in self._document.headings}


def _length(bracket: Bracket) -> int:
    return len(bracket.text) + len(bracket.label) + (4 if bracket.label else 2)


def _at(document: Document, bracket: Bracket, message: str, hint: str) -> Problem:
    return problem_of(document.source, bracket, _length(bracket), message, hint)


def ids_given_twice(document: Document) -> Iterator[Problem]:
    """Ids that an author gave to two places, or that are a heading's elsewhere already."""
    given = sorted(
        (anchor for anchor in document.anchors if not anchor.is_label),
        key=lambda anchor: (anchor.id, anchor.line),
    )
    made = {heading.id: heading.line for heading in document.headings if not heading.own_id}
    for id, group in groupby(given, key=lambda anchor: anchor.id):
        anchors = list(group)
        for first, second in pairwise(anchors):
            if second.line - first.line >= _NEAR:
                yield _twice(document, second, f'the id "{id}" is on line {first.line} already')
        line = made.get(id, anchors[0].line)
        if all(abs(anchor.line - line) > _NEAR for anchor in anchors):
            message = f'the heading on line {line} gets the id "{id}" from its text'
            yield _twice(document, anchors[0], message)


def _twice(document: Document, anchor: Anchor, message: str) -> Problem:
    hint = "give each its own: a link reaches only the first"
    return problem_of(document.source, anchor, len(anchor.id), message, hint)
