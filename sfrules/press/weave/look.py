"""The last look at a page's HTML: what Markdown did not understand, and would show as it stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from html import unescape

from sfrules.press.ground.problems import Problem, problem_at, problem_on_line
from sfrules.press.ground.source import Source, Span

_NOT_TEXT = re.compile(
    r"<(pre|code|script|style|textarea)\b.*?</\1>|<!--.*?-->", re.DOTALL | re.IGNORECASE
)
_BRACES = re.compile(r"\{\{|\{%|\{##")
_PIPE_TABLE = re.compile(r"<p>(?P<first>[^\n<]*\|[^\n]*)\n\s*\|?\s*:?-+:?\s*\|", re.DOTALL)
_REFERENCE = re.compile(r"\[[^\[\]\n<>]+\]\[[^\[\]\n<>]*\]|\[Reference\]")
_ID = re.compile(r"<[a-zA-Z][^<>]*?\sid=[\"']([^\"']+)[\"']")


def last_look(source: Source, html: str, ids: Iterable[str] = ()) -> list[Problem]:
    """Problems in the HTML that Markdown made of a page; `ids` are those of its finished things."""
    text = _NOT_TEXT.sub(" ", html)
    return [
        *_leftovers(source, text, _BRACES, "this template mark was left in the page"),
        *_pipe_tables(source, text),
        *_leftovers(source, text, _REFERENCE, "this reference leads nowhere"),
        *_duplicates(source, _NOT_TEXT.sub(_keep_tag, html), ids),
    ]


def _keep_tag(match: re.Match[str]) -> str:
    """The opening tag alone: a code block's id counts, what it quotes does not."""
    return match.group().split(">", 1)[0] + ">"


def _leftovers(
    source: Source, text: str, pattern: re.Pattern[str], message: str
) -> Iterator[Problem]:
    for found in pattern.finditer(text):
        snippet = unescape(found.group())
        yield _problem(source, snippet, f"{message}: {snippet}")


def _pipe_tables(source: Source, text: str) -> Iterator[Problem]:
    for found in _PIPE_TABLE.finditer(text):
        first = unescape(found["first"]).strip()
        hint = "the row of dashes needs as many cells as the headings, and a blank line above them"
        yield _problem(source, first, "this table was not read as one", hint)


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
