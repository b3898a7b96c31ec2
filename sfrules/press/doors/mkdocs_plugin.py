"""The door for MkDocs: `plugins: [sfrules: {book: …}]`. It adapts, and decides nothing."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from mkdocs.exceptions import Abort, MkDocsException, PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.toc import get_toc
from mkdocs.utils import get_relative_url

from sfrules.ground.ledger import relative
from sfrules.ground.problems import Mistake, Problem, ProblemsFound, in_order, report
from sfrules.ground.system import ALARM, EXCHANGE, MEMORY, note_missing
from sfrules.ground.unforeseen import INTERNAL, internal_error, place_of, working_on
from sfrules.press.audit.frame import Frame
from sfrules.press.audit.numbers_in_text import nouns_of
from sfrules.press.doors.configuration import (
    RulebookConfig,
    problem_at_setting,
    refuse_circles,
    time_of_commit,
    unguarded,
)
from sfrules.press.doors.mkdocs_assets import (
    add_assets,
    assets,
    found_from_a_folder,
    scripts_as_files,
    slim,
    write_lists,
)
from sfrules.press.doors.mkdocs_pages import add_extensions, admitted, headings
from sfrules.press.doors.progress import Progress
from sfrules.press.doors.site_build import SiteBuild, about, write_ledger
from sfrules.press.doors.watch import without_nul
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.page.expand import Page as SourcePage
from sfrules.press.site.keep.dependencies import Dependencies
from sfrules.press.site.keep.store import ConvertedPage, FinishedPage, Store
from sfrules.press.site.load.book_module import forget
from sfrules.press.site.load.site_macros import book_of_site
from sfrules.press.site.publish.publishing import WORKER, ListedPage, service_worker
from sfrules.press.site.publish.search_index import parts_of, search_script
from sfrules.press.site.publish.swap import Staging, publish, show_problems, stage
from sfrules.press.site.weave.check import BookResult, expand, page_of, weave
from sfrules.press.site.weave.preview_boxes import expand_in_place, with_boxes
from sfrules.press.things.book import Book

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import File
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page

HOSTS = ("mkdocs", "properdocs")  # the names of their logs

log = get_plugin_logger("sfrules")


class Unforeseen(Abort):
    """The end of a build by what nobody foresaw."""

    code = exit_code = INTERNAL


class RulebookPlugin(BasePlugin[RulebookConfig]):
    """Expands the macros of every page, and publishes the site only if nothing is wrong."""

    def __init__(self) -> None:
        self._edition: SiteBuild | None = None
        self.serving = False
        self.live = False  # whether pages with problems are shown, each in its place
        self.progress = Progress()

    @property
    def edition(self) -> SiteBuild:
        if self._edition is None:
            raise PluginError("the build has not begun")
        return self._edition

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        self.serving = command == "serve"
        note_missing(MEMORY, ALARM, EXCHANGE)

    @event_priority(-100)  # after every other plugin has had its say in where the site goes
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        root, site = _root_of(config), Path(config.site_dir).resolve()
        os.environ.setdefault("SOURCE_DATE_EPOCH", time_of_commit(root))
        try:
            refuse_circles(config)
        except ProblemsFound as error:
            raise PluginError(f"\n{error}") from None
        store, problems = self.begin(root, config)
        if not self.serving:
            problems += tuple(unguarded(config))
        add_extensions(config)
        if self.config.stylesheets:
            add_assets(config)
        with _refused_at_site_dir(config):
            self._edition = SiteBuild(store, stage(site), problems=problems)
        config.site_dir = str(self._edition.staged.folder)
        return config

    def begin(self, root: Path, config: MkDocsConfig) -> tuple[Store, tuple[Problem, ...]]:
        """The store for a build, of the book as it is now, and what is wrong with the book.

        A build to publish knows nothing. A preview keeps what it knows, and the last good book,
        where the new one fails to load.
        """
        last = self._edition.store if self._edition else None
        if last:
            forget((self.config.book, *last.book.modules))
        try:
            book = book_of_site(root, self.config, config)
        except ProblemsFound as error:
            if not (self.serving and last):
                raise PluginError(f"\n{error}") from None
            last.begin()
            return last, error.problems
        if not self.serving:
            return Store(Dependencies(book), site=True), ()
        # To look for gaps, all pages have to be made at once; the lock is of no use to who writes.
        lock = None if self.live else book.lock
        shown = replace(book, no_gaps=False, lock=lock)
        store = last or Store(Dependencies(shown), site=True)
        store.begin(shown)
        return store, ()

    @event_priority(100)  # no other plugin reads what may not be read
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        _, wrong = admitted(files, config, _root_of(config))
        problems = tuple(in_order(chain.from_iterable(wrong.values())))
        if problems and not self.serving:
            raise PluginError(f"\n{report(problems)}\nNothing was published.")
        self.edition.problems += problems
        for file in [each for each in files if each.src_uri in wrong]:
            files.remove(file)
        kinds = self.edition.book.kinds
        for file in assets(config, kinds) if self.config.stylesheets else ():
            files.append(file)
        return slim(files, config)

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        self.progress.expect(len(files.documentation_pages()))
        self.edition.nav = nav
        self.edition.order = [page.file.src_uri for page in nav.pages]
        self.edition.files = files
        return nav

    def on_page_markdown(
        self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        name = page.file.src_uri
        source = _source_of(page.file, markdown, config)
        expanded = self.edition.store.expanded(name, source, self._expand)
        self.edition.pages[name] = expanded
        self.edition.described.pop(name, None)
        page.render = partial(_render, page, expanded)  # type: ignore[method-assign]
        self.progress.step("reading")
        return expanded.markdown

    @property
    def _expand(self) -> Callable[[Book, SourcePage], ExpandedPage]:
        return expand_in_place if self.live else expand

    @event_priority(100)  # finished pages are what other plugins should see
    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        edition = self.edition
        edition.env, edition.files = env, files
        self.weave()
        for name in edition.pages:
            self.show(name)
        return env

    def weave(self) -> BookResult:
        """Finish the pages of a build, each with the things that stand on it."""
        edition = self.edition
        urls = {file.src_uri: file.url for file in edition.files}
        woven = weave(
            edition.store,
            _in_reading_order(edition),
            lambda name, _: ConvertedPage(
                edition.page(name).content or "", headings(edition.page(name).toc)
            ),
            lambda page, path: get_relative_url(urls.get(path, path), urls[page]),
        )
        edition.woven = woven
        edition.problems += _blocking(woven) if self.serving else woven.problems
        if edition.problems and not self.serving:
            raise PluginError(f"\n{report(edition.problems)}\nNothing was published.")
        for name in edition.pages:
            self._describe(name, woven.pages[name])
        if edition.book.no_loose_numbers and not self.serving:
            shown = (each.titles.values() for each in woven.printing.headings.values())
            known = (*chain.from_iterable(shown), *edition.described.values())
            edition.frame = Frame(nouns_of(edition.book), known)
        titles = woven.printing.titles
        edition.search = search_script(
            edition.book,
            woven.pages,
            urls,
            titles,
            tuple(self.config.last),
            parts=lambda name, page: edition.once(name, page, parts_of),
        )
        edition.listed = [
            ListedPage(titles[name], urls[name], str(edition.page(name).meta["description"]))
            for name in woven.pages
        ]
        return woven

    def _describe(self, name: str, page: FinishedPage) -> None:
        """Give a page a description, unless its author has."""
        meta, own = self.edition.page(name).meta, self.edition.described
        if name in own or "description" not in meta:
            meta["description"] = own[name] = self.edition.once(name, page, about)

    def show(self, name: str) -> None:
        """Give a page what it shows."""
        edition = self.edition
        html = edition.woven.pages[name].html if edition.woven else ""
        if self.live:
            html = with_boxes(html, edition.pages[name].problems)
        edition.page(name).content = html

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        self.progress.step("writing")
        if self.edition.frame:
            path = self.edition.pages[page.file.src_uri].page.source.path
            problems = self.edition.frame.problems(path, output, page.content or "")
            self.edition.problems += tuple(problems)
        return scripts_as_files(output, page.url, config)

    def on_post_template(
        self, output_content: str, *, template_name: str, config: MkDocsConfig
    ) -> str:
        if not template_name.endswith(".html"):
            return output_content
        root = urlsplit(config.site_url or "/").path
        return found_from_a_folder(scripts_as_files(output_content, "", config, root), root)

    @event_priority(-100)  # the site is moved when every other plugin has written its part
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        config.site_dir = str(self.edition.staged.site)
        with _refused_at_site_dir(config):
            self._publish(config)

    def _publish(self, config: MkDocsConfig) -> None:
        edition, staged = self.edition, self.edition.staged
        if edition.problems and not self.serving:
            staged.drop()
            raise PluginError(f"\n{report(edition.problems)}\nNothing was published.")
        if edition.problems and not self.live:
            _show(staged, edition.problems)
        elif _strict_build_failed():
            staged.drop()  # MkDocs stops the build after this hook
        elif edition.published:
            write_ledger(edition, staged.site)
            write_lists(edition.listed, staged.site, config)
        else:
            write_ledger(edition, staged.folder)
            write_lists(edition.listed, staged.folder, config)
            edition.published = True
            if not self.serving:  # a preview shows each change at once
                worker = service_worker(staged.folder)
                (staged.folder / WORKER).write_text(worker, encoding="utf-8", newline="\n")
            publish(staged)

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
            problem = broken_off(error, place_of(error) or Path(config_file).name)
        else:
            return
        with suppress(OSError, Mistake):
            _show(stage(self.edition.staged.site), [problem])


def _root_of(config: MkDocsConfig) -> Path:
    """The folder of a site: that of its configuration."""
    return Path(config.config_file_path or "mkdocs.yml").resolve().parent


def _source_of(file: File, markdown: str, config: MkDocsConfig) -> SourcePage:
    """A page of MkDocs as the press reads it."""
    path = relative((Path(config.docs_dir) / file.src_uri).resolve(), _root_of(config))
    return page_of(path, file.content_string, markdown)


def _show(staged: Staging, problems: Sequence[Problem]) -> None:
    log.error("\n%s", report(problems))
    show_problems(staged, problems)


def broken_off(error: Exception, path: str) -> Problem:
    """What breaks a build off, as a problem like any other."""
    kind = "" if isinstance(error, MkDocsException) else f"{type(error).__name__}: "
    return Problem(path, 1, 1, f"the build broke off: {kind}{error}")


@contextmanager
def _refused_at_site_dir(config: MkDocsConfig) -> Iterator[None]:
    """Refuse a folder that a site cannot be published into, at its setting."""
    try:
        yield
    except Mistake as error:
        found = report([problem_at_setting(config, "site_dir", error)])
        raise PluginError(f"\n{found}\nNothing was published.") from None


def _render(page: Page, expanded: ExpandedPage, config: MkDocsConfig, files: Files) -> None:
    """MkDocs' own conversion of a page, within the page's bounds; of one beyond them, nothing."""
    page.content, page.toc = "", get_toc([])
    with working_on(expanded.page.source.path):
        expanded.meter.within(lambda: type(page).render(page, config, files))


def _blocking(woven: BookResult) -> tuple[Problem, ...]:
    """The problems that hide the pages under preview; with a stale lock the pages are right."""
    if woven.stale:
        files = "1 file" if len(woven.stale) == 1 else f"{len(woven.stale)} files"
        log.warning("the lock is stale in %s: sfrules check tells where", files)
    return tuple(problem for problem in woven.problems if problem not in woven.stale)


def _in_reading_order(edition: SiteBuild) -> dict[str, ExpandedPage]:
    """The pages by the navigation, then those that it does not list."""
    names = dict.fromkeys([*edition.order, *sorted(edition.pages)])
    return {name: edition.pages[name] for name in names if name in edition.pages}


def _strict_build_failed() -> bool:
    """Whether the host has counted warnings under --strict, which it acts on after the last hook.

    ProperDocs has a log of its own, and its own class of a handler that counts.
    """
    handlers = chain.from_iterable(logging.getLogger(name).handlers for name in HOSTS)
    return any(each.get_counts() for each in handlers if hasattr(each, "get_counts"))
