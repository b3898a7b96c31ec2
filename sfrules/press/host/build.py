"""One build of a site by MkDocs: the book, its pages so far, and what came of them."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from functools import cache
from html import escape, unescape
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, get_toc
from mkdocs.utils import get_relative_url

from sfrules.ground.file_door import read_source
from sfrules.ground.formats import without_addresses
from sfrules.ground.internal_errors import working_on
from sfrules.ground.ledger import relative
from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.ground.source import FRONT_MATTER, Source
from sfrules.press.host.guard import foreign
from sfrules.press.host.site import reports_of_mkdocs
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.page.marks import PIECE_CLOSE, PIECE_OPEN, unasked, without_marks
from sfrules.press.site.memo import (
    ConvertedPage,
    Memo,
    SiteHeading,
)
from sfrules.press.site.publish import Staging
from sfrules.press.site.search_index import SearchPage, search_script
from sfrules.press.site.weave import BookResult, expand, page_of, weave
from sfrules.press.things.tables import TABLE_FORMATS

# Where the theme's plugin of tags puts a listing once all pages are there; it is no number of ours.
_LISTING = re.compile(r"<h[1-6][^<>]+:\d+-\d+/slug\".*?</h[1-6]>")
_HERE = "<!-- listing -->"
_PIECE = re.compile(rf"{PIECE_OPEN}(?:p\d+|(\d+)){PIECE_CLOSE}")
_LEAD = PIECE_OPEN.encode()[:2]  # that each mark begins with
_TEXTS = frozenset({".html", ".json", ".md", ".txt", ".xml"})
_MAPS = ("sitemap.xml", "sitemap.xml.gz")


LONGEST = 160  # characters of a description that search engines show
_PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s")
WORKER = "service-worker.js"
# What is read with the book; downloads stay on the network.
_SUFFIXES = frozenset({".css", ".html", ".ico", ".js", ".png", ".svg", ".webmanifest", ".woff2"})
# An edition is fetched whole, past the browser's own cache, before it takes the place of another.
_WORKING = """\
const keep = async () => {
  const cache = await caches.open(EDITION);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
};
const forget = async () => {
  const own = (await caches.keys()).filter((name) => name.startsWith(BOOK) && name !== EDITION);
  await Promise.all(own.map((name) => caches.delete(name)));
  await clients.claim();
};
const answer = async (request) => {
  const cache = await caches.open(EDITION);
  const url = new URL(request.url);
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  const lost = (error) => {
    if (request.mode !== "navigate") throw error;
    return cache.match(new URL("404.html", registration.scope));
  };
  return (await cache.match(url, { ignoreSearch: true })) ?? fetch(request).catch(lost);
};
addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("message", ({ data }) => data === "now" && skipWaiting());
addEventListener("fetch", (event) => {
  const own = event.request.url.startsWith(registration.scope);
  if (own && event.request.method === "GET") event.respondWith(answer(event.request));
});
"""


def root_of(config: MkDocsConfig) -> Path:
    """The folder of a site, whatever links lead to it."""
    return _resolved(config.config_file_path).parent


@cache
def _resolved(path: str) -> Path:
    return Path(path).resolve()


@dataclass
class SiteBuild:
    """One build: what MkDocs has read so far, and what came of it."""

    config: MkDocsConfig
    options: Mapping[str, Any]
    memo: Memo
    staged: Staging
    #: Whether the pages are shown to their author, whatever is wrong with them.
    preview: bool = False
    #: Whether it is made for the site of another build, in another language.
    is_part: bool = False
    #: What is wrong beside the text of pages.
    wrong: tuple[Problem, ...] = ()
    files: Files = field(init=False)
    nav: Navigation = field(init=False)
    env: Environment = field(init=False)
    pages: dict[str, ExpandedPage] = field(default_factory=dict)
    woven: BookResult | None = None
    _rendered: dict[str, RenderedPage] = field(default_factory=dict)
    #: Stands for all but its Markdown that has a part in the HTML of a page.
    _key: bytes = b""
    _converted: dict[str, ConvertedPage] = field(default_factory=dict)
    _listings: dict[str, list[str]] = field(default_factory=dict)
    #: The descriptions that the press has given to pages, and not their authors.
    _described: dict[str, str] = field(default_factory=dict)
    #: The hash of each text that stands beside the pages.
    _written: dict[str, int] = field(default_factory=dict)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that is wrong, as far as it is known."""
        return self.wrong + (self.woven.problems if self.woven else ())

    def shown(self, file: File) -> str:
        """A file as its author knows it: a link by what it leads to, if that is his."""
        root = root_of(self.config)
        path = Path(file.abs_src_path or Path(self.config.docs_dir, file.src_uri))
        real = Path(os.path.realpath(path))
        if not (real.is_relative_to(root) and real.exists()):
            real = _resolved(self.config.docs_dir) / file.src_uri
        return relative(real, root)

    def admit(self, files: Files, texts: Mapping[str, str]) -> None:
        """Take the files of a site, some with other texts; one that cannot be read is left out."""
        for file in list(files.documentation_pages()):
            if path := file.abs_src_path:
                name = self.shown(file)
                try:
                    read_source(Path(path), name)
                except ProblemsFound as error:
                    self.wrong += error.problems
                    files.remove(file)
                if (text := texts.get(name)) is not None:
                    file.content_string, file.abs_src_path = text, path

    def order(self, nav: Navigation, files: Files) -> None:
        """Take the navigation; of two files at one address, only one would be published."""
        self.nav, self.files = nav, files
        self._key = hashlib.sha256(settings_of_pages(self.config, files).encode()).digest()
        first: dict[str, File] = {}
        included = (file for file in files if file.inclusion.is_included())
        for file in sorted(included, key=lambda file: file.is_documentation_page()):
            other = first.setdefault(file.dest_uri, file)
            if other is not file:
                message = f"this page and {self.shown(other)} have one address: {file.dest_uri}"
                hint = "only one would be published: rename one, or leave it out by exclude_docs"
                self.wrong += (Problem(self.shown(file), 1, 1, message, hint),)

    def expand(self, page: Page, markdown: str) -> str:
        """Expand the Markdown of a page, to which other plugins may have done something."""
        name, path, text = page.file.src_uri, self.shown(page.file), page.file.content_string
        if self._is_made(page.file) and not foreign(markdown):
            return markdown
        if not page.meta and (front := FRONT_MATTER.match(text)) and front[0] in markdown:
            self.wrong += (_no_yaml(path, front["front"]),)
        source = page_of(path, text, markdown)
        expanded = self.memo.expanded(name, source, expand)
        self.pages[name] = expanded
        self._described.pop(name, None)
        page.render = lambda *_: self._render(page, expanded)  # type: ignore[method-assign]
        return expanded.markdown

    def _is_made(self, file: File) -> bool:
        """Whether a page is made by another plugin: it is no file of the site."""
        path = Path(file.abs_src_path or "/")
        own = Path(self.config.docs_dir), Path(self.config.config_file_path).absolute().parent
        return not any(path.is_relative_to(folder) for folder in own)

    def _render(self, page: Page, expanded: ExpandedPage) -> None:
        """Let MkDocs convert a page, within the page's bounds; of one beyond them, nothing.

        What it has made of the same Markdown, with the same settings and files, is put back.
        """
        name, text = page.file.src_uri, page.markdown or ""
        work, key = f"html of {name}", hashlib.sha256(self._key + text.encode()).hexdigest()
        made = kept = self._rendered.get(name) or self.memo.works.get(work, (None,))[0]
        if made is not None and made.key == key:
            for warning in made.said:  # MkDocs says it once, as it converts a page
                logging.getLogger("mkdocs.structure.pages").warning(warning)
        else:
            page.content, page.toc = "", get_toc([])
            with working_on(expanded.page.source.path), self.memo.reading():
                made = expanded.meter.within(lambda: render(page, self.config, self.files, key))
            if made is not None:
                # A page that is known has no things; what is kept of it has their words.
                plain = kept.markdown if kept and name not in self.memo.fresh else ""
                made = replace(made, markdown=plain or plain_markdown(expanded))
        if made is not None:
            put_back(page, made, self.files)
            self._rendered[name], self.memo.works[work] = made, (made, frozenset())

    def take(self, page: Page, html: str) -> None:
        """Take the article of a page as all plugins have made it."""
        if (name := page.file.src_uri) in self.pages:
            self._listings[name] = _LISTING.findall(html)
            headings = [each for each in _headings(page.toc) if not each.id.endswith("/slug")]
            self._converted[name] = ConvertedPage(_LISTING.sub(_HERE, html), headings)

    def page(self, name: str) -> Page:
        """A page as MkDocs knows it."""
        page = self.files.src_uris[name].page
        assert page is not None  # noqa: S101 — it is a page of Markdown
        return page

    def weave(self) -> BookResult:
        """Finish the pages, each with the things that stand on it, in the order of reading."""
        listed = (page.file.src_uri for page in self.nav.pages)
        names = dict.fromkeys([*listed, *sorted(self.pages)])
        pages = {name: self.pages[name] for name in names if name in self.pages}

        def convert(name: str, _: ExpandedPage) -> ConvertedPage:
            return self._converted[name]

        self.woven = weave(self.memo, pages, convert, self._link)
        return self.woven

    def show(self, name: str) -> None:
        """Give a page of MkDocs its finished article, and what it is about."""
        if self.woven:
            page, finished = self.page(name), self.woven.pages[name]
            listings = iter(self._listings[name])
            page.content = re.sub(_HERE, lambda _: next(listings), finished.html)
            for key, said in list(vars(page).items()):  # where a plugin has kept the article
                if isinstance(said, str) and _LEAD in said.encode("utf-8", "replace"):
                    setattr(page, key, unasked(page.content))
            # MkDocs has not seen those of things, and asks for none where they are not known.
            page.present_anchor_ids = set(finished.places) if finished.html else None
            if name in self._described or "description" not in page.meta:
                self._described[name] = escape(description_of(finished.html))
                page.meta["description"] = self._described[name]

    def _address(self, name: str) -> str:
        file = self.files.src_uris.get(name)
        return file.url if file else name

    def _link(self, page: str, path: str) -> str:
        return get_relative_url(self._address(path), self._address(page))

    def publish(self) -> None:
        """Put the site that MkDocs has built in its place, with what stands beside its pages."""
        built = self.staged.folder
        if not self.preview:  # a preview shows each change at once
            _write(built, WORKER, service_worker(built))
        self.staged.publish()
        for file in self.files:  # whoever writes a page again writes it there
            file.dest_dir = str(self.staged.site)
            vars(file).pop("abs_dest_path", None)

    def unfinished_files(self) -> Iterator[str]:
        """Take the marks of the press out of what plugins have made of pages before their end.

        Yields the names of the files that lack a thing, such as a table.
        """
        for path in self.staged.folder.rglob("*"):
            if path.suffix in _TEXTS and _LEAD in (said := path.read_bytes()):
                text = said.decode("utf-8", "surrogateescape")
                plain = _PIECE.sub("", without_marks(text))
                path.write_bytes(plain.encode("utf-8", "surrogateescape"))
                if any(mark[1] for mark in _PIECE.finditer(text)):
                    yield path.relative_to(self.staged.folder).as_posix()

    def write_beside(self, site: Path) -> None:
        """Write what stands beside the pages: only texts that have changed."""
        before, self._written = self._written, {}
        for name, text in self._beside(self.woven) if self.woven else ():
            self._written[name] = hash(text)
            if before.get(name) != self._written[name]:
                _write(site, name, text)
        unused = before.keys() - self._written.keys()
        for name in (*unused, *(() if self.config.site_url else _MAPS)):  # a map needs addresses
            (site / name).unlink(missing_ok=True)

    def _beside(self, woven: BookResult) -> Iterable[tuple[str, str]]:
        """The files beside the pages: receipts, the search, and tables."""
        code = json.dumps(address_of_code(self.config.repo_url or ""))
        for name in woven.pages:
            if told := self.memo.pages[name].receipts:
                address = Path(self.files.src_uris[name].dest_uri).with_suffix(".js")
                yield f"receipts/{address.as_posix()}", f"receipts({told},{code});\n"
        titles = woven.printing.titles
        found = {name: self._found(name, titles[name]) for name in woven.pages}
        if not self.is_part:
            yield "search/index.js", search_script(self.memo.book, woven.pages, found)
        for id, table in sorted(woven.tables.items()):
            yield f"tables/{id}.csv", self.memo.written(TABLE_FORMATS["csv"], id, table)
            yield f"tables/{id}.json", self.memo.written(TABLE_FORMATS["json"], id, table)

    def _found(self, name: str, title: str) -> SearchPage:
        """A page as the search names and ranks it."""
        later, last = (
            any(fnmatch(name, each) for each in self.options[kind])
            for kind in ("appendices", "last")
        )
        rank = 2 * last or int(later)
        parts = [str(section.title) for section in self.page(name).ancestors]
        module = self.options["modules"].get(name, ())
        return SearchPage(title, self._address(name), parts[-1] if parts else "", rank, module)


