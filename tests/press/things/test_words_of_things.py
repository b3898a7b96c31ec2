"""What a thing shows and does not work out is among its words, whichever of its texts says it.

Each text of a thing, found by going through its fields, is given a number of its own: what of
these numbers stands in its HTML has to stand among its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from toy_book import BOOK

from sfrules.press.audit.article import read
from sfrules.press.audit.numbers import Naming
from sfrules.press.site.numbering import PageView, Printing
from sfrules.press.things.kinds import kinds_of

if TYPE_CHECKING:
    from collections.abc import Callable

# What is no text for readers: names by which parts find each other, and ways to draw.
NO_TEXTS = frozenset(
    {"id", "style", "mark", "kind", "state", "shade", "side", "scale", "along", "series", "proof",
     "label", "rules", "authored", "sources", "of", "given", "rows", "group", "heading"}
)  # fmt: skip
KINDS = {kind.name: kind for kind in kinds_of(BOOK).values()}
THINGS: dict[str, Callable[[], Any]] = {
    **{f"table {id}": build for id, build in BOOK.tables.items()},
    **{f"figure {id}": build for id, build in BOOK.figures.items()},
    **{f"chart {id}": build for id, build in BOOK.charts.items()},
}


@dataclass
class Numbering:
    """Gives each text of a thing a number that no other has."""

    numbers: Iterator[int]

    def of(self, value: Any, name: str = "") -> Any:
        if isinstance(value, str):
            return f"{value} {next(self.numbers)}" if value and name not in NO_TEXTS else value
        if isinstance(value, tuple):
            return tuple(self.of(each, name) for each in value)
        if is_dataclass(value) and not isinstance(value, type):
            own = {f.name: getattr(value, f.name) for f in fields(value) if f.init}
            changed = {key: self.of(each, key) for key, each in own.items() if key != "table"}
            return replace(value, **changed)
        return value


@pytest.mark.parametrize("name", THINGS)
def test_each_text_that_is_shown_is_among_the_words(name: str) -> None:
    kind = KINDS[name.partition(" ")[0]]
    thing = Numbering(count(7001)).of(THINGS[name]())
    page = PageView(BOOK, "page.md", Printing({}, {}, lambda _page, path: path))
    seen = read(kind.html(thing, page), Naming()).text
    shown = set(re.findall(r"7\d{3}", seen))
    assert shown, "no text of it is shown"
    assert shown <= set(re.findall(r"7\d{3}", " ".join(kind.contents(thing).words)))
