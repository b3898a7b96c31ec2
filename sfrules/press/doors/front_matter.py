"""What an author writes in YAML, by its shape: a value of another would end a build at its page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from sfrules.ground.plain_yaml import read_yaml
from sfrules.ground.problems import Problem, ProblemsFound, problem_at
from sfrules.ground.source import FRONT_MATTER, Source, Span


class Shape(NamedTuple):
    """Whether a value is of a shape, and the shape in words."""

    fits: Callable[[object], bool]
    words: str


def is_text(value: object) -> bool:
    """Whether a value is printed as one text, or is left out."""
    return value is None or isinstance(value, str | int | float | date)


def is_name(value: object) -> bool:
    """Whether a value is a text that is not empty."""
    return isinstance(value, str) and bool(value)


def are_texts(value: object) -> bool:
    """Whether a value is a list of such texts, or is left out."""
    return value is None or (isinstance(value, list) and all(map(is_name, value)))


def is_true_or_false(value: object) -> bool:
    """Whether a value is true or false, or is left out."""
    return value is None or isinstance(value, bool)


def misshapen(
    text: Span, values: Mapping[str, object], shapes: Mapping[str, Shape]
) -> Iterator[Problem]:
    """A problem for each value of another shape than its own, at its key in the text."""
    for key, value in values.items():
        if key in shapes and not shapes[key].fits(value):
            message = f"{key} is {_said(value)}; allowed: {shapes[key].words}"
            yield problem_at(_place_of(text, key), message)


def _place_of(text: Span, key: str) -> Span:
    """Where a key stands before its colon; in another notation, the top of the text."""
    pattern = rf"^[ \t]*[\"']?({re.escape(key)})[\"']?[ \t]*:"
    found = re.search(pattern, text.text, re.MULTILINE | re.IGNORECASE)
    start, end = found.span(1) if found else (0, 1)
    return Span(text.source, text.start + start, text.start + end)


def _said(value: object) -> str:
    kinds: dict[type, str] = {list: "a list", dict: "a mapping"}
    return kinds.get(type(value)) or repr(value)


# The notation of MultiMarkdown: lines "key: value", which may go on indented.
_PAIR = re.compile(r"[ ]{0,3}([A-Za-z0-9_-]+):\s*(.*)")
_MORE = re.compile(r"(?:[ ]{4}|\t)\s*(.*)")


def _is_search(value: object) -> bool:
    return value is None or (
        isinstance(value, dict)
        and isinstance(value.get("exclude", False), bool)
        and isinstance(value.get("boost", 1), int | float)
    )


_TEXT = Shape(is_text, "a text")
# What the theme reads.
SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        **dict.fromkeys(("author", "description", "status", "subtitle", "title"), _TEXT),
        "hide": Shape(
            lambda value: is_name(value) or are_texts(value), "a list such as [navigation, toc]"
        ),
        "icon": Shape(is_name, "the name of an icon of the theme"),
        "search": Shape(_is_search, "{exclude: true} or {boost: 2}"),
        "tags": Shape(are_texts, "a list of texts"),
        "template": Shape(is_name, "the name of a template of the theme"),
    }
)
# What names a file of the theme, and where that is among its folders.
FILES = MappingProxyType({"icon": ".icons/{}.svg", "template": "{}"})


def split_page(source: Source) -> tuple[Mapping[str, object], str]:
    """The front matter of a page, and the rest of it, as MkDocs takes them apart."""
    text = source.text
    if found := FRONT_MATTER.match(text):
        with suppress(ProblemsFound):  # it is text, then
            values = read_yaml(Span(source, *found.span("front")))
            if isinstance(values, dict):
                return values, text[found.end() :].lstrip("\n")
        return {}, text
    pairs: dict[str, str] = {}
    lines, key = text.split("\n"), ""
    for at, line in enumerate(lines):
        if pair := _PAIR.match(line):
            key, said = pair[1].lower(), pair[2].strip()
            pairs[key] = f"{pairs[key]} {said}" if key in pairs else said
        elif key and line.strip() and (more := _MORE.match(line)):
            pairs[key] += f" {more[1].strip()}"
        else:
            rest = lines[at + (not line.strip()) :]
            return pairs, "\n".join(rest).lstrip("\n")
    return pairs, ""


def front_matter_problems(source: Source, theme: Callable[[], Sequence[Path]]) -> Iterator[Problem]:
    """What is wrong with the top of a page; `theme` returns the folders of the theme.

    Without any, which files the theme has is not known.

    Raises:
        ProblemsFound: for what is not YAML, and must not be given to a host.
    """
    if found := FRONT_MATTER.match(source.text):
        read_yaml(Span(source, *found.span("front")))  # a host takes what it cannot read for text
    values, body = split_page(source)
    front = Span(source, 0, len(source.text) - len(body))
    yield from misshapen(front, values, SHAPES)
    for key in (each for each in FILES if is_name(values.get(each))):
        if (folders := theme()) and not _is_file(folders, FILES[key].format(values[key])):
            message = f'the theme has no {key} "{values[key]}"'
            yield problem_at(_place_of(front, key), message)


def _is_file(folders: Sequence[Path], name: str) -> bool:
    return ".." not in name.split("/") and any((each / name).is_file() for each in folders)
