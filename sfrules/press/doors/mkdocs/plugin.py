"""The door for MkDocs: `plugins: [sfrules: {book: …}]`. It adapts, and decides nothing."""

from __future__ import annotations

import atexit
import gc
import logging
import os
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from mkdocs.exceptions import Abort, MkDocsException, PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.utils import CountHandler

from sfrules.ground.problems import Mistake, Problem, ProblemsFound, in_order, report
from sfrules.ground.unforeseen import INTERNAL, internal_error, place_of
from sfrules.press.doors.mkdocs.assets import add_assets, name_assets, slim
from sfrules.press.doors.mkdocs.mkdocs_host import MkDocsHost
from sfrules.press.doors.mkdocs.navigation import draw_links_once
from sfrules.press.doors.press_assets import found_from_a_folder
from sfrules.press.doors.progress import Progress
from sfrules.press.doors.site_build import SiteBuild, opened, time_of_commit
from sfrules.press.doors.site_check import extensions_of
from sfrules.press.doors.site_files import admitted, refuse_circles
from sfrules.press.doors.site_settings import (
    PLUGIN,
    SiteSettings,
    unguarded,
    wrong_options,
)
from sfrules.press.site.memo import PREVIEW, SITE, FinishedPage, Memo
from sfrules.press.site.publish.swap import Staging, show_problems, stage
from sfrules.press.site.weave.check import expand
from sfrules.press.site.weave.preview_boxes import expand_in_place, with_boxes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import File
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page

# Most of what a build makes lives as long as it: there is little garbage to look for.
SELDOM = 50_000, 20, 20

_NO_TAGS = str.maketrans({"<": "&lt;", ">": "&gt;", '"': "&quot;"})

log = get_plugin_logger("sfrules")


class Unforeseen(Abort):
    """The end of a build by what nobody foresaw."""

    code = exit_code = INTERNAL


