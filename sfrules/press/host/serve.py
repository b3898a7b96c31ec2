"""`sfrules serve`: the server of MkDocs, with a builder that makes a saved page alone again.

For a save of pages, these are read and written again with the configuration, the navigation and
the theme of the last build; for one of code or facts, all pages are read again, and those that are
others now are written. For anything else, MkDocs builds the site.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment
from mkdocs.commands.build import _build_page, _build_theme_template, _populate_page
from mkdocs.config.config_options import Hooks
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from watchdog.observers.polling import PollingObserver

from sfrules.ground.file_door import read_source
from sfrules.ground.internal_errors import place_of
from sfrules.ground.problems import Problem, counted, in_order, report
from sfrules.press.host.site import CONFIG
from sfrules.press.site.load import look_at

if TYPE_CHECKING:
    from sfrules.press.host.plugin import RulebookPlugin

OFTEN, SETTLED = 0.1, 0.03  # seconds between two looks at files, and of quiet after which to build
_LEFT_BEHIND = ("~", ".swp", ".tmp", "4913", ".pyc")  # what editors and Python write beside a file
_LOOKS = (".css", ".js")
log = logging.getLogger("mkdocs.sfrules")


def serve(config_file: Path, address: str, *, open_in_browser: bool) -> None:
    """Serve a site as `mkdocs serve` does, until it is interrupted."""
    from mkdocs.__main__ import cli

    words = ["serve", "--config-file", str(config_file)]
    words += ["--dev-addr", address] if address else []
    cli([*words, *(["--open"] if open_in_browser else [])])


class Preview:
    """Builds a site again after each save; what goes wrong is shown at the foot of its pages."""

    def __init__(self, plugin: RulebookPlugin, build: Callable[[], None]) -> None:
        self._plugin, self._build = plugin, build
        self._looks = self._look()
        self._is_behind = False  # the last build broke off
        self.problems: Sequence[Problem] = plugin.build.problems

    def taking_over(self, server: LiveReloadServer) -> LiveReloadServer:
        """Let a server build by this, soon after a save, and show what is wrong on its pages."""
        for path in (config := self._plugin.build.config).docs_dir, config.config_file_path:
            server.unwatch(path)
        server.observer = PollingObserver(timeout=OFTEN)
        server.build_delay = SETTLED
        server.builder = self
        self._server, self._watched = server, set[str]()
        self._watch()
        add_to_pages(server, lambda: panel(self.problems))
        return server

    def __call__(self) -> None:
        """Build again what has changed, and never fail: the server would answer nobody any more."""
        before, self._looks = self._looks, self._look()
        changed = {Path(path) for path, _ in before.items() ^ self._looks.items()}
        pages = {path: name for path in changed if (name := self._page(path))}
        is_code = changed.difference(pages)
        if not changed:
            return
        try:
            if self._is_behind or not all(map(self._is_code, is_code)):
                self._build_all()
            else:
                self._make(frozenset(pages.values()), again=bool(is_code))
            self.problems = in_order(self._plugin.build.problems)
        except (Exception, MkDocsException) as error:  # noqa: BLE001 whatever breaks a build is shown
            self._is_behind = True
            self.problems = getattr(error, "problems", None) or [broken_off(error)]
            log.error("\n%s", report(self.problems))  # noqa: TRY400 — without a traceback

    def _build_all(self) -> None:
        self._is_behind = True
        Hooks._load_hook.cache_clear()  # so that hooks are read from their files
        self._build()
        self._is_behind = False
        self._watch()
        self._looks = self._look() | self._looks

    def _make(self, names: Collection[str], *, again: bool) -> None:
        """Make saved pages again, or all for a book to load again; write those that are others."""
        build = self._plugin.build
        before = build.woven.pages if build.woven else {}
        titles = self._titles()
        build.memo.begin()
        saved = names
        if again:
            self._plugin.load_again()
            names = frozenset(build.pages)
        own = {build.pages[name].page.source.path for name in names}
        build.wrong = tuple(each for each in build.wrong if each.path not in own)
        for name in build.pages:
            if name in names:
                if path := (file := build.page(name).file).abs_src_path:
                    read_source(Path(path), build.shown(file))  # what cannot be read is told there
                _populate_page(build.page(name), build.config, build.files)
            else:
                build.pages[name] = build.memo.again(name)
        woven = build.weave()
        is_same = titles == self._titles()
        for name, page in woven.pages.items():
            old = before.get(name)
            if not is_same or name in saved or not (old and old.html == page.html):
                build.show(name)
                write_page(build.page(name), build.config, build.files, build.nav, build.env)
        if not is_same:
            for template in build.config.theme.static_templates:
                _build_theme_template(template, build.env, build.files, build.config, build.nav)
        build.write_beside(build.staged.site)
        # A rule that an alarm has stopped may remember half of something.
        self._is_behind = any(page.meter.out for page in build.memo.fresh.values())
        if woven.problems:
            log.error("\n%s", report(woven.problems))

    def _titles(self) -> list[object]:
        """What the navigation shows of the pages."""
        pages = map(self._plugin.build.page, self._plugin.build.pages)
        return [(page.title, *map(page.meta.get, ("hide", "status", "icon"))) for page in pages]

    def _page(self, path: Path) -> str | None:
        """The page of a file; None if it is of no page, or gone."""
        build, docs = self._plugin.build, Path(self._plugin.build.config.docs_dir)
        if path.is_file() and path.is_relative_to(docs):
            name = path.relative_to(docs).as_posix()
            return name if name in build.pages else None
        return None

    def _is_code(self, path: Path) -> bool:
        """Whether a file is of the book's code or facts; its styles are of all pages."""
        watched = [each.absolute() for each in self._plugin.build.memo.book.watch]
        others = [each.absolute() for each in self._paths() if each not in watched]
        is_other = path.suffix in _LOOKS or any(path.is_relative_to(each) for each in others)
        return not is_other and any(path.is_relative_to(each) for each in watched)

    def _paths(self) -> Iterator[Path]:
        """The files and folders whose changes are changes of the site."""
        build = self._plugin.build
        config = build.config
        yield from (Path(config.docs_dir), Path(config.config_file_path or CONFIG))
        yield from (Path(each) for each in (config.theme.custom_dir, *config.watch) if each)
        yield from (Path(each) for each in config.hooks)
        yield from (watched := build.memo.book.watch)
        root, packages = Path(config.config_file_path or CONFIG).absolute().parent, Path(sys.prefix)
        for path in map(Path, build.memo.files):  # such as snippets
            is_own = path.is_relative_to(root) and not path.is_relative_to(packages)
            if is_own and path.is_file() and not any(map(path.is_relative_to, watched)):
                yield path

    def _watch(self) -> None:
        """Have the server look at all of them: at the folder of many files, not at each of these.

        Each place has a thread of the server's, and many threads leave no time to a build.
        """
        root = Path(self._plugin.build.config.config_file_path or CONFIG).absolute().parent
        for path in (each.absolute() for each in self._paths()):
            is_alone = path.is_dir() or path.parent == root
            place = path if is_alone else path.parent
            if place.exists() and str(place) not in self._watched:
                self._server.watch(str(place), recursive=is_alone)
                self._watched.add(str(place))

    def _look(self) -> dict[str, object]:
        """How all those files look."""
        files = (str(file) for path in self._paths() for file in _files(path.absolute()))
        return {each: look_at(each) for each in files if not each.endswith(_LEFT_BEHIND)}


