"""The audit: every number that a page says, and those that nothing vouches for.

A page's structure and flavour are painted over; the typed numbers that are left are loose. A macro
vouches for a number if a rule or a row has a part in it. It may also print what the page itself has
set, where that is an input: something else on the page is computed from it by a rule. In the box of
an example it may be anything, because the dice fall as they fall.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from functools import cached_property

import yaml

from sfrules.ground.ledger import NO_PIECE, Entry
from sfrules.ground.problems import Problem, enumerated, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.counting_words import Nouns
from sfrules.press.audit.numbers_in_text import (
    dice_named_by,
    figures,
    holds_number,
    is_check_die,
    names_in,
    nouns_of,
    numbers_in,
    says_number,
    unnamed_numbers_in,
)
from sfrules.press.audit.prose import (
    Stretch,
    blanked,
    example_boxes,
    flavour,
    is_comment,
    lines_without_rules,
    seen,
    structure,
)
from sfrules.press.audit.second_entry import as_read, atoms, on_account
from sfrules.press.audit.typed_outside import typed_in, words_in
from sfrules.press.page.expand import ExpandedPage, Page
from sfrules.press.page.printed import Piece
from sfrules.press.page.regions import Region, Regions, regions
from sfrules.press.things.book import Book
from sfrules.press.things.claims.claim import is_number
from sfrules.press.things.counts.number_kinds import Audit

HINT = "name the constant: a rule or a row says it, or can say it"
_KINDS = ("loose", "flavour", "structural")  # by the shade that a stretch is painted in
_FLAVOUR, _STRUCTURE = b"\1", b"\2"
_IN_SENTENCES = frozenset({"value", "claim"})  # entries whose text is part of the page's own
_SEEN = frozenset("title subtitle description author authors tags status".split())
_LITERAL = r"(?:[-+]?[\d_.]+|\"[^\"]*\"|'[^']*')"
_ALONE = re.compile(rf"\(*{_LITERAL}\)*(?:\|\w+(?:\([^()]*\))?)*")
_OF_ITSELF = re.compile(rf"printed\({_LITERAL},(?:computed=)?{_LITERAL}\)")
_RESULT = re.compile(r"\bresult ?=")
_MOST_REPORTED = 500  # loose numbers of a page: each is reported with its line, which may be long
_REPEATS = (
    "this macro only repeats it",
    "name the rule that it comes from, or mark it as no rule: [ … ]{.flavour}",
)
_SETS = (
    "the page sets it itself, and no rule has a part in it",
    "print it from its rule, give it to a rule, or say it in the box of an example",
)


@dataclass(frozen=True)
class TypedNumbers:
    """The numbers that are typed in a page, each with its kind."""

    #: The page without code and macros.
    text: str
    #: A shade for each of its characters.
    paint: bytearray
    found: tuple[tuple[Stretch, str], ...]

    @property
    def loose(self) -> list[Stretch]:
        """Those that something has to vouch for, in order."""
        return [number for number, kind in self.found if kind == "loose"]

    @cached_property
    def seen(self) -> str:
        """The text without its marks, in which numbers stand beside what they count."""
        return seen(self.text)

    def with_proved(self, proved: Mapping[int, str]) -> TypedNumbers:
        """The same numbers, those at some offsets proved, read or cited."""
        vouched = ((number, proved.get(number[0], kind)) for number, kind in self.found)
        return replace(self, found=tuple(vouched))


def typed_numbers(
    book: Book, page: Page, found: Regions, taken: Collection[Region] = ()
) -> TypedNumbers:
    """The numbers that are typed in a page's file; `taken` are the fences that are no code."""
    nouns, start = nouns_of(book), page.start
    text = blanked(page.source.text, found, _shown_code(book, page, found, taken))
    front = Span(page.source, 0, start)  # of a page whose text others have changed, see its file
    numbers = [*sorted(set(_in_front_matter(front, nouns))), *numbers_in(text, nouns, start)]
    paint = _painted(page.source.text, text, start, found, nouns)
    typed = []
    for number in numbers:
        kind = _KINDS[paint[number[0]]]
        if kind == "loose" and is_check_die(text[slice(*number)], nouns):
            kind = "structural"  # the book has named it once for all
        typed.append((number, kind))
    return TypedNumbers(text, paint, tuple(typed))


def _shown_code(
    book: Book, page: Page, found: Regions, taken: Collection[Region] = ()
) -> frozenset[Region]:
    """The code that says something of the game: a session is checked as it is run."""
    text = page.source.text
    if is_sample(book, page.source.path):
        return frozenset()
    code = frozenset(found.of_kind("code")).difference(taken)
    sessions = {region for region in code if ">>>" in text[region.start : region.end]}
    return frozenset(region for region in code - sessions if not is_comment(text, region))


def is_sample(book: Book, path: str) -> bool:
    """Whether the code on a page shows how something is written, and says nothing of the game."""
    return any(fnmatch(path, pattern) for pattern in book.samples)


