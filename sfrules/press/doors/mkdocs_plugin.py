"""The door for MkDocs: `plugins: [sfrules: {book: …}]`. It adapts, and decides nothing."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from mkdocs.exceptions import Abort, MkDocsException, PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.toc import get_toc
from mkdocs.utils import CountHandler, get_relative_url

from sfrules.ground.ledger import provenance, relative
from sfrules.ground.problems import AT_MOST, Problem, ProblemsFound, in_order, report
from sfrules.ground.unforeseen import INTERNAL, internal_error, place_of, working_on
from sfrules.press.doors.configuration import RulebookConfig, refuse_circles, time_of_commit
from sfrules.press.doors.mkdocs_assets import (
    add_stylesheets,
    scripts_as_files,
    slim,
    stylesheets,
    write_lists,
)
from sfrules.press.doors.mkdocs_pages import add_extensions, admitted, headings
from sfrules.press.page.expand import Expanded
from sfrules.press.site.check import Woven, expand, page_of, weave
from sfrules.press.site.finish import Converted
from sfrules.press.site.load import forget
from sfrules.press.site.publishing import WORKER, Published, description_of, service_worker
from sfrules.press.site.receipts import receipts_script
from sfrules.press.site.search_index import search_script
from sfrules.press.site.supplies import book_of_site
from sfrules.press.site.swap import Staging, publish, show_problems, stage
from sfrules.press.things.book import Book
from sfrules.press.things.tables.text import table_csv, table_json

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page

log = get_plugin_logger("sfrules")


class Unforeseen(Abort):
    """The end of a build by what nobody foresaw."""

    code = exit_code = INTERNAL


@dataclass
class Edition:
    """One build: the book, its pages so far, and what came of them."""

    book: Book
    staged: Staging
    order: list[str] = field(default_factory=list)
    pages: dict[str, Expanded] = field(default_factory=dict)
    woven: Woven | None = None
    search: str = ""
    listed: list[Published] = field(default_factory=list)
    problems: tuple[Problem, ...] = ()


class RulebookPlugin(BasePlugin[RulebookConfig]):
    """Expands the macros of every page, and publishes the site only if nothing is wrong."""

    def __init__(self) -> None:
        self._edition: Edition | None = None
        self._serving = False

    @property
    def edition(self) -> Edition:
        if self._edition is None:
            raise PluginError("the build has not begun")
        return self._edition

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        self._serving = command == "serve"

    @event_priority(-100)  # after every other plugin has had its say in where the site goes
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        root, site = _root(config), Path(config.site_dir).resolve()
        os.environ.setdefault("SOURCE_DATE_EPOCH", time_of_commit(root))
        try:
            refuse_circles(config)
        except ProblemsFound as error:
            raise PluginError(f"\n{error}") from None
        book, problems = self._load(root, config)
        add_extensions(config)
        if self.config.stylesheets:
            add_stylesheets(config)
        self._edition = Edition(book, stage(site), problems=problems)
        config.site_dir = str(self._edition.staged.folder)
        return config

    def _load(self, root: Path, config: MkDocsConfig) -> tuple[Book, tuple[Problem, ...]]:
        """The book; under preview, the last good one stays in use if it fails to load."""
        last = self._edition.book if self._edition else None
        if last:
            forget(last.modules)
        try:
            return book_of_site(root, self.config, config), ()
        except ProblemsFound as error:
            if not (self._serving and last):
                raise PluginError(f"\n{error}") from None
            return last, error.problems

    @event_priority(100)  # no other plugin reads what may not be read
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        _, wrong = admitted(files, config, _root(config))
        problems = tuple(in_order(chain.from_iterable(wrong.values())))
        if problems and not self._serving:
            raise PluginError(f"\n{report(problems)}\nNothing was published.")
        self.edition.problems += problems
        for file in [each for each in files if each.src_uri in wrong]:
            files.remove(file)
        for file in stylesheets(config) if self.config.stylesheets else ():
            files.append(file)
        return slim(files, config)

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        self.edition.order = [page.file.src_uri for page in nav.pages]
        return nav

    def on_page_markdown(
        self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        name = page.file.src_uri
        path = relative((Path(config.docs_dir) / name).resolve(), _root(config))
        source = page_of(path, page.file.content_string, markdown)
        with working_on(path):
            expanded = expand(self.edition.book, source)
        self.edition.pages[name] = expanded
        page.render = partial(_render, page, expanded)  # type: ignore[method-assign]
        return expanded.markdown

    @event_priority(100)  # finished pages are what other plugins should see
    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        edition = self.edition
        urls = {file.src_uri: file.url for file in files}
        pages = {file.src_uri: file.page for file in files.documentation_pages() if file.page}
        woven = weave(
            edition.book,
            _in_reading_order(edition),
            lambda name, _: Converted(pages[name].content or "", headings(pages[name].toc)),
            lambda page, path: get_relative_url(urls.get(path, path), urls[page]),
        )
        edition.woven = woven
        edition.problems += _blocking(woven) if self._serving else woven.problems
        if edition.problems and not self._serving:
            raise PluginError(f"\n{report(edition.problems)}\nNothing was published.")
        for name, finished in woven.pages.items():
            pages[name].content = finished.html
            pages[name].meta.setdefault("description", description_of(finished.html))
        edition.search = search_script(
            edition.book, woven.pages, urls, woven.printing.titles, tuple(self.config.last)
        )
        edition.listed = [
            Published(woven.printing.titles[name], urls[name], str(pages[name].meta["description"]))
            for name in woven.pages
        ]
        return env

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        return scripts_as_files(output, page.url, config)

    def on_post_template(
        self, output_content: str, *, template_name: str, config: MkDocsConfig
    ) -> str:
        if not template_name.endswith(".html"):
            return output_content
        root = urlsplit(config.site_url or "/").path
        return scripts_as_files(output_content, "", config, root)

    @event_priority(-100)  # the site is moved when every other plugin has written its part
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        edition, staged = self.edition, self.edition.staged
        config.site_dir = str(staged.site)
        if edition.problems:
            _show(staged, edition.problems)
        elif _strict_build_failed():
            staged.drop()  # MkDocs stops the build after this hook
        else:
            _write_ledger(edition, staged.folder)
            write_lists(edition.listed, staged.folder, config)
            if not self._serving:  # a preview shows each change at once
                worker = service_worker(staged.folder)
                (staged.folder / WORKER).write_text(worker, encoding="utf-8")
            if left := publish(staged):
                log.info("What the press did not write stays in the site: %s", _at_top(left))

    def on_build_error(self, *, error: Exception) -> None:
        if self._edition:
            self._edition.staged.drop()
        if isinstance(error, OSError):
            where = f"{error.filename}: " if error.filename else ""
            raise PluginError(f"{where}{error.strerror}. Nothing was published.") from None
        if not isinstance(error, MkDocsException):
            raise Unforeseen(internal_error(error)) from None

    def on_serve(
        self, server: LiveReloadServer, *, config: MkDocsConfig, builder: object
    ) -> LiveReloadServer:
        for path in self.edition.book.watch:
            server.watch(str(path))
        server.builder = partial(self._rebuild, server.builder, config.config_file_path)
        server.set_app(without_nul(server.serve_request))
        return server

    def _rebuild(self, build: Callable[[], None], config_file: str) -> None:
        """Build again for a preview; what breaks the build is a problem shown as any other.

        The preview's server would let all requests wait for a build that succeeds.
        """
        try:
            build()
        except Exception as error:
            log.debug("The build broke off:", exc_info=True)
            problem = _broken_off(error, place_of(error) or Path(config_file).name)
        else:
            return
        with suppress(OSError):
            _show(stage(self.edition.staged.site), [problem])


def _show(staged: Staging, problems: Sequence[Problem]) -> None:
    log.error("\n%s", report(problems))
    show_problems(staged, problems)


def _broken_off(error: Exception, path: str) -> Problem:
    kind = "" if isinstance(error, MkDocsException) else f"{type(error).__name__}: "
    return Problem(path, 1, 1, f"the build broke off: {kind}{error}")


def _at_top(names: Iterable[str]) -> str:
    tops = sorted({name.partition("/")[0] for name in names})
    return ", ".join(tops[:AT_MOST]) + (" and others" if len(tops) > AT_MOST else "")


def _render(page: Page, expanded: Expanded, config: MkDocsConfig, files: Files) -> None:
    """MkDocs' own conversion of a page, within the page's bounds; of one beyond them, nothing."""
    page.content, page.toc = "", get_toc([])
    with working_on(expanded.page.source.path):
        expanded.meter.within(lambda: type(page).render(page, config, files))


def without_nul(serve: WSGIApplication) -> WSGIApplication:
    """A server that answers an address with a NUL, which no file has in its name."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if "\0" in environ["PATH_INFO"]:
            start_response("404 Not Found", [("Content-Type", "text/plain")])
            return [b"404 Not Found"]
        return serve(environ, start_response)

    return answer


