"""From the HTML that Markdown makes to a checked page: its things are put in their places."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape

from sfrules.ground.faults import cause, in_words
from sfrules.ground.formats import as_read, fit
from sfrules.ground.ledger import Statement
from sfrules.ground.problems import Problem, problem_at, problem_on_line
from sfrules.ground.source import Source, Span
from sfrules.press.audit.article import read
from sfrules.press.audit.numbers import naming_of, numbers_in
from sfrules.press.audit.unproved import of_snippet
from sfrules.press.page.expand import ExpandedPage, Piece
from sfrules.press.page.marks import (
    BETWEEN,
    CLOSE,
    OPEN,
    PIECE_CLOSE,
    PIECE_OPEN,
    which,
    without_marks,
)
from sfrules.press.page.regions import regions
from sfrules.press.proving.texts import unproved_words
from sfrules.press.site.memo import ConvertedPage, FinishedPage, SiteHeading
from sfrules.press.site.numbering import PageView
from sfrules.press.things.book import Rulebook
from sfrules.press.things.kinds import series_of
from sfrules.press.things.thing import View

_MARK = rf"{PIECE_OPEN}(\d+){PIECE_CLOSE}"
_IN_TAG = re.compile(rf"<[^<>]*{_MARK}[^<>]*>")
_BLOCK = re.compile(rf"<p>\s*{_MARK}\s*</p>")
_TIGHT = re.compile(rf"(?<=>){_MARK}(?=\s*</(?:li|dd|td|div)>)")
_ALONE = re.compile(rf"^[ \t]*{_MARK}[ \t]*$", re.MULTILINE)
_INLINE = re.compile(_MARK)
_ID = re.compile(r"<[a-zA-Z][^<>]*?\sid=[\"']([^\"']+)[\"']")

# A link without a text to what may be a numbered thing, on this page or another.
_EMPTY_LINK = re.compile(r'(?P<tag><a [^<>]*?href="[^"#<>]*#?(?P<id>[^"<>]*)"[^<>]*>)\s*</a>')
# A link that a style shows, such as an icon, or an anchor.
_DRAWN = re.compile(r"\s(?:class|id|name|title|aria-label)=")

# Code, scripts and comments; a tag that opens one is group 1.
_CODE = re.compile(
    r"<!--.*?(?:-->|\Z)|(<(pre|code|script|style|textarea)\b[^<>]*>).*?(?:</\2>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_BRACES = re.compile(r"\{\{|\{%")
_MARKED = re.compile(rf"{OPEN}([\ufde0-\ufde9]+){BETWEEN}([^{OPEN}{BETWEEN}{CLOSE}<>]*){CLOSE}")
# What a reader cannot open a card in: what is pressed or read for something else, and tags.
_CLOSED = re.compile(
    r"<(a|button|code|h[1-6]|label|option|pre|script|style|summary|svg|textarea|title)\b.*?</\1\s*>"
    r"|<[^<>]*>",
    re.DOTALL | re.IGNORECASE,
)
# A number or dice, and signs around them; no text that has digits among its words.
_NUMBER = re.compile(
    r"(?:at least |at most |about )?(?!\D*$)[\d\s.,:/d×+−%\N{EN DASH}½¼¾⅓⅔\N{NO-BREAK SPACE}-]+"
)


def finish(view: PageView, expanded: ExpandedPage, converted: ConvertedPage) -> FinishedPage:
    """Put the things of a page into its HTML, check the result, and place its entries."""
    book = view.book
    entries = tuple(replace(entry, calls=()) for entry in expanded.entries)
    html = _with_askable_numbers(book, converted.html, expanded.entries)
    html, shown, problems = _put_in_place(expanded, html, view)
    html, unknown = _fill_empty_links(html, series_of(book), view)
    for id in unknown:
        message = "this link has no text, and does not lead to a thing with a number"
        link = rf"\[\]\([^()#\s]*{re.escape(f'#{id}' if id else '')}\)"
        written = re.search(link, expanded.page.source.text)
        snippet = written[0] if written else f"#{id}"
        problems.append(_problem(expanded.page.source, snippet, message, "give it a text"))
    source, text = expanded.page.source, _CODE.sub(r"\1", without_marks(converted.html))
    if not expanded.problems:  # such marks may come from what those are about
        problems += _left_marks(source, text, entries)
    problems += _duplicates(source, text, view.ids)
    problems += _in_headings(expanded, converted.headings)
    # A page with other mistakes prints less than it will.
    if book.checks.no_loose_numbers and set(expanded.problems) <= set(expanded.audit.loose):
        problems += _beside_words(view, expanded, shown)
    problems += unproved_words(book, source, expanded.pieces)
    tables = {id: table.as_read(id) for id, table in view.tables.items()}
    return FinishedPage(html, entries, tuple(problems), tables)


def _put_in_place(
    expanded: ExpandedPage, html: str, view: PageView
) -> tuple[str, dict[int, str], list[Problem]]:
    """The HTML with its things, and that of each; one that cannot stand there is a problem."""
    pieces, shown, problems = expanded.pieces, dict[int, str](), list[Problem]()
    if not pieces:
        return html, shown, problems
    waiting = set(range(len(pieces)))

    def put(match: re.Match[str]) -> str:
        waiting.discard(int(match[1]))
        piece = pieces[int(match[1])]
        if match.re is _INLINE and not piece.kind.is_inline:
            return refuse(match, "stands in the middle of a text; leave a blank line on both sides")
        try:
            shown[int(match[1])] = html = fit(as_read(piece.kind.html(piece.thing, view)))
        except Exception as error:  # noqa: BLE001 — of a book's own kind, it is any code
            message, hint = in_words(error)
            return refuse(match, f"cannot be shown: {message}", hint, cause(error, view.book.root))
        return f"<p>{html}</p>" if match.re is _BLOCK and piece.kind.is_inline else html

    def refuse(
        match: re.Match[str], message: str, hint: str = "", there: Problem | None = None
    ) -> str:
        waiting.discard(int(match[1]))
        problems.append(there or _misplaced(expanded, pieces[int(match[1])], message, hint))
        return ""

    html = _IN_TAG.sub(lambda m: refuse(m, "cannot stand in a link's title or an attribute"), html)
    for where in (_BLOCK, _TIGHT, _ALONE, _INLINE):
        html = where.sub(put, html)
    lost = "was lost on its way through Markdown; what stands around it?"
    problems += [_misplaced(expanded, pieces[at], lost) for at in sorted(waiting)]
    return html, shown, problems


def _beside_words(
    view: PageView, expanded: ExpandedPage, shown: Mapping[int, str]
) -> Iterator[Problem]:
    """A problem for each number that a thing shows, and neither works out nor has in its words.

    The number that it is counted by is one of its words.
    """
    pieces, naming = expanded.pieces, naming_of(view.book)
    blocks = {at: html for at, html in shown.items() if not pieces[at].kind.is_inline}
    words = (
        text for at in blocks for text in pieces[at].kind.contents(pieces[at].thing).words if text
    )
    known = {number.text for text in words for number in numbers_in(as_read(text), naming)}
    for at, html in blocks.items():
        uncounted = html.replace(escape(view.number_of(pieces[at].thing)), "", 1)
        seen = read(uncounted, naming, without=pieces[at].kind.computed_in).numbers
        numbers = dict.fromkeys(each.text for each in seen if not each.is_small)
        for number in (each for each in numbers if each not in known):
            message = f"shows the number {number} beside its words"
            hint = (
                "computed_in of its kind selects what it works out, words of its contents the rest"
            )
            yield _misplaced(expanded, pieces[at], message, hint)


def _misplaced(expanded: ExpandedPage, piece: Piece, message: str, hint: str = "") -> Problem:
    span = Span(expanded.page.source, piece.start, piece.end)
    return problem_at(span, f"this {piece.kind.name} {message}", hint)


def _in_headings(expanded: ExpandedPage, headings: Sequence[SiteHeading]) -> list[Problem]:
    """Problems of things in headings: other pages would show their placeholders."""
    found = (mark for heading in headings for mark in _INLINE.finditer(heading.title))
    pieces = [expanded.pieces[int(mark[1])] for mark in found]
    return [_misplaced(expanded, piece, "cannot stand in a heading") for piece in pieces]


def _left_marks(source: Source, text: str, printed: Sequence[Statement]) -> Iterator[Problem]:
    """Problems of template marks in the HTML of a page that Markdown made."""
    for mark in dict.fromkeys(_BRACES.findall(text)):
        at = next(_origins_of(mark, source, printed), -1)
        told = of_snippet(source, f"the template mark {mark}", 0, len(source.text))
        if at < 0 and told:
            yield told
            continue
        at = at if at >= 0 else max(source.text.find(mark), 0)
        span = Span(source, at, at + len(mark))
        hint = "say it without: nothing is run in code, nor in what a macro prints"
        yield problem_at(span, f"this template mark was left: {mark}", hint)


def _origins_of(mark: str, source: Source, printed: Sequence[Statement]) -> Iterator[int]:
    """Where a mark may come from: what prints it, or code that Markdown takes for none."""
    for entry in printed:
        if mark in entry.printed:
            yield source.start_of(entry.line) + entry.column - 1
    code = regions(source.text).of_kind("code")
    for region in sorted(code, key=lambda each: source.text.startswith("<!--", each.start)):
        if (at := source.text.find(mark, region.start, region.end)) >= 0:
            yield at


def _duplicates(source: Source, html: str, ids: Iterable[str]) -> Iterator[Problem]:
    """A problem for each id that a page has twice, in its HTML or of its finished things.

    It stands where the id is written for the second time.
    """
    for name, count in Counter([*_ID.findall(html), *ids]).items():
        if count > 1:
            message, plain = f'the id "{name}" stands on this page {count} times', re.escape(name)
            given = rf'\{{[^{{}}\n]*#(?P<id>{plain})(?=[\s}}])|\bid="(?P<html>{plain})"'
            written = [it.start(it.lastgroup or 0) for it in re.finditer(given, source.text)]
            if written:
                at = written[:2][-1]
                yield problem_at(Span(source, at, at + len(name)), message)
            else:
                yield _problem(source, name, message)


def _problem(source: Source, snippet: str, message: str, hint: str = "") -> Problem:
    """A problem where the author wrote the snippet; where that is not found, on the first line."""
    at = source.text.find(snippet)
    if at < 0:
        return problem_on_line(source, 1, message, hint)
    return problem_at(Span(source, at, at + len(snippet)), message, hint)


def _fill_empty_links(html: str, series: Collection[str], page: View) -> tuple[str, list[str]]:
    """A page's HTML with the numbers of the things that its links without a text lead to.

    With it, the ids of those that lead to nothing with a number, and that no reader can see.
    """
    unknown: list[str] = []

    def fill(match: re.Match[str]) -> str:
        named, _, id = match["id"].partition("-")
        thing = page.numbered_thing(named, id) if named in series else None
        if thing is None:
            unknown.extend([] if _DRAWN.search(match["tag"]) else [match["id"]])
            return match[0]
        return f"{match['tag']}{thing.name}</a>"

    return _EMPTY_LINK.sub(fill, html), unknown


def _with_askable_numbers(book: Rulebook, html: str, numbers: Sequence[Statement]) -> str:
    """The HTML of a page with an element of its own for each number that a rule answers."""
    if OPEN not in html:
        return html
    rules = frozenset(book.rule_names.values())
    answered = {at for at, each in enumerate(numbers) if each.is_of(rules)}

    def asked(mark: re.Match[str]) -> str:
        at = which(mark[1])
        if at in answered and (numbers[at].kind == "proof" or _NUMBER.fullmatch(mark[2])):
            return f'<span class="number" data-receipt="{at}">{mark[2]}</span>'
        return mark[2]

    open_to_all = _CLOSED.sub(lambda part: without_marks(part[0]), html)
    return without_marks(_MARKED.sub(asked, open_to_all))
