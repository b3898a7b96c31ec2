"""Numbers in what the settings of a site show to every reader: its name, navigation and foot."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from sfrules.ground.file_door import read_source
from sfrules.ground.ledger import relative
from sfrules.ground.problems import Problem, ProblemsFound, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.numbers_in_text import nouns_of, unnamed_numbers_in
from sfrules.press.audit.prose import Stretch
from sfrules.press.audit.second_entry import on_account
from sfrules.press.audit.visible import visible
from sfrules.press.things.book import Book

_SHOWN = ("site_name", "site_description", "site_author", "copyright", "repo_name")
# What a theme and its extras call the words that they show.
_NAMED = frozenset({"name", "title", "text", "label", "message", "note", "tooltip"})
# "Source Sans 3" is the name of a font, and a folder is where the book happens to lie.
_UNSHOWN = frozenset({"font", "custom_dir"})
_TEMPLATE = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
_TEXT_IN_TEMPLATE = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_CONSTANT = re.compile(r"\{\{-?\s*(?:\"([^\"]*)\"|'([^']*)'|(\d[\d.]*))\s*-?\}\}")
_OWN = re.compile(r"\bconfig\.extra((?:\.\w+)+)")
_TEMPLATES = frozenset({".html", ".htm", ".jinja", ".jinja2", ".j2", ".xml"})
_OF_FILES = re.compile(r"[-_]+")
_HINT = "say it without the number; one that is part of a name goes into proper_names"


def shown_settings(conf: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What readers are shown of the settings of a site: the name of each, and its text."""
    for name in _SHOWN:
        if isinstance(text := conf.get(name), str):
            seen = visible(text)
            yield from ((name, each) for each in (seen.text, *seen.said))
    theme = conf.get("theme")
    for name in ("theme", "extra"):
        said = dict(theme) if name == "theme" and isinstance(theme, Mapping) else conf.get(name)
        yield from ((name, text) for text in words_in(said, _NAMED, _UNSHOWN))
    if nav := conf.get("nav"):
        yield from (("nav", title) for title in _titles(nav))
    else:  # a folder is called by its name
        docs = Path(str(conf.get("docs_dir") or "docs"))
        folders = (
            each.name for each in docs.rglob("*") if each.is_dir() and any(each.glob("*.md"))
        )
        yield from (("the name of a folder", _OF_FILES.sub(" ", name)) for name in sorted(folders))


def words_in(
    said: object, named: Collection[str], unshown: Collection[str] = (), name: str = ""
) -> Iterator[str]:
    """The texts in data that a theme may show: all of several words, and what is `named` so.

    A text without a blank is an address, a version or another name for machines.
    """
    if isinstance(said, Mapping):
        for key, value in said.items():
            if key not in unshown:
                yield from words_in(value, named, unshown, str(key))
    elif isinstance(said, list | tuple):
        for each in said:
            yield from words_in(each, named, unshown, name)
    elif name in named and said is not None:
        yield str(said)
    elif isinstance(said, str) and len(said.split()) > 1:
        yield said


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
            said = f"{text[slice(*number)]} in {name}"
            message = f"the number {said} is loose: no rule vouches for it"
            yield problem_at(_span(source, text, number), message, _HINT)


def _loose_in_templates(book: Book, conf: Mapping[str, Any]) -> Iterator[Problem]:
    """A problem for each number that the book's own templates of the theme show."""
    theme = conf.get("theme")
    custom = theme.get("custom_dir") if isinstance(theme, Mapping) else None
    files = Path(custom).rglob("*") if custom else ()
    for file in sorted(each for each in files if each.suffix in _TEMPLATES):
        with suppress(ProblemsFound):
            source = read_source(file, relative(file.resolve(), book.root))
            seen = visible(_TEMPLATE.sub(partial(_printed, conf), source.text))
            for text in (seen.text, *seen.said):
                for number in on_account(text, nouns_of(book)):
                    if number != file.stem:  # 404 says what it is
                        message = f"the number {number} in a template is loose"
                        span = _span(source, number, (0, len(number)))
                        yield problem_at(span, f"{message}: no rule vouches for it", _HINT)


def _printed(conf: Mapping[str, Any], tag: re.Match[str]) -> str:
    """What a tag of a template may print of itself: its words, and those of the settings."""
    if tag[0].startswith("{#"):
        return ""
    constant = _CONSTANT.fullmatch(tag[0])
    texts = ("".join(found) for found in _TEXT_IN_TEMPLATE.findall(tag[0]))
    said = [text for text in texts if len(text.split()) > 1]
    for path in _OWN.findall(tag[0]) if tag[0].startswith("{{") else ():
        value: Any = conf.get("extra")
        for key in path.strip(".").split("."):
            value = value.get(key) if isinstance(value, Mapping) else None
        said += [str(value)] if isinstance(value, str | int | float) else []
    return " ".join(filter(None, constant.groups() if constant else said))


def _source(conf: Mapping[str, Any]) -> Source:
    """The file of the settings; an empty one of its name where it cannot be read."""
    file = Path(str(conf.get("config_file_path") or "mkdocs.yml"))
    with suppress(ProblemsFound):
        return read_source(file, file.name)
    return Source(file.name, "")


def place_in_settings(conf: Mapping[str, Any], text: str) -> Span:
    """Where the settings of a site say a text that stands behind a name."""
    source = _source(conf)
    found = re.search(rf":[ \t]*[\"']?({re.escape(text)})\b", source.text)
    return Span(source, *(found.span(1) if found else (0, 0)))


def _span(source: Source, text: str, number: Stretch) -> Span:
    """Where a number of a text stands in the settings; at their beginning where it is not found."""
    start, end = number
    if (at := source.text.find(text)) < 0:
        at = max(source.text.find(text[start:end]), 0) - start
    return Span(source, at + start, at + end)
