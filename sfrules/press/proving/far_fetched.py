"""Lines of a proof that ask about something of which their passage does not speak: to be looked at.

A passage speaks of a rule or a row if it has a word of its name, in the text, in the headings above
or in a link; so it does if a macro of its page prints the rule or that figure of the row, or if the
page is about its module. A number that is typed as a chance speaks of one.
Of rules that go by a namespace, the page speaks elsewhere, too, or the passage names the namespace,
which is enough for a row.
These are no problems: a word may be missing where the sense is not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from inspect import unwrap
from pathlib import PurePosixPath

from sfrules.ground.languages.english import CARDINALS, ORDINALS
from sfrules.ground.number_words import CHANCE, PERCENT
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Span
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
_SMALL |= {*CARDINALS, *ORDINALS}
_FEW = 3  # passages, which say little of what else their page speaks of
Stems = frozenset[str]
Asked = tuple[str, Record | Callable[..., object]]  # by its name in full


def far_fetched(
    book: Book, page: Page, meter: Meter, only: Fence | None = None
) -> Iterator[Problem]:
    """A warning for each line of a page's proofs of whose rules and rows its passage names not all.

    If only one of its proofs is asked about, the others are not looked at. A page in a language of
    its own has no words of the names, and is proved by the proofs of the page that it translates.
    """
    text, start = page.source.text, page.start
    if page.language:
        return
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
    path = PurePosixPath(page.source.path)
    short = short_names_of(book, page, meter)
    finder = _Finder(book, short, printed, stems_of(path.stem), stems_of(" ".join(path.parts)))
    asked = {fence: [*finder.lines(fence, text)] for fence in proofs}
    used = {full.partition(".")[0] for full in short.full.values()}
    spaces = Counter(space for lines in asked.values() for space in finder.spaces(lines))
    for fence in proofs if only is None else [only]:
        above = [each[0] for each in headings if each.start() < fence.region.start]
        spoken = stems_of(
            " ".join([text[fence.scope : fence.region.start], *above[:1], *above[-1:]])
        )
        own = finder.spaces(asked[fence])
        elsewhere = {space for space, times in spaces.items() if times > (space in own)}
        elsewhere |= own if len(proofs) <= _FEW else used
        for line, names in finder.far_fetched(asked[fence], spoken, elsewhere):
            part = line.expression
            message = "the passage does not speak of what this line asks about"
            hint = f"ask the sentence's own question, or name {', '.join(names)} in it"
            yield problem_at(Span(page.source, part.start, part.end), message, hint)


def stems_of(text: str) -> Stems:
    """The stems of the words of a text or a name, without those that say nothing, as numbers do."""
    words = (each[0].casefold() for each in _WORD.finditer(text.replace("_", " ")))
    return frozenset(stem(word) for word in words if word not in _SMALL)


_CHANCE = stems_of("chance")


@dataclass(frozen=True)
class _Finder:
    """Finds the lines of a page's proofs that are far-fetched."""

    book: Book
    short: ShortNames
    #: The words in the page's macros.
    printed: frozenset[str]
    chapter: Stems
    path: Stems

    def lines(self, fence: Fence, text: str) -> Iterator[tuple[ProofLine, list[Asked]]]:
        """The lines of a proof that ask about something, with the rules and rows that they name."""
        taken = {*self.book.namespaces, *self.short.full, "range"}
        reader = LineReader(taken, self.book.written_in)
        for start, written in fence.lines(text):
            try:
                line = reader.read(written, start)
            except UnreadableLine:
                continue  # it is a problem of its own
            asked = [*self._asked(line)] if line and line.kind == "proved" else []
            if line and asked:
                yield line, asked

    @staticmethod
    def spaces(lines: Iterable[tuple[ProofLine, list[Asked]]]) -> frozenset[str]:
        """The namespaces that lines ask."""
        return frozenset(name.partition(".")[0] for _, asked in lines for name, _ in asked)

    def far_fetched(
        self,
        lines: Iterable[tuple[ProofLine, list[Asked]]],
        spoken: Stems,
        elsewhere: Collection[str],
    ) -> Iterator[tuple[ProofLine, list[str]]]:
        """The lines that ask about something of which a passage does not speak, with its names.

        `elsewhere` are the namespaces that other passages of the page ask, or its front matter.
        """
        passage = spoken
        for line, asked in lines:
            spoken = passage | _CHANCE if line.said and _is_chance(line.said.plain) else passage
            # By a text that is given to a rule, a row or a case is named.
            texts = (part.written(each) for part, each in line.literals if each.value is None)
            is_told = any(stems_of(text) & spoken for text in texts)
            # A rule reads of a row what it needs.
            is_rule = any(callable(member) for _, member in asked)
            names = [
                name
                for name, member in asked
                if not self._is_spoken_of(name, member, spoken, elsewhere, is_told=is_told)
                or (not is_rule and _is_another_figure(name, member, spoken))
            ]
            if names:
                yield line, names

    def _asked(self, line: ProofLine) -> Iterator[Asked]:
        for name in line.names:
            full = self.short.in_full(name)
            member = self.book.member(".".join(full.split(".")[:2]))
            if isinstance(member, Record) or callable(member):
                yield full, member

    def _is_spoken_of(
        self,
        name: str,
        member: Record | Callable[..., object],
        spoken: Stems,
        elsewhere: Collection[str],
        *,
        is_told: bool,
    ) -> bool:
        """Whether a passage speaks of a rule or a row; `is_told` is whether of what it is given."""
        space, _, own = name.partition(".")
        if self.printed.issuperset(own.split(".")):
            return True
        is_open = space in self.book.open
        is_named = not is_open and bool(stems_of(space) & spoken)
        if isinstance(member, Record):
            words = (member.fields.get(key) for key in ("name", "subject"))
            called = [own.partition(".")[0], *(word for word in words if isinstance(word, str))]
            if is_named or stems_of(" ".join(called)) & spoken:
                return True
        is_here = is_open or is_named or space in elsewhere
        if not is_here and not stems_of(space) & self.path:
            return False
        module = "" if isinstance(member, Record) else unwrap(member).__module__
        is_about = stems_of(module.rpartition(".")[2]) & self.chapter
        return bool(is_told or is_about or stems_of(own) & spoken)


def _is_chance(said: str) -> bool:
    """Whether a number is typed as a chance, and so speaks of one: 25%, one time in 36."""
    return any(form.fullmatch(said.strip()) for form in (PERCENT, CHANCE))


def _is_another_figure(name: str, member: object, spoken: Stems) -> bool:
    """Whether a passage speaks of figures of somebody by name, and not of that which is asked."""
    row, _, column = name.partition(".")[2].partition(".")
    if not isinstance(member, Record) or not {column, "name"} <= member.fields.keys():
        return False
    others = (stems_of(each) for each in member.fields.keys() - {"id", "name", column})
    is_named = stems_of(f"{row} {member.fields.get('name')}") & spoken
    return bool(is_named and any(each and each <= spoken for each in others)) and not (
        stems_of(column) & spoken
    )
