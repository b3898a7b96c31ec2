"""`sfrules render`: a whole site without a host, as plain HTML or as finished Markdown."""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape, unescape
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias
from urllib.parse import unquote, urlsplit, urlunsplit
from xml.etree.ElementTree import Element

import markdown
from markdown.treeprocessors import Treeprocessor

from sfrules.ground.problems import Problem, in_order
from sfrules.ground.system import ALARM, EXCHANGE, MEMORY, note_missing
from sfrules.press.doors.fonts import fonts_of
from sfrules.press.doors.front_matter import split_page
from sfrules.press.doors.press_assets import (
    BASE,
    MANIFEST,
    SCRIPT,
    STYLES,
    found_from_a_folder,
    press_assets,
)
from sfrules.press.doors.site_build import SiteBuild, opened
from sfrules.press.doors.site_check import FolderHost
from sfrules.press.doors.site_files import SiteFile, address_of, reading_order, site_files
from sfrules.press.doors.site_settings import checked_site, unguarded
from sfrules.press.page.expand import Page
from sfrules.press.site.publish.page_markdown import page_markdown
from sfrules.press.site.publish.publishing import digest, with_files_for_scripts
from sfrules.press.site.publish.swap import publish, stage
from sfrules.press.site.weave.check import BookResult, expand
from sfrules.press.things.kinds import KINDS
from sfrules.press.things.proofs.proof import with_marks

LAYOUT = "assets/sfrules/plain.css"
PICTURES = "assets/pictures"
_DRAWN = ("figure", "chart")  # the kinds of things whose style sheets a picture by itself needs
_SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_TITLE = re.compile(r"<title\b[^>]*>(.*?)</title>", re.DOTALL)
_PLACE = re.compile(r"<(?P<name>h[1-6]|div|figure|table)\b[^>]*\bid=\"(?P<id>[^\"]+)\"[^>]*>")
_LED_TO = re.compile(r"href=\"[^\"]*#([^\"]+)\"")


def render(config_file: Path, out: Path, *, as_markdown: bool = False) -> Sequence[Problem]:
    """Write a site into a folder, unless something is wrong; returns what is wrong.

    Raises:
        ProblemsFound: for a site or a book that cannot be loaded.
        Mistake: for a folder that holds files of others.
    """
    note_missing(MEMORY, ALARM, EXCHANGE)
    site = checked_site(config_file)
    host = PlainHost(site, as_markdown=as_markdown)
    store, problems = opened(site)
    host.refuse_extensions()
    staged = stage(out.resolve())
    build = SiteBuild(host, store, staged, (*problems, *unguarded(site)))
    try:
        for name, page in host.pages().items():
            build.pages[name] = store.expanded(name, page, expand)
        woven = build.weave()
        if not build.problems:
            writer = _Writer(build, host, woven)
            if as_markdown:
                writer.markdown()
            else:
                build.problems += tuple(writer.html())
        if build.problems:
            staged.drop()
        elif as_markdown:
            publish(staged)
        else:
            build.publish()
    except BaseException:
        staged.drop()
        raise
    return in_order(build.problems)


