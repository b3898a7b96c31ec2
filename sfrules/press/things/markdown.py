"""Text that is Markdown, among texts that are not."""

from __future__ import annotations


class Markdown(str):
    """What the page itself says, in a text of its own, a macro or a block: it is Markdown there."""

    __slots__ = ()
