"""All proofs of a page: what was checked, what it prints, and which numbers are vouched for."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from sfrules.ground.exhausted import Exhausted
from sfrules.ground.ledger import Entry, Origin
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.loose import TypedNumbers
from sfrules.press.audit.numbers import Stretch
from sfrules.press.expression.bounds import Meter
from sfrules.press.page.evaluator import Evaluator
from sfrules.press.page.expand import Page
from sfrules.press.page.marks import PIECE_CLOSE, PIECE_OPEN, AskedNumber
from sfrules.press.page.regions import Regions
from sfrules.press.page.short_names import NONE, ShortNames
from sfrules.press.proving.balance import ArgumentPlaces, Balance, balance
from sfrules.press.proving.checked_lines import CheckedLine, CheckedProof, LineChecker
from sfrules.press.proving.mentions import Element, Mentions, Neighbors, numbers_known
from sfrules.press.proving.neighbors import nouns_of
from sfrules.press.proving.proof_fences import Fence, line_end
from sfrules.press.proving.proof_reports import Reporter, out_with
from sfrules.press.proving.sentence_units import SentenceUnits
from sfrules.press.proving.subjects import SubjectChecker
from sfrules.press.things.book import Book
from sfrules.press.things.proofs.proof_lines import ProofLine

# What a line says for the prose, and not what it is given.
_ANSWERS = {"said", "again", "cell"}
_MARK = re.compile(rf"^([^\n]*)({PIECE_OPEN}p\d+{PIECE_CLOSE})[ ]*", re.MULTILINE)
_PUT = re.compile(rf"(?:<p>\s*)?{PIECE_OPEN}p(\d+){PIECE_CLOSE}(?:\s*</p>)?\n?")
_NOT_A_LINE_END = re.compile(r"[^\n]")


class ProvedNumber(NamedTuple):
    """A typed number: its offsets in the page's file, and which of the page's lines vouches."""

    start: int
    end: int
    line: int


@dataclass(frozen=True)
class Proofs:
    """What the proofs of a page show and vouch for."""

    fences: tuple[Fence, ...] = ()
    #: All that is wrong with them, in order.
    problems: tuple[Problem, ...] = ()
    entries: tuple[Entry, ...] = ()
    #: The offsets of the numbers that they vouch for, each proved, read or cited.
    numbers: Mapping[int, str] = field(default_factory=dict)
    #: The numbers that a reader may ask, and the lines that vouch for them.
    asked: tuple[ProvedNumber, ...] = ()
    lines: tuple[AskedNumber, ...] = ()
    #: As in what a page uses.
    facts: tuple[tuple[Origin, Problem | None], ...] = ()


def set_apart(markdown: str) -> str:
    """An expanded page with the mark of each proof as a block of its own.

    A blank line around it makes it one to Markdown wherever it stands.
    """
    return _MARK.sub(r"\n\1\2\n", markdown)


def without_marks_of_proofs(html: str) -> str:
    """The HTML of a page that has been read: nothing stands for a proof there."""
    return _PUT.sub("", html)


def without_proofs(page: Page, found: Regions, proofs: Sequence[Fence]) -> tuple[Page, Regions]:
    """The page as its macros are expanded: with a mark, as long as the fence, for each proof."""
    text, parts, at = page.source.text, [], 0
    for number, fence in enumerate(proofs):
        start, end = fence.opening, fence.region.end
        mark = f"{PIECE_OPEN}p{number}{PIECE_CLOSE}"
        rest = _NOT_A_LINE_END.sub(" ", text[start + len(mark) : end])
        parts += [text[at:start], mark, rest]
        at = end
    source = Source(page.source.path, "".join([*parts, text[at:]]))
    gone = {fence.region for fence in proofs}
    others = tuple(region for region in found.found if region not in gone)
    return replace(page, source=source), Regions(others, found.unclosed)


def check_proofs(  # noqa: PLR0913, PLR0917 what is checked, and what it may use
    book: Book,
    page: Page,
    proofs: Sequence[Fence],
    typed: TypedNumbers,
    meter: Meter,
    short: ShortNames = NONE,
) -> Proofs:
    """Compare the proofs of a page with the rules and with its prose.

    `short` are the names that the page may use without their namespace.
    """
    engine = Evaluator(book, meter, short)
    engine.sandbox.reads_facts = (
        not page.source.path
    )  # what stands beside the pages says so to none
    checker = _Checker(book, page, typed, LineChecker(book, page.source, engine), short)
    for fence in proofs:
        checker.check(fence)
    return Proofs(
        tuple(proofs),
        tuple(checker.problems),
        tuple(checker.entries),
        checker.proved,
        tuple(checker.places),
        tuple(checker.vouching),
        tuple(checker.facts),
    )


class _Checker:
    """Checks the proofs of a page, one after the other."""

    def __init__(
        self,
        book: Book,
        page: Page,
        typed: TypedNumbers,
        lines: LineChecker,
        short: ShortNames,
    ) -> None:
        self.problems: list[Problem] = []
        self.entries: list[Entry] = []
        self.facts: list[tuple[Origin, Problem | None]] = []
        self.proved: dict[int, str] = {}
        self.places: list[ProvedNumber] = []
        self.vouching: list[AskedNumber] = []
        self._book, self._page, self._source = book, page, page.source
        self._typed, self._lines = typed, lines
        self._arguments = ArgumentPlaces(book, typed.text, short)
        self._beside = Neighbors(typed.seen, nouns_of(book))
        self._loose = typed.loose
        self._starts = [start for start, _ in self._loose]
        self._reporter = Reporter(page.source, page.whole, book)
        self._units = SentenceUnits(page.source, lines.units)
        self._subjects = SubjectChecker(book, page.source, typed.text, short)
        self._closed: list[Stretch] = []
        self._out = False

    def check(self, fence: Fence) -> None:
        """Check a proof: each line, and the balance."""
        wrong = list(self._misnamed(fence))
        proof, found = CheckedProof(fence), Balance()
        scope = self._scope(fence)
        try:
            proof = self._lines.check(fence)
            if proof.is_read:
                found = self._balance(proof, scope)
        except Exhausted as error:
            if not self._out:
                wrong.append(problem_at(self._mark(fence), str(error)))
            self._out = True
        failures = filter(None, (checked.failure for checked in proof.lines))
        told = [out_with(failure, found) for failure in failures]
        out = (each for each in found.found if each not in told)
        wrong += [self._reporter.imbalance(each, self._mark(fence), found) for each in out]
        self._count_without_rules(proof, found)
        wrong += self._units.contradicted(proof, found)
        if proof.is_read and not wrong:
            wrong += self._subjects.mistaken(proof, found)
        self._idle(proof)
        self.facts += self._facts_of(proof)
        for checked in proof.lines:
            self.problems += self._problems_of(checked, proof, found)
            self.entries += self._entries(checked)
        self.problems += wrong
        self._ask(proof, found)

    def _ask(self, proof: CheckedProof, found: Balance) -> None:
        """Let each number that a rule answers be asked for the line that vouches for it."""
        known: dict[int, int] = {}
        for element, place in found.places.items():  # of two lines that have it, the first
            asked = _vouching(proof, element).asked
            if asked is None or element.role not in _ANSWERS or not asked.is_of_rules(self._book):
                continue
            if id(asked) not in known:
                known[id(asked)] = len(self.vouching)
                self.vouching.append(asked)
            self.places.append(ProvedNumber(*place, known[id(asked)]))

    def _count_without_rules(self, proof: CheckedProof, found: Balance) -> None:
        """Note which numbers a fact of a source or a row vouches for, and no rule."""
        rules = self._book.rule_names.values()
        for element, (low, high) in found.places.items():
            checked = _vouching(proof, element)
            is_cited = checked.line is not None and checked.line.kind == "cited"
            if is_cited or (checked.origins and not {o.name for o in checked.origins} & {*rules}):
                first, last = (bisect_left(self._starts, at) for at in (low, high))
                kind = "cited" if is_cited else "read"
                self.proved.update(dict.fromkeys(self._starts[first:last], kind))

    def _facts_of(self, proof: CheckedProof) -> Iterator[tuple[Origin, Problem | None]]:
        """The facts that a proof draws on, each with the problem that it is if nothing else does.

        It is none if a rule has a part in what the proof makes of it, or if a table is of its rows.
        """
        rules = self._book.rule_names.values()
        lines: dict[Origin, CheckedLine | None] = {}
        for checked in proof.lines:
            facts = [origin for origin in checked.origins if origin.name not in rules]
            is_table = checked.line is not None and checked.line.kind == "rows"
            is_alone = len(facts) == len(checked.origins) and not is_table
            lines |= {fact: lines.get(fact, checked) if is_alone else None for fact in facts}
        for fact, alone in lines.items():
            part = alone.line.expression if alone and alone.line else None
            if part is None:
                yield fact, None
                continue
            message = f"nothing but this proof reads {fact.name}, which only says it again"
            hint = "print it, let a rule read it, or cite the source: its id: what the prose says"
            yield fact, problem_at(Span(self._source, part.start, part.end), message, hint)

    def _mark(self, fence: Fence) -> Span:
        return Span(self._source, fence.opening, line_end(self._source.text, fence.opening))

    def _misnamed(self, fence: Fence) -> Iterator[Problem]:
        if fence.words:
            message = f'a proof cannot be "{fence.words}"'
            yield problem_at(self._mark(fence), message, "write the word proof alone")

    def _scope(self, fence: Fence) -> list[Stretch]:
        """The numbers that a proof vouches for: no other proof within its scope does."""
        low = bisect_left(self._starts, fence.scope)
        high = bisect_left(self._starts, fence.region.start)
        own = [each for each in self._loose[low:high] if each[0] not in self.proved]
        self.proved.update((start, "proved") for start, _ in own)
        return own

    def _balance(self, proof: CheckedProof, numbers: Sequence[Stretch]) -> Balance:
        scope = proof.fence.scope, proof.fence.region.start
        closed = [each for each in self._closed if each[1] > scope[0]]
        self._closed.append((scope[0], proof.fence.region.end))
        mentions = Mentions(self._typed, scope, numbers, proof.elements, closed)
        words = partial(self._arguments.words_of, proof)
        found = balance(proof.elements, mentions, self._beside, words)
        return found if found.found else self._in_place(proof, found)

    def _in_place(self, proof: CheckedProof, found: Balance) -> Balance:
        """A balance in which nothing is out, with what is said where the proof does not reach."""
        said = {each.start for each in found.places}
        for checked in proof.lines:
            if checked.line and not checked.problems and checked.line.multiplies(said):
                part = checked.line.expression
                message = "both factors come of numbers that the prose does not say"
                hint = "name them in lines of their own, and say them above"
                span = Span(self._source, part.start, part.end)
                checked.problems.append(problem_at(span, message, hint))
        return replace(found, found=tuple(self._arguments.astray(proof, found)))

    def _idle(self, proof: CheckedProof) -> None:
        """A problem for each given that no rule is asked about; in an example, that nothing is.

        A line that went wrong may be the one that asks about it.
        """
        if not self._book.no_loose_numbers or any(checked.problems for checked in proof.lines):
            return
        is_example = proof.fence.opening in self._typed.examples
        hint = "use the name where a rule takes it, or say it in the box of an example"
        if is_example:
            hint = "use the name in what comes of it; or it is no rule: [ … ]{.flavour}"
        asker, used = "nothing" if is_example else "no rule", proof.used if is_example else ()
        for name, checked in proof.chosen.items():
            if name not in used:
                message = f"{asker} is asked about {name}: the proof only repeats it"
                span = Span(self._source, checked.start, checked.start + len(name))
                checked.problems.append(problem_at(span, message, hint))

    def _problems_of(
        self, checked: CheckedLine, proof: CheckedProof, found: Balance
    ) -> Iterator[Problem]:
        yield from checked.problems
        if checked.failure:
            yield self._reporter.failed(checked.failure, proof.elements, found)

    def _entries(self, checked: CheckedLine) -> Iterator[Entry]:
        line = checked.line
        if line is None or not checked.printed or line.kind == "given":
            return
        at = line.expression.start
        if line.loop:
            at = (*line.loop.listed, *line.loop.sequence)[0].start
        row, column = self._source.position(at)
        yield Entry(
            page=self._source.path,
            line=row,
            column=column,
            kind="proof",
            expression=line.words,
            printed=checked.printed,
            origins=checked.origins,
        )


def _vouching(proof: CheckedProof, element: Element) -> CheckedLine:
    """The line of a number; of one that is said again, the last line before that has it."""
    own = proof.lines[element.line]
    if own.line is None or own.line.kind != "again":
        return own
    before = (checked for checked in reversed(proof.lines[: element.line]) if checked.asked)
    return next(
        (checked for checked in before if checked.line and _has(checked.line, element)), own
    )


def _has(line: ProofLine, element: Element) -> bool:
    """Whether a line names, says or gives to a rule what is said again."""
    if element.name:
        return line.name == element.name
    taken = (each.value for _, each in line.literals)
    return element.value in (*numbers_known(line), *taken)