@dataclass(frozen=True)
class _Writer:
    """Writes the pages of a build and what they load into its folder."""

    build: SiteBuild
    host: PlainHost
    woven: BookResult

    def write(self, name: str, content: str | bytes) -> None:
        path = self.build.staged.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    def _copy_files(self) -> None:
        for file in self.host.files.values():
            if not file.is_page:
                target = self.build.staged.folder / file.address
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.host.site.docs / file.name, target)

    def html(self) -> Iterator[Problem]:
        """Write the pages in the layout; yields what is wrong in what stands around them."""
        self._copy_files()
        site, book = self.host.site, self.build.book
        fonts = list(fonts_of(site.book_options().get("fonts") or (), site.root))
        named = "".join(font.rules for font in fonts)
        for font in fonts:
            self.write(font.address, font.content)
        for address, text in press_assets(
            str(site.values["site_name"]), book.kinds, has_search=False
        ):
            if address != MANIFEST or MANIFEST not in self.host.files:
                self.write(address, named + text if address == STYLES else text)
        self.write(LAYOUT, Path(__file__).with_name("plain.css").read_text(encoding="utf-8"))
        for name, page in self.woven.pages.items():
            output = self._page(name, self.woven.printing.titles[name], page.html)
            if self.build.frame:
                path = self.build.pages[name].page.source.path
                yield from self.build.frame.problems(path, output, page.html)
            self.write(self.host.file(name), self._with_scripts(name, output, page.html))
        root = urlsplit(str(site.values.get("site_url") or "/")).path
        lost = self._page("404.html", "Not found", "<h1>Not found</h1>", root)
        self.write("404.html", found_from_a_folder(lost, root))

    def _with_scripts(self, name: str, output: str, article: str) -> str:
        def keep(script: str, text: str) -> str:
            self.write(f"assets/javascripts/{script}", text)
            return self.host.link(name, f"assets/javascripts/{script}")

        return with_files_for_scripts(output.replace(article, with_marks(article)), keep)

    def _beside(self, name: str) -> str:
        """The links to the pages before and after a page."""
        order = ["", *self.woven.pages, ""]
        at = order.index(name)
        return "".join(
            f'<p><a rel="{rel}" href="{self.host.link(name, other)}">'
            f"{escape(self.woven.printing.titles[other], quote=False)}</a></p>"
            for rel, other in (("prev", order[at - 1]), ("next", order[at + 1]))
            if other
        )

    def _page(self, name: str, title: str, article: str, root: str = "") -> str:
        """A page in the layout; `root` is for one that is shown at any address."""

        def to(path: str) -> str:
            return escape(root + self.host.address(path) if root else self.host.link(name, path))

        values = self.host.site.values
        styles = [STYLES, LAYOUT, *map(str, values.get("extra_css") or ())]
        sheets = "".join(f'<link rel="stylesheet" href="{to(each)}">\n' for each in styles)
        book = escape(str(values["site_name"]), quote=False)
        own, beside = ({}, "") if root else (self.host.front_matter(name), self._beside(name))
        about = str(own.get("description") or "")
        language = str(own.get("language") or values["theme"].get("language") or "en")
        return (
            f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title, quote=False)} - {book}</title>\n"
            f'<meta name="description" content="{escape(about)}">\n{sheets}'
            f'<link rel="manifest" href="{to(MANIFEST)}">\n'
            f'<script src="{to(SCRIPT)}" defer></script>\n</head>\n<body class="plain">\n'
            f'<header class="md-header md-header__inner">'
            f'<a href="{to(next(iter(self.woven.pages), ""))}">{book}</a></header>\n'
            f'<nav aria-label="Pages"><details open><summary>Pages</summary>'
            f"{self._menu(self.host.navigation, name, to)}</details></nav>\n"
            f'<main class="md-main__inner">'
            f'<article class="md-content__inner md-typeset">{article}</article>\n'
            f'<nav aria-label="Next to this page" class="beside">{beside}</nav></main>\n'
            f"</body>\n</html>\n"
        )

    def _menu(self, entries: Sequence[NavEntry], name: str, to: Callable[[str], str]) -> str:
        items = []
        for title, what in entries:
            if not isinstance(what, str):
                items.append(f"<li>{escape(title, quote=False)}{self._menu(what, name, to)}</li>")
            elif what in self.woven.printing.titles:
                here = ' aria-current="page"' if what == name else ""
                shown = escape(title or self.woven.printing.titles[what], quote=False)
                items.append(f'<li><a href="{to(what)}"{here}>{shown}</a></li>')
        return f"<ul>{''.join(items)}</ul>"

    def markdown(self) -> None:
        """Write the pages as finished Markdown, with their pictures as files beside them."""
        self._copy_files()
        drawn = [path for kind in KINDS if kind.name in _DRAWN for path in kind.styles]
        styles = "".join(path.read_text(encoding="utf-8") for path in (BASE, *drawn))
        led_to = {at for page in self.woven.pages.values() for at in _LED_TO.findall(page.html)}

        def anchored(found: re.Match[str]) -> str:
            place = f'<a id="{found["id"]}"></a>' if found["id"] in led_to else ""
            return found[0] + place if found["name"].startswith("h") else place + found[0]

        for name, page in self.woven.pages.items():

            def picture(found: re.Match[str], name: str = name) -> str:
                title = _TITLE.search(found[0])
                if title is None:
                    return ""  # a sign in a legend, beside its words
                svg = found[0].replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
                svg = svg.replace(">", f"><style>{escape(styles, quote=False)}</style>", 1)
                address = f"{PICTURES}/{digest(svg)}.svg"
                self.write(address, svg)
                alt = escape(" ".join(unescape(title[1]).split()))
                return f'<img alt="{alt}" src="{self.host.link(name, address)}">'

            html = _SVG.sub(picture, _PLACE.sub(anchored, page.html))
            text = page_markdown(replace(page, html=html))
            self.write(Path(self.host.file(name)).with_suffix(".md").as_posix(), text)


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
        found = super().pages()
        self.said.update({name: dict(split_page(page.source)[0]) for name, page in found.items()})
        return found

    def reading_order(self) -> Sequence[str]:
        """The pages by the navigation, then those that it does not list."""
        return reading_order(self.site, self.files.values())

    def page_reader(self, name: str) -> markdown.Markdown:
        """Python-Markdown for a page, which leads to the addresses of other pages."""
        made = super().page_reader(name)
        made.treeprocessors.register(_Links(self, name), "links", 0)
        return made

    def address(self, name: str) -> str:
        known = name in self.files and self.files[name].is_page
        place = address_of(name, in_folders=self.in_folders) if known else name
        if known and self.in_folders and PurePosixPath(place).name == "index.html":
            return place.removesuffix("index.html") or "./"
        return place

    def link(self, page: str, path: str) -> str:
        address, here = self.address(path), posixpath.dirname(self.file(page))
        found = posixpath.relpath(address, here or ".")
        return f"{found}/" if address.endswith("/") else found

    def file(self, page: str) -> str:
        return address_of(page, in_folders=self.in_folders)

    def front_matter(self, page: str) -> MutableMapping[str, Any]:
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
