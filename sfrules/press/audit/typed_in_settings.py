"""Numbers in what the settings of a site show to every reader: its name, navigation and foot."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from sfrules.ground.file_door import read_source
from sfrules.ground.ledger import relative
from sfrules.ground.problems import Problem, ProblemsFound, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.numbers_in_text import nouns_of, unnamed_numbers_in
from sfrules.press.audit.prose import Stretch
from sfrules.press.audit.visible import visible
from sfrules.press.things.book import Book

_SHOWN = ("site_name", "site_description", "site_author", "copyright", "repo_name")
# What a theme and its extras call the words that they show.
_NAMED = frozenset({"name", "title", "text", "label", "message", "note", "tooltip"})
_TEMPLATE = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
_OF_FILES = re.compile(r"[-_]+")
_TAG = re.compile(r"<[^<>]*>")
_HINT = "say it without the number; one that is part of a name goes into proper_names"


def shown_settings(conf: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What readers are shown of the settings of a site: the name of each, and its text."""
    for name in _SHOWN:
        if isinstance(text := conf.get(name), str):
            yield name, _TAG.sub(" ", text)
    theme = conf.get("theme")
    for name in ("theme", "extra"):
        said = dict(theme) if name == "theme" and isinstance(theme, Mapping) else conf.get(name)
        yield from ((name, text) for text in _named(said))
    if nav := conf.get("nav"):
        yield from (("nav", title) for title in _titles(nav))
    else:  # a folder is called by its name
        docs = Path(str(conf.get("docs_dir") or "docs"))
        folders = (
            each.name for each in docs.rglob("*") if each.is_dir() and any(each.glob("*.md"))
        )
        yield from (("the name of a folder", _OF_FILES.sub(" ", name)) for name in sorted(folders))


def _named(said: object) -> Iterator[str]:
    """The words in settings that are called so, however deep."""
    if isinstance(said, Mapping):
        for name, value in said.items():
            if name in _NAMED and isinstance(value, str):
                yield value
            yield from _named(value)
    elif isinstance(said, list | tuple):
        for each in said:
            yield from _named(each)


def _titles(nav: object) -> Iterator[str]:
    """The titles that a navigation gives to pages and to groups of them."""
    if isinstance(nav, Mapping):
        for title, below in nav.items():
            yield str(title)
            yield from _titles(below)
    elif isinstance(nav, Iterable) and not isinstance(nav, str):
        for each in nav:
            yield from _titles(each)


def loose_in_settings(book: Book, conf: Mapping[str, Any]) -> Iterator[Problem]:
    """A problem for each number that the settings of a site say to readers."""
    if not book.no_loose_numbers:
        return
    nouns, source = nouns_of(book), _source(conf)
    yield from _loose_in_templates(book, conf)
    for name, text in dict.fromkeys(shown_settings(conf)):
        for number in unnamed_numbers_in(text, nouns):
            span = _span(source, text, number)
            message = (
                f"the number {text[slice(*number)]} in {name} is loose: no rule vouches for it"
            )
            yield problem_at(span, message, _HINT)


def _loose_in_templates(book: Book, conf: Mapping[str, Any]) -> Iterator[Problem]:
    """A problem for each number that the book's own templates of the theme show."""
    custom = getattr(conf.get("theme"), "custom_dir", None)
    pages = Path(custom).rglob("*.html") if custom else ()
    for file in sorted(each for each in pages if not each.stem.isdecimal()):  # 404 says what it is
        with suppress(ProblemsFound):
            source = read_source(file, relative(file.resolve(), book.root))
            text = visible(_TEMPLATE.sub("", source.text)).text
            for number in unnamed_numbers_in(text, nouns_of(book)):
                words = text[slice(*number)]
                message = f"the number {words} in a template is loose: no rule vouches for it"
                yield problem_at(_span(source, words, (0, len(words))), message, _HINT)


def _source(conf: Mapping[str, Any]) -> Source:
    """The file of the settings; an empty one of its name where it cannot be read."""
    file = Path(str(conf.get("config_file_path") or "mkdocs.yml"))
    with suppress(ProblemsFound):
        return read_source(file, file.name)
    return Source(file.name, "")


def _span(source: Source, text: str, number: Stretch) -> Span:
    """Where a number of a text stands in the settings; at their beginning where it is not found."""
    start, end = number
    at = source.text.find(text)
    if at >= 0:
        return Span(source, at + start, at + end)
    at = max(source.text.find(text[start:end]), 0)
    return Span(source, at, at + (end - start))
