"""Problems where they stand: a page with mistakes is shown as it is, each in a box below its text.

A character of the private area stands for a problem on its way through Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from html import escape

from sfrules.ground.problems import Problem, counted
from sfrules.ground.source import Source
from sfrules.press.page.expand import ExpandedPage, Page
from sfrules.press.page.regions import regions
from sfrules.press.site.weave.check import expand
from sfrules.press.site.weave.finish import code_at
from sfrules.press.things.book import Book

FIRST = 0xE100
MOST = 200  # problems that a page shows in their places; the others stand in the list
_LAST = FIRST + MOST
_MARKS = f"[{chr(FIRST)}-{chr(_LAST)}]"
_PARAGRAPH = re.compile(rf"<p>((?:{_MARKS}\s*)+)</p>")
_MARK = re.compile(_MARKS)
_BOX = (
    "margin:.6em 0;padding:.5em .8em;border-left:4px solid #b3261e;background:#fff4f2;color:#300;"
    "font:13px/1.45 ui-monospace,monospace;white-space:pre-wrap"
)


def expand_in_place(book: Book, page: Page) -> ExpandedPage:
    """An expanded page; with problems, its text has a mark below each of them."""
    found = expand(book, page)
    if not found.problems or not found.markdown:
        return found
    marked = _marked(page, found.problems)
    shown = expand(book, marked)
    if not shown.markdown:
        return found
    return replace(found, markdown=shown.markdown, pieces=shown.pieces, asked=shown.asked)


def _marked(page: Page, problems: Sequence[Problem]) -> Page:
    """The page with a mark for each problem, on a line of its own below what it is about."""
    source = page.source
    code = list(regions(source.text, page.start).of_kind("code"))
    marks: dict[int, str] = {}
    for number, problem in enumerate(problems[:MOST]):
        at = source.start_of(problem.line)
        if problem.path != source.path or at < page.start:
            at = page.start
        if region := code_at(code, at):
            at = region.end - 1
        marks[at] = marks.get(at, "") + chr(FIRST + number)
    text = source.text
    for at in sorted(marks, reverse=True):
        end = _end_of_block(text, at)
        line = text[text.rfind("\n", 0, at) + 1 :]
        indent = line[: len(line) - len(line.lstrip(" \t>"))]
        text = f"{text[:end]}\n{indent.rstrip()}\n{indent}{marks[at]}\n{text[end:]}"
    return replace(page, source=Source(source.path, text))


def _end_of_block(text: str, at: int) -> int:
    """Where the lines end that stand together with the one at an offset."""
    blank = re.compile(r"\n[ \t>]*(?=\n|\Z)").search(text, max(at, 0))
    return blank.start() if blank else len(text.rstrip("\n"))


def with_boxes(html: str, problems: Sequence[Problem]) -> str:
    """A finished page with its problems in place of their marks."""

    def box(mark: str) -> str:
        at = ord(mark) - FIRST
        return _box(problems[at]) if at < len(problems) else ""

    html = _PARAGRAPH.sub(lambda found: "".join(map(box, _MARK.findall(found[1]))), html)
    return _MARK.sub(lambda found: box(found[0]), html)


def _box(problem: Problem) -> str:
    hint = f"\n{escape(problem.hint)}" if problem.hint else ""
    return (
        f'<div class="press-problem" role="alert" style="{_BOX}">'
        f"<strong>{escape(problem.message)}</strong>\n{escape(problem.place)}{hint}</div>"
    )


def panel(problems: Sequence[Problem]) -> str:
    """All problems of the book as a box at the foot of a page, folded up; nothing for none."""
    if not problems:
        return ""
    return (
        '<details class="press-problems" style="position:fixed;inset:auto 0 0 0;max-height:60vh;'
        "overflow:auto;z-index:99;padding:.4rem 1rem;background:#fff4f2;color:#300;border-top:"
        '4px solid #b3261e;font:13px/1.45 ui-monospace,monospace"><summary>'
        f"{counted(len(problems), 'problem')}: {escape(problems[0].place)}: "
        f'{escape(problems[0].message)}</summary><pre tabindex="0" style="white-space:pre-wrap">'
        + escape("\n\n".join(map(str, problems)))
        + "</pre></details>"
    )
