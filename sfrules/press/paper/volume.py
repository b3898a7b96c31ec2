"""A book between covers: its chapters, in the order of reading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from os.path import commonprefix
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

_BASE = "https://book.invalid/"  # where the site would be: the name stands for no place


@dataclass(frozen=True)
class Chapter:
    """A page of the site: its address there, its title, the parts that it is in, and its HTML."""

    address: str
    title: str
    parts: tuple[str, ...]
    html: str

    @property
    def name(self) -> str:
        """Its name in the book: no other chapter's, and fit for an id and for a file."""
        path = self.address.removesuffix("/").removesuffix(".html")
        return re.sub(r"[^\w.-]+", "-", f"at-{path or 'index'}")


@dataclass(frozen=True)
class Volume:
    """A book: what it says of itself, its chapters, and the site that they come from.

    `site` is the folder of the finished site, `head` what its pages load to look as they do, and
    `styles` those style sheets among it that are the book's and the press's own. The first chapter
    is the cover, if `cover` says so; `picture` is a file of the site that shows it. `date` is that
    of the text, in seconds since 1970.
    """

    title: str
    about: str
    language: str
    rights: str
    home: str
    date: int
    site: Path
    head: str
    body: str
    styles: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    cover: bool
    picture: str = ""
    #: Whether it says how its numbers are known.
    proofs: bool = True

    @cached_property
    def _known(self) -> dict[str, Chapter]:
        return {chapter.address: chapter for chapter in self.chapters}

    def target(self, chapter: Chapter, link: str) -> tuple[Chapter, str] | None:
        """The chapter that a link of a chapter leads to, and the id there; None if to none."""
        if not (url := urljoin(_BASE + chapter.address, link)).startswith(_BASE):
            return None
        path, _, fragment = url.removeprefix(_BASE).partition("#")
        address = unquote(path)
        found = self._known.get(address) or self._known.get(f"{address}index.html")
        return (found, unquote(fragment)) if found else None

    def file(self, chapter: Chapter, link: str) -> str | None:
        """The file of the site that a chapter shows, by its path; None if it is none of it."""
        url = urljoin(_BASE + chapter.address, link)
        path = unquote(url.removeprefix(_BASE))
        return path if url.startswith(_BASE) and (self.site / path).is_file() else None

    def outside(self, chapter: Chapter, link: str) -> str | None:
        """A link that leads out of the book, as an address in the web; None if there is none."""
        if urlsplit(link).scheme in {"http", "https", "mailto"}:
            return link
        return urljoin(urljoin(self.home, chapter.address), link) if self.home else None

    def opened(self) -> Iterator[tuple[Chapter, list[tuple[int, str]]]]:
        """The chapters after the cover, with the parts that begin with each, and how deep."""
        before: tuple[str, ...] = ()
        for chapter in self.chapters[1:] if self.cover else self.chapters:
            same = len(commonprefix([before, chapter.parts]))  # noqa: RUF071 names, and no paths
            yield chapter, list(enumerate(chapter.parts))[same:]
            before = chapter.parts
