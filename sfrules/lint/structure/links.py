"""Links, references and ids: links that lead nowhere, references left unfilled, ids given twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cached_property
from itertools import groupby, pairwise
from os.path import normpath
from pathlib import Path, PurePath
from urllib.parse import unquote

from sfrules.ground.problems import Problem
from sfrules.lint.document import Anchor, Bracket, Document, MarkdownLink
from sfrules.lint.files import SUFFIXES, read_file
from sfrules.lint.finding import problem_of
from sfrules.lint.markdown.reading import read
from sfrules.lint.markdown.slugs import slugs, without_number

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
# Ids that sites, browsers and book generators make for things other than headings.
_MADE_ELSEWHERE = re.compile(
    r"top|l\d+(-l?\d+)?|[/!:^].*|(fn|fnref|ref|cite|tbl|fig|tab|eq|lst|thm|__tabbed)[-:_\d].*"
)
_UNFINISHED = frozenset("{}<>$")  # in a target that macros or shells fill in
_OF_ONE_BOOK = ".rmd"  # bookdown makes one page of all chapters, with ids in common
GONE = 3  # files that a page names and that are missing, if they are most that it names
HINTS = 100  # in a run: each compares all ids of a file, and hostile text has many of both
LIKE = 0.6  # of the letters at least, so that a hint names a slip and nothing else
_PREFIX = "user-content-"
_LABEL = re.compile(r"[^\W_].*", re.DOTALL)
_PANDOC = (".rmd", ".qmd")  # where the text of a heading is a label too
_NEAR = 2  # lines: two ids this near are for the same thing


class Ids:
    """The ids that links to a file can use."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def __contains__(self, id: str) -> bool:
        wanted = id.lower().removeprefix(_PREFIX)
        base, number = without_number(wanted)
        return (
            self._document.grows
            or wanted in self._given
            or wanted in self._made
            or 0 < number <= self._made[base]
        )

    @cached_property
    def _given(self) -> set[str]:
        return {anchor.id.lower() for anchor in self._document.anchors}

    @cached_property
    def _made(self) -> Counter[str]:
        return Counter(slug for each in self._document.headings for slug in slugs(each.text))

    @property
    def names(self) -> list[str]:
        """The ids, as an author would write them."""
        headings = [heading.id for heading in self._document.headings if heading.id]
        return [*headings, *(anchor.id for anchor in self._document.anchors)]


