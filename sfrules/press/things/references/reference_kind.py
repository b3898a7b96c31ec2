"""References by number: `{{ ref("carts") }}` and the link `[](#table-carts)` say "Table 3"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sfrules.ground.problems import enumerated
from sfrules.press.things.thing import Desk, Kind, NamedLink, View, text_of

# A link without a text to what may be a numbered thing, on this page or another.
_EMPTY_LINK = re.compile(r'(?P<tag><a [^<>]*?href="[^"#<>]*#(?P<id>[\w-]+)"[^<>]*>)\s*</a>')


@dataclass(frozen=True)
class Reference:
    """What a sentence calls by its number: an id, with or without the name of its series."""

    id: str
    series: Sequence[str]


def ref(desk: Desk, id: str) -> Reference:
    """The number of a table, a figure or a chart, such as Table 3, with a link to it."""
    return Reference(text_of(id, "id"), desk.series)


def _link(reference: Reference, page: View) -> str:
    found = [link for series in reference.series if (link := _numbered(series, reference.id, page))]
    if not found:
        kinds = enumerated([f"no {series}" for series in reference.series])
        raise ValueError(f'the book numbers nothing of this name: {kinds} is "{reference.id}"')
    if len(found) > 1:
        ids = enumerated([f'ref("{series}-{reference.id}")' for series in reference.series])
        raise ValueError(f"several things have this name; write {ids}")
    return found[0].html


def _numbered(series: str, id: str, page: View) -> NamedLink | None:
    return page.numbered_thing(series, id.removeprefix(f"{series}-"))


def fill_empty_links(html: str, series: Sequence[str], page: View) -> tuple[str, list[str]]:
    """A page's HTML with the numbers of the things that its links without a text lead to.

    With it, the ids of things that are not there.
    """
    unknown: list[str] = []

    def fill(match: re.Match[str]) -> str:
        named, _, id = match["id"].partition("-")
        if named not in series:
            return match[0]
        if (thing := page.numbered_thing(named, id)) is None:
            unknown.append(match["id"])
            return match[0]
        return f"{match['tag']}{thing.name}</a>"

    return _EMPTY_LINK.sub(fill, html), unknown


REFERENCE = Kind(
    name="reference",
    makes=Reference,
    html=_link,
    macros=(ref,),
    stands="number",
)