def _blocking(woven: Woven) -> tuple[Problem, ...]:
    """The problems that hide the pages under preview; with a stale lock the pages are right."""
    if woven.stale:
        files = "1 file" if len(woven.stale) == 1 else f"{len(woven.stale)} files"
        log.warning("the lock is stale in %s: sfrules check tells where", files)
    return tuple(problem for problem in woven.problems if problem not in woven.stale)


def _root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path or "mkdocs.yml").resolve().parent


def _in_reading_order(edition: Edition) -> dict[str, Expanded]:
    """The pages by the navigation, then those that it does not list."""
    names = dict.fromkeys([*edition.order, *sorted(edition.pages)])
    return {name: edition.pages[name] for name in names if name in edition.pages}


def _write_ledger(edition: Edition, built: Path) -> None:
    woven = edition.woven
    if woven is None:
        return
    (built / "provenance.json").write_text(provenance(woven.entries), encoding="utf-8")
    for name, page in woven.pages.items():
        if script := receipts_script(edition.book, name, page.tables, woven.printing):
            file = (built / "receipts" / name).with_suffix(".js")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(script, encoding="utf-8")
    (built / "search").mkdir(exist_ok=True)
    (built / "search" / "index.js").write_text(edition.search, encoding="utf-8")
    folder = built / "tables"
    for id, table in sorted(woven.tables.items()):
        folder.mkdir(exist_ok=True)
        (folder / f"{id}.csv").write_text(table_csv(table), encoding="utf-8")
        (folder / f"{id}.json").write_text(table_json(table), encoding="utf-8")


def _strict_build_failed() -> bool:
    """Whether MkDocs has counted warnings under --strict, which it acts on after the last hook."""
    handlers = logging.getLogger("mkdocs").handlers
    return any(isinstance(each, CountHandler) and each.get_counts() for each in handlers)
