"""What a host gives the press: it finds a book's pages, converts them, and publishes the site.

MkDocs is one, in `doors/mkdocs`; a folder of pages that is only checked is its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, MutableMapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from sfrules.press.doors.save_report import SaveReport
from sfrules.press.doors.site_settings import SiteSettings
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.site.keep.store import ConvertedPage


class Host(Protocol):
    """A host, for one build of a site. Pages are named by their files below the folder of pages."""

    @property
    def site(self) -> SiteSettings:
        """The folder and the settings of the site."""

    def reading_order(self) -> Sequence[str]:
        """The pages by the navigation; what it does not list, in any order behind them."""

    def convert(self, name: str, expanded: ExpandedPage) -> ConvertedPage:
        """The HTML of a page's Markdown, and its headings."""

    def address(self, name: str) -> str:
        """Where a page or a file is, seen from the site."""

    def link(self, page: str, path: str) -> str:
        """Where a page or a file is, seen from a page."""

    def file(self, page: str) -> str:
        """The file of the site that a page is written to."""

    def part(self, page: str) -> str:
        """The part of the book that a page is in: what the navigation calls the outermost one."""

    def front_matter(self, page: str) -> MutableMapping[str, Any]:
        """What a page says of itself to the theme: its title and its description."""


class SitePreview(Protocol):
    """A site that a host has built for its author, and builds again page by page."""

    @property
    def site(self) -> Path:
        """The folder that the site is in."""

    def build(self) -> SaveReport:
        """Build the whole site."""

    def update(self, changed: Collection[Path]) -> SaveReport | None:
        """Make again what depends on some files; None if nothing does."""

    def failed(self, error: Exception) -> SaveReport:
        """What has broken an update off, as a problem like any other."""

    def watched(self) -> Iterable[Path]:
        """The files and folders whose changes are changes of the site."""

    def close(self) -> None:
        """Remove what was built."""