def plain_markdown(expanded: ExpandedPage) -> str:
    """The Markdown of a page with its things as words, for a plugin that prints a part of it."""

    def word(mark: re.Match[str]) -> str:
        # A proof leaves nothing, nor do the things of a page that is only known.
        pieces = expanded.pieces[int(mark[1]) :][:1] if mark[1] else ()
        words = (each.kind.contents(each.thing).text for each in pieces if each.kind.is_inline)
        return escape("".join(words))

    return _PIECE.sub(word, without_marks(expanded.markdown))


def _headings(toc: Iterable[AnchorLink]) -> list[SiteHeading]:
    """The headings of a table of contents, in order, with those below each."""
    found = []
    for link in toc:
        found += [SiteHeading(link.id, link.level, link.title), *_headings(link.children)]
    return found


def _write(built: Path, name: str, text: str) -> None:
    path = built / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


@dataclass(frozen=True)
class RenderedPage:
    """What MkDocs made of the Markdown of a page, as plain data."""

    #: Stands for all that it was made of.
    key: str
    html: str
    title: str
    #: Name, id and level of each heading, with those below it, as MkDocs reads them.
    toc: list[Any]
    anchors: frozenset[str]
    #: The links to anchors of other files, by the names of these.
    links: Mapping[str, Mapping[str, str]]
    #: What MkDocs has warned of.
    said: tuple[str, ...]
    #: The page as other plugins may take parts of it.
    markdown: str = ""


