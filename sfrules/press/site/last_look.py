"""The last look at a page's HTML: what Markdown did not understand and would show as it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from html import unescape

from sfrules.ground.problems import Problem, problem_at, problem_on_line
from sfrules.ground.source import Source, Span

_OPENS = re.compile(r"<!--|<(pre|code|script|style|textarea)\b[^<>]*>", re.IGNORECASE)
_BRACES = re.compile(r"\{\{|\{%|\{##")
_REFERENCE = re.compile(r"\[[^\[\]\n<>]+\]\[[^\[\]\n<>]*\]|\[Reference\]")
_ID = re.compile(r"<[a-zA-Z][^<>]*?\sid=[\"']([^\"']+)[\"']")
_DASHES = re.compile(r":?-+:?")


def last_look(
    source: Source, html: str, ids: Iterable[str] = (), *, marks: bool = True
) -> list[Problem]:
    """Problems in the HTML that Markdown made of a page.

    `ids` are those of the page's finished things. Template marks that are left over are reported
    only with `marks`: on a page with other problems, they come from those.
    """
    text = readable(html)
    return [
        *(_leftovers(source, text, _BRACES, "this template mark was left") if marks else ()),
        *_pipe_tables(source, text),
        *_leftovers(source, text, _REFERENCE, "this reference leads nowhere"),
        *_duplicates(source, text, ids),
    ]


def readable(html: str) -> str:
    """The HTML without what stands in code, scripts and comments; opening tags stay."""
    parts, at = [], 0
    while opening := _OPENS.search(html, at):
        parts.append(html[at : opening.end() if opening[1] else opening.start()])
        closing = f"</{opening[1]}>" if opening[1] else "-->"
        end = html.find(closing, opening.end())
        at = end + len(closing) if end >= 0 else len(html)
    return "".join([*parts, html[at:]])


def _leftovers(
    source: Source, text: str, pattern: re.Pattern[str], message: str
) -> Iterator[Problem]:
    for found in pattern.finditer(text):
        snippet = unescape(found.group())
        yield _problem(source, snippet, f"{message}: {snippet}")


def _pipe_tables(source: Source, text: str) -> Iterator[Problem]:
    """A line that only a table has, and that is still there: one for each run of lines."""
    before = False
    for line in text.split("\n"):
        row = _is_row(line.strip())
        if row and not before:
            snippet = unescape(re.sub(r"<[^<>]*>", "", line)).strip()
            hint = "a row of dashes as wide as the headings, and a blank line above them, make one"
            yield _problem(source, snippet, "this table was not read as one", hint)
        before = row


def _is_row(line: str) -> bool:
    text = re.sub(r"^(?:<[^<>]*>)+|(?:<[^<>]*>)+$", "", line).strip()
    if "|" not in text:
        return False
    cells = [cell.strip() for cell in text.strip("|").split("|")]
    delimiter = all(_DASHES.fullmatch(cell) for cell in cells)
    return delimiter or (text.startswith("|") and text.endswith("|") and len(text) > 1)


def _duplicates(source: Source, html: str, ids: Iterable[str]) -> Iterator[Problem]:
    counted = Counter([*_ID.findall(html), *ids])
    for name, count in counted.items():
        if count > 1:
            yield _second(source, name, f'the id "{name}" stands on this page {count} times')


def _second(source: Source, name: str, message: str) -> Problem:
    """A problem where an id is written for the second time."""
    plain = re.escape(name)
    written = list(re.finditer(rf'(?<=#){plain}\b|(?<=id="){plain}"', source.text))
    if not written[1:]:
        return _problem(source, name, message)
    return problem_at(Span(source, written[1].start(), written[1].start() + len(name)), message)


def _problem(source: Source, snippet: str, message: str, hint: str = "") -> Problem:
    """A problem where the author wrote the snippet; where that is not found, on the first line."""
    at = source.text.find(snippet)
    if at < 0:
        return problem_on_line(source, 1, message, hint)
    return problem_at(Span(source, at, at + len(snippet)), message, hint)