class _Shelf:
    """The files of a run, and those that they link to."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._ids = {normpath(document.source.path): Ids(document) for document in documents}
        self._absent: set[str] = set()
        self._asked = 0

    def find(self, path: Path) -> Ids | None:
        """The ids of a file, which is read if need be; None if there is no such file."""
        key = normpath(path)
        if key not in self._ids and key not in self._absent:
            source = read_file(Path(key))
            if isinstance(source, Problem):
                self._absent.add(key)
            else:
                self._ids[key] = Ids(read(source))
        return self._ids.get(key)

    def near(self, id: str, ids: Ids) -> list[str]:
        """The id of a file that is nearest to a wrong one; none after many questions."""
        self._asked += 1
        names = ids.names if self._asked <= HINTS else []
        return get_close_matches(id.lower(), names, n=1, cutoff=LIKE)

    def chapters(self, path: Path) -> Iterator[Ids]:
        """The ids of all chapters, if a file is a chapter of a bookdown book."""
        if path.suffix.lower() == _OF_ONE_BOOK:
            names = {str(each) for each in path.parent.glob("*") if each.suffix == path.suffix}
            given = (name for name in list(self._ids) if name.lower().endswith(_OF_ONE_BOOK))
            for name in sorted({*names, *given}):
                if ids := self.find(Path(name)):
                    yield ids


def dead_links(documents: Sequence[Document]) -> Iterator[Problem]:
    """Links to missing headings, ids or files of the book."""
    shelf = _Shelf(documents)
    for document in documents:
        is_apart = _is_apart(document, shelf)
        for link in document.links:
            if problem := _dead_link(document, link, shelf, is_apart=is_apart):
                yield problem


def _is_apart(document: Document, shelf: _Shelf) -> bool:
    """Whether a page is apart from its book: most files that it names are missing."""
    path = Path(document.source.path)
    names = {name for link in document.links if (name := _file_of(link.target.strip()))}
    gone = sum(_found(shelf, path, name) is None for name in names)
    return gone >= GONE and 2 * gone > len(names)


def _file_of(target: str) -> str:
    """The file of the book that a target names; "" for any other target."""
    name = unquote(target.partition("#")[0].partition("?")[0])
    is_page = Path(name).suffix.lower() in SUFFIXES and "\0" not in name
    return name if is_page and not _leads_elsewhere(target) else ""


def _leads_elsewhere(target: str) -> bool:
    """Whether a target is on another site, is absolute on this one, or is not yet known."""
    return bool(_SCHEME.match(target) or target.startswith("/") or _UNFINISHED & set(target))


def _dead_link(
    document: Document, link: MarkdownLink, shelf: _Shelf, *, is_apart: bool
) -> Problem | None:
    target = link.target.strip()
    fragment = unquote(target.partition("#")[2])
    path = Path(document.source.path)
    if target.startswith("#"):
        is_known = not _leads_elsewhere(target)
        return _missing_id(document, link, fragment, shelf, path) if is_known else None
    if not (name := _file_of(target)):
        return None
    found = _found(shelf, path, name)
    if found is None:
        return None if is_apart else _link_problem(document, link, f"there is no file {name}")
    return _missing_id(document, link, fragment, shelf, found)


def _found(shelf: _Shelf, path: Path, name: str) -> Path | None:
    """The file that a link means: relative to the page, or to a folder above, as in vaults."""
    places = (folder / name for folder in path.parents)
    return next((place for place in places if shelf.find(place) or _is_there(place)), None)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _missing_id(
    document: Document, link: MarkdownLink, fragment: str, shelf: _Shelf, path: Path
) -> Problem | None:
    id = fragment.rpartition("#")[2]
    ids = shelf.find(path)
    if not id or ids is None or id in ids or _MADE_ELSEWHERE.fullmatch(id.lower()):
        return None
    if any(id in chapter for chapter in shelf.chapters(path)):
        return None
    where = "this file" if normpath(path) == normpath(document.source.path) else path.name
    message = f'nothing in {where} has the id "{id}"'
    near = shelf.near(id, ids)
    return _link_problem(document, link, message, f"did you mean #{near[0]}?" if near else "")


def _link_problem(document: Document, link: MarkdownLink, message: str, hint: str = "") -> Problem:
    start = document.source.start_of(link.line) + link.column - 1
    there = document.source.text.startswith(link.target, start)
    return problem_of(document.source, link, len(link.target) if there else 1, message, hint)


def references_left_over(documents: Sequence[Document]) -> Iterator[Problem]:
    """`[Reference]`, and `[text][label]` with a label that is no id in any file of the run."""
    ids = {anchor.id for document in documents for anchor in document.anchors}
    for document in documents:
        headings = _Headings(document)
        for bracket in document.brackets:
            if bracket.text == "Reference" and not bracket.label:
                if "Reference" not in headings:
                    message = "a reference was never filled in"
                    yield _bracket_problem(document, bracket, message, "name what is referred to")
            elif _is_left_over(document, bracket, ids) and bracket.label not in headings:
                message = f'there is no link definition "{bracket.label}" in this file'
                yield _bracket_problem(
                    document, bracket, message, f"write [{bracket.label}]: and its target"
                )


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
    """The labels that a book generator resolves to a heading of a file."""

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


def _bracket_problem(document: Document, bracket: Bracket, message: str, hint: str) -> Problem:
    return problem_of(document.source, bracket, _length(bracket), message, hint)


def ids_given_twice(document: Document) -> Iterator[Problem]:
    """Ids that an author gave twice, or that a heading elsewhere has already."""
    given = sorted(
        (anchor for anchor in document.anchors if not anchor.is_label),
        key=lambda anchor: (anchor.id, anchor.line),
    )
    made = {heading.id: heading.line for heading in document.headings if not heading.own_id}
    for id, group in groupby(given, key=lambda anchor: anchor.id):
        anchors = list(group)
        for first, second in pairwise(anchors):
            if second.line - first.line >= _NEAR:
                yield _id_problem(
                    document, second, f'the id "{id}" is on line {first.line} already'
                )
        line = made.get(id, anchors[0].line)
        if all(abs(anchor.line - line) > _NEAR for anchor in anchors):
            message = f'the heading on line {line} gets the id "{id}" from its text'
            yield _id_problem(document, anchors[0], message)


def _id_problem(document: Document, anchor: Anchor, message: str) -> Problem:
    hint = "give each its own: a link reaches only the first"
    return problem_of(document.source, anchor, len(anchor.id), message, hint)