class RulebookPlugin(BasePlugin):  # type: ignore[type-arg] # its options are read by the press
    """Expands the macros of every page, and publishes the site only if nothing is wrong."""

    #: The build that is under way, or the last one of a preview.
    site_build: SiteBuild
    #: MkDocs, as the build has it.
    host: MkDocsHost
    #: What the book comes to so far, and what is wrong with it, until the build begins.
    _begun: tuple[Memo, tuple[Problem, ...]]

    def __init__(self) -> None:
        self.options: Mapping[str, Any] = {}
        self.serving = False
        self.live = False  # whether pages with problems are shown, each in its place
        self.last: Memo | None = None  # what the build before knows
        self.progress = Progress()

    def load_config(
        self, options: dict[str, Any], config_file_path: str | None = None
    ) -> tuple[list[tuple[str, Exception]], list[tuple[str, str]]]:
        """Take the options of the site; what is wrong with them, MkDocs reports."""
        self.options = options
        return [(name, Exception(each)) for name, each in wrong_options(options)], []

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        self.serving = command == "serve"
        if not self.serving:
            gc.set_threshold(*SELDOM)
            atexit.register(gc.freeze)  # what is left at the end, no collector needs to go through

    @event_priority(-100)  # after every other plugin has had its say in the settings
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        self.host = MkDocsHost(config, self.options)
        site = self.host.site
        os.environ.setdefault("SOURCE_DATE_EPOCH", time_of_commit(site.root))
        with _refused(site):
            refuse_circles(site.docs)
            memo, problems = self.begin()
        if not self.serving:
            problems += tuple(unguarded(site))
        config.markdown_extensions = extensions_of(config.markdown_extensions)
        if self.has_assets:
            name_assets(config)
        self._begun = memo, problems
        return config

    @event_priority(-100)  # as above
    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Build the site beside its place; who asks for the settings alone is told the place."""
        with _refused(self.host.site):
            staged = stage(Path(config.site_dir).resolve())
        memo, problems = self._begun
        self.site_build = SiteBuild(self.host, memo, staged, problems, self.serving)
        config.site_dir = str(staged.folder)

    @property
    def has_assets(self) -> bool:
        """Whether the pages get the style sheets of the press, and its scripts."""
        return self.options.get("stylesheets") is not False

    def begin(self) -> tuple[Memo, tuple[Problem, ...]]:
        """The memo for a build, of the book as it is now, and what is wrong with the book."""
        last = self.site_build.memo if hasattr(self, "site_build") else self.last
        return opened(self.host.site, last, preview=self.serving, kept=self._kept)

    @property
    def _kept(self) -> str:
        """The file of what the last build knew; the preview of a host knows it itself."""
        if self.serving:
            return PREVIEW if self.live else ""
        return SITE

    def keep(self) -> None:
        """Leave what is known of the pages for the next build of this kind."""
        if self._kept:
            self.site_build.keep(self._kept)

    @event_priority(100)  # no other plugin reads what may not be read
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        wrong = self.admit(files)
        if wrong and not self.serving:
            problems = tuple(in_order(chain.from_iterable(wrong.values())))
            raise PluginError(f"\n{report(problems)}\nNothing was published.")
        for file in [each for each in files if each.src_uri in wrong]:
            files.remove(file)
        if self.has_assets:
            add_assets(files, config, self.site_build.book.kinds)
        return slim(files, config)

    def admit(self, files: Iterable[File]) -> Mapping[str, Sequence[Problem]]:
        """What is wrong with files that may not be read, by name; it is noted."""
        _, wrong = admitted(self.host.site, self.host.own_files(files))
        self.site_build.problems += tuple(in_order(chain.from_iterable(wrong.values())))
        return wrong

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        self.progress.expect(len(files.documentation_pages()))
        self.host.nav, self.host.files = nav, files
        return nav

    def on_page_markdown(
        self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        name, build = page.file.src_uri, self.site_build
        make_safe(page.meta)
        work = expand_in_place if self.live else expand
        expanded = build.memo.expanded(name, self.host.source(page.file, markdown), work)
        build.pages[name] = expanded
        build.described.pop(name, None)
        page.render = lambda *_: self.host.render(name, expanded)  # type: ignore[method-assign]
        self.progress.step("reading")
        return expanded.markdown

    @event_priority(100)  # finished pages are what other plugins should see
    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        self.host.env, self.host.files = env, files
        if not self.serving:  # a preview may give a page another title
            draw_links_once(env)
        for name, finished in self.weave().items():
            self.show(name, finished)
        return env

    def weave(self) -> Mapping[str, FinishedPage]:
        """Finish the pages of a build, each with the things that stand on it."""
        build = self.site_build
        woven = build.weave()
        if build.problems and not self.serving:
            raise PluginError(f"\n{report(build.problems)}\nNothing was published.")
        if woven.stale:
            files = "1 file" if len(woven.stale) == 1 else f"{len(woven.stale)} files"
            log.warning("the lock is stale in %s: sfrules check tells where", files)
        return woven.pages

    def show(self, name: str, finished: FinishedPage) -> None:
        """Give a page this to show."""
        html, problems = finished.html, self.site_build.pages[name].problems
        page = self.host.page(name)
        page.content = with_boxes(html, problems) if self.live else html
        page.present_anchor_ids = set(finished.places)  # MkDocs has not seen those of things

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        self.progress.step("writing")
        build = self.site_build
        if build.frame:
            path = build.pages[page.file.src_uri].page.source.path
            build.problems += tuple(build.frame.problems(path, output, page.content or ""))
        return output

    def on_post_template(
        self, output_content: str, *, template_name: str, config: MkDocsConfig
    ) -> str:
        if not template_name.endswith(".html"):
            return output_content
        root = urlsplit(config.site_url or "/").path
        return found_from_a_folder(output_content, root)

    @event_priority(-10_000)  # the site is moved when no other plugin can fail any more
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        build, staged = self.site_build, self.site_build.staged
        config.site_dir = str(staged.site)
        with _refused(self.host.site):
            if build.problems and not self.serving:
                staged.drop()
                raise PluginError(f"\n{report(build.problems)}\nNothing was published.")
            if build.problems and not self.live:
                _show(staged, build.problems)
            elif _strict_build_failed():
                staged.drop()  # MkDocs stops the build after this hook
            else:
                published = build.published
                build.publish()
                if not published:
                    self.keep()

    def on_build_error(self, *, error: Exception) -> None:
        if hasattr(self, "site_build"):
            self.site_build.staged.drop()
        if isinstance(error, OSError):
            where = f"{error.filename}: " if error.filename else ""
            raise PluginError(f"{where}{error.strerror}. Nothing was published.") from None
        if not isinstance(error, MkDocsException):
            raise Unforeseen(internal_error(error)) from None

    def on_serve(
        self, server: LiveReloadServer, *, config: MkDocsConfig, builder: object
    ) -> LiveReloadServer:
        for path in self.site_build.book.watch:
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
            _show(stage(self.site_build.staged.site), [problem])


def make_safe(meta: MutableMapping[str, Any]) -> None:
    """Let what a theme prints as it is be text, in an attribute and beside tags."""
    for key in ("author", "description", "subtitle", "title"):
        if isinstance(said := meta.get(key), str):
            meta[key] = said.translate(_NO_TAGS)


def without_nul(serve: WSGIApplication) -> WSGIApplication:
    """A server that answers an address with a NUL, which no file has in its name."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if "\0" in environ["PATH_INFO"]:
            start_response("404 Not Found", [("Content-Type", "text/plain")])
            return [b"404 Not Found"]
        return serve(environ, start_response)

    return answer


def plugin_of(config: MkDocsConfig) -> RulebookPlugin:
    """The plugin of a site, which builds the book's part.

    Raises:
        PluginError: for a site that does not use it.
    """
    found = config.plugins.get(PLUGIN)
    if not isinstance(found, RulebookPlugin):
        raise PluginError("the site does not use the sfrules plugin")
    return found


def _show(staged: Staging, problems: Sequence[Problem]) -> None:
    log.error("\n%s", report(problems))
    show_problems(staged, problems)


def broken_off(error: Exception, path: str) -> Problem:
    """What breaks a build off, as a problem like any other."""
    kind = "" if isinstance(error, MkDocsException) else f"{type(error).__name__}: "
    return Problem(path, 1, 1, f"the build broke off: {kind}{error}")


@contextmanager
def _refused(site: SiteSettings) -> Iterator[None]:
    """Let MkDocs say what the press refuses: a folder to publish into at its setting."""
    try:
        yield
    except ProblemsFound as error:
        raise PluginError(f"\n{error}") from None
    except Mistake as error:
        found = report([site.problem_at("site_dir", error)])
        raise PluginError(f"\n{found}\nNothing was published.") from None


def _strict_build_failed() -> bool:
    """Whether MkDocs has counted warnings under --strict, which it acts on after the last hook."""
    handlers = logging.getLogger("mkdocs").handlers
    return any(each.get_counts() for each in handlers if isinstance(each, CountHandler))
