"""Pages in another language, and those that translate a page and are proved by its proofs.

A translation says so at its top: `language: de` and `original: first-evening.md`. Below each
heading stand the proofs that the original has below the same one, in order. They are put where
that part of the page ends, in a comment on a line that is there, so that no line has another
number than in its file.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from sfrules.ground.file_door import read_source
from sfrules.ground.languages import language_of, unknown_language
from sfrules.ground.problems import Problem, ProblemsFound, problem_at
from sfrules.ground.source import FRONT_MATTER, Source, Span
from sfrules.press.page.expand import Page
from sfrules.press.page.regions import regions
from sfrules.press.proving.proof_fences import fences, headings, line_end

_SAID = re.compile(
    r"^(?P<key>language|original):[ \t]*(?P<quote>[\"']?)(?P<value>[\w./-]+)(?P=quote)[ \t]*$",
    re.MULTILINE,
)
_DEPTH = re.compile(r"[ \t>]*(#+)")


def in_its_language(page: Page, root: Path | None) -> Page:
    """A page with the language that it says it has, and the proofs of what it translates."""
    front = page.front_matter
    said = {found["key"]: found for found in _SAID.finditer(front.text)}
    if "language" in said:
        code = said["language"]["value"]
        page = replace(page, language=code)
        if language_of(code) is None:
            message, hint = unknown_language(code)
            page = _wrong(page, front, said["language"], message, hint)
    return (
        _with_proofs(page, front, said["original"], root) if root and "original" in said else page
    )


def _wrong(page: Page, front: Span, at: re.Match[str], message: str, hint: str) -> Page:
    """A page with a problem at what stands at its top."""
    span = Span(front.source, front.start + at.start("value"), front.start + at.end("value"))
    return replace(page, problems=(*page.problems, problem_at(span, message, hint)))


@dataclass(frozen=True)
class _Part:
    """What stands below a heading, as deep as that is, and the lines of its proofs."""

    start: int
    end: int
    depth: int
    lines: tuple[str, ...]
    shown: bool

    @property
    def comment(self) -> str:
        """Its proofs as one, on a single line."""
        mark = "proof" if self.shown else "proof hidden"
        return f"<!-- {mark} {'; '.join(self.lines)} -->" if self.lines else ""


def _parts(text: str, start: int) -> list[_Part]:
    found = regions(text, start)
    proofs, parts = fences(text, found, start), list[_Part]()
    for low, high in pairwise([*headings(text, found, start), len(text)]):
        own = [proof for proof in proofs if low <= proof.region.start < high]
        lines = (line.strip() for proof in own for _, line in proof.lines(text))
        said = tuple(line for line in lines if line and not line.startswith("#"))
        depth = _DEPTH.match(text, low) if parts else None  # the first stands above all headings
        shown = not all(proof.hidden for proof in own)
        parts.append(_Part(low, high, len(depth[1]) if depth else 0, said, shown))
    return parts


def _with_proofs(page: Page, front: Span, named: re.Match[str], root: Path) -> Page:
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page.source.path), named["value"]))
    try:
        original = read_source(root / path, path, [root])
    except ProblemsFound as error:
        hint = "original: the page that this one translates, seen from its folder"
        return _wrong(page, front, named, f"{path}: {error.problems[0].message}", hint)
    opening = FRONT_MATTER.match(original.text)
    theirs = _parts(original.text, opening.end() if opening else 0)
    own = _parts(page.source.text, page.start)
    if problem := _unlike(page.source, own, theirs, path):
        return replace(page, problems=(*page.problems, problem))
    made, at = [], 0
    for part, other in zip(own, theirs, strict=True):
        end = part.end - (part is not own[-1])
        made += [page.source.text[at:end], other.comment]
        at = end
    text = "".join([*made, page.source.text[at:]])
    whole = Span(Source(page.source.path, page.source.text), 0, page.start)
    return replace(
        page, source=Source(page.source.path, text), whole=False, front=page.front or whole
    )


def _unlike(
    source: Source, own: Sequence[_Part], theirs: Sequence[_Part], path: str
) -> Problem | None:
    """The problem of a translation whose headings are not those of its original, one by one."""
    for part, other in zip(own, theirs, strict=False):
        if part.depth != other.depth:
            message = (
                f"this heading has {part.depth} marks, and the one that it translates {other.depth}"
            )
            return problem_at(_heading(source, part), message, f"the headings are those of {path}")
    if len(own) == len(theirs):
        return None
    message = f"the page has {len(own) - 1} headings, and {path} has {len(theirs) - 1}"
    return problem_at(_heading(source, own[-1]), message, "it takes the proofs of that by heading")


def _heading(source: Source, part: _Part) -> Span:
    return Span(source, part.start, line_end(source.text, part.start))