def audit(
    book: Book, page: ExpandedPage, found: Regions, typed: TypedNumbers | None = None
) -> Audit:
    """The numbers of an expanded page: those typed in its file, and those that it prints."""
    source, start = page.page.source, page.page.start
    nouns = nouns_of(book)
    typed = typed or typed_numbers(book, page.page, found)
    counts = _printed_counts(page, nouns)
    counts.update(_in_code(book, page, found))
    loose = []
    for number, kind in typed.found:
        counts[kind] += 1
        if kind == "loose" and counts["loose"] <= _MOST_REPORTED:
            loose.append(_loose_number(Span(source, *number), nouns))
    if idle := _idle_numbers(book, page, nouns):
        examples = tuple(example_boxes(typed.text, start))
        loose += _unvouched(source, idle, counts, typed.paint, examples)
    loose += _typed_in_answers(book, page)
    return Audit(counts, tuple(loose), _account(book, page, found, typed, nouns))


def _typed_in_answers(book: Book, page: ExpandedPage) -> Iterator[Problem]:
    """A problem for each number that a text in a macro has, beside what a rule says in it."""
    told, source = {problem.line for problem in page.problems}, page.page.source
    for entry in page.entries:
        quotes = '"' in entry.expression or "'" in entry.expression
        if entry.kind == "value" and entry.origins and quotes and entry.line not in told:
            for number, literal in typed_in(book, entry.printed, entry.expression):
                if not literal.file:
                    at = source.start_of(entry.line) + entry.column - 1
                    said = as_read(entry.printed)[slice(*number)]
                    message = f"{said} is printed here, and is no rule's answer"
                    yield problem_at(Span(source, at, at + len(entry.expression)), message, HINT)


def _account(
    book: Book, page: ExpandedPage, found: Regions, typed: TypedNumbers, nouns: Nouns
) -> dict[str, int]:
    """How often a reader may see each number of a page's text: those typed, and those printed.

    Marks of Markdown are not among them: the finished page shows what is structure.
    """
    source, start = page.page.source, page.page.start
    opened, closed = source.text.find("{%", start), source.text.rfind("%}")
    account: Counter[str] = Counter()
    repeated: set[str] = set()
    for (left, right), kind in typed.found:
        words = typed.text[left:right]
        if left >= start and (kind != "structural" or not typed.paint[left]):
            account.update(atoms(words))
            if 0 <= opened < left < closed:
                repeated.update(atoms(words))
    for entry in page.entries:
        if entry.kind in _IN_SENTENCES:
            account.update(on_account(entry.printed, nouns))
            if _is_markdown(book, entry):
                repeated.update(on_account(entry.printed, nouns))
    for line in page.verified:  # of a session, which shows what it has come to
        repeated.update(on_account(source.line(line), nouns))
    for region in found.of_kind("code"):
        code = source.text[region.start : region.end]
        if ".shown" in region.info or "+SKIP" in code:  # its author says that it is not run
            repeated.update(on_account(code, nouns))
    return {**account, **dict.fromkeys(repeated, -1)}


def _painted(page_text: str, text: str, start: int, found: Regions, nouns: Nouns) -> bytearray:
    """A shade for each character: prose, flavour, or structure; structure within flavour too."""
    paint = bytearray(len(text))
    marks = (*structure(text, start, nouns.dice), *names_in(text, nouns), *_term_names(text, found))
    no_rules = (*flavour(text, start), *lines_without_rules(page_text, found))
    for shade, stretches in ((_FLAVOUR, no_rules), (_STRUCTURE, marks)):
        for left, right in stretches:
            paint[left:right] = shade * (right - left)
    return paint


def _term_names(text: str, found: Regions) -> Iterator[Stretch]:
    """The names in term links, which are the book's own words; other words there are the page's."""
    for term in found.of_kind("term"):
        bar = text.find("|", term.start, term.end)
        yield term.start, bar if bar >= 0 else term.end


def _in_front_matter(front: Span, nouns: Nouns) -> Iterator[Stretch]:
    """The numbers of what readers see of a page's front matter, each where it is written."""
    for name, value in front_data(front).items():
        for text in words_in({name: value}, _SEEN):
            words = as_read(" ".join(text.split()))
            for start, end in unnamed_numbers_in(words, nouns):
                at = front.source.text.find(words[start:end], front.start, front.end)
                key = max(front.source.text.find(name, front.start, front.end), front.start)
                yield (at, at + end - start) if at >= 0 else (key, key + len(name))


def front_data(front: Span) -> dict[str, object]:
    """What a page's front matter says; of what is no YAML, MkDocs complains."""
    text = front.text.strip().removeprefix("---").rsplit("---", 1)[0]
    try:
        said = yaml.safe_load(text) if text.strip() else None
    except yaml.YAMLError:
        return {}
    return {str(name): each for name, each in said.items()} if isinstance(said, dict) else {}


