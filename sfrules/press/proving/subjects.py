"""Whose number it is: what a line asks about, compared with what its sentence names.

A subject is a row of the book's facts that has a name, or one of the words that a rule's parameter
takes. Where the clause of a number names another subject of the same kind, its line asks about the
wrong one. A clause that names none leaves it to what its sentence names before. Names in a row
("the goblin and the orc have 22 and 32") are all meant. An article before a name counts with it,
and so does the last word of a name that one row alone has.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from inspect import signature
from itertools import pairwise
from typing import NamedTuple

from sfrules.ground.formats import FILLER
from sfrules.ground.number_words import is_number
from sfrules.press.audit.article import Article, Passage
from sfrules.press.page.environment import environment_of
from sfrules.press.page.names import ShortNames
from sfrules.press.page.templates import Asked
from sfrules.press.proving.neighbors import singular
from sfrules.press.things.book import Book, Record, once_per_book

Stretch = tuple[int, int]
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_CLAUSE_END = re.compile(
    rf"[,;:()·—|{FILLER}]|\n\n|\b(?:and|but|or|while|whereas)\b", re.IGNORECASE
)
_WHICH = re.compile(r"\b(?:which|who|whom|whose)\b")
_LISTED = re.compile(r"\s*(?:,\s*)?(?:(?:and|or)\s+)?")  # between two numbers of a list
_RELATIVE = re.compile(rf"\s+{_WHICH.pattern}")  # it speaks of what stands before it
_JOINT = re.compile(r"(?:[\s,*_\[\]]|['\u2019]s?|\b(?:and|or|the|an?)\b)*", re.IGNORECASE)
_NUMBER = re.compile(r"\d")
_NUMBERED = re.compile(r"_\d+\Z")  # of several that are alike, as in goblin_2
_PRONOUN = re.compile(
    r"\b(?:he|she|it|they|you|him|her|them|his|its|their|your|one|another)\b", re.IGNORECASE
)
_OF_ANOTHER = re.compile(r"\b(?:than|instead\s+of)\s+(?:the\s+)?\Z", re.IGNORECASE)
_ARTICLES = frozenset({"a", "an", "the"})
_BEFORE = 20  # characters before a number that say that it is of another
_WORDS = 2  # of a name whose last one may stand for it
_SHORT = 3  # letters: a word as short as "one" or "off" is no part of a name by itself
_MOST = 200  # words of a parameter; more are a vocabulary, and no kind
_NOUN = re.compile(r"[\s*_]+[^\W\d_]+(?:[ -][^\W\d_]+)?")
Ids = frozenset[str]


@dataclass(frozen=True, eq=False)
class SubjectKind:
    """Subjects of which a sentence names one or another, each with the stems of its names."""

    name: str
    #: Whether its subjects have names of their own, as people have: they are known by these.
    is_named: bool
    #: The stems of a parameter's own name, which may follow its words.
    nouns: frozenset[str]
    #: By the first stem of a name: all stems of it, and the subjects that are called so.
    names: Mapping[str, Sequence[tuple[tuple[str, ...], Ids]]]
    #: The last words of names, which stand for these behind an article.
    parts: frozenset[tuple[str, ...]] = frozenset()

    @property
    def ids(self) -> Ids:
        """All of its subjects."""
        return frozenset(id for names in self.names.values() for _, ids in names for id in ids)

    def called(self, keywords: Iterable[str]) -> Ids:
        """The subjects that are called like parameters which a call names: running=true."""
        names = (name for each in keywords for name in self.names.get(stem(each), ()))
        return frozenset().union(*(ids for stems, ids in names if not stems[1:]))

    def is_hinted(self, own: Ids, text: str) -> bool:
        """Whether a text has one of the several words of a parameter's word."""
        if self.is_named:
            return False
        stems = {stem(each[0]) for each in _WORD.finditer(text)}
        called = (name for names in self.names.values() for name, ids in names if ids & own)
        return any(stems.intersection(name) for name in called if name[1:])


class _Named(NamedTuple):
    """Where a text names subjects of a kind."""

    start: int
    end: int
    ids: Ids


_SENTENCE_END = re.compile(
    r"[.!?\u2026][\"'\u201d\u2019)*_\]]*"
    rf"(?:[ \t]+(?=[\"'\u201c\u2018(*_\[]*[^\W\d_a-z]|{FILLER})|[ \t]*\n)|\n\n"
)


