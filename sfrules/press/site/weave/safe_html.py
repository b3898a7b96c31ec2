"""What Markdown makes of a page by itself, and what a stranger's page may hide in it.

A book that takes pages from strangers can refuse raw HTML. It is looked for in what Markdown has
made of a page, where nothing is left to be read in two ways: every element and every attribute has
to be one that Markdown and its extensions write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span

_ELEMENTS = frozenset(
    "a abbr blockquote br caption code dd del details div dl dt em figcaption figure h1 h2 h3 h4 "
    "h5 h6 hr img input ins kbd label li mark ol p path pre s small span strong sub summary sup "
    "svg table tbody td tfoot th thead tr ul".split()
)
# Of these, none is a handler of an event, and none asks for anything but an address.
_ATTRIBUTES = frozenset(
    "abbr align alt checked class colspan d dir disabled fill for height href id lang loading name "
    "open rel reversed role rowspan scope src start tabindex title type value viewbox width "
    "xmlns".split()
)
_FREE = ("aria-", "data-")
_ALIGNED = re.compile(r"text-align: (?:left|right|center);?")
_ADDRESSES = frozenset({"href", "src"})
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_SAFE_SCHEMES = frozenset({"http:", "https:", "mailto:"})
# Browsers pass over these in an address, and so read a scheme where a pattern would see none.
_PASSED_OVER = re.compile(r"[\x00-\x20\x7f-\xa0\u2028\u2029]+")
HINT = "this book takes no raw HTML from its pages"


def raw_html(source: Source, start: int, html: str) -> Iterator[Problem]:
    """A problem for each thing in a page's HTML that Markdown alone does not write.

    Each is placed where the page's text, which begins at an offset of the file, says it.
    """
    reader = _Reader()
    reader.feed(html)
    reader.close()
    text = source.text.lower()
    for what, sought in dict.fromkeys(reader.found):
        at = text.find(sought.lower(), start)
        span = Span(source, at, at + len(sought)) if at >= 0 else Span(source, start, start)
        yield problem_at(span, f"{what} in a page", HINT)


class _Reader(HTMLParser):
    """Finds what is raw: what it is, and the text by which it is found again."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _ELEMENTS:
            self.found.append((f"the element {tag}", f"<{tag}"))
        for name, value in attrs:
            aligned = name == "style" and _ALIGNED.fullmatch(value or "")  # a cell of a table
            if name not in _ATTRIBUTES and not name.startswith(_FREE) and not aligned:
                self.found.append((f"the attribute {name}", name))
            if name in _ADDRESSES and (scheme := scheme_of(value or "")) not in _SAFE_SCHEMES:
                self.found.append((f"an address that begins with {scheme}", scheme))

    def handle_endtag(self, tag: str) -> None:
        if tag not in _ELEMENTS:
            self.found.append((f"the element {tag}", f"</{tag}"))

    def handle_data(self, data: str) -> None:
        """Text, in which Markdown escapes each mark: what it has left is the start of a tag."""
        if "<" in data:
            self.found.append(("a tag without an end", "<"))

    def handle_comment(self, data: str) -> None:
        """A comment; where a browser sees its end earlier than this reader, the rest may run."""
        if data.startswith((">", "->")) or "--!>" in data:
            self.found.append(("a comment that ends early", "<!--"))

    def handle_decl(self, decl: str) -> None:
        self.found.append(("a declaration", f"<!{decl}"))

    def handle_pi(self, data: str) -> None:
        self.found.append(("a processing instruction", f"<?{data}"))

    def unknown_decl(self, data: str) -> None:
        self.found.append(("a declaration", f"<![{data}"))


def scheme_of(address: str) -> str:
    """The scheme that a browser reads in an address; that of a safe one where it has none."""
    found = _SCHEME.match(_PASSED_OVER.sub("", address))
    return found[0].lower() if found else "https:"
