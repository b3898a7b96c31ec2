"""A site that is built once, and again page by page: what `sfrules serve` shows.

A saved page, rule, row or table is a small change: the pages that depend on it are made again, by
MkDocs' own steps, in the site that is there. Whatever else changes, the whole site is built again.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, starmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from mkdocs.commands.build import _build_page, _build_theme_template, _populate_page, build
from mkdocs.structure.files import InclusionLevel
from mkdocs.utils import copy_file

from sfrules.ground.unforeseen import place_of
from sfrules.press.doors.mkdocs.mkdocs_host import MkDocsHost, load_site
from sfrules.press.doors.mkdocs.plugin import RulebookPlugin, broken_off, plugin_of
from sfrules.press.doors.progress import Progress
from sfrules.press.doors.site_build import SaveReport, SiteBuild, changed_numbers

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import File

    from sfrules.ground.problems import Problem
    from sfrules.press.site.memo import FinishedPage

Urls: TypeAlias = tuple[str, ...]
_LEFT_BEHIND = ("~", ".swp", ".tmp", "4913")  # what editors write beside a file
_LOOKS = (".css", ".js")


@dataclass
class Preview:
    """A site under preview; `address` is where it is served, as MkDocs wants to know."""

    config_file: Path
    address: str = ""
    progress: Progress = field(default_factory=Progress)
    site: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="sfrules_")))
    #: The configuration of the last whole build.
    config: MkDocsConfig = field(init=False)
    _words: dict[str, list[Any]] = field(default_factory=dict)  # of the search, by page
    _is_behind: bool = False  # the last whole build broke off

    @property
    def plugin(self) -> RulebookPlugin:
        """The plugin that builds the book's part."""
        return plugin_of(self.config)

    @property
    def built(self) -> SiteBuild:
        """The build that is shown."""
        return self.plugin.site_build

    @property
    def host(self) -> MkDocsHost:
        """MkDocs, as it has built the site."""
        return self.plugin.host

    @property
    def _has_built(self) -> bool:
        return hasattr(self, "config")

    def build(self) -> SaveReport:
        """Build the whole site."""
        started = time.monotonic()
        self.progress.begin()
        self._is_behind = True
        try:
            config = load_site(self.config_file, site_dir=str(self.site))
            if self.address:
                config.site_url = self.address
            config.plugins.on_startup(command="serve", dirty=False)
            plugin = plugin_of(config)
            plugin.live, plugin.progress = True, self.progress
            plugin.last = self.built.memo if self._has_built else None
            build(config, serve_url=self.address or None)
        finally:
            self.progress.end()
        self.config, self._is_behind = config, False
        for file in self.host.files:
            file.dest_dir = config.site_dir  # the folder that it was built in has been moved there
            vars(file).pop("abs_dest_path", None)
        self._words = _by_page(self._index())
        names = self._urls(self.built.pages)
        seconds = time.monotonic() - started
        return SaveReport(names, (), tuple(self.built.problems), seconds, whole=True)

    def close(self) -> None:
        """Remove what was built, and leave what is known for the next preview."""
        shutil.rmtree(self.site, ignore_errors=True)
        if self._has_built:
            self.plugin.keep()

    def update(
        self,
        changed: Collection[Path],
        viewed: Iterable[str] = (),
        show: Callable[[Urls], object] = tuple,
    ) -> SaveReport | None:
        """Make again what depends on some files; None where nothing does.

        Where that is many pages, those in view are the first, and `show` is told of them while the
        others are made. Pages are named by their addresses.
        """
        found = {path for path in changed if not path.name.endswith(_LEFT_BEHIND)}
        pages: set[str] = set()
        assets: list[File] = []
        code = other = False
        for path in found:
            file = self._file(path)
            if file and path.is_file():
                (pages.add(file.src_uri) if file.is_documentation_page() else assets.append(file))
            elif path.suffix in _LOOKS and self._is_code(path):
                other = True
            elif self._is_code(path):
                code = True
            elif path.is_relative_to(self.config.docs_dir) or self._is_setting(path):
                other = True
        if other or (self._is_behind and found):
            return self.build()
        for file in assets:
            copy_file(file.abs_src_path or "", file.abs_dest_path)
        if pages or code:
            return self._remake(pages, viewed if code else None, show)
        return SaveReport(self._urls(self.built.pages)) if assets else None

    def failed(self, error: Exception) -> SaveReport:
        """What has broken an update off, as a problem like any other."""
        place = place_of(error) or self.config_file.name
        return SaveReport(problems=(broken_off(error, place),))

    def watched(self) -> Iterator[Path]:
        """The files and folders whose changes are changes of the site."""
        config = self.config
        yield from (Path(config.docs_dir), self.config_file.absolute())
        yield from map(Path, filter(None, (config.theme.custom_dir,)))
        yield from self.built.book.watch
        yield from map(Path, config.watch)

    def _file(self, path: Path) -> File | None:
        docs = Path(self.config.docs_dir)
        if not path.is_relative_to(docs):
            return None
        return self.host.files.get_file_from_path(path.relative_to(docs).as_posix())

    def _is_code(self, path: Path) -> bool:
        if "__pycache__" in path.parts:
            return False
        return any(path == each or path.is_relative_to(each) for each in self.built.book.watch)

    def _is_setting(self, path: Path) -> bool:
        custom = self.config.theme.custom_dir
        return path == self.config_file.absolute() or bool(custom and path.is_relative_to(custom))

    def settled(self, file: Path) -> bool:
        """Whether a file of the site is what it was while pages are made again."""
        return file.suffix != ".html" and not self.built.is_beside(file.as_posix())

    def _remake(
        self, changed: Collection[str], viewed: Iterable[str] | None, show: Callable[[Urls], object]
    ) -> SaveReport:
        """Make again the pages that have changed, or that stand on code or facts that have.

        Those are as they were where nothing is said of what is in view.
        """
        started, built = time.monotonic(), self.built
        before, titles = _looks(built), self._titles()
        built.memo.begin()
        built.problems = () if viewed is None else self.plugin.begin()[1]
        files = [self.host.files.src_uris[name] for name in changed]
        wanted = set(changed) - self.plugin.admit(files).keys()
        self.progress.begin(len(wanted))
        ahead: Mapping[str, FinishedPage] = {}
        if viewed is not None:
            ahead = self._make_ahead(self._names(viewed), wanted, show)
            wanted |= {name for name in built.pages if not self._is_known(name)}
        for name in built.pages.keys() - wanted - ahead.keys():
            built.pages[name] = built.memo.again(name)
        for name in sorted(wanted - ahead.keys()):
            _populate_page(self.host.page(name), self.config, self.host.files)
        self.plugin.weave()
        now, shown = _looks(built), list(built.pages)
        if titles == self._titles():
            other = (n for n in shown if n in changed or _differ(before.get(n), now[n]))
            shown = [name for name in other if ahead.get(name) is not now[name].page]
        self.progress.expect(len(shown))
        self._show({name: now[name].page for name in shown}, whole=len(shown) == len(built.pages))
        self.progress.end()
        made = dict.fromkeys([*ahead, *shown])
        pairs = ((before[name].page, now[name].page) for name in made if name in before)
        numbers = tuple(chain.from_iterable(starmap(changed_numbers, pairs)))
        # A rule that an alarm has stopped may remember half of something.
        self._is_behind = any(page.meter.out for page in built.memo.fresh.values())
        urls, once = self._urls(made), self._urls(ahead.keys() - {*shown})
        seconds = time.monotonic() - started
        return SaveReport(urls, numbers, tuple(built.problems), seconds, ahead=once)

    def _is_known(self, name: str) -> bool:
        """Whether a page comes to what it came to before."""
        return self.built.memo.is_known(name, self.built.pages[name].page)

    def _make_ahead(
        self, viewed: Iterable[str], wanted: Collection[str], show: Callable[[Urls], object]
    ) -> Mapping[str, FinishedPage]:
        """Make those pages in view again that are others now, while all the rest is what it was."""
        names = [name for name in viewed if name in wanted or not self._is_known(name)]
        if not names:
            return {}
        for name in names:
            _populate_page(self.host.page(name), self.config, self.host.files)
        finished = self.built.finish_ahead(names)
        for name, page in finished.items():
            self.plugin.show(name, page)
            self._write(name)
        show(self._urls(names))
        return finished

    def _show(self, pages: Mapping[str, FinishedPage], *, whole: bool) -> None:
        """Write some pages with their theme around them, and what goes with the whole site."""
        config = self.config
        for name, page in pages.items():
            self.plugin.show(name, page)
            self._write(name)
        urls = (file.page.url for file in self._documents() if file.page)
        self._index()[:] = chain.from_iterable(self._words.get(url, ()) for url in urls)
        nav, env, files = self.host.nav, self.host.env, self.host.files
        for template in config.theme.static_templates if whole else ():
            _build_theme_template(template, env, files, config, nav)
        config.plugins.on_post_build(config=config)

    def _write(self, name: str) -> None:
        """Write a page; of one that nothing could be made of, the last good version stays."""
        made, host, index = self.built.pages[name], self.host, self._index()
        if made.problems and not made.markdown:
            return
        index[:] = []
        page, documents = host.page(name), self._documents()
        excluded = page.file.inclusion.is_excluded()
        _build_page(page, self.config, documents, host.nav, host.env, excluded=excluded)
        self._words[page.url] = list(index)

    def _documents(self) -> list[File]:
        return list(self.host.files.documentation_pages(inclusion=InclusionLevel.is_in_serve))

    def _titles(self) -> list[object]:
        """What the navigation shows of the pages."""
        pages = map(self.host.page, self.built.pages)
        return [(page.title, *map(page.meta.get, ("hide", "status", "icon"))) for page in pages]

    def _index(self) -> list[Any]:
        """The entries of the search index, in whichever plugin makes one."""
        for name in ("search", "material/search"):
            made = getattr(self.config.plugins.get(name), "search_index", None)
            for entries in ("entries", "_entries"):
                if isinstance(found := getattr(made, entries, None), list):
                    return found
        return []

    def _url(self, name: str) -> str:
        return self.host.page(name).url or "/"

    def _urls(self, names: Iterable[str]) -> Urls:
        return tuple(map(self._url, names))

    def _names(self, urls: Iterable[str]) -> list[str]:
        """The pages at some addresses, as far as there are any."""
        known = {_folder(self._url(name)): name for name in self.built.pages}
        return [known[_folder(url)] for url in urls if _folder(url) in known]


class _Look(NamedTuple):
    """How a page looks: what stands on it, and the problems that are shown there."""

    page: FinishedPage
    problems: Sequence[Problem]


def _looks(build: SiteBuild) -> dict[str, _Look]:
    """How each page of a build looks."""
    pages = build.woven.pages if build.woven else {}
    return {name: _Look(page, build.pages[name].problems) for name, page in pages.items()}


def _differ(before: _Look | None, now: _Look) -> bool:
    """Whether a page looks different from before, when there may have been none."""
    if before is None or before.page is now.page:
        return before is None
    return (before.page.html, before.problems) != (now.page.html, now.problems)


def _folder(url: str) -> str:
    """An address without the name that every folder's page has."""
    return url.removesuffix("index.html") or "/"


def _by_page(index: Iterable[Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for entry in index:
        found.setdefault(entry["location"].partition("#")[0], []).append(entry)
    return found
