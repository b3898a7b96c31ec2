"""The press as its own host: pages converted by Python-Markdown, with the links of a site."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any, TypeAlias
from urllib.parse import unquote, urlsplit, urlunsplit
from xml.etree.ElementTree import Element

import markdown
from markdown.treeprocessors import Treeprocessor

from sfrules.press.doors.front_matter import split_page
from sfrules.press.doors.site_check import FolderHost
from sfrules.press.doors.site_files import SiteFile, address_of, pages_of, reading_order, site_files
from sfrules.press.page.expand import Page

# A page by its name, or a section by its title with what is in it.
NavEntry: TypeAlias = "tuple[str, str | Sequence[NavEntry]]"
_ADDRESSED = {"a": "href", "img": "src"}


@dataclass(frozen=True)
class PlainHost(FolderHost):
    """A site without a theme."""

    as_markdown: bool = False
    said: dict[str, MutableMapping[str, Any]] = field(default_factory=dict)

    @property
    def in_folders(self) -> bool:
        """Whether each page has a folder of its own."""
        return bool(self.site.values["use_directory_urls"]) and not self.as_markdown

    @cached_property
    def files(self) -> Mapping[str, SiteFile]:
        """The files of the site that are published, by their names."""
        return {file.name: file for file in site_files(self.site) if file.is_published}

    def pages(self) -> dict[str, Page]:
        """The pages in the order of reading; what each says of itself is kept.

        Raises:
            ProblemsFound: for files that may not be read.
        """
        for name, source in pages_of(self.site).items():
            self.said[name] = dict(split_page(source)[0])
        return super().pages()

    def reading_order(self) -> Sequence[str]:
        """The pages by the navigation, then those that it does not list."""
        return reading_order(self.site, self.files.values())

    def page_reader(self, name: str) -> markdown.Markdown:
        """Python-Markdown for a page, which leads to the addresses of other pages."""
        made = super().page_reader(name)
        made.treeprocessors.register(_Links(self, name), "links", 0)
        return made

    def address(self, name: str) -> str:
        """Where a page or a file is, seen from the site."""
        known = name in self.files and self.files[name].is_page
        place = address_of(name, in_folders=self.in_folders) if known else name
        if known and self.in_folders and PurePosixPath(place).name == "index.html":
            return place.removesuffix("index.html") or "./"
        return place

    def link(self, page: str, path: str) -> str:
        """Where a page or a file is, seen from a page."""
        address, here = self.address(path), posixpath.dirname(self.file(page))
        found = posixpath.relpath(address, here or ".")
        return f"{found}/" if address.endswith("/") else found

    def file(self, page: str) -> str:
        """The file of the site that a page is written to."""
        return address_of(page, in_folders=self.in_folders)

    def front_matter(self, page: str) -> MutableMapping[str, Any]:
        """What a page says of itself."""
        return self.said[page]

    @cached_property
    def navigation(self) -> Sequence[NavEntry]:
        """The pages in their sections, with the titles that the site gives; else by folders."""
        if nav := self.site.values.get("nav"):
            return list(self._listed(nav))
        tree: dict[str, Any] = {}
        for name in self.reading_order():
            *folders, _ = PurePosixPath(name).parts
            within = tree
            for folder in folders:
                within = within.setdefault(folder, {})
            within[name] = name
        return list(_by_folders(tree))

    def _listed(self, nav: Any) -> Iterator[NavEntry]:
        for each in nav if isinstance(nav, list) else [nav]:
            pairs = each.items() if isinstance(each, Mapping) else [("", each)]
            for title, what in pairs:
                if not isinstance(what, str):
                    yield str(title), list(self._listed(what))
                elif (name := posixpath.normpath(what)) in self.files:
                    yield str(title or ""), name

    def part(self, page: str) -> str:
        """The title of the outermost section of the navigation that a page is in."""
        sections = ((t, what) for t, what in self.navigation if not isinstance(what, str))
        return next((title for title, what in sections if page in _names(what)), "")


def _by_folders(tree: Mapping[str, Any]) -> Iterator[NavEntry]:
    for name, what in tree.items():
        title = name.replace("-", " ").replace("_", " ")
        title = title.capitalize() if title.islower() else title
        yield ("", what) if isinstance(what, str) else (title, list(_by_folders(what)))


def _names(entries: Sequence[NavEntry]) -> Iterator[str]:
    for _, what in entries:
        yield from [what] if isinstance(what, str) else _names(what)


class _Links(Treeprocessor):
    """Lets the links and pictures of a page lead to where the files are published."""

    def __init__(self, host: PlainHost, page: str) -> None:
        super().__init__()
        self._host, self._page = host, page

    def run(self, root: Element) -> None:
        for each in root.iter():
            if key := _ADDRESSED.get(each.tag):
                each.set(key, self._published(each.get(key) or ""))

    def _published(self, target: str) -> str:
        scheme, host, path, query, anchor = urlsplit(target)
        if scheme or host or not path or path.startswith("/"):
            return target
        folder = posixpath.dirname(self._page)
        name = posixpath.normpath(posixpath.join(folder, unquote(path)))
        if name not in self._host.files:
            return target
        return urlunsplit(("", "", self._host.link(self._page, name), query, anchor))
