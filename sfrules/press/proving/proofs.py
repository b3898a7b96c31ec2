"""All proofs of a page: where they stand, what was checked, and which numbers they vouch for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sfrules.ground.edits import Edit, Edits
from sfrules.ground.ledger import Origin, Statement
from sfrules.ground.number_words import is_number
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.article import Passage
from sfrules.press.audit.numbers import Stretch
from sfrules.press.audit.places import PlacedArticle
from sfrules.press.expression.bounds import Meter
from sfrules.press.page.environment import Work
from sfrules.press.page.expand import Page
from sfrules.press.page.marks import PIECE_CLOSE, PIECE_OPEN
from sfrules.press.page.names import NONE, ShortNames
from sfrules.press.page.regions import Region, Regions, spliced
from sfrules.press.proving.claims import DIFFERENCES, SAYS, restated, said
from sfrules.press.proving.lines import Line, Prover, bracketed, numbers_of
from sfrules.press.proving.order import Order, PassageNumber, Prose, in_order
from sfrules.press.proving.subjects import WordsBeside
from sfrules.press.things.book import Rulebook

_PROOF = re.compile(r"proof(?![\w-])[ \t]*")
_LINE, _LINE_OF_CELL = re.compile(r"[^\s>][^\n]*"), re.compile(r"(?:(?!; ).)+")
_CELL = re.compile(r"[^\W\d]\w*(?:\.\w+)+")


@dataclass(frozen=True)
class Fence:
    """A fence of a page that holds a proof."""

    region: Region

    @property
    def opening(self) -> int:
        """Where its opening marks begin."""
        return self.region.start + len(self.region.margin)

    def lines(self, text: str) -> Iterator[Stretch]:
        """Where its lines stand.

        They stand between its marks; in a cell of a table, which has none, they end in semicolons.
        """
        first, last, line = self.region.start, self.region.end, _LINE_OF_CELL
        if self.region.info:
            first, last, line = text.find("\n", first), text.rfind("\n", 0, last), _LINE
        yield from (each.span() for each in line.finditer(text, first, last))


def is_proof(region: Region) -> bool:
    """Whether a region of a page is a fence that holds a proof."""
    return bool(_PROOF.match(region.info))


def fences(text: str, found: Regions) -> list[Fence]:
    """The proofs of a page in order; one whose fence is never closed is a problem already."""
    unclosed = {text.rfind("\n", 0, region.start) for region in found.unclosed}
    return [
        Fence(region)
        for region in filter(is_proof, found.of_kind("code"))
        if text.rfind("\n", 0, region.start) not in unclosed
    ]


_MARKS = re.compile(r"[*_\[\](]|\n[ \t>]*")
_MARK = re.compile(rf"(?:^[ \t]*\n)?^([^\n]*)({PIECE_OPEN}p\d+{PIECE_CLOSE})[ ]*", re.MULTILINE)
# In a footnote, the link back to its mark stands behind it.
_PUT = re.compile(
    rf"</p>\s*<p>{PIECE_OPEN}p\d+{PIECE_CLOSE}(?=&#160;<a)"
    rf"|(?:<p>\s*)?{PIECE_OPEN}p\d+{PIECE_CLOSE}(?:\s*</p>)?\n?"
)
_NOT_A_LINE_END = re.compile(r"[^\n]")
_UNSAFE = re.compile(r"[\"'\\{}=#\n]")
_OTHERWISE = re.compile(r"[<>=]| or ")  # of a hint that is more than another number
FIX = "sfrules check --fix writes"
_SHOWN = 4  # numbers of each list in a message


def set_apart(markdown: str) -> str:
    """An expanded page with the mark of each proof as a block of its own.

    A blank line around it makes it one to Markdown wherever it stands; two would end a footnote.
    """
    return _MARK.sub(r"\n\1\2\n", markdown)


def without_marks_of_proofs(html: str) -> str:
    """The HTML of a page that has been read: nothing stands for a proof there."""
    return _PUT.sub("", html)


def without_proofs(page: Page, found: Regions, proofs: Sequence[Fence]) -> tuple[Page, Regions]:
    """The page as its macros are expanded: with a mark, as long as the fence, for each proof."""
    text, marked = page.source.text, list[tuple[int, int, str]]()
    for which, fence in enumerate(proofs):
        mark = f"{PIECE_OPEN}p{which}{PIECE_CLOSE}"
        rest = _NOT_A_LINE_END.sub(" ", text[fence.opening + len(mark) : fence.region.end])
        marked.append((fence.opening, fence.region.end, mark + rest))
    source = Source(page.source.path, spliced(text, marked))
    gone = {fence.region for fence in proofs}
    others = tuple(region for region in found.found if region not in gone)
    return replace(page, source=source), Regions(others, found.unclosed)


class Proofs:
    """What the proofs of a page state and vouch for: each is checked, one after the other.

    `short` are the names that the page may use without their namespace.
    """

    def __init__(  # noqa: PLR0913, PLR0917 what is checked, and what it may use
        self,
        book: Rulebook,
        page: Page,
        proofs: Sequence[Fence],
        placed: PlacedArticle,
        meter: Meter,
        short: ShortNames = NONE,
    ) -> None:
        #: All that is wrong with them, in order.
        self.problems: list[Problem] = []
        self.entries: list[Statement] = []
        #: The offsets of the numbers that they vouch for, each proved, read or cited.
        self.numbers: dict[int, str] = {}
        #: The numbers that a reader may ask, by their stretches, each with the index of its entry.
        self.asked: list[tuple[int, int, int]] = []
        #: As in what a page uses.
        self.facts: list[tuple[Origin, Problem | None]] = []
        self._book, self._page, self._source = book, page, page.source
        taken = {*book.namespaces, *short.full, "range"}
        # What stands beside the pages says to none what it reads.
        work = Work(meter, short, reads_facts=not page.source.path)
        self._placed, self._prover = placed, Prover(book, page.source, work, taken)
        self._rules = frozenset(book.rule_names.values())
        self._beside = WordsBeside(book, self._source, placed.article, short)
        passages = placed.article.passages()
        for at, fence in enumerate(proofs):
            self._check(fence, passages.get(at, Passage(0, 0)))

    def _check(self, fence: Fence, passage: Passage) -> None:
        """Check a proof: each line, and their order beside the prose."""
        span = Span(self._source, fence.opening, fence.region.end)
        if words := _PROOF.sub("", fence.region.info, count=1):
            message = f'a proof cannot be "{words}"'
            self.problems.append(problem_at(span, message, "write the word proof alone"))
        if tag := self._placed.body((fence.opening, fence.region.end)):
            message = f"a proof stands outside of loops, branches and macros, not in {{% {tag} %}}"
            hint = "print what is in it, which needs no proof: {{ … }}; or say it once, outside"
            self.problems.append(problem_at(span, message, hint))
            return
        lines = self._prover.prove(fence.lines(self._source.text))
        prose = Prose(self._placed, passage, self._book.checks.no_loose_numbers)
        if prose.strict:
            self.numbers.update((each.place[0], "proved") for each in prose.numbers if each.place)
        saying = [line for line in lines if line.says.text]
        order = in_order(prose, [line.says for line in saying])
        first = saying[order.lines[0]] if order.lines else None
        if order.sort == "same":
            self._beside_prose(lines, saying, order, prose)
        elif first and first.fails and order.prose and order.prose[0].said.is_of(first.value):
            self._fix(first, [first], prose)  # the prose says its answer already
        elif not any(line.problems for line in lines if line is first or not line.says.text):
            self.problems.append(self._parted(prose, order, lines, span))
        for line in lines:
            self.problems += line.problems
            if line.kind not in ("chosen", "again", "named"):
                line.entry = len(self.entries)
                self.entries.append(self._statement(line))
            if line.mention and line.mention.place:
                self._vouch(line, line.mention.place)
        self.facts += self._facts_of(lines)

    def _beside_prose(
        self, lines: Sequence[Line], saying: Sequence[Line], order: Order, prose: Prose
    ) -> None:
        """Fix what fails at its places, or look at the words beside what is right."""
        for at, mention in order.places.items():
            saying[at].mention = mention
        for line in lines:
            if line.fails and line.mention:
                self._fix(line, lines, prose)
        if not any(line.problems for line in lines):
            self.problems += self._beside.told(lines, prose.passage)

    def _parted(self, shown: Prose, order: Order, lines: Sequence[Line], fence: Span) -> Problem:
        """The two lists side by side, from where they part, and how to make them one."""
        saying = [line for line in lines if line.says.text]
        before, rest = saying[: len(saying) - len(order.lines)], [saying[at] for at in order.lines]
        prose = [_words(shown.text, each) for each in order.prose]
        proof = [_said(line) for line in rest]
        while order.sort == "other" and prose[1:] and proof[1:] and prose[-1] == proof[-1]:
            prose, proof = prose[:-1], proof[:-1]  # up to where both go on as one
        told = [f"the prose says {_listed(prose)}", f"its proof says {_listed(proof)}"]
        if order.sort == "unsaid":
            first = rest[0].says
            later = [at for at, each in enumerate(order.prose) if at and each.said.agrees(first)]
            is_later = len(later) >= sum(line.says.agrees(first) for line in rest)
            hint = _taken_out(rest[0], lines, prose[later[0] - 1] if is_later else "")
            return problem_at(rest[0].whole, ", ".join(told[::-1]), hint)
        place = order.prose[0].place
        span = Span(self._source, *place) if place else fence
        return problem_at(span, ", ".join(told), _joined(order, prose[0], before, rest))

    def _fix(self, line: Line, lines: Sequence[Line], prose: Prose) -> None:
        """Let --fix write the answer of a line that fails, in the proof and in the prose.

        Where the sentence says the answer already, as the other end of a comparison, a second one
        could make it false: then it only tells.
        """
        says, [problem] = line.says, line.problems
        # What the rule was given may be said again, too: "+8 at level 9".
        again = (each for each in lines if each is line or each.first is line)
        own = [each for each in again if each.says.low == says.low]
        mentions = [each.mention for each in own if each.mention]
        shown = [Span(self._source, *each.place) for each in mentions if each.place]
        spans = [*(each.typed for each in own), *shown]
        old = [span.text.strip("\"'") for span in spans]
        if any(each.place is None for each in mentions[:1]):
            return
        if any(said(each).low != says.low for each in old):
            return  # 65 alone is not what "65 to 70%" says of it, nor 8 what "minus 8" says
        at, inside = "here", list[PassageNumber]()
        if mentions:
            place = problem_at(shown[0], "")
            at += f" and at {place.line}:{place.column}"
            low, high = self._beside.sentence((mentions[0].start, mentions[0].end), prose.passage)
            every = (each.mention for each in lines if each.mention)
            inside = [each for each in every if low <= each.start < high]
        others = [each.said.low for each in inside if each not in mentions]
        hint, fix = problem.hint, None
        if not _OTHERWISE.search(hint):
            hint += f" {at}"
        news = [_answer_said(each, line.value) for each in old]
        if not (says.bound or line.value in others or None in news):
            hint = f"{FIX if self._page.whole else 'write'} {news[0]} {at}"
            changes = zip(spans, old, map(str, news), strict=True)
            texts = ((each, each.text.replace(text, new)) for each, text, new in changes)
            edits = (
                Edit(each.source.path, each.start, each.end, each.text, n) for each, n in texts
            )
            fix = Edits(tuple(edits)) if self._page.whole else None
        line.problems[:] = [replace(problem, hint=hint, fix=fix)]

    def _vouch(self, line: Line, place: Stretch) -> None:
        """Note what vouches for a number of the prose, and let a reader ask what a rule answers."""
        own = line.first or line
        kind = "proved"
        if own.kind == "differs":
            kind = "different"
        elif own.kind == "cited":
            kind = "cited"
        elif own.origins and not {origin.name for origin in own.origins} & self._rules:
            kind = "read"
        self.numbers[place[0]] = kind
        if own.entry >= 0 and self.entries[own.entry].is_of(self._rules):
            self.asked.append((*place, own.entry))

    def _facts_of(self, lines: Sequence[Line]) -> Iterator[tuple[Origin, Problem | None]]:
        """The facts that a proof draws on, each with the problem that it is if nothing else does.

        It is none if a rule has a part in what the proof makes of it.
        """
        alone: dict[Origin, Span | None] = {}
        for line in lines:
            facts = [origin for origin in line.origins if origin.name not in self._rules]
            own = line.expression if len(facts) == len(line.origins) else None
            alone |= {fact: own and alone.get(fact, own) for fact in facts}
        for fact, part in alone.items():
            if part is None:
                yield fact, None
                continue
            message = f"nothing but this proof reads {fact.name}, which only says it again"
            hint = "print it, let a rule read it, or cite the source: its id: what the prose says"
            yield fact, problem_at(part, message, hint)

    def _statement(self, line: Line) -> Statement:
        part = line.loop[1] if line.loop else line.expression
        row, column = self._source.position(part.start)
        printed = "true" if line.kind == "holds" else line.typed.text
        stated = Statement(self._source.path, row, column, "proof", line.words, printed)
        asked = replace(stated, origins=line.origins, calls=line.calls, in_words=line.in_words)
        return replace(asked, because=line.because, answer=line.answer)


def _answer_said(typed: str, value: object) -> str | None:
    """An answer in the manner of what is typed; None where it has none that is certain."""
    if isinstance(value, str):
        is_like = (said(typed).low is None) == (said(value).low is None)
        return value if is_like and not _UNSAFE.search(value) else None
    return restated(typed, Fraction(value)) if is_number(value) else None


def _words(text: str, mention: PassageNumber) -> str:
    """A number of the prose as a line would say it."""
    words = " ".join(_MARKS.sub("", text[slice(*mention.whole)]).split())
    return words[:1].lower() + words[1:] if mention.said.bound else words


def _said(line: Line) -> str:
    return f"{line.sign} {line.says.text}" if line.sign else line.typed.text


def _joined(order: Order, new: str, before: Sequence[Line], rest: Sequence[Line]) -> str:
    """How to say in the proof what the prose says where both part, or the other way round."""
    says, first = order.prose[0].said, next(iter(rest), None)
    place = f"above the line {first.whole.text}" if first else "at the end"
    others = rest[order.sort == "extra" :]  # the first line is that of the number behind it
    same = next((line for line in others if says.agrees(line.says)), None)
    if same and same.kind == "again" and not any(says.low in numbers_of(each) for each in before):
        return f"write many = {new} {place}, and many for {new} below"
    if same and first:
        return f"write it {place}{_moved(same, first, rest)}"
    is_bound = bool(first and first.says.key == says.key)
    if not is_bound and any(line.says.key == says.key for line in before):
        return f"write a line {place}: {new}"
    # Where a line says the second of the numbers, the first one has none.
    is_next = first and not is_bound and any(m.said.agrees(first.says) for m in order.prose[1:2])
    if first is None or order.sort != "other" or is_next:
        hint = f"ask for it in a line {place}: … = {new}"
        return f"{hint}; or mark it as no rule: [{new}]{{.flavour}}"
    asked = first.expression.text
    if is_bound and says.bound in DIFFERENCES and _CELL.fullmatch(asked):
        hint = f"ask for the difference, {asked} - … = {new}"
        return f"{hint}; or, where the row is one itself, write {asked} = {new}"
    old = f"{SAYS[first.sign]} {first.typed.text}" if first.sign else _said(first)
    sides = [f"{old} in the prose"]
    if said(new).agrees(says) and not first.sign:  # no line says −−2 or √9
        is_more = is_bound or new.endswith(old)  # a third, where the line says third
        sides.insert(1 - is_more, f"{new} in the line {first.whole.text}")
    return f"write {', or '.join(sides)}"


def _value(line: Line) -> str:
    """What may stand in an expression in place of the name that a line gives."""
    is_number = line.kind == "chosen" and not isinstance(line.value, str)
    return bracketed(str(line.value) if is_number else line.expression.text)


def _taken_out(line: Line, lines: Sequence[Line], behind: str) -> str:
    """How a proof does without a line here, whose name others below it may use.

    It is said in another place, if `behind` is the number there that stands before it.
    """
    used = {n.partition(".")[0] for each in lines for n in each.names if each is not line}
    if behind and line.name not in used:
        return f"move this line down: the prose says it behind {behind}"
    if line.name not in used:
        return f"take out the line {line.whole.text}"
    if line.kind == "chosen":
        return (
            f"take out the line {line.whole.text}, and write {_value(line)} for {line.name} below"
        )
    return f"write {line.name} = {line.expression.text} in place of the line {line.whole.text}"


def _moved(line: Line, above: Line, lines: Sequence[Line]) -> str:
    """A line as it has to be above another one: without the names that are given from there on."""
    text, told = line.whole.text, list[str]()
    used = {name.partition(".")[0] for name in line.names}
    for each in (each for each in lines if each.whole.start >= above.whole.start):
        if each.name in used:
            value = _value(each)
            name = rf"(?<![\w.]){each.name}(?!\w|\s*=[^=()]*[(),])"  # no keyword of a call
            text = re.sub(name, lambda _: value, text)  # noqa: B023 it is called at once
            told.append(f", with {value} for {each.name}")
    return f"{''.join(told)}: {text}"


def _listed(numbers: Sequence[str]) -> str:
    if not numbers:
        return "no more"
    shown = [*numbers[:_SHOWN], *(["…"] if len(numbers) > _SHOWN else [])]
    return ", ".join(shown)
