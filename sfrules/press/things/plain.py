"""What a page prints is text: no character of it is Markdown or HTML, unless the page wrote it."""

from __future__ import annotations

import re

from sfrules.press.expression.tree import Markdown

# An underline within a word is no emphasis, and some signs only open a block.
_LIVE = re.compile(
    r"""[&<>"'\\`*\[\]{}|~^$]|(?<![^\W_])_|_(?![^\W_])"""
    r"""|\A(?:#|!(?=!)|(?:[+:=-]|[0-9]+[.)])(?=[\s=-]|\Z))"""
)
_SIGN = re.compile(r"\W|_")
_BLANK = re.compile(r"\s+")


def as_text(text: str) -> str:
    """The Markdown that reads as a text does, in a sentence as well as within HTML.

    >>> as_text("<b>Ox</b>")
    '&#60;b&#62;Ox&#60;/b&#62;'
    """
    if isinstance(text, Markdown):
        return text
    return _LIVE.sub(lambda found: _SIGN.sub(_entity, found[0]), _BLANK.sub(" ", text))


def _entity(sign: re.Match[str]) -> str:
    return f"&#{ord(sign[0])};"