def settings_of_pages(config: MkDocsConfig, files: Files) -> str:
    """The settings and the addresses that have a part in the HTML of pages, as a text."""

    def named(value: object) -> str:
        return without_addresses(repr(value))

    def told(value: object) -> object:  # what a plugin puts there may be a part of itself
        own = {key: each for key, each in getattr(value, "__dict__", {}).items() if key != "config"}
        return [named(value), json.dumps(own, default=named, skipkeys=True)]

    settings = config.markdown_extensions, config.mdx_configs, dict(config.validation.links)
    addresses = sorted((each.src_uri, each.dest_uri, each.inclusion.name) for each in files)
    return json.dumps([*settings, config.use_directory_urls, addresses], default=told)


def render(page: Page, config: MkDocsConfig, files: Files, key: str) -> RenderedPage:
    """Convert a page to HTML; its headings are what readers see in navigation and titles."""
    with reports_of_mkdocs() as said:
        type(page).render(page, config, files)
    links = {file.src_uri: found for file, found in (page.links_to_anchors or {}).items()}
    toc, anchors = _plain(page.toc), frozenset(page.present_anchor_ids or ())
    title = without_marks(page._title_from_render or "")
    return RenderedPage(key, page.content or "", title, toc, anchors, links, tuple(said))


def put_back(page: Page, made: RenderedPage, files: Files) -> None:
    """Give a page what it was converted to."""
    page.content, page.toc, page.markdown = made.html, get_toc(made.toc), made.markdown
    page._title_from_render = made.title
    page.present_anchor_ids = set(made.anchors)
    page.links_to_anchors = {files.src_uris[name]: dict(each) for name, each in made.links.items()}