def _files(path: Path) -> Iterator[Path]:
    """A file, or all those below a folder."""
    if path.is_file():
        yield path
    for folder, _, names in os.walk(path, followlinks=True):
        yield from (Path(folder, name) for name in names)


def broken_off(error: BaseException) -> Problem:
    """What breaks a build off, as a problem like any other."""
    kind = "" if isinstance(error, MkDocsException) else f"{type(error).__name__}: "
    place = (isinstance(error, Exception) and place_of(error)) or CONFIG
    return Problem(place, 1, 1, f"the build broke off: {kind}{error}")


def panel(problems: Sequence[Problem]) -> str:
    """All problems of the book as a box at the foot of a page, folded up; nothing for none."""
    if not problems:
        return ""
    return (
        '<details class="press-problems" style="position:fixed;inset:auto 0 0 0;max-height:60vh;'
        "overflow:auto;z-index:99;padding:.4rem 1rem;background:#fff4f2;color:#300;border-top:"
        '4px solid #b3261e;font:13px/1.45 ui-monospace,monospace"><summary>'
        f"{counted(len(problems), 'problem')}: {escape(problems[0].place)}: "
        f'{escape(problems[0].message)}</summary><pre tabindex="0" style="white-space:pre-wrap">'
        + escape("\n\n".join(map(str, problems)))
        + "</pre></details>"
    )


def write_page(
    page: Page, config: MkDocsConfig, files: Files, nav: Navigation, env: Environment
) -> None:
    """Write a page with its theme around it, where it has been written before."""
    shown = files.documentation_pages(inclusion=InclusionLevel.is_in_serve)
    _build_page(page, config, shown, nav, env, excluded=page.file.inclusion.is_excluded())


def add_to_pages(server: LiveReloadServer, added: Callable[[], str]) -> None:
    """Let a server add something to the end of each page that it sends."""
    with_script: Callable[[bytes, int], bytes] = server._inject_js_into_html

    def with_both(content: bytes, epoch: int) -> bytes:
        head, body, tail = content.rpartition(b"</body>")
        page = head + added().encode() + body + tail if body else content + added().encode()
        return with_script(page, epoch)

    server._inject_js_into_html = with_both  # type: ignore[method-assign]