Subjects = Mapping[SubjectKind, Ids]


@dataclass(frozen=True)
class SubjectChecker:
    """Finds the numbers that a text says of another subject than their lines ask about."""

    book: Book
    shown: Article
    short: ShortNames

    @property
    def text(self) -> str:
        """What the page shows."""
        return self.shown.text

    def mistaken(self, own: Subjects, place: Stretch, scope: Passage) -> tuple[str, str] | None:
        """What the sentence of a number names, and what its line asks about, if they differ."""
        everyone = frozenset[str]().union(*own.values())
        if _OF_ANOTHER.search(self.text, max(place[0] - _BEFORE, 0), place[0]):
            return None  # 16 rather than 10: it is of one that the sentence need not name
        for kind, asked in own.items():
            if named := self._other(kind, asked, everyone, place, scope):
                other = " ".join(self.text[named.start : named.end].split())
                return other, " and ".join(sorted(asked))
        return None

    def asked(self, expression: str, of_names: Mapping[str, Subjects]) -> Subjects:
        """What an expression asks about, also by names of its proof."""
        found: dict[SubjectKind, Ids] = defaultdict(frozenset)
        names = environment_of(self.book).asked_in(expression)
        for each in names:
            for kind, id in self._named_in(each):
                found[kind] |= {id}
        through = [kinds for name in names if (kinds := of_names.get(name.name.partition(".")[0]))]
        for kind, ids in ((kind, ids) for kinds in through for kind, ids in kinds.items()):
            if kind in found or expression.isidentifier():
                found[kind] |= ids
        return found

    def cell(self, place: Stretch, scope: Passage) -> tuple[str, object] | None:
        """The cell that a chosen number is, where its sentence names a row and its noun a column.

        It is known by its dotted name, with its value.
        """
        noun = _NOUN.match(self.text, place[1])
        words = [*map(singular, map(str.casefold, _WORD.findall(noun[0])))] if noun else []
        for space, kind in _kinds_of_rows(self.book).items() if words else ():
            clause = self.clause(place, self.sentence(place, scope))
            named = [*names_in(self.text, *clause, kind)]
            if len(named) != 1 or len(named[0].ids) != 1:
                continue
            id = next(iter(named[0].ids))
            row = self.book.member(f"{space}.{id}")
            for column, value in row.fields.items() if isinstance(row, Record) else ():
                own = [singular(each) for each in column.split("_")]
                if own == words[: len(own)] and is_number(value):
                    return f"{space}.{id}.{column}", value
        return None

    def _named_in(self, part: Asked) -> Iterator[tuple[SubjectKind, str]]:
        space, _, row = part.name.partition(".")
        row, kinds = row.partition(".")[0], _kinds_of_rows(self.book)
        if space in kinds and row:
            yield kinds[space], _member(self.book, space, row)
        rule = self.book.member(self.short.in_full(part.name)) if part.is_call else None
        for parameter, value in part.given([*signature(rule).parameters]) if callable(rule) else ():
            if isinstance(value, str) and (
                kind := _kind_of_parameter(self.book, rule, parameter, value)
            ):
                yield kind, value
                yield from ((kind, id) for id in kind.called(name for name, _ in part.keywords))

    def _other(
        self, kind: SubjectKind, own: Ids, everyone: Ids, place: Stretch, scope: Passage
    ) -> _Named | None:
        """What the clause or the sentence of a number names in the place of a line's own."""
        sentence = self.sentence(place, scope)
        start, end = self.clause(place, sentence)
        named = _groups(self.text, [*names_in(self.text, *sentence, kind)])
        near = [each for each in named if each.start < end and each.end > start]
        if any(each.ids & everyone for each in near) or kind.is_hinted(own, self.text[start:end]):
            return None
        before = [each for each in near if each.end <= place[0]]
        behind = [each for each in near if each.start >= place[1] and self._is_of(place, each)]
        if not named:
            titles = self._titles(kind, sentence, scope)
            before = [each for each in titles if not each.ids & everyone]
        elif not (before or behind):
            before = [each for each in named if self._leads(kind, each, sentence, place)]
            if any(each.ids & everyone for each in named):
                return None
        found = [*behind, *before]
        return found[-1] if found else None

    def _titles(self, kind: SubjectKind, sentence: Stretch, scope: Passage) -> Iterator[_Named]:
        """What the nearest sentence that names one is, if it is no more: a heading, a lead."""
        for each in _groups(self.text, [*names_in(self.text, scope.start, sentence[0], kind)])[-1:]:
            low, high = self.sentence((each.start, each.end), scope)
            words = _WORD.findall(self.text, low, high)
            if words == _WORD.findall(self.text, each.start, each.end) and kind.is_named:
                yield each

    def in_turn(
        self, places: Sequence[Stretch], owns: Sequence[Subjects], scope: Passage
    ) -> Iterator[tuple[int, str, str]]:
        """Numbers in a list that names in a list before are said of in another order.

        Each is told by its index, with whom it is said of, and whom its line asks about.
        """
        at = 0
        while at < len(places):
            end = at + 1
            while end < len(places) and _LISTED.fullmatch(
                self.text, places[end - 1][1], places[end][0]
            ):
                end += 1
            start, _ = self.sentence(places[at], scope)
            for kind in owns[at] if end - at > 1 else ():
                asked = [own.get(kind, frozenset()) for own in owns[at:end]]
                names = [*names_in(self.text, start, places[at][0], kind)][at - end :]
                said = [each.ids for each in names]
                is_joined = all(
                    _JOINT.fullmatch(self.text, one.end, other.start)
                    for one, other in pairwise(names)
                )
                if is_joined and {*said} == {*asked} and len({*said}) == end - at:
                    for which, (one, other) in enumerate(zip(names, asked, strict=True), at):
                        if one.ids != other:
                            yield which, self.text[one.start : one.end], min(other)
            at = end

    def _leads(self, kind: SubjectKind, named: _Named, sentence: Stretch, place: Stretch) -> bool:
        """Whether a name holds in the whole of its sentence, or row of a table.

        A word of a parameter does where the parameter's own name follows: low durability. A name
        that follows the number does not if somebody else is spoken of before.
        """
        if ";" in self.text[slice(*sorted((named.end, place[0])))]:
            return False
        if named.start > place[0] and (
            _PRONOUN.search(self.text, sentence[0], place[0])
            or _WHICH.search(self.text, place[1], named.start)
        ):
            return False
        following = _WORD.search(self.text, named.end)
        is_told = following and stem(following[0]) in kind.nouns
        return bool(kind.is_named or is_told or sentence in self.shown.rows)

    def clause(self, place: Stretch, sentence: Stretch) -> Stretch:
        """The clause of a number within its sentence."""
        low, high = sentence
        ends = [each.span() for each in _CLAUSE_END.finditer(self.text, low, high)]
        starts = (b for _, b in ends if b <= place[0] and not _RELATIVE.match(self.text, b))
        start = max(starts, default=low)
        return start, min((a for a, _ in ends if a >= place[1]), default=high)

    def _is_of(self, place: Stretch, named: _Named) -> bool:
        """Whether a name behind a number goes with it, and with no other number."""
        is_next = not _NUMBER.search(self.text, place[1], named.start)
        return is_next and self.text[named.end : named.end + 1] not in {"'", "\u2019"}

    def sentence(self, place: Stretch, scope: Passage) -> Stretch:
        """The sentence of a number, within the prose of its proof."""
        for low, high in self.shown.rows:
            if low <= place[0] < high:
                return low, high
        ends = (each.end() for each in _SENTENCE_END.finditer(self.text, scope.start, place[0]))
        end = _SENTENCE_END.search(self.text, place[1] - 1, scope.end)
        return max(ends, default=scope.start), end.start() if end else scope.end


