"""Links, terms and subjects: each leads to a page of the book, and to a place that is on it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from urllib.parse import unquote

from sfrules.ground.ledger import Origin
from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.ground.source import Span
from sfrules.press.audit.prose import LINK_TARGET
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.page.regions import regions
from sfrules.press.site.keep.store import FinishedPage
from sfrules.press.site.weave.finish import code_at
from sfrules.press.site.weave.numbering import Headings
from sfrules.press.things.book import Book

_LINK = re.compile(
    rf"(?<!\\){LINK_TARGET}|^[ ]{{0,3}}\[[^\]\n]+\]:[ \t]*<?(?P<defined>[^\s<>]+)", re.MULTILINE
)
_PAGE = re.compile(r"(?P<path>[^#?:]*\.md)?(?:#(?P<anchor>.*))?")


def dead_links(
    targets: Callable[[str, ExpandedPage], Iterable[Span]],
    pages: Mapping[str, ExpandedPage],
    finished: Mapping[str, FinishedPage],
) -> Iterator[Problem]:
    """A problem for each link to a page, or to a place on one, that the book does not have.

    `targets` are those of a page's links, `finished` the pages by the same names. What leads out of
    the book is left alone.
    """
    for name, expanded in pages.items():
        for span in targets(name, expanded):
            found = _PAGE.fullmatch(span.text)
            if found is None or not (found["path"] or found["anchor"]):
                continue
            path, anchor = unquote(found["path"] or ""), unquote(found["anchor"] or "")
            if path.startswith("/"):
                continue  # counted from the site's root, which a book does not know
            page = (
                posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            )
            if page not in finished:
                near = posixpath.dirname(name) or "."
                hint = did_you_mean(path, (posixpath.relpath(each, near) for each in finished))
                yield problem_at(span, f"this link leads to no page: there is no {page}", hint)
            elif anchor and anchor not in finished[page].places:
                hint = did_you_mean(anchor, finished[page].places)
                yield problem_at(
                    span, f"this link leads to no place: {page} has no #{anchor}", hint
                )


def targets(expanded: ExpandedPage) -> Iterator[Span]:
    """The targets of a page's links, without those that a macro writes."""
    source = expanded.page.source
    code = list(regions(source.text, expanded.page.start).of_kind("code"))
    for link in _LINK.finditer(source.text, expanded.page.start):
        target = link.lastgroup or ""
        if "{" not in link[target] and not code_at(code, link.start()):
            yield Span(source, link.start(target), link.end(target))


def missing_places(
    book: Book,
    pages: Mapping[str, FinishedPage],
    headings: Mapping[str, Headings],
    cut_short: Collection[str],
) -> Iterator[Problem]:
    """Problems of terms, subjects and questions that lead to a place that the book does not have.

    No heading is missing on the pages that are `cut_short`.
    """
    terms = (("term", each.term, (each.page, each.anchor), each.origin) for each in book.terms)
    asked = (("question", each.name, each.places[0], each.origin) for each in book.asked)
    for kind, name, place, written in (*terms, *asked):
        origin = written or Origin(name, f"{kind}s", 1)
        there = pages[place[0]].places if place[0] in pages else None
        if wrong := _missing(place, there, pages, "", cut_short):
            message, hint = f'{kind} "{name}": {wrong[0]}', wrong[1]
            yield Problem(origin.path, origin.line, 1, message, hint)
    names = {each.page for each in headings.values()}
    for subject in book.subjects:
        origin = subject.origin or Origin(subject.name, "subjects", 1)
        for place in subject.places:
            known = headings.get(place[0])
            if wrong := _missing(place, known and known.titles, names, "heading ", cut_short):
                message, hint = f'subject "{subject.name}": {wrong[0]}', wrong[1]
                yield Problem(origin.path, origin.line, 1, message, hint)


def _missing(
    place: tuple[str, str],
    there: Collection[str] | None,
    pages: Iterable[str],
    noun: str,
    cut_short: Collection[str],
) -> tuple[str, str] | None:
    """Say what is missing of a place, with a hint; `there` are the places on its page, if any."""
    page, anchor = place
    if there is None:
        return f"no page {page}", did_you_mean(page, pages)
    if anchor and page not in cut_short and anchor not in there:
        return f"{page} has no {noun}#{anchor}", did_you_mean(anchor, there)
    return None
