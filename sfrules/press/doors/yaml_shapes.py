"""Values that an author writes in YAML, and the shapes that their readers take."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import NamedTuple

from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Span


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
            yield problem_at(place_of(text, key), message)


def place_of(text: Span, key: str) -> Span:
    """Where a key stands; in another notation than usual, the top of the text."""
    found = re.search(
        rf"^[ \t]*[\"']?({re.escape(key)})[\"']?[ \t]*:", text.text, re.MULTILINE | re.IGNORECASE
    )
    start, end = found.span(1) if found else (0, 1)
    return Span(text.source, text.start + start, text.start + end)


def _said(value: object) -> str:
    return (
        "a list"
        if isinstance(value, list)
        else "a mapping"
        if isinstance(value, dict)
        else repr(value)
    )