def names_in(text: str, low: int, high: int, kind: SubjectKind) -> Iterator[_Named]:
    """Where a part of a text names subjects of a kind."""
    every = [*_WORD.finditer(text, low, high)]
    articles = {each.end() + 1 for each in every if each[0].lower() in _ARTICLES}
    words = [each for each in every if each[0].lower() not in _ARTICLES]
    stems = [stem(each[0]) for each in words]
    at = 0
    while at < len(words):
        found = next(
            (
                (len(name), ids)
                for name, ids in kind.names.get(stems[at], ())
                if tuple(stems[at : at + len(name)]) == name
                if name not in kind.parts or words[at].start() in articles
            ),
            None,
        )
        if found:
            yield _Named(words[at].start(), words[at + found[0] - 1].end(), found[1])
        at += found[0] if found else 1


def _member(book: Book, space: str, key: str) -> str:
    """The name that a row goes by in its namespace, which need not be its key."""
    rows = book.namespaces[space]
    if key in rows:
        return key
    named = (id for id, row in rows.items() if isinstance(row, Record) if row.fields["id"] == key)
    return next(named, key)


def _groups(text: str, named: Sequence[_Named]) -> list[_Named]:
    """Names that are joined to each other as one."""
    found: list[_Named] = []
    for each in named:
        if found and _JOINT.fullmatch(text, found[-1].end, each.start):
            found[-1] = _Named(found[-1].start, each.end, found[-1].ids | each.ids)
        else:
            found.append(each)
    return found


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """What the forms of an English word share: climb for climbs, climbed and climbing."""
    plain = word.casefold()
    if plain.endswith("s") and not plain.endswith("ss"):
        plain = plain[:-1]
    for ending in ("ing", "ied", "ie", "ed", "e", "y"):
        if plain.endswith(ending) and len(plain) - len(ending) > 2:  # noqa: PLR2004
            plain = plain.removesuffix(ending)
            break
    return plain[:-1] if len(plain) > 3 and plain[-1] == plain[-2] else plain  # noqa: PLR2004