def _no_yaml(path: str, front: str) -> Problem:
    """A problem where the front matter of a page, which begins on its second line, is no YAML."""
    line, column, hint = 1, 1, ""
    try:
        yaml.safe_load(front)
    except yaml.MarkedYAMLError as error:
        if error.problem_mark:
            line, column = error.problem_mark.line + 2, error.problem_mark.column + 1
        is_tab = "\\t" in str(error.problem)
        hint = "indent with blanks, not with tabs" if is_tab else str(error.problem or "")
    message = "what stands between the lines --- is not YAML, so it would be printed"
    return Problem(path, line, column, message, hint, Source("", front).line(line - 1))


def _plain(toc: Iterable[AnchorLink]) -> list[Any]:
    return [
        {
            "name": without_marks(each.title),
            "id": each.id,
            "level": each.level,
            "children": _plain(each.children),
        }
        for each in toc
    ]


def description_of(html: str) -> str:
    """What a page is about: the first sentences of its text, as many as search engines show."""
    texts = (" ".join(unescape(_TAG.sub("", text)).split()) for text in _PARAGRAPH.findall(html))
    first = next((text for text in texts if text), "")
    said = ""
    for sentence in _SENTENCE_END.split(first):
        if said and len(said) + len(sentence) >= LONGEST:
            break
        said = f"{said} {sentence}".strip()
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1].rpartition(' ')[0]}…"


def address_of_code(repository: str) -> str:
    """What comes before the path of a file in the address that shows it; "" without a repository.

    >>> address_of_code("https://github.com/someone/book")
    'https://github.com/someone/book/blob/HEAD/'
    >>> address_of_code("https://gitlab.com/someone/book/")
    'https://gitlab.com/someone/book/-/blob/HEAD/'
    """
    if not repository:
        return ""
    folder = "-/blob" if "gitlab" in repository else "blob"
    return f"{repository.rstrip('/')}/{folder}/HEAD/"


def service_worker(site: Path) -> str:
    """The worker for a finished site, whose files it names; another edition has another text."""
    files = sorted(
        path
        for path in site.rglob("*")
        if path.suffix in _SUFFIXES and path.is_file() and path != site / WORKER
    )
    edition = hashlib.sha256()
    for path in files:
        edition.update(path.relative_to(site).as_posix().encode())
        edition.update(path.read_bytes())
    names = [path.relative_to(site).as_posix() for path in files]
    return (
        "const BOOK = `rulebook ${registration.scope} `;\n"
        f'const EDITION = BOOK + "{edition.hexdigest()[:16]}";\n'
        f"const FILES = {json.dumps(names, ensure_ascii=False)};\n{_WORKING}"
    )
