"""The plugin of MkDocs: `plugins: [sfrules: {book: …}]`. It adapts, and decides nothing."""

from __future__ import annotations

import atexit
import gc
import logging
import os
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from jinja2 import Environment, FunctionLoader
from mkdocs.config import config_options as c
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, MkDocsException, PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import CountHandler

from sfrules.ground.git import Unreachable, git
from sfrules.ground.internal_errors import INTERNAL, internal_error
from sfrules.ground.problems import Mistake, Problem, ProblemsFound, in_order, report
from sfrules.press.host.assets import add_assets, name_assets
from sfrules.press.host.build import SiteBuild, root_of
from sfrules.press.host.serve import Preview
from sfrules.press.host.site import NAME, at_setting
from sfrules.press.site.load import book_to_ask
from sfrules.press.site.memo import Memo
from sfrules.press.site.publish import Staging

# Most of what a build makes lives as long as it: there is little garbage to look for.
SELDOM = 50_000, 20, 20
FIRST, LAST = 10_000, -10_000  # before, and after every other plugin
# What pages of a book are written with: boxes, ids of headings, terms with definitions, HTML.
EXTENSIONS = ("admonition", "attr_list", "def_list", "md_in_html")
_UNGUARDED = "a host that does not run the sfrules plugin would publish the pages as they stand"
_LINE = f"name the extension {NAME} in markdown_extensions: then such a host refuses them"
_LACKING = "%s lacks tables and other things: a plugin has made it of pages before their end"
_NO_TAGS = str.maketrans({"<": "&lt;", ">": "&gt;", '"': "&quot;"})

log = get_plugin_logger("sfrules")


class InternalFailure(Abort):
    """The end of a build by what nobody foresaw."""

    code = exit_code = INTERNAL


