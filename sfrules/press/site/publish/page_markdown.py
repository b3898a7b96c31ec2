"""A finished page as Markdown: what its reader reads, with tables as pipe tables.

It is made from the HTML, so that macros, proofs and numbers stand in it as the site prints them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from posixpath import splitext
from typing import TYPE_CHECKING

from sfrules.press.site.keep.store import FinishedPage
from sfrules.press.things.tables.table import pipe_rows

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

# What is to be pressed or opened, and not read.
_LEFT_OUT = (
    "script, style, template, form, button, details.try, details.proof, .proofs, .headerlink, "
    ".table-foot, .later, .letters, [hidden]"
)
_INLINE = frozenset(
    "-text a abbr b br cite code del em i img ins kbd label mark q s samp small span strong sub "
    "sup u var wbr".split()
)
_AROUND = {
    **dict.fromkeys(("em", "i"), ("*", "*")),
    **dict.fromkeys(("strong", "b"), ("**", "**")),
    **dict.fromkeys(("del", "s"), ("~~", "~~")),
    "sup": ("^", ""),
}
_SILENT = frozenset(("input", "select", "output", "-comment"))
# The rows of a table, which the book knows without them.
_BODY = re.compile(r'(<caption id="([^"]*)-caption">.*?)<tbody>.*?</tbody>', re.DOTALL)
_SPECIAL = re.compile(r"[\\`*_\[\]<>]")
_SPACES = re.compile(r"[ \t\n]+")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//|#", re.IGNORECASE)
_INDENTED = re.compile(r"^(?=.)", re.MULTILINE)


def page_markdown(page: FinishedPage) -> str:
    """The page as Markdown."""
    from selectolax.lexbor import LexborHTMLParser

    def without_rows(table: re.Match[str]) -> str:
        return table[1] if table[2] in page.tables else table[0]

    tree = LexborHTMLParser(_BODY.sub(without_rows, page.html))
    for node in tree.css(_LEFT_OUT):
        node.decompose()
    blocks = _Blocks(page).of(tree.body) if tree.body else ()
    return "\n\n".join(filter(None, blocks)) + "\n"


class _Blocks:
    """The blocks of a page, each as a text without blank lines around it."""

    def __init__(self, page: FinishedPage) -> None:
        self.page = page

    def of(self, parent: LexborNode) -> Iterator[str]:
        """The blocks in an element; text beside blocks is a paragraph."""
        run: list[LexborNode] = []
        for node in parent.iter(include_text=True):
            if node.tag in _INLINE:
                run.append(node)
                continue
            yield _line(run)
            run = []
            yield from self._block(node)
        yield _line(run)

    def _block(self, node: LexborNode) -> Iterator[str]:
        tag = str(node.tag)
        if tag == "blockquote" or "admonition" in _classes(node):
            yield self._quote(node)
        elif tag in ("ul", "ol"):
            yield "\n".join(self._items(node, ordered=tag == "ol"))
        elif tag == "table":
            yield self._table(node)
        elif tag in _TEXTS:
            yield _TEXTS[tag](node)
        elif tag not in _SILENT:
            yield from self.of(node)

    def _quote(self, node: LexborNode) -> str:
        lines = "\n\n".join(filter(None, self.of(node))).split("\n")
        return "\n".join(f"> {line}".rstrip() for line in lines)

    def _items(self, node: LexborNode, *, ordered: bool) -> Iterator[str]:
        items = (each for each in node.iter() if each.tag == "li")
        for at, item in enumerate(items, start=1):
            mark = f"{at}. " if ordered else "- "
            inner = "\n\n".join(filter(None, self.of(item)))
            yield mark + _INDENTED.sub(" " * len(mark), inner)[len(mark) :]

    def _table(self, node: LexborNode) -> str:
        """A table of the book as it prints it, with its number; any other by its cells."""
        caption = node.css_first("caption")
        id = (caption.attributes.get("id") or "").removesuffix("-caption") if caption else ""
        title = f"**{_inline(caption)}**\n\n" if caption else ""
        known = self.page.tables.get(id)
        if known:
            rows = [list(known.headings), *(list(map(_plain, row)) for _, row in known.rows)]
        else:
            rows = [[_cell(cell) for cell in row.css("th, td")] for row in node.css("tr")]
        if not rows:
            return title.strip()
        width = max(map(len, rows))
        filled = ([*row, *[""] * (width - len(row))] for row in rows)
        table = "\n".join(pipe_rows(filled, known.texts if known else [True] * width))
        notes = "".join(f"\n\n{note}" for note in known.notes) if known else ""
        return f"{title}{table}{notes}"


def _line(nodes: list[LexborNode]) -> str:
    return "".join(map(_piece, nodes)).strip()


def _inline(parent: LexborNode) -> str:
    return _line(list(parent.iter(include_text=True)))


def _cell(node: LexborNode) -> str:
    return _inline(node).replace("|", "\\|").replace("\n", " ")


def _piece(node: LexborNode) -> str:
    """A piece of a line."""
    tag = str(node.tag)
    if tag in _PIECES:
        return _PIECES[tag](node)
    inner = "".join(map(_piece, node.iter(include_text=True)))
    text = inner.strip()
    if not text:
        id = node.attributes.get("id")
        return f'<a id="{id}"></a>' if tag == "a" and id else inner
    before, after = _AROUND.get(tag, ("", ""))
    if tag == "a" and "term" not in _classes(node):
        before, after = "[", f"]({_markdown_of(node.attributes.get('href') or '')})"
    return inner.replace(text, f"{before}{text}{after}", 1)


def _classes(node: LexborNode) -> list[str]:
    return (node.attributes.get("class") or "").split()


def _text(node: LexborNode) -> str:
    return _escaped(node.text() or "")


def _plain(cell: str) -> str:
    """The text of a cell in a pipe table."""
    return cell if cell.isalnum() else _escaped(cell).strip().replace("|", "\\|")


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", _SPACES.sub(" ", text))


def _image(node: LexborNode) -> str:
    return f"![{node.attributes.get('alt') or ''}]({node.attributes.get('src') or ''})"


def _paragraph(node: LexborNode) -> str:
    text = _inline(node)
    return f"**{text}**" if "admonition-title" in _classes(node) else text


def _heading(node: LexborNode) -> str:
    return f"{'#' * int(str(node.tag)[1])} {_inline(node)}"


def _markdown_of(href: str) -> str:
    """The address of a page's Markdown, where a link leads to a page of the site."""
    if not href or _ELSEWHERE.match(href):
        return href
    path, _, anchor = href.partition("#")
    stem, suffix = splitext(path)
    if path.endswith("/") or path in (".", ".."):
        path = f"{path.rstrip('/')}/index.md"
    elif suffix == ".html":
        path = f"{stem}.md"
    return path + (f"#{anchor}" if anchor else "")


