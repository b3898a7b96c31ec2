"""Front matter as the theme takes it: a value of another shape would end the build at its page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from types import MappingProxyType

from mkdocs.utils import meta

from sfrules.ground.plain_yaml import read_yaml
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span

_YAML = re.compile(r"-{3}[ \t]*\n(.*?\n)(?:\.{3}|-{3})[ \t]*\n", re.DOTALL)


def _is_text(value: object) -> bool:
    return value is None or isinstance(value, str | int | float | date)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _are_names(value: object) -> bool:
    return value is None or (isinstance(value, list) and all(map(_is_name, value)))


def _is_search(value: object) -> bool:
    return value is None or (
        isinstance(value, dict)
        and isinstance(value.get("exclude", False), bool)
        and isinstance(value.get("boost", 1), int | float)
    )


# What the theme reads: whether a value is of its shape, and the shape in words.
SHAPES: Mapping[str, tuple[Callable[[object], bool], str]] = MappingProxyType(
    {
        "author": (_is_text, "a text"),
        "description": (_is_text, "a text"),
        "hide": (
            lambda value: _is_name(value) or _are_names(value),
            "a list such as [navigation, toc]",
        ),
        "icon": (_is_name, "the name of an icon of the theme"),
        "search": (_is_search, "{exclude: true} or {boost: 2}"),
        "status": (_is_text, "a text"),
        "subtitle": (_is_text, "a text"),
        "tags": (_are_names, "a list of texts"),
        "template": (_is_name, "the name of a template of the theme"),
        "title": (_is_text, "a text"),
    }
)
# What names a file of the theme, and where that is among its folders.
FILES = MappingProxyType({"icon": ".icons/{}.svg", "template": "{}"})


def front_matter_problems(source: Source, theme: Iterable[str]) -> Iterator[Problem]:
    """What is wrong with the top of a page; `theme` are the folders of the theme.

    Raises:
        ProblemsFound: for what is not YAML, and must not be given to MkDocs.
    """
    if found := _YAML.match(source.text):
        read_yaml(Span(source, *found.span(1)))  # MkDocs takes what it cannot read for text
    body, values = meta.get_data(source.text)
    front = Span(source, 0, len(source.text) - len(body))
    for key, value in values.items():
        if key in SHAPES:
            fits, shape = SHAPES[key]
            if not fits(value):
                yield problem_at(_place(front, key), f"{key} is {_said(value)}; allowed: {shape}")
            elif key in FILES and not _is_file(theme, FILES[key].format(value)):
                yield problem_at(_place(front, key), f'the theme has no {key} "{value}"')


def _is_file(theme: Iterable[str], name: str) -> bool:
    folders = (Path(folder) for folder in theme)
    return ".." not in name.split("/") and any((each / name).is_file() for each in folders)


def _said(value: object) -> str:
    return (
        "a list"
        if isinstance(value, list)
        else "a mapping"
        if isinstance(value, dict)
        else repr(value)
    )


def _place(front: Span, key: str) -> Span:
    """Where a key stands; in another notation than usual, the top of the page."""
    found = re.search(
        rf"^[ \t]*[\"']?({re.escape(key)})[\"']?[ \t]*:", front.text, re.MULTILINE | re.IGNORECASE
    )
    return Span(front.source, *found.span(1)) if found else Span(front.source, 0, 1)