class NotPublished(PluginError):
    """The end of a build with problems."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = in_order(problems)
        super().__init__(f"\n{report(self.problems)}\nNothing was published.")


# The marks that pages have of a kind, and others that mkdocs-macros may have.
_MARKS = {
    "variable": ("{{", "<<", ">>"),
    "block": ("{%", "<%", "%>"),
    "comment": ("{#", "<#", "#>"),
}


class RulebookOptions(Config):
    """What a site says of its book."""

    #: The module of the book.
    book = c.Type(str, default="")
    #: Pages to find after the book's own rules, and those to find after all others.
    appendices = c.ListOfItems(c.Type(str), default=[])
    last = c.ListOfItems(c.Type(str), default=[])
    #: Pages that a group may play by, with their names: a question that says one finds it first.
    modules = c.DictOfItems(c.ListOfItems(c.Type(str)), default={})
    #: Pages whose code is no part of the game.
    samples = c.ListOfItems(c.Type(str), default=[])
    #: Pages that no book on paper has.
    screen = c.ListOfItems(c.Type(str), default=[])
    #: Whether pages get the style sheets of the press, and its scripts.
    stylesheets = c.Type(bool, default=True)


class RulebookPlugin(BasePlugin[RulebookOptions]):
    """Expands the macros of every page, and publishes the site only if nothing is wrong."""

    #: The build that is under way, or the last one of a preview.
    build: SiteBuild
    _memo: Memo | None = None
    #: What the next build keeps what it knows in; what replaces the files of pages, by their paths.
    _kept = Memo.SITE
    _texts: Mapping[str, str] = {}
    _again = serving = _is_guarded = False
    #: The builds under way: at the end of one, a plugin may build the site of another language.
    _open: tuple[SiteBuild, ...] = ()

    def begin(
        self,
        kept: str,
        last: Memo | None = None,
        texts: Mapping[str, str] | None = None,
        *,
        again: bool = False,
    ) -> None:
        """Begin a build with what the `last` one knows, or else with what its kind has kept."""
        self._memo, self._kept, self._texts, self._again = last, kept, texts or {}, again
        self._is_guarded, self._open = False, ()

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        self.serving = command == "serve"
        self.begin(Memo.PREVIEW if self.serving else Memo.SITE, again=self.serving)
        gc.set_threshold(*SELDOM)
        atexit.register(gc.freeze)  # what is left at the end, no collector needs to go through

    def on_shutdown(self) -> None:
        if self.serving and self._memo:
            self.keep()

    @event_priority(-100)  # after every other plugin has had its say in the settings
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        os.environ.setdefault("SOURCE_DATE_EPOCH", time_of_commit(root_of(config)))
        options = dict(self.config)
        self._memo = opened(config, options, self._memo, self._kept, again=self._again)
        # A plugin that builds a site for each language reads the settings once more.
        self._is_guarded = self._is_guarded or NAME in config.markdown_extensions
        known = [each for each in config.markdown_extensions if each != NAME]
        config.markdown_extensions = list(dict.fromkeys((*known, *EXTENSIONS)))
        name_assets(config, own=self.config.stylesheets)
        return config

    def load_again(self) -> None:
        """Take the book as its files are now into the last build."""
        build, kept = self.build, self._kept
        self._memo = build.memo = opened(build.config, build.options, build.memo, kept, again=True)

    @event_priority(-100)  # as above
    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Build the site beside its place; who asks for the settings alone is told the place."""
        try:
            place = Path(config.site_dir).resolve()
            staged = self._open[-1].staged if self._open else stage(place)
        except Mistake as error:
            raise ProblemsFound(
                [at_setting(Path(config.config_file_path), "site_dir", error)]
            ) from None
        if taken := _taken_by_macros(config):
            raise ProblemsFound([at_setting(Path(config.config_file_path), "plugins", taken)])
        options, memo = dict(self.config), self._memo
        assert memo  # noqa: S101 — the settings come first
        self.build = SiteBuild(config, options, memo, staged, self.serving, bool(self._open))
        if not (self._is_guarded or self.serving):
            wrong = at_setting(
                Path(config.config_file_path), "markdown_extensions", Mistake(_UNGUARDED, _LINE)
            )
            self.build.wrong += (wrong,)
        self._open += (self.build,)
        config.site_dir = str(staged.folder)

    def keep(self) -> None:
        """Leave what is known of the pages for the next build of this kind."""
        if self._kept and self._memo:
            self._memo.save(root_of(self.build.config), self._kept)

    @event_priority(FIRST)  # no other plugin reads what may not be read
    def _admit(self, files: Files, *, config: MkDocsConfig) -> Files:
        self.build.admit(files, self._texts)
        return files

    @event_priority(LAST)  # files of no folder are news to some plugins
    def _bring(self, files: Files, *, config: MkDocsConfig) -> Files:
        book = self.build.memo.book
        return add_assets(files, config, book, own=self.config.stylesheets)

    on_files = CombinedEvent(_admit, _bring)

    @event_priority(LAST)
    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        self.build.order(nav, files)
        return nav

    @event_priority(LAST)  # in whatever order they are named, others read their own notations first
    def on_page_markdown(
        self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        _make_safe(page.meta)
        return self.build.expand(page, markdown)

    @event_priority(LAST)  # what other plugins bring into the article is the author's
    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        self.build.take(page, html)
        return html

    @event_priority(FIRST)  # finished pages are what other plugins should see
    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        build = self.build
        build.env, build.files = env, files
        woven = build.weave()
        if build.problems and not self.serving:
            raise NotPublished(build.problems)
        if not self.serving:  # a preview may give a page another title
            draw_links_once(env)
        for name in woven.pages:
            build.show(name)
        return env

    @event_priority(FIRST)  # while what is known of the pages is of this build
    def _write(self, *, config: MkDocsConfig) -> None:
        self.build.write_beside(self.build.staged.folder)

    @event_priority(LAST)  # the site is moved when no other plugin can fail any more
    def _publish(self, *, config: MkDocsConfig) -> None:
        *outer, build = self._open
        self._open = tuple(outer)
        if outer:  # it is in the site of that one
            self.build = outer[-1]
            return
        config.site_dir = str(build.staged.site)
        for name in build.unfinished_files():
            log.warning(_LACKING, name)
        if _strict_build_failed():
            build.staged.drop()  # MkDocs stops the build after this hook
            return
        build.publish()
        if not self.serving:
            self.keep()
        elif build.problems:
            log.error("\n%s", report(in_order(build.problems)))

    on_post_build = CombinedEvent(_write, _publish)

    def on_build_error(self, *, error: Exception) -> None:
        for build in self._open:
            build.staged.drop()
        self._open = ()
        if isinstance(error, ProblemsFound):
            raise NotPublished(error.problems) from None
        if isinstance(error, OSError):
            where = f"{error.filename}: " if error.filename else ""
            words = error.strerror or error
            raise PluginError(f"{where}{words}. Nothing was published.") from None
        if not isinstance(error, MkDocsException):
            raise InternalFailure(internal_error(error)) from None

    def on_serve(
        self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any
    ) -> LiveReloadServer:
        return Preview(self, builder).taking_over(server)


def _make_safe(meta: MutableMapping[str, Any]) -> None:
    """Let what a theme prints as it is be text, in an attribute and beside tags."""
    for key in ("author", "description", "subtitle", "title"):
        if isinstance(said := meta.get(key), str):
            meta[key] = said.translate(_NO_TAGS)


def plugin_of(config: MkDocsConfig) -> RulebookPlugin:
    """The plugin of a site, which builds the book's part.

    Raises:
        ProblemsFound: for a site that does not use it.
    """
    found = config.plugins.get(NAME)
    if not isinstance(found, RulebookPlugin):
        wrong = Mistake(
            "the site does not use the sfrules plugin", "plugins: - sfrules: {book: your.module}"
        )
        raise ProblemsFound([at_setting(Path(config.config_file_path), "plugins", wrong)])
    return found


def _taken_by_macros(config: MkDocsConfig) -> Mistake | None:
    """What is wrong if mkdocs-macros takes marks of the book for its own."""
    others = getattr(config.plugins.get("macros"), "config", {})
    hints = []
    for kind, (mark, start, end) in _MARKS.items():
        name = f"j2_{kind}_start_string"
        if name in others and (others[name] or mark) in {mark, "[["}:
            hints.append(f'{name}: "{start}", j2_{kind}_end_string: "{end}"')
    message = "mkdocs-macros would take marks of this book's pages for its own"
    return Mistake(message, f"give it others: {', '.join(hints)}") if hints else None


def _strict_build_failed() -> bool:
    """Whether MkDocs has counted warnings under --strict, which it acts on after the last hook."""
    handlers = logging.getLogger("mkdocs").handlers
    return any(each.get_counts() for each in handlers if isinstance(each, CountHandler))


# Where the theme's templates draw a list of items, and what does it in place of that. Of templates
# that say it otherwise, each item is drawn anew.
_DRAWN = {
    "partials/nav.html": (
        """\
    {% for nav_item in nav.items %}
      {% set path = "__nav_" ~ loop.index %}
      {{ item.render(nav_item, path, 1) }}
    {% endfor %}
""",
        '{{ drawn_once(page, item.render, nav.items, "__nav", 1) }}',
    ),
    "partials/nav-item.html": (
        """\
            {% for item in nav_item.children %}
              {% if not index or item != index %}
                {{ render(item, path ~ "_" ~ loop.index, level + 1, nav_item) }}
              {% endif %}
            {% endfor %}
""",
        "{{ drawn_once(page, render, nav_item.children, path, level + 1, nav_item, index=index) }}",
    ),
}


def draw_links_once(env: Environment) -> None:
    """Let a theme draw a link once for all pages of a build that it is the same on."""
    theme, known = env.loader, dict[object, dict[int, str]]()
    if theme is None:
        return

    def drawn_once(
        page: Page | None,
        draw: Callable[..., str],
        items: Iterable[Any],
        path: str,
        *place: object,
        index: object = None,
    ) -> str:
        here = page.url if page else ""
        # Pages of one folder lead to all others in the same way, but to themselves and those below.
        links = known.setdefault((path, f"/{here}".rstrip("/").rpartition("/")[:2]), {})
        drawn = []
        for at, item in enumerate(items, 1):
            if item is index:
                continue
            url = None if item.active or item.children else getattr(item, "url", None)
            is_alike = page and url is not None and not url.startswith(here)
            if not is_alike or hasattr(item, "pages"):
                drawn.append(draw(item, f"{path}_{at}", *place))
                continue
            if at not in links:
                links[at] = draw(item, f"{path}_{at}", *place)
            drawn.append(links[at])
        return "\n".join(drawn)

    def source(template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        text, file, is_new = theme.get_source(env, template)
        if template in _DRAWN:
            text = text.replace(*_DRAWN[template])
        return text, file, is_new

    env.loader = FunctionLoader(source)
    env.globals["drawn_once"] = drawn_once


def opened(
    config: MkDocsConfig,
    options: Mapping[str, Any],
    last: Memo | None,
    kept: str,
    *,
    again: bool = False,
) -> Memo:
    """The memo for a build, which begins with what the `last` one knows, or with what a file has.

    Raises:
        ProblemsFound: for a book that cannot be loaded, and for all that is wrong with its facts.
    """
    root = root_of(config)
    if last and again:
        last.forget(options.get("book") or "")
    language = config.theme.get("language", config.theme.locale)  # Material's own, or MkDocs'
    book = book_to_ask(root, options, Path(config.docs_dir), language)
    if wrong := book.facts.problems():
        raise ProblemsFound(wrong)
    if kept == Memo.PREVIEW:  # a lock is of no use to who writes, and no gap
        book = replace(book.checking(no_gaps=False), lock=None)
    if memo := last:
        memo.begin(book, (options,))
    elif kept:
        memo = Memo.load(root, book, (options,), kept)
    else:
        memo = Memo(book, (options,))
    memo.site = kept in {Memo.SITE, Memo.PREVIEW}
    return memo


def time_of_commit(root: Path) -> str:
    """The time that is written into the site: that of the commit, never that of the build."""
    with suppress(Unreachable):
        if found := git(root, "log", "-1", "--format=%ct").decode().strip():
            return found
    return "315532800"  # 1980, the earliest that every archive format can hold


def stage(site: Path) -> Staging:
    """A new folder beside the site; what a build that was killed has left there is removed.

    Raises:
        Mistake: if the place of the site is a file.
    """
    if site.exists() and not site.is_dir():
        raise Mistake(f"{site.name} is no folder", "a site is published into a folder of its own")
    staged = Staging(site)
    staged.drop()
    staged.folder.mkdir(parents=True)
    return staged
