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
from sfrules.press.site.weave.finish import in_code
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
        if "{" not in link[target] and not in_code(code, link.start()):
            yield Span(source, link.start(target), link.end(target))


def terms_without_a_place(
    book: Book, pages: Mapping[str, FinishedPage], cut_short: Collection[str]
) -> list[Problem]:
    """Problems of terms that point at a page or heading which the book does not have."""
    problems = []
    for term in book.terms:
        page = pages.get(term.page)
        if page is None:
            message = f'term "{term.term}": no page {term.page}'
            hint = did_you_mean(term.page, pages)
        elif term.anchor and term.page not in cut_short and term.anchor not in page.places:
            message = f'term "{term.term}": {term.page} has no #{term.anchor}'
            hint = did_you_mean(term.anchor, page.places)
        else:
            continue
        place = term.origin or Origin(term.id, "terms", 1)
        problems.append(Problem(place.path, place.line, 1, message, hint))
    return problems


def subjects_without_a_place(
    book: Book, headings: Mapping[str, Headings], cut_short: Collection[str]
) -> Iterator[Problem]:
    """Problems of subjects that lead to a page or heading which the book does not have."""
    for subject in book.subjects:
        place = subject.origin or Origin(subject.name, "subjects", 1)
        for page, anchor in subject.places:
            known = headings.get(page)
            if known is None:
                names = sorted({each.page for each in headings.values()})
                message, hint = f"no page {page}", did_you_mean(page, names)
            elif anchor and page not in cut_short and anchor not in known.titles:
                message = f"{page} has no heading #{anchor}"
                hint = did_you_mean(anchor, known.titles)
            else:
                continue
            message = f'subject "{subject.name}": {message}'
            yield Problem(place.path, place.line, 1, message, hint)
