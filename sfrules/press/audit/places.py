"""Where the numbers that a page shows are typed in its file.

The file is scanned for figures and number words by one pattern that knows nothing of Markdown, but
for what no reader sees. Page and file are laid side by side, parted by their proofs and headings;
between these, what both have in the same order is the same. A number that finds no place is told
at its heading, and never fixed.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import NamedTuple

from sfrules.ground.formats import FILLER
from sfrules.press.audit.article import Article
from sfrules.press.audit.numbers import Atom, Stretch, atoms_of, blanked
from sfrules.press.page.expand import Page
from sfrules.press.page.regions import Region, Regions

# What a browser shows or a screen reader says of an element.
_SAID = re.compile(
    r"(?<![\w-])(?:alt|title|label|value|start|placeholder|summary|content|abbr|aria-\w+|data-[\w-]+)"
    r"\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'>{}]+)"
)
# What no reader sees of a text wherever it stands: targets, attributes, tags, addresses, marks of
# lists, heads of boxes, names of notes, the names of icons, what draws in other files.
_UNSEEN = re.compile(
    r"\]\([ \t]*(?:<[^<>\n]*>|(?:[^\s()<>]|\([^\s()]*\))*)|(?<=\])\[[^\[\]\n]*\]"
    r"|^[ ]{0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S+|\{:?[ \t]*(?=[#.][^\s{}.#]|[\w:-]+=)[^{}\n]*\}"
    r"|</?[a-zA-Z][^<>]*>|(?<=\[\^)[^\[\]\s]+(?=\])|^[ \t]*(?:!!!|\?\?\?\+?)(?:[ \t]+[\w-]+)*"
    r"|:[a-z][\w+-]*:|^[ \t]*-+8<-+[^\n]*",
    re.MULTILINE,
)
_COUNTS = re.compile(r"^[ \t>]*(?:[-*+][ \t]+)*\d{1,9}[.)](?=[ \t])", re.MULTILINE)
_NOTE = re.compile(
    r"^[ ]{0,3}\[\^[^\[\]\s]+\]:[^\n]*"
    r"(?:\n(?:[ \t]*\n)*[ ]{4}[^\n]*|\n(?=\S)(?!\[\^|#)[^\n]+)*",
    re.MULTILINE,
)
_HEADING = re.compile(
    r"^[ \t>]*+(?:#{1,6}[ \t]+(?P<title>[^\n]*)|(?P<above>[^\n]++)\n[ ]{0,3}(?:=+|-{2,})[ \t]*$)",
    re.MULTILINE,
)
_MOST = 250_000  # pairs of figures that are compared
_MARKUP = 40  # characters that marks within a number may take
_NOT_SEEN = rf"(?:[\s{FILLER}*_~=^|\[\]\\]|&\w+;|&#\d+;|[\u200b-\u200f\u2060\u00ad])*"
_LETTER = re.compile(r"[^\W_]")
_LINE = re.compile(r"\s*+[^\n]*")


def _visible_text(text: str, found: Regions, hidden: Collection[Region]) -> str:
    """The text of a page's file without what no reader sees, as long, and in as many lines.

    Of code, only that is left out which is `hidden`: it is a comment, a proof or a sample.
    """
    unseen: list[Stretch] = []
    for region in found.found:
        start, end = region.start, region.end
        if region.kind == "term":  # its name is the book's own
            end = max(text.find("|", start, end) + 1, start + 2)
        elif region.kind == "code" and region not in hidden:
            end = text.find("\n", start, end) if region.info_at >= 0 else start
        unseen.append((start, end))
    for region in found.unclosed:
        end = text.find("\n", region.end)  # what is meant for a macro is a mistake of its own
        unseen.append((region.start, end if end >= 0 else len(text)))
    prose = blanked(text, unseen)
    return blanked(prose, _without_said(prose))


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
    #: What stands inside statements of its template, each with the name of its tag.
    bodies: tuple[tuple[str, int, int], ...] = ()

    def heading(self, at: int) -> int:
        """Where the heading of an offset of the text stands in the file."""
        return max((place for offset, place in self.headings if offset <= at), default=self.start)

    def body(self, place: Stretch | None) -> str:
        """The tag of the loop, branch or macro that a place of the file is in; "" if none."""
        holds = (name for name, low, high in self.bodies if place and low <= place[0] < high)
        return next((name for name in holds if name not in {"set", "filter"}), "")

    def stretch(self, start: int, end: int) -> Stretch | None:
        """Where a part of the text is typed, if it stands once between the numbers beside it."""
        low = max((each[1] for at, each in self.places.items() if at < start), default=self.start)
        behind = (each[0] for at, each in self.places.items() if at >= end)
        high = min(behind, default=len(self.prose))
        words = self.article.text[start:end]
        if inside := [each for at, each in self.places.items() if start <= at < end]:
            is_words = words[0].isalpha()
            around = (min(inside)[0], max(inside)[1]) if is_words else None
            return _place(words, start, self.places, self.prose) or around
        at = self.prose.find(words, low, high)
        return (at, at + len(words)) if self.prose.count(words, low, high) == 1 else None


_TAG = re.compile(r"\{%[-+]?\s*(?P<end>end)?(?P<name>for|if|macro|call|set|filter)\b")


def _bodies(text: str, found: Regions) -> tuple[tuple[str, int, int], ...]:
    """What stands inside statements of a template, each with the name of its tag."""
    opened, inside = list[tuple[str, int]](), list[tuple[str, int, int]]()
    for region in found.of_kind("jinja"):
        tag = _TAG.match(text, region.start)
        if tag and not tag["end"]:
            opened.append((tag["name"], region.end))
        elif tag and tag["name"] in (name for name, _ in opened):
            while (last := opened.pop())[0] != tag["name"]:
                pass  # a set without a body
            inside.append((*last, region.start))
    return tuple(inside)


def locate(
    article: Article,
    page: Page,
    found: Regions,
    hidden: Collection[Region],
    proofs: Sequence[int],
) -> PlacedArticle:
    """The numbers of a page with their places in its file.

    Of the file's code, readers do not see what is `hidden`; `proofs` are the offsets of its proofs.
    What is typed inside statements of its template may be shown more than once, or never.
    """
    text, start = page.source.text, page.start
    prose, inside = _visible_text(text, found, hidden), _bodies(text, found)
    counts = {at for each in _COUNTS.finditer(prose, start) for at in range(*each.span())}
    typed = [each for each in atoms_of(prose) if each.start >= start]
    here = _in_order(prose, start, [each for each in typed if each.start not in counts], proofs)
    seen = _seen(article)
    places, headings = _aligned(here, seen)
    loops = [(low, high) for _, low, high in inside]
    _place_the_rest(places, [each for each in seen if not isinstance(each, Mark)], typed, loops)
    parts = {at: (each.start, each.end) for at, each in places.items()}
    numbers = tuple(
        each
        if each.place or each.origin == "computed"
        else replace(each, place=_place(each.number.text, each.number.start, parts, prose))
        for each in article.numbers
    )
    return PlacedArticle(
        replace(article, numbers=numbers), tuple(headings), start, parts, prose, inside
    )


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
    theirs, ours = list(atoms_of(plain)), list(atoms_of(placed.article.text))
    there: dict[Stretch, Atom] = {}
    for one, other in _same(theirs, ours):
        if other.start in placed.places:
            there[placed.places[other.start]] = one
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
            found = plain.count(text[start:end], low, high) == 1
            low = plain.find(text[start:end], low, high) if found else high
            high = low + (end - start) * found
        if low < high and not {"<", ">", "&"}.intersection(html[low:high]):
            yield low, high, which


class Mark(Atom):
    """A proof or a heading, by which both sides are parted."""


def _in_order(prose: str, start: int, typed: Iterable[Atom], proofs: Sequence[int]) -> list[Atom]:
    """What the file has in the order in which the page shows it: notes stand at its end."""
    tokens: list[Atom] = [*typed, *(Mark(f"proof {n}", at, at) for n, at in enumerate(proofs))]
    tokens += (
        Mark(f"# {_letters(each['title'] or each['above'] or '')}", *each.span())
        for each in _HEADING.finditer(prose, start)
    )
    notes = [each.span() for each in _NOTE.finditer(prose, start)] if "[^" in prose else []
    starts = [low for low, _ in notes]

    def order(token: Atom) -> tuple[bool, int]:
        at = bisect_right(starts, token.start) - 1
        return at >= 0 and token.start < notes[at][1], token.start

    return sorted(tokens, key=order)


def _letters(title: str) -> str:
    return "".join(_LETTER.findall(title)).casefold()


def _seen(article: Article) -> list[Atom]:
    """What the page shows that its author may have typed, with its proofs and headings."""
    others = ((s.start, s.end) for s in article.stains if s.origin in {"code", "printed"})
    plain = blanked(article.typed, others)
    tokens: list[Atom] = [*atoms_of(plain)]
    for mark in article.landmarks:
        if mark.kind == "proof":
            tokens.append(Mark(f"proof {mark.which}", mark.at, mark.at))
        elif mark.kind == "heading":
            title = _LINE.match(plain, mark.at)
            tokens.append(Mark(f"# {_letters(title[0] if title else '')}", mark.at, mark.at))
    starts = [start for start, *_ in article.moved]

    def order(token: Atom) -> tuple[int, int, int]:
        at = bisect_right(starts, token.start) - 1
        if at >= 0 and token.start < article.moved[at][1]:
            return article.moved[at][2], 0, token.start
        return token.start, 1 if isinstance(token, Mark) else 2, 0

    return sorted(tokens, key=order)


def _aligned(here: Sequence[Atom], seen: Sequence[Atom]) -> tuple[dict[int, Atom], list[Stretch]]:
    """The place of each atom of the page that has the same neighbors in the file.

    Both sides are parted at the proofs and headings that both have once, in the same order.
    """
    ours, theirs = (Counter(e.text for e in side if isinstance(e, Mark)) for side in (here, seen))
    there = {each.text: at for at, each in enumerate(seen) if theirs[each.text] == 1}
    joints, low, below = [], 0, 0
    for at, each in enumerate(here):
        if ours[each.text] == 1 and (beside := there.get(each.text, -1)) >= below:
            joints.append((low, at, below, beside))
            low, below = at, beside
    joints.append((low, len(here), below, len(seen)))
    places, headings = dict[int, Atom](), list[Stretch]()
    for low, high, below, above in joints:
        for one, other in _same(here[low:high], seen[below:above]):
            if isinstance(one, Mark):
                headings.append((other.start, one.start))
            else:
                places[other.start] = one
    return places, headings


def _same(ours: Sequence[Atom], theirs: Sequence[Atom]) -> Iterator[tuple[Atom, Atom]]:
    """The tokens that both sides have in the same order."""
    low, end = 0, min(len(ours), len(theirs))
    while low < end and ours[low].text == theirs[low].text:
        yield ours[low], theirs[low]
        low += 1
    high = 0
    while high < end - low and ours[-1 - high].text == theirs[-1 - high].text:
        high += 1
        yield ours[-high], theirs[-high]
    one, other = ours[low : len(ours) - high], theirs[low : len(theirs) - high]
    if len(one) * len(other) < _MOST:  # what is written to take all day is found nowhere
        # From 200 items on, it would drop what is common.
        texts = [each.text for each in one], [each.text for each in other]
        for block in SequenceMatcher(None, *texts, autojunk=False).get_matching_blocks():
            yield from ((one[block.a + n], other[block.b + n]) for n in range(block.size))


def _place_the_rest(
    places: dict[int, Atom], seen: Sequence[Atom], typed: Sequence[Atom], loops: Sequence[Stretch]
) -> None:
    """Place what stands in another order, if there is no choice, or in a loop."""
    used = {each.start for each in places.values()}
    left, repeated, lost = (defaultdict[str, list[Atom]](list) for _ in range(3))
    for each in typed:
        if each.start not in used:
            left[each.text].append(each)
        if any(low <= each.start < high for low, high in loops):
            repeated[each.text].append(each)
    for each in seen:
        if each.start not in places:
            lost[each.text].append(each)
    for text, those in lost.items():
        if len(left[text]) == len(those):
            places.update({each.start: one for each, one in zip(those, left[text], strict=True)})
        elif repeated[text]:
            places.update({each.start: repeated[text][0] for each in those})


def _place(text: str, start: int, places: Mapping[int, Stretch], prose: str) -> Stretch | None:
    """Where a number is typed: from its first part to its last, with its signs."""
    own = [Atom(text, 0, len(text))] if text.isdecimal() else list(atoms_of(text))
    found = [places[at] for each in own if (at := start + each.start) in places]
    if not own or len(found) < len(own):
        return None
    low, high = found[0][0], found[-1][1]
    if "\n\n" in prose[low:high] or not 0 <= high - low <= 2 * len(text) + _MARKUP:
        return None  # its parts stand apart
    before, behind = text[: own[0].start].strip(), text[own[-1].end :].strip()
    if before:  # what stands between a sign and its number, no reader sees
        sign = re.compile(rf"{re.escape(before)}{_NOT_SEEN}\Z").search(
            prose, max(low - _MARKUP, 0), low
        )
        low = sign.start() if sign else -1
    if behind:
        rest = re.compile(rf"{_NOT_SEEN}(?:{re.escape(behind)}|&(?:percnt|#37);)").match(
            prose, high
        )
        high = rest.end() if rest else -1
    return (low, high) if 0 <= low < high else None
