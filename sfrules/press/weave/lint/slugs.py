"""The ids that sites make from the text of a heading, each in its own way."""

from __future__ import annotations

import re


def github(text: str) -> str:
    """The id that GitHub makes, and with it Hugo, Docusaurus and others."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")
