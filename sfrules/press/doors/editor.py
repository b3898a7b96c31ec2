"""What an editor asks of a book as somebody writes: problems, names, values, places and fixes."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from sfrules.ground.edits import apply_fixes
from sfrules.ground.ledger import Entry, Origin, origin_of
from sfrules.ground.problems import Problem
from sfrules.ground.source import FRONT_MATTER, Source, Span
from sfrules.press.doors.answers import Answers
from sfrules.press.doors.front_matter import split_page
from sfrules.press.doors.site_check import SiteCheck
from sfrules.press.page.askable import AskedNumber, ProvedNumbers
from sfrules.press.page.sandbox import shape
from sfrules.press.page.short_names import WORDS_OF_TEMPLATES, ShortNames, short_names
from sfrules.press.site.weave.check import page_of, proved_numbers
from sfrules.press.things.book import Book, Record, Term
from sfrules.press.things.kinds import kinds_of, macros_of

_NAME = re.compile(r"[\w.]*\Z")
_REST = re.compile(r"\w*")
_ID = re.compile(r"""\b(?P<macro>\w+)\(\s*["'][\w-]*\Z""")
_TERM = re.compile(r"\[\[[^\[\]|]*\Z")
# An argument in quotation marks that is being typed, and those before it.
_TEXT = r"""(?:"[^"]*"|'[^']*')"""
_ARGUMENT = re.compile(rf"""(?P<rule>[\w.]+)\((?P<before>(?:[^()"']|{_TEXT})*)["'][^"'()]*\Z""")
_KEYWORD = re.compile(r"\b(\w+)\s*=\s*\Z")


@dataclass(frozen=True)
class Offer:
    """A name that may be written at a place: what it is, and what it says of itself."""

    name: str
    kind: str
    detail: str = ""
    words: str = ""


class Editor:
    """A book as an editor sees it; `texts` are those of the pages that are open, by their paths."""

    def __init__(self, config_file: Path) -> None:
        self.root = config_file.resolve().parent
        self._site = SiteCheck(config_file, cached=True)
        self.texts: dict[str, str] = {}
        self.problems: tuple[Problem, ...] = ()
        self._proved: dict[tuple[str, str], ProvedNumbers] = {}  # by path and text

    @property
    def book(self) -> Book | None:
        """The book, once it has been loaded."""
        return self._site.store.book if self._site.store else None

    def check(self, *, afresh: bool = False) -> tuple[Problem, ...]:
        """The problems of the whole book, with the pages that are open as they are now."""
        self.problems = self._site.check(self.texts, afresh=afresh).problems
        self._proved.clear()
        return self.problems

    def offers(self, path: str, text: str, offset: int) -> list[Offer]:
        """What may be written at a place of a page."""
        before = text[text.rfind("\n", 0, offset) + 1 : offset]
        if (book := self.book) is None:
            return []
        if _TERM.search(before):
            return [Offer(term.term, "term", words=term.definition) for term in book.terms]
        if (found := _ID.search(before)) and (ids := list(_ids(book, found["macro"]))):
            return ids
        if found := _ARGUMENT.search(before):
            rule = _member(book, _short(book, path, text).in_full(found["rule"]))
            return list(keys_of(book, rule, found["before"])) if callable(rule) else []
        space, dot, _ = _name_at(before, len(before))[0].rpartition(".")
        if dot:
            return list(_members(book, _short(book, path, text).in_full(space)))
        spaces = [Offer(each, "namespace") for each in book.namespaces]
        macros = macros_of(book, lambda _characters: None).items()
        known = _short(book, path, text).full.items()
        return [
            *spaces,
            *(_offer(each, each, macro) for each, macro in macros),
            *(_offer(each, full, _member(book, full)) for each, full in known),
        ]

    def told(self, path: str, text: str, offset: int) -> str:
        """What stands at a place, in Markdown: the rule with its docstring, and its value.

        Of a number that the prose says, it is the line of the proof that vouches for it.
        """
        if (book := self.book) is None:
            return ""
        if asked := self._vouching(book, path, text, offset):
            return _vouched(asked)
        if term := _term_at(book, text, offset):
            return f"**{term.term}**\n\n{term.definition}"
        name, end = _name_at(text, offset)
        full = _short(book, path, text).in_full(name)
        found = _member(book, full)
        if found is None:
            return ""
        call = full + _arguments(text, end) if callable(found) else full
        answer = Answers(book).answer(call)
        value = "" if answer.startswith("error:") else f"\n\n`{call}` is **{answer}**"
        if not callable(found):
            return f"**{full}**{value}"
        signature = shape(full, inspect.signature(found))
        return f"```python\n{signature}\n```{value}\n\n{inspect.getdoc(found) or ''}"

    def place(self, path: str, text: str, offset: int) -> Origin | None:
        """Where what stands at a place is written."""
        if (book := self.book) is None:
            return None
        if term := _term_at(book, text, offset):
            return term.origin
        if asked := self._vouching(book, path, text, offset):
            return next(iter(asked.origins), None)
        before = text[text.rfind("\n", 0, offset) + 1 : offset]
        if found := _ID.search(before):
            rest = re.compile(r"[\w-]*").match(text, offset)
            id = re.split(r"[\"']", before)[-1] + (rest[0] if rest else "")
            build = _offered(book, found["macro"]).get(id)
            return origin_of(id, build, book.root) if build else None
        name, _ = _name_at(text, offset)
        member = _member(book, full := _short(book, path, text).in_full(name))
        if isinstance(member, Record):
            return member.origin
        return origin_of(full, member, book.root) if callable(member) else None

    def mentions(self, path: str, text: str, offset: int) -> list[Entry]:
        """The places that print something of what stands at a place: a rule, a row or a table."""
        origin = self.place(path, text, offset)
        return self._site.printing(origin.name, self.texts) if origin else []

    def _vouching(self, book: Book, path: str, text: str, offset: int) -> AskedNumber | None:
        """The line of a proof that vouches for the number at a place of the prose."""
        if (path, text) not in self._proved:
            source = Source(path, text)
            page = page_of(path, text, split_page(source)[1])
            self._proved[path, text] = proved_numbers(book, page)
        found = self._proved[path, text]
        at = (each.line for each in found.numbers if each.start <= offset <= each.end)
        return next((found.lines[line] for line in at), None)

    def fixes(self, path: str, line: int) -> Iterator[tuple[Problem, str]]:
        """The problems on a line that can be fixed, each with the text of the page after it."""
        for problem in self.problems:
            if problem.path == path and problem.line == line and problem.fix:
                changed = apply_fixes([problem.fix], self._text_of)
                if path in changed and changed[path] is not None:
                    yield problem, changed[path] or ""

    def _text_of(self, path: str) -> str | None:
        if path in self.texts:
            return self.texts[path]
        file = self.root / path
        return file.read_text(encoding="utf-8") if file.is_file() else None


def _short(book: Book, path: str, text: str) -> ShortNames:
    """The short names of a page."""
    front = FRONT_MATTER.match(text)
    span = Span(Source(path, text), 0, front.end() if front else 0)
    return short_names(book, span, {*book.namespaces, *WORDS_OF_TEMPLATES})


def _member(book: Book, full: str) -> Any:
    """A member of a namespace by its dotted name, without what is asked of it."""
    return book.member(".".join(full.split(".")[:2]))


def _members(book: Book, owner: str) -> Iterator[Offer]:
    """What a namespace or a row has."""
    if owner in book.namespaces:
        for name, member in book.namespaces[owner].items():
            yield _offer(name, f"{owner}.{name}", member)
    elif isinstance(record := _member(book, owner), Record):
        for name, value in record.fields.items():
            yield Offer(name, "field", str(value))


def _offer(name: str, full: str, member: object) -> Offer:
    if not callable(member):
        return Offer(name, "row", full)
    detail = shape(full, inspect.signature(member))
    return Offer(name, "rule", detail, inspect.getdoc(member) or "")


def _offered(book: Book, macro: str) -> Mapping[str, Callable[[], object]]:
    """What a macro prints by an id."""
    kinds = {kind.name: kind for kind in kinds_of(book).values()}
    return kinds[macro].offered(book) if macro in kinds else {}


def keys_of(book: Book, rule: Callable[..., object], before: str) -> Iterator[Offer]:
    """The texts that the parameter of a rule takes behind the arguments before it."""
    named = _KEYWORD.search(before)
    at = re.sub(_TEXT, "", before).count(",")
    name = named[1] if named else next(islice(inspect.signature(rule).parameters, at, None), "")
    for value in (book.domain(rule, name) if name else None) or ():
        if isinstance(value, str):
            yield Offer(value, "key", name)


def _vouched(asked: AskedNumber) -> str:
    """A line of a proof that vouches for a number, in Markdown."""
    from_where = ", ".join(f"{each.name} ({each.path}:{each.line})" for each in asked.origins)
    return "\n\n".join(filter(None, (f"`{asked.expression}`", asked.in_words, from_where)))


def _ids(book: Book, macro: str) -> Iterator[Offer]:
    for id, build in _offered(book, macro).items():
        yield Offer(id, macro, words=inspect.getdoc(build) or "")


def _term_at(book: Book, text: str, offset: int) -> Term | None:
    start, end = text[: offset + 1].rfind("[["), text.find("]]", offset)
    inside = text[start + 2 : end] if 0 <= start < end else "\n"
    if "\n" in inside or "]]" in inside:
        return None
    return book.terms_by_name.get(inside.partition("|")[0].strip().casefold())


def _name_at(text: str, offset: int) -> tuple[str, int]:
    """The dotted name up to the end of the word at a place, and where it ends."""
    rest, before = _REST.match(text, offset), _NAME.search(text[:offset])
    end = rest.end() if rest else offset
    return (before[0] if before else "") + text[offset:end], end


def _arguments(text: str, at: int) -> str:
    """The brackets that follow a name, with all in them; nothing where none do."""
    depth = 0
    for end in range(at, len(text)):
        depth += (text[end] in "([") - (text[end] in ")]")
        if not depth:
            return text[at : end + 1] if text[at] == "(" else ""
    return ""
