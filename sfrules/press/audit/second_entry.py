"""The second entry: each number that a reader sees on a finished page, compared with the account.

The first entry reads what the author wrote, and gives each number its exact place and what vouches
for it. The second knows nothing of how the page was written: it reads the finished HTML as a
browser shows it. A number that stands there and not on the account is a problem, and so is one of
the account that the page does not show: either way, one of the two readings is wrong.

What stands around the text, such as navigation and foot, a theme makes from the settings of the
site and from titles. A number there has to stand in the heading of a page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape

from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.counting_words import Nouns
from sfrules.press.audit.numbers_in_text import atoms_of, unnamed_numbers_in, with_neighbors
from sfrules.press.audit.prose import FILLER, Heading, counted_headings
from sfrules.press.audit.visible import Visible, visible

_SIGNS = "-+\u00b1\u00d7\u2010-\u2013\u2212\uff0d"
_MARKUP = str.maketrans("", "", "*_`\\")
# What joins a computed number to what stands beside it, so that a reader takes both for one.
_JOINED = re.compile(
    rf"(?:\d[.,/:]?|(?<![\d)%{FILLER}])(?<![\d)%{FILLER}]\s)[{_SIGNS}]\s?|[$€£¥]\s?"
    rf"|\b(?:minus|plus)\s){FILLER}"
    rf"|\d\^(?=\d)|{FILLER}(?:[./:d]?{FILLER}|[,.]?\d|\s?[%‰]|[kKM]\b|e\d|(?:st|nd|rd|th|s|x)\b|-?fold\b"
    rf"|\s(?:percent|per cent|thousand|million|billion|trillion|dozen)\b)"
)
_AROUND = 24  # characters beside a number, by which its place in the file is found


def on_account(text: str, nouns: Nouns) -> list[str]:
    """The numbers of a text, in the form in which both entries are compared."""
    found, read = unnamed_numbers_in(text, nouns), nouns.language.read(text)
    return [atom for start, end in found for atom in atoms(read[start:end])]


def atoms(number: str) -> Iterator[str]:
    """The single numbers of a stretch such as "3 to 5", without markup and capitals."""
    plain = " ".join(unescape(number).translate(_MARKUP).casefold().split())
    return iter(atoms_of(plain))


def touching(source: Source, shown: Visible) -> Iterator[Problem]:
    """A problem for each computed number that reads as one with what stands beside it."""
    hint = "print both as one: with a filter (percent, signed, times), or a word between them"
    text = shown.text
    places = [match.span() for match in re.finditer(FILLER, text)]
    wide = {at: with_neighbors(text, *at) for at in places}
    found = dict([match.span() for match in _JOINED.finditer(text)])
    found.update(span for at, span in wide.items() if span != at)
    for start, end in sorted(found.items()):
        words = text[start:end].replace(FILLER, "…")
        message = f"a computed number and what stands beside it read as one: {words}"
        yield problem_at(_found(source, "", text[:start], text[end:]), message, hint)


def second_entry(  # noqa: PLR0913 — what is seen, and what it is compared with
    source: Source,
    shown: Visible,
    account: Mapping[str, int],
    nouns: Nouns,
    headings: Sequence[Heading] = (),
    *,
    complete: bool = True,
) -> Iterator[Problem]:
    """The problems of a page: what it shows beside its account, and what that has beside the page.

    `account` says how often each number may be seen; a number that it has -1 times may be seen any
    number of times. What attributes say repeats numbers, and may leave out any. Only of an account
    that is `complete` each number has to be seen.
    """
    stretches, read = unnamed_numbers_in(shown.text, nouns), nouns.language.read(shown.text)
    seen = [(atom, at) for at in stretches for atom in atoms(read[slice(*at)])]
    left = Counter({number: count for number, count in account.items() if count >= 0})
    titles = [title for _, title in headings]  # as contents and navigation show them
    for at, opening in counted_headings(headings):
        left.update(on_account(opening["whole"], nouns))
        titles[at] = titles[at][opening.end() :]
    for atom, (start, end) in seen:
        if left[atom] > 0:
            left[atom] -= 1
        elif account.get(atom, 0) >= 0:
            yield _unaccounted(source, atom, shown.text, start, end)
    for words in (*shown.said, *titles):
        for atom in on_account(words, nouns):
            left.pop(atom, None)
            if atom not in account:
                yield _unaccounted(source, atom, words, 0, len(words))
    for atom, count in left.items() if complete else ():
        if count > 0:
            span = _found(source, atom, "", "")
            hint = "what stands around it? Markdown may have taken it for a mark"
            yield problem_at(span, f"the page does not show the number {atom}", hint)


def _unaccounted(source: Source, atom: str, text: str, start: int, end: int) -> Problem:
    around = text[max(start - _AROUND, 0) : end + _AROUND].replace(FILLER, "…")
    hint = f"it reads: … {' '.join(around.split())} …; prove it below, or print it with its rule"
    message = f"the page shows the number {atom}, and nothing accounts for it"
    return problem_at(_found(source, atom, text[:start], text[end:]), message, hint)


def _found(source: Source, atom: str, before: str, after: str) -> Span:
    """Where a number that is seen stands in the page's file; its start where it is not found.

    Of several places, that which most of the words around it stand next to.
    """
    before, after = before[-_AROUND:], after[:_AROUND]
    near = [word for word in re.findall(r"\w+", f"{before} {after}") if len(word) > 1]
    sought = re.escape(atom) if atom and atom in source.text else "|".join(map(re.escape, near))
    places = [match.start() for match in re.finditer(sought, source.text)] if sought else []
    if not places:
        return Span(source, 0, 1)

    def weight(at: int) -> int:
        around = source.text[max(at - 3 * _AROUND, 0) : at + 3 * _AROUND]
        return sum(word in around for word in near)

    at = max(places, key=weight)
    return Span(source, at, at + max(len(atom), 1))


_TITLE = re.compile(r"<title\b[^<>]*>(.*?)</title>", re.DOTALL | re.IGNORECASE)
_OF_THEMES = frozenset({"404"})


class Frame:
    """Reads the frames of a site's pages; what many of them repeat is read once.

    `known` are the texts whose numbers frames may show: headings, and what the press says of pages.
    """

    def __init__(self, nouns: Nouns, known: Iterable[str]) -> None:
        self._nouns = nouns
        self._known = _OF_THEMES.union(n for text in known for n in on_account(text, nouns))
        self._read: set[str] = set()

    def problems(self, path: str, output: str, article: str) -> Iterator[Problem]:
        """A problem for each number beside the article of a page that is in no heading."""
        frame = output.replace(article, "", 1) if article else output
        seen = visible(frame)
        texts = map(str.strip, (*_TITLE.findall(frame), *seen.text.split("\n\n"), *seen.said))
        for text in dict.fromkeys(texts):
            if text and text not in self._read:
                self._read.add(text)
                for number in on_account(text, self._nouns):
                    if number not in self._known:
                        message = f"the frame of this page shows the number {number}"
                        message = f"{message}, and nothing accounts for it"
                        yield Problem(path, 1, 1, message, f"it reads: {text}")