def _in_code(book: Book, page: ExpandedPage, found: Regions) -> Counter[str]:
    """The numbers in code: verified where a rule has a part in the lines of a session."""
    source, counts = page.page.source, Counter[str]()
    shown = _shown_code(book, page.page, found)
    for region in found.of_kind("code"):
        if region not in shown and not is_comment(source.text, region):
            for number in figures().finditer(source.text, region.start, region.end):
                line, _ = source.position(number.start())
                counts["verified" if line in page.verified else "code"] += 1
    return counts


def _loose_number(span: Span, nouns: Nouns) -> Problem:
    """The problem of a number that nothing vouches for, or of dice that the game does not have."""
    dice = dice_named_by(span.text) if nouns.dice else None
    if dice is not None and not nouns.dice.issuperset(dice):
        hint = f"it has {enumerated(f'd{faces}' for faces in sorted(nouns.dice))}"
        return problem_at(span, f"the game has no such die: {span.text}", hint)
    number = " ".join(span.text.split())
    hint = (
        f"prove it in a proof below: … = {number}; print it: {{{{ … }}}}; "
        f"or mark it as no rule: [{number}]{{.flavour}}"
    )
    if dice is not None:
        hint += "; a book names the die of all its checks once: Book(…, check_die=20)"
    return problem_at(span, f"the number {number} is loose: no rule vouches for it", hint)


def _unvouched(
    source: Source,
    idle: Iterable[Entry],
    counts: Counter[str],
    paint: bytearray,
    examples: Iterable[Stretch],
) -> Iterable[Problem]:
    """Count macros that vouch for nothing as what they are; a problem for each that is loose."""
    loose: dict[int, Problem] = {}
    for entry in idle:
        at = source.start_of(entry.line) + entry.column - 1
        kind, repeats = _KINDS[paint[at]], _only_repeats(entry)
        if kind == "loose" and not repeats and any(a <= at < b for a, b in examples):
            continue
        counts["chosen" if entry.kind == "value" else "claimed"] -= 1
        counts[kind] += 1
        message, hint = _REPEATS if repeats else _SETS
        if kind == "loose" and at not in loose:
            message = f"the number {entry.printed} is loose: {message}"
            loose[at] = problem_at(Span(source, at, at + len(entry.expression)), message, hint)
    return loose.values()


def _printed_counts(page: ExpandedPage, nouns: Nouns) -> Counter[str]:
    """How many numbers of each kind the macros of a page print."""
    counts = Counter(kind for entry in page.entries for kind in _kinds(entry, page.pieces, nouns))
    counts["computed"] += sum(piece.kind.computed for piece in page.pieces)
    counts["cells"] += sum(_numbers_shown(piece, nouns) for piece in page.pieces)
    return counts


def _kinds(entry: Entry, pieces: Sequence[Piece], nouns: Nouns) -> Iterator[str]:
    match entry.kind:
        case "claim":
            yield "different" if entry.because else "claimed"
        case "value" if says_number(entry.printed, nouns):
            yield "computed" if entry.origins else "chosen"
        case _ if entry.piece != NO_PIECE and pieces[entry.piece].kind.kept:
            if _RESULT.search(entry.expression):
                yield "claimed"
            yield from ("cells" for _ in numbers_in(entry.printed, nouns))


def _numbers_shown(piece: Piece, nouns: Nouns) -> int:
    """How many numbers the cells and the words of a thing say."""
    table = piece.kind.table(piece.thing)
    cells = [cell for row in table.cells for cell in row] if table else []
    says = sum(
        holds_number(cell, nouns) if isinstance(cell, str) else is_number(cell) for cell in cells
    )
    words = filter(None, piece.kind.words(piece.thing))
    return says + sum(len(numbers_in(text, nouns)) for text in words)


def _idle_numbers(book: Book, page: ExpandedPage, nouns: Nouns) -> list[Entry]:
    """The entries that say a number which no rule or row has any part in."""
    path = page.page.source.path
    return [
        entry
        for entry in page.entries
        if entry.kind in ("value", "claim") and not entry.origins
        if (entry in page.use.idle or _only_repeats(entry))
        if says_number(entry.printed, nouns)
        if not _is_markdown(book, entry) or _says_number_in_prose(book, path, entry.printed)
    ]


def _is_markdown(book: Book, entry: Entry) -> bool:
    """Whether it is of a macro of the book's own: Markdown, with marks, addresses and code."""
    name, bracket, _ = entry.expression.partition("(")
    return bool(bracket) and name in book.macros


def _says_number_in_prose(book: Book, path: str, markdown: str) -> bool:
    """Whether a reader of the page sees a number in what such a macro has printed."""
    page, found, nouns = Page(Source(path, markdown)), regions(markdown), nouns_of(book)
    text = seen(blanked(markdown, found, _shown_code(book, page, found)))
    return holds_number(text.replace("\n", " "), nouns)


def _only_repeats(entry: Entry) -> bool:
    """Whether a macro does no more than repeat a number that stands in it."""
    written = "".join(entry.expression.split())
    return bool(_ALONE.fullmatch(written) or _OF_ITSELF.fullmatch(written))