def _definitions(node: LexborNode) -> Iterator[str]:
    """Each term of a list with its definitions, on a line."""
    found: list[list[str]] = [[]]
    for each in node.iter():
        if each.tag == "dt":
            found.append([f"**{_inline(each)}**"])
        elif each.tag == "dd":
            found[-1].append(_cell(each).replace("\\|", "|"))
    yield from (f"- {said[0]}: {'; '.join(said[1:])}" for said in filter(None, found))


def _picture(node: LexborNode) -> str:
    """What a picture shows, in words."""
    title = node.css_first("title")
    said = node.attributes.get("aria-label") or (title.text() if title else "")
    return f"[Picture: {_SPACES.sub(' ', said).strip()}]" if said else ""


# What is a text by itself: blocks, and pieces of a line.
_TEXTS: Mapping[str, Callable[[LexborNode], str]] = {
    **{f"h{level}": _heading for level in range(1, 7)},
    "p": _paragraph,
    "dl": lambda node: "\n".join(_definitions(node)),
    "pre": lambda node: f"```\n{node.text().strip()}\n```",
    "summary": lambda node: f"*{_inline(node)}*",
    "figcaption": lambda node: f"*{_inline(node)}*",
    "svg": _picture,
    "hr": lambda _node: "---",
}
_PIECES: Mapping[str, Callable[[LexborNode], str]] = {
    "-text": _text,
    "br": lambda _node: "  \n",
    "img": _image,
    "svg": _picture,
    "code": lambda node: f"`{node.text()}`",
    "samp": lambda node: f"`{node.text()}`",
}
