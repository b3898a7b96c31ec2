"""The ids that site generators make from the text of a heading, each in its own way."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_NUMBERED = re.compile(r"(.+)[-_](\d{1,4})")


def github(text: str) -> str:
    """The id that GitHub makes, as do Hugo, Docusaurus and others."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


@lru_cache(maxsize=1 << 14)
def slugs(text: str) -> frozenset[str]:
    """All ids that the usual site generators would give a heading, in lower case."""
    lowered = text.strip().lower()
    spelled = {lowered, _ascii(lowered), lowered.replace("&", "and")}
    made = {slug for each in spelled for slug in _made(each)}
    made |= {re.sub(r"^[^a-z]+", "", slug) for slug in made}  # Pandoc, kramdown: a letter first
    made |= {re.sub(r"^(?=\d)", "_", slug) for slug in made}  # VuePress
    return frozenset(filter(None, made)) or frozenset({"section"})


def _made(text: str) -> set[str]:
    plain = {
        github(text),
        re.sub(r"\s", "-", text),  # markdown-it-anchor
        re.sub(r"\s+", "-", text),
        re.sub(r"\s+", "-", re.sub(r"[^\w\-. ]", "", text)),  # Pandoc
        re.sub(r"\W+", "-", text),  # marked
        re.sub(r"[\W_]+", "-", text),  # VuePress, Sphinx
        re.sub(r"[^\w\- ]", "", text).replace(" ", "_"),
        text,  # Obsidian
    }
    single = {re.sub(r"-{2,}", "-", slug) for slug in plain}  # MkDocs, GitLab
    return plain | single | {slug.strip("-") for slug in single}


def _ascii(text: str) -> str:
    """Letters without accents, as MkDocs takes them."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def without_number(id: str) -> tuple[str, int]:
    """An id without the number that makes a repeated heading's id unique, and that number or 0."""
    found = _NUMBERED.fullmatch(id)
    return (found[1], int(found[2])) if found else (id, 0)
