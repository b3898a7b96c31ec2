"""What readers see of a page's HTML, and the template marks that should not be in it."""

from __future__ import annotations

import re

_OPENS = re.compile(r"<!--|<(pre|code|script|style|textarea)\b[^<>]*>", re.IGNORECASE)
_BRACES = re.compile(r"\{\{|\{%|\{##")


def readable(html: str) -> str:
    """The HTML without what stands in code, scripts and comments; opening tags stay."""
    parts, at = [], 0
    while opening := _OPENS.search(html, at):
        parts.append(html[at : opening.end() if opening[1] else opening.start()])
        closing = f"</{opening[1]}>" if opening[1] else "-->"
        end = html.find(closing, opening.end())
        at = end + len(closing) if end >= 0 else len(html)
    return "".join([*parts, html[at:]])


def left_marks(text: str) -> list[str]:
    """The marks that open a template in a text, each once, in the order of the text."""
    return list(dict.fromkeys(_BRACES.findall(text)))
