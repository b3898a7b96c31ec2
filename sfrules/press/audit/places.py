"""Where the numbers that a page shows are typed in its file.

The file is scanned for figures and number words by one pattern that knows nothing of Markdown, but
for what no reader sees. Page and file are laid side by side, parted by their proofs and headings;
between these, what both have in the same order is the same. A number that finds no place is told
at its heading, and never fixed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import chain, pairwise, takewhile
from typing import NamedTuple

from sfrules.ground.formats import FILLER
from sfrules.press.audit.article import SAID, Article
from sfrules.press.audit.numbers import Number, Stretch, atoms_of, blanked
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.page.regions import Region, Regions

# What a browser shows or a screen reader says of an element.
_SAID = re.compile(
    rf"(?<![\w-])(?:{'|'.join(sorted(SAID))}|start|linenums|data-[\w-]+)"
    r"\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'>{}]+)"
)
# What no reader sees of a text wherever it stands: targets, attributes, tags, addresses, marks of
# lists, heads of boxes and of code, names of notes, the names of icons, what draws in other files.
_UNSEEN = re.compile(
    r"\]\([ \t]*(?:<[^<>\n]*>|(?:[^\s()<>]|\([^\s()]*\))*)|(?<=\])\[[^\[\]\n]*\]"
    r"|^[ ]{0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S+"
    r"|(?<![_^])\{:?[ \t]*(?=[#.][^\s{}.#]|[\w:-]+=)[^{}\n]*\}"
    r"|</?[a-zA-Z][^<>]*>|(?<=\[\^)[^\[\]\s]+(?=\])|^[ \t]*(?:!!!|\?\?\?\+?)(?:[ \t]+[\w-]+)*"
    r"|:[a-z][\w+-]*:|^[ \t]*-+8<-+[^\n]*"
    r"|^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*+(?:`{3,}|~{3,})[^`\n]*$",
    re.MULTILINE,
)
_COUNTS = re.compile(r"^[ \t>]*(?:[-*+][ \t]+)*\d{1,9}\.(?=[ \t])", re.MULTILINE)
_BLOCK = re.compile(r"(?:^(?![ \t]*$|[ ]{0,3}#)[^\n]+\n?)+", re.MULTILINE)
# A list begins below an empty line: in a paragraph, its numbers are text.
_RUNNING_TEXT = re.compile(r"(?!\d+[.)][ \t]|[*][ \t])[\w*\"“(]")
_NOTE = re.compile(
    r"^[ ]{0,3}\[\^[^\[\]\s]+\]:[^\n]*"
    r"(?:\n(?:[ \t]*\n)*[ ]{4}[^\n]*|\n(?=\S)(?!\[\^|#)[^\n]+)*",
    re.MULTILINE,
)
_HEADING = re.compile(
    r"^[ \t>]*+(?:#{1,6}[ \t]+(?P<title>[^\n]*)|(?P<above>[^\n]++)\n[ ]{0,3}(?:=+|-{2,})[ \t]*$)",
    re.MULTILINE,
)
_MOST = 2_000_000  # pairs of figures that are compared
_MARKUP = 40  # characters that marks within a number may take
_NOT_SEEN = rf"(?:[\s{FILLER}*_~=^|\[\]\\]|&\w+;|&#\d+;|[\u200b-\u200f\u2060\u00ad])*"


def _visible_text(text: str, found: Regions, hidden: Collection[Region]) -> str:
    """The text of a page's file without what no reader sees, as long, and in as many lines.

    Of code, only that is left out which is `hidden`: it is a comment, a proof or a sample.
    """
    unseen: list[Stretch] = []
    for region in found.found:
        start, end = region.start, region.end
        if region.kind == "term":  # its name is the book's own
            end = max(text.find("|", start, end) + 1, start + 2)
        if region.kind != "code" or region in hidden:
            unseen.append((start, end))
    for region in found.unclosed:
        end = text.find("\n", region.end)  # what is meant for a macro is a mistake of its own
        unseen.append((region.start, end if end >= 0 else len(text)))
    prose = blanked(text, unseen)
    return blanked(prose, _without_said(_without_code(prose, found)))


def _without_code(text: str, found: Regions) -> str:
    """A text without its code, in which no mark of Markdown is one, but with what opens a fence."""
    code = [*found.of_kind("code")]
    heads = (text.find("\n", each.start, each.end) if each.info else -1 for each in code)
    insides = ((max(each.start, at), each.end) for each, at in zip(code, heads, strict=True))
    return blanked(text, insides)


def _without_said(prose: str) -> Iterator[Stretch]:
    """Tags, attributes and addresses, but for what readers see or hear of attributes."""
    for unseen in _UNSEEN.finditer(prose):
        at, is_target = unseen.start(), unseen[0].startswith("]")
        for said in () if is_target else _SAID.finditer(prose, *unseen.span()):
            yield at, said.start()
            at = said.end()
        yield at, unseen.end()


class PlacedArticle(NamedTuple):
    """A page with the places of its numbers, and where the heading of each offset stands."""

    article: Article
    #: The offset in the text of each heading, and where that is in the file.
    headings: tuple[Stretch, ...] = ()
    #: Where the text of the file begins, behind its front matter.
    start: int = 0
    #: Where each part of a number is typed, by its offset in the text.
    places: Mapping[int, Stretch] = {}
    #: What can be seen of the file.
    prose: str = ""
    #: What stands inside its blocks, each with the name of its tag.
    bodies: tuple[tuple[str, int, int], ...] = ()

    def heading(self, at: int) -> int:
        """Where the heading of an offset of the text stands in the file."""
        return max((place for offset, place in self.headings if offset <= at), default=self.start)

    def body(self, place: Stretch | None) -> str:
        """The tag of the block that a place of the file is in; "" if none."""
        holds = (name for name, low, high in self.bodies if place and low <= place[0] < high)
        return next(holds, "")

    def stretch(self, start: int, end: int) -> Stretch | None:
        """Where a part of the text is typed, if it stands once between the numbers beside it."""
        if inside := [each for at, each in self.places.items() if start <= at < end]:
            is_words = self.article.text[start].isalpha()
            around = (min(inside)[0], max(inside)[1]) if is_words else None
            return self.number(start, end) or around
        low = max((each[1] for at, each in self.places.items() if at < start), default=self.start)
        behind = (each[0] for at, each in self.places.items() if at >= end)
        high = min(behind, default=len(self.prose))
        return _once(self.prose, self.article.text[start:end], low, high)

    def number(self, start: int, end: int) -> Stretch | None:
        """Where a number of the text is typed: from its first part to its last, with its signs."""
        text = self.article.text[start:end]
        own = [Number(0, len(text), text)] if text.isdecimal() else [*atoms_of(text)]
        found = [
            self.places[start + each.start] for each in own if start + each.start in self.places
        ]
        if not own or len(found) < len(own):
            return None
        low, high = found[0][0], found[-1][1]
        if "\n\n" in self.prose[low:high] or not 0 <= high - low <= 2 * len(text) + _MARKUP:
            return None  # its parts stand apart
        before, behind = (
            re.escape(signs.strip()) for signs in (text[: own[0].start], text[own[-1].end :])
        )
        before = before.replace("±", r"(?:±|\+/-)")  # which an extension makes of it
        if before:  # what stands between a sign and its number, no reader sees
            sign = re.compile(rf"{before}{_NOT_SEEN}\Z")
            found_sign = sign.search(self.prose, max(low - _MARKUP, 0), low)
            low = found_sign.start() if found_sign else -1
        if behind:
            rest = re.compile(rf"{_NOT_SEEN}(?:{behind}|&(?:percnt|#37);)").match(self.prose, high)
            high = rest.end() if rest else -1
        return (low, high) if 0 <= low < high else None


def _once(text: str, words: str, low: int, high: int) -> Stretch | None:
    """Where words stand in a part of a text; None if they stand there more than once, or never."""
    at = text.find(words, low, high)
    return (at, at + len(words)) if text.count(words, low, high) == 1 else None


def locate(
    article: Article,
    page: ExpandedPage,
    found: Regions,
    hidden: Collection[Region],
    proofs: Sequence[int],
) -> PlacedArticle:
    """The numbers of a page with their places in its file.

    Of the file's code, readers do not see what is `hidden`; `proofs` are the offsets of its proofs.
    What is typed inside blocks may be shown more than once, or never.
    """
    start, bodies = page.page.start, page.bodies
    prose = _visible_text(page.page.source.text, found, hidden)
    typed = [each for each in atoms_of(prose) if each.start >= start]
    markup, seen = _without_code(prose, found), _seen(article)
    here = _in_order(markup, start, typed, proofs)
    same = [*_aligned(here, seen)]
    headings = tuple((other.start, one.start) for one, other in same if isinstance(one, Joint))
    places = {other.start: one for one, other in same if not isinstance(one, Joint)}
    places |= _of_the_rest(places, seen, typed, [(low, high) for _, low, high in bodies])
    parts = {at: (each.start, each.end) for at, each in places.items()}
    placed = PlacedArticle(article, headings, start, parts, prose, bodies)
    numbers = tuple(
        each
        if each.place or each.origin == "computed"
        else each._replace(place=placed.number(each.start, each.end))
        for each in article.numbers
    )
    return placed._replace(article=replace(article, numbers=numbers))


_TAGS = re.compile(
    r"<!--.*?-->|<(script|style|svg|math|textarea)\b.*?</\1\s*>|<[^<>]*>|\ufdd2\w+\ufdd3",
    re.DOTALL | re.IGNORECASE,
)


def in_html(
    placed: PlacedArticle, html: str, text: str, typed: Iterable[tuple[int, int, int]]
) -> Iterator[tuple[int, int, int]]:
    """Where stretches of a page's file, which are typed numbers, stand in its HTML.

    Each has a number of its own, which is handed on; what is cut by a tag is left out.
    """
    plain = _TAGS.sub(lambda tag: " " * len(tag[0]), html)
    same = _same([*atoms_of(plain)], [*atoms_of(placed.article.text)])
    places = placed.places
    there = {places[other.start]: one for one, other in same if other.start in places}
    starts = sorted(there)
    for start, end, which in typed:
        at, behind = bisect_left(starts, (start,)), bisect_left(starts, (end,))
        if inside := starts[at:behind]:
            (first, _), (_, last) = inside[0], inside[-1]
            low, high = there[inside[0]].start, there[inside[-1]].end
            low -= (first - start) * html.endswith(text[start:first], 0, low)
            high += (end - last) * html.startswith(text[last:end], high)
        else:  # a word that is no number, between two that are
            low = there[starts[at - 1]].end if at else 0
            high = there[starts[at]].start if starts[at:] else len(html)
            low, high = _once(plain, text[start:end], low, high) or (0, 0)
        if low < high and not {"<", ">", "&"}.intersection(html[low:high]):
            yield low, high, which


class Joint(Number):
    """A proof or a heading, by which both sides are parted."""


def _in_order(
    prose: str, start: int, typed: Iterable[Number], proofs: Sequence[int]
) -> list[Number]:
    """The tokens of the file in the order in which the page shows them: notes come last."""
    notes = {at for note in _NOTE.finditer(prose, start) for at in range(*note.span())}
    blocks = (each for each in _BLOCK.finditer(prose, start) if not _RUNNING_TEXT.match(each[0]))
    lists = chain.from_iterable(_COUNTS.finditer(prose, *each.span()) for each in blocks)
    counts = {at for count in lists for at in range(*count.span())}
    tokens = [each for each in typed if each.start not in counts]
    tokens += (Joint(at, at, f"proof {n}") for n, at in enumerate(proofs))
    tokens += (
        Joint(*each.span(), f"# {_letters(each['title'] or each['above'] or '')}")
        for each in _HEADING.finditer(prose, start)
    )
    return sorted(tokens, key=lambda each: (each.start in notes, each.start))


def _letters(title: str) -> str:
    return "".join(filter(str.isalnum, title)).casefold()


def _seen(article: Article) -> list[Number]:
    """The tokens of the page that its author may have typed, with its proofs and headings."""
    others = ((s.start, s.end) for s in article.runs if s.origin in {"code", "printed"})
    plain = blanked(article.typed, others)
    tokens = [*atoms_of(plain)]
    for mark in article.landmarks:
        if mark.kind == "proof":
            tokens.append(Joint(mark.at, mark.at, f"proof {mark.which}"))
        elif mark.kind == "heading":
            title = plain[mark.at : plain.find("\n\n", mark.at)]
            tokens.append(Joint(mark.at, mark.at, f"# {_letters(title)}"))
    moved = {at: place for start, end, place in article.moved for at in range(start, end)}

    def order(token: Number) -> tuple[int, bool, bool, int]:
        at = token.start
        return moved.get(at, at), at not in moved, not isinstance(token, Joint), at

    return sorted(tokens, key=order)


def _aligned(here: Sequence[Number], seen: Sequence[Number]) -> Iterator[tuple[Number, Number]]:
    """The tokens that the file and the page have between the same neighbors.

    Both sides are parted at the proofs and headings that both have once, in the same order.
    """
    ours, theirs = (Counter(each.text for each in side) for side in (here, seen))
    there = {each.text: at for at, each in enumerate(seen) if isinstance(each, Joint)}
    joints = [(0, 0)]
    for at, each in enumerate(here):
        is_joint = each.text in there and ours[each.text] == theirs[each.text] == 1
        if is_joint and there[each.text] >= joints[-1][1]:
            joints.append((at, there[each.text]))
    for (low, below), (high, above) in pairwise([*joints, (len(here), len(seen))]):
        yield from _same(here[low:high], seen[below:above])


def _same(ours: Sequence[Number], theirs: Sequence[Number]) -> Iterator[tuple[Number, Number]]:
    """The tokens that both sides have in the same order."""
    pairs = zip(ours, theirs, strict=False)
    first = [*takewhile(lambda pair: pair[0].text == pair[1].text, pairs)]
    yield from first
    ours, theirs = ours[len(first) :], theirs[len(first) :]
    if len(ours) * len(theirs) < _MOST:  # what is written to take all day is found nowhere
        texts = [each.text for each in ours], [each.text for each in theirs]
        # From 200 items on, it would drop what is common.
        for block in SequenceMatcher(None, *texts, autojunk=False).get_matching_blocks():
            yield from ((ours[block.a + n], theirs[block.b + n]) for n in range(block.size))


def _of_the_rest(
    places: Mapping[int, Number],
    seen: Iterable[Number],
    typed: Iterable[Number],
    loops: Sequence[Stretch],
) -> Iterator[tuple[int, Number]]:
    """The place of each atom that stands in another order, if there is no choice, or in a loop."""
    every, lost = defaultdict[str, list[Number]](list), defaultdict[str, list[Number]](list)
    for each in typed:
        every[each.text].append(each)
    for each in seen:
        if each.start not in places:
            lost[each.text].append(each)
    used = {each.start for each in places.values()}
    for text, those in lost.items():
        left = [each for each in every[text] if each.start not in used]
        repeated = [e for e in every[text] if any(low <= e.start < high for low, high in loops)]
        if len(left) != len(those):
            left = repeated[:1] * len(those)
        yield from ((each.start, one) for each, one in zip(those, left, strict=False))
