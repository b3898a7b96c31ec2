"""Writes answers and remarks to a terminal, with control characters escaped."""

from __future__ import annotations

import re
import sys

# Control characters, marks that turn the direction of writing around, characters without a width,
# and halves of characters, which the names of files can have and no encoding takes.
_CONTROL = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


def say(text: object, end: str = "\n") -> None:
    """Say what was asked for, at once."""
    print(text, end=end, flush=True)  # noqa: T201 — which a closed output does not trouble


def remark(*texts: object) -> None:
    """Say what is no answer, where it does not get between answers."""
    sys.stderr.write("".join(f"{text}\n" for text in texts))


def escaped(text: str) -> str:
    r"""A text with such characters written as Python writes them; the end of a line stays.

    >>> escaped("\x1b[31m")
    '\\x1b[31m'
    """
    return _CONTROL.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    return found[0] if found[0] == "\n" else found[0].encode("unicode_escape").decode()


def masked(text: str, mark: str = " ") -> str:
    r"""A text in one line, as long as before, with a mark in place of each such character.

    >>> masked("a\tb\nc")
    'a b c'
    """
    return _CONTROL.sub(mark, text)
