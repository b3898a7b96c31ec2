"""Lines of a proof that ask about something of which their passage does not speak: to be looked at.

A passage speaks of a rule or a row if it has a word of its name, in the text, in the headings above
or in a link; so it does if a macro of its page prints the rule, or the page is about its module.
These are no problems: a word may be missing where the sense is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from inspect import unwrap
from pathlib import PurePosixPath

from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Span
from sfrules.press.expression import tree
from sfrules.press.expression.bounds import Meter
from sfrules.press.page.expand import Page, short_names_of
from sfrules.press.page.regions import regions
from sfrules.press.page.short_names import ShortNames
from sfrules.press.proving.proof_fences import Fence, fences
from sfrules.press.proving.subjects import stem
from sfrules.press.things.book import Book, Record
from sfrules.press.things.proofs.line_reader import LineReader, UnreadableLine
from sfrules.press.things.proofs.proof_lines import ProofLine

_WORD = re.compile(r"[^\W\d_]+")
_HEADING = re.compile(r"^[ \t>]*#{1,6}[ \t].*$", re.MULTILINE)
# Words of names that say nothing of what is meant.
_SMALL = frozenset("a after and at for from in is no of on or per the to value with".split())
Stems = frozenset[str]


def far_fetched(
    book: Book, page: Page, meter: Meter, only: Fence | None = None
) -> Iterator[Problem]:
    """A warning for each line of a page's proofs whose rules and rows its passage does not name.

    If only one of its proofs is asked about, the others are not looked at.
    """
    text, start = page.source.text, page.start
    found = regions(text, start)
    proofs = fences(text, found, start) if "proof" in text else []
    if not proofs:
        return
    printed = frozenset(
        word
        for each in found.of_kind("jinja")
        for word in re.findall(r"\w+", text[each.start : each.end])
    )
    headings = [*_HEADING.finditer(text, start)]
    chapter = stems_of(PurePosixPath(page.source.path).stem)
    finder = _Finder(book, short_names_of(book, page, meter), printed, chapter)
    for fence in proofs if only is None else [only]:
        above = [each[0] for each in headings if each.start() < fence.region.start]
        spoken = stems_of(
            " ".join([text[fence.scope : fence.region.start], *above[:1], *above[-1:]])
        )
        for line in finder.far_fetched(fence, text, spoken):
            part = line.expression
            message = "the passage does not speak of what this line asks about"
            hint = f"ask the sentence's own question, or name {finder.named(line)} in it"
            yield problem_at(Span(page.source, part.start, part.end), message, hint)


def stems_of(text: str) -> Stems:
    """The stems of the words of a text or a name."""
    words = (each[0].casefold() for each in _WORD.finditer(text.replace("_", " ")))
    return frozenset(stem(word) for word in words if word not in _SMALL)


@dataclass(frozen=True)
class _Finder:
    """Finds the lines of a page's proofs that are far-fetched."""

    book: Book
    short: ShortNames
    #: The words in the page's macros.
    printed: frozenset[str]
    chapter: Stems

    def far_fetched(self, fence: Fence, text: str, spoken: Stems) -> Iterator[ProofLine]:
        """The lines that ask about nothing of which a passage speaks."""
        reader = LineReader({*self.book.namespaces, *self.short.full, "range"})
        for start, written in fence.lines(text):
            try:
                line = reader.read(written, start)
            except UnreadableLine:
                continue  # it is a problem of its own
            asked = [*self._asked(line)] if line and line.kind == "proved" else []
            if not asked or any(self._is_spoken_of(*each, spoken) for each in asked):
                continue
            if line and not any(stems_of(word) & spoken for word in _texts(line)):
                yield line

    def named(self, line: ProofLine) -> str:
        """The rules and rows that a line names."""
        return ", ".join(name for name, *_ in self._asked(line))

    def _asked(self, line: ProofLine) -> Iterator[tuple[str, Record | Callable[..., object]]]:
        for name in line.names:
            full = self.short.in_full(name)
            member = self.book.member(".".join(full.split(".")[:2]))
            if isinstance(member, Record) or callable(member):
                yield full, member

    def _is_spoken_of(
        self, name: str, member: Record | Callable[..., object], spoken: Stems
    ) -> bool:
        space, _, own = name.partition(".")
        if own.partition(".")[0] in self.printed:
            return True
        words = [own if space in self.book.open else name]
        if isinstance(member, Record):
            words += [v for k in ("name", "subject") if isinstance(v := member.fields.get(k), str)]
        elif stems_of(unwrap(member).__module__.rpartition(".")[2]) & self.chapter:
            return True
        return bool(stems_of(" ".join(words)) & spoken)


def _texts(line: ProofLine) -> Sequence[str]:
    """The words that a line gives to a rule, by which a row or a case is named."""
    every = (part for each in line.parts for part in each.every_part)
    return [
        part.value
        for part in every
        if isinstance(part, tree.Constant) and isinstance(part.value, str)
    ]