def _kind(
    name: str, names: Mapping[str, Sequence[str]], nouns: Ids = frozenset(), *, is_named: bool
) -> SubjectKind:
    called: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for id, texts in names.items():
        for text in (_NUMBERED.sub("", id).replace("_", " "), *texts):
            words = (each[0] for each in _WORD.finditer(text))
            if stems := tuple(stem(word) for word in words if word.lower() not in _ARTICLES):
                called[stems].add(id)
    parts = {stems: id for stems, id in _last_words(names) if stems not in called}
    for stems, id in parts.items():
        called[stems].add(id)
    by_first: dict[str, list[tuple[tuple[str, ...], Ids]]] = defaultdict(list)
    for stems in sorted(called, key=len, reverse=True):
        by_first[stems[0]].append((stems, frozenset(called[stems])))
    return SubjectKind(name, is_named, nouns, by_first, frozenset(parts))


def _last_words(names: Mapping[str, Sequence[str]]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The last word of each name that has several: a carbine, where one row alone has it."""
    every = [(id, [*map(stem, _WORD.findall(text))]) for id, own in names.items() for text in own]
    counts = Counter(each for _, stems in every for each in {*stems})
    for id, stems in every:
        if len(stems) == _WORDS and counts[stems[-1]] == 1 and len(stems[-1]) > _SHORT:
            yield (stems[-1],), id


@once_per_book
def _kinds_of_rows(book: Book) -> Mapping[str, SubjectKind]:
    """The tables of facts whose rows have a name, or are called by a single word, mostly."""
    kinds = {}
    for space, members in book.namespaces.items():
        records = {id: row.fields for id, row in members.items() if isinstance(row, Record)}
        rows = {id: row for id, row in records.items() if "id" in row}
        names = {id: [n] for id, row in rows.items() if isinstance(n := row.get("name"), str)}
        single = [id for id in rows if "_" not in id]
        if rows and (len(names) == len(rows) or 2 * len(single) > len(rows)):
            kinds[space] = _kind(space, {id: names.get(id, ()) for id in rows}, is_named=True)
    return kinds


@once_per_book
def _kind_of_parameter(book: Book, rule: object, parameter: str, value: str) -> SubjectKind | None:
    """The words that a parameter takes; none of a book's parts, which go by other words as well."""
    known = book.domain(rule, parameter) or ()  # type: ignore[arg-type] # a rule can be called
    words = [each for each in known if isinstance(each, str)]
    is_kind = value in words and 1 < len(words) == len(known) <= _MOST
    if not is_kind or book.namespaces.keys() & set(words):
        return None
    nouns = frozenset(stem(each[0]) for each in _WORD.finditer(parameter.replace("_", " ")))
    return _kind_of_words(book, tuple(words), nouns)


@once_per_book
def _kind_of_words(book: Book, words: tuple[str, ...], nouns: Ids) -> SubjectKind:
    """The kind of some words; if they are keys of rows, these have names of their own."""
    of_rows = frozenset().union(*(kind.ids for kind in _kinds_of_rows(book).values()))
    keys = [word for word in words if word in of_rows or _NUMBERED.sub("", word) in of_rows]
    return _kind(
        ", ".join(words), dict.fromkeys(words, ()), nouns, is_named=2 * len(keys) > len(words)
    )
