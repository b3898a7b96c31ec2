"""`sfrules rename`: another name for a rule, a row, a table or a term in pages and tables of facts.

Code is left to the author's editor, which knows locals, parameters and fields: its places are told.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from keyword import iskeyword
from pathlib import Path

from sfrules.ground.file_door import read_source
from sfrules.ground.fixes import FixResult
from sfrules.ground.ledger import relative
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.ground.source import Source
from sfrules.press.page.regions import Region, regions, spliced
from sfrules.press.things.book import Book, Record

LITERALS = {"false", "none", "true"}  # of pages; Python's are keywords
_FENCE = re.compile(r"[^`~<\n]*(?:`{3,}|~{3,}|<!--)\s*(proof|pycon|formula)\b")
# What gives a name to something: an assignment or `set`, or a word that names come behind.
_BINDS = r"""
    (?: ^[ \t>]*(?:(?:>>>|\.\.\.)[ \t])? | \{{%-?[ \t]*set\b ) [ \t\w,]*\b{name}\b[ \t\w,]*=(?!=)
    | \b(?:for|def|lambda|import|as)\b (?:(?!\bin\b)[^\n:])*? \b{name}\b
    | \b{name}\b[ \t]*:=
"""


def renamed(book: Book, docs: Path, old: str, new: str) -> tuple[FixResult, list[str]]:
    """The pages and tables before and after a change of name, and the places of it in code.

    Nothing is written. A place is path:line:column, and may be that of something else of the name.

    Raises:
        Mistake: for a name that the book does not have, or one that it has already.
    """
    names = _names(book)
    # A run that was killed may have written the table that has the name: the rest is changed now.
    unfinished = old not in names and new in names
    if old not in names and new not in names:
        raise Mistake(f'"{old}" is not a name of this book', did_you_mean(old, names))
    kind = names[new if unfinished else old]
    if (new in names and not unfinished) or not new.strip():
        raise Mistake(f'"{new}" is a name of this book already' if new.strip() else "no new name")
    if kind == "rule" and not new.isidentifier():
        raise Mistake(f'"{new}" is no name of a rule', "letters, digits and underscores")
    if kind == "rule" and (iskeyword(new) or new in LITERALS):
        raise Mistake(
            f'"{new}" is no name of a rule', "code or pages read it as a word of their own"
        )
    change = _Change(kind, old, new)
    before: dict[str, str | None] = {}
    after: dict[str, str | None] = {}
    in_code = list[str]()
    for source in _sources(book, {*book.watch, *docs.rglob("*.md")}):
        if source.path.endswith(".py"):
            in_code += change.places(source)
            continue
        text = change.page(source.text) if source.path.endswith(".md") else change.rows(source.text)
        if text != source.text:
            before[source.path], after[source.path] = source.text, text
    if unfinished and not after:
        raise Mistake(f'"{old}" is not a name of this book', did_you_mean(old, names))
    return FixResult(book.root, before, after, ()), in_code


def _sources(book: Book, paths: Iterable[Path]) -> Iterator[Source]:
    for path in sorted(paths):
        if path.suffix in (".py", ".md", ".csv") and path.is_file():
            yield read_source(path, relative(path, book.root), [book.root])


def _names(book: Book) -> dict[str, str]:
    """Every name that can be changed, with what it is the name of."""
    rows = (
        str(record.fields.get("id", name))
        for members in book.namespaces.values()
        for name, record in members.items()
        if isinstance(record, Record)
    )
    return {
        **dict.fromkeys(rows, "row"),
        **dict.fromkeys((*book.tables, *book.figures, *book.charts), "thing"),
        **{name.partition(".")[2]: "rule" for name in book.rule_names.values()},
        **{term.term: "term" for term in book.terms},
    }


@dataclass(frozen=True)
class _Change:
    """Another name for a "rule", a "row", a "term", or a "thing" that has an id."""

    kind: str
    old: str
    new: str

    def page(self, text: str) -> str:
        """A page with the new name in its macros, terms, proofs and sessions, and nowhere else.

        What a page itself gives the name of the rule to is another thing, and keeps it.
        """
        parts = [(region, _part_of(region, text)) for region in regions(text).found]
        binds = re.compile(_BINDS.format(name=re.escape(self.old)), re.MULTILINE | re.VERBOSE)
        own = {part for region, part in parts if binds.search(text, region.start, region.end)}
        spans = ((region.start, region.end, part) for region, part in parts)
        said = ((a, b, self._said(text[a:b], part, shadowed=part in own)) for a, b, part in spans)
        return spliced(text, said)

    def _said(self, said: str, part: str, *, shadowed: bool) -> str:
        if part == "code":
            return said
        if part == "term":
            term = rf"(?<=\[\[)\s*{re.escape(self.old)}\s*(?=\]\]|\|)"
            return re.sub(term, lambda _: self.new, said) if self.kind == "term" else said
        if self.kind == "rule":
            return self._calls(r"(?<=\w\.)" if shadowed else "").sub(self.new, said)
        said = re.sub(rf"(?<=([\"'])){re.escape(self.old)}(?=\1)", lambda _: self.new, said)
        if self.kind == "row":
            said = re.sub(rf"(?<=\.){_member(self.old)}\b", _member(self.new), said)
        return said

    def _calls(self, behind: str = "") -> re.Pattern[str]:
        """A rule's name where it is called, or given as an argument."""
        return re.compile(rf"(?<![\w\"'-]){behind}{re.escape(self.old)}(?=\s*[(),])")

    def rows(self, text: str) -> str:
        """A table of facts with other cells below its headings: those that are the name alone."""
        if self.kind == "rule":
            return self._calls().sub(self.new, text)
        cell = rf"(?m)(?:(?<=^)|(?<=,)){re.escape(self.old)}(?=,|$)"
        new = self.new
        quoted = new if not set(',"\n') & set(new) else '"' + new.replace('"', '""') + '"'
        headings, line_end, below = text.partition("\n")
        return headings + line_end + re.sub(cell, lambda _: quoted, below)

    def places(self, code: Source) -> Iterator[str]:
        """Where Python says the name, or a text that is it; a rule's, in texts' expressions too."""
        is_rule = self.kind == "rule"
        for token in tokenize.generate_tokens(io.StringIO(code.text).readline):
            said, (line, column) = token.string, token.start
            if token.type == tokenize.STRING:
                found = said[1:-1] == self.old or (is_rule and bool(self._calls().search(said)))
            else:
                found = token.type == tokenize.NAME and is_rule and said == self.old
            if found:
                yield f"{code.path}:{line}:{column + 1}"


def _part_of(region: Region, text: str) -> str:
    """What a region shares its names with: all macros, all sessions, or nothing but itself."""
    if region.kind in ("term", "jinja"):
        return region.kind
    fence = _FENCE.match(text, region.start)
    if fence is None:
        return "code"
    return "pycon" if fence[1] == "pycon" else f"fence {region.start}"


def _member(name: str) -> str:
    return re.sub(r"\W+", "_", name.lower()).strip("_")
