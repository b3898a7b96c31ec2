"""Links from page to page: each leads to a page of the book, and to a place that is on it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import cache
from urllib.parse import unquote

from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.ground.source import Span
from sfrules.press.audit.prose import LINK_TARGET
from sfrules.press.page.expand import Expanded
from sfrules.press.page.regions import regions
from sfrules.press.site.finish import in_code

_LINK = re.compile(
    rf"(?<!\\){LINK_TARGET}|^[ ]{{0,3}}\[[^\]\n]+\]:[ \t]*<?(?P<defined>[^\s<>]+)", re.MULTILINE
)
_PAGE = re.compile(r"(?P<path>[^#?:]*\.md)?(?:#(?P<anchor>.*))?")
_ID = re.compile(r"\s(?:id|name)=[\"']([^\"']+)[\"']")


def places_on(html: str) -> frozenset[str]:
    """The ids and names on a finished page that a link can lead to."""
    return frozenset(_ID.findall(html))


def dead_links(pages: Mapping[str, Expanded], html: Mapping[str, str]) -> Iterator[Problem]:
    """A problem for each link to a page, or to a place on one, that the book does not have.

    `html` has the finished pages by the same names. What leads out of the book is left alone.
    """

    @cache
    def places(name: str) -> frozenset[str]:
        return places_on(html[name])

    for name, expanded in pages.items():
        for span in _targets(expanded):
            found = _PAGE.fullmatch(span.text)
            if found is None or not (found["path"] or found["anchor"]):
                continue
            path, anchor = unquote(found["path"] or ""), unquote(found["anchor"] or "")
            if path.startswith("/"):
                continue  # counted from the site's root, which a book does not know
            page = (
                posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            )
            if page not in html:
                near = posixpath.dirname(name) or "."
                hint = did_you_mean(path, (posixpath.relpath(each, near) for each in html))
                yield problem_at(span, f"this link leads to no page: there is no {page}", hint)
            elif anchor and anchor not in places(page):
                hint = did_you_mean(anchor, places(page))
                yield problem_at(
                    span, f"this link leads to no place: {page} has no #{anchor}", hint
                )


def _targets(expanded: Expanded) -> Iterator[Span]:
    """The targets of a page's links, without those that a macro writes."""
    source = expanded.page.source
    code = list(regions(source.text, expanded.page.start).of_kind("code"))
    for link in _LINK.finditer(source.text, expanded.page.start):
        target = link.lastgroup or ""
        if "{" not in link[target] and not in_code(code, link.start()):
            yield Span(source, link.start(target), link.end(target))
