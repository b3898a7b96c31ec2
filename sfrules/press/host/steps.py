"""MkDocs' own steps, one by one: all that is used of its private parts is named here.

A check takes those of a build up to the HTML of pages, and a preview those of a page.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mkdocs.commands.build import _build_page, _build_theme_template, _populate_page
from mkdocs.config.config_options import Hooks
from mkdocs.structure.files import InclusionLevel, get_files, set_exclusions
from mkdocs.structure.nav import get_navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

from sfrules.ground.formats import without_addresses
from sfrules.press.host.site import reports_of_mkdocs
from sfrules.press.page.marks import without_marks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation


def read_pages(config: MkDocsConfig) -> None:
    """Take a site to the HTML of its pages by the events of a build, and stop before its theme."""
    config = config.plugins.on_config(config)
    config.plugins.on_pre_build(config=config)
    files = get_files(config)
    files.add_files_from_theme(config.theme.get_env(), config)
    files = config.plugins.on_files(files, config=config)
    set_exclusions(files, config)
    config.plugins.on_nav(get_navigation(files, config), config=config, files=files)
    for file in files.documentation_pages(inclusion=InclusionLevel.is_included):
        read_page(file.page or Page(None, file, config), config, files)


def read_page(page: Page, config: MkDocsConfig, files: Files) -> None:
    """Read a page, and convert it to HTML."""
    _populate_page(page, config, files)


@dataclass(frozen=True)
class RenderedPage:
    """What MkDocs made of the Markdown of a page, as plain data."""

    #: Stands for all that it was made of.
    key: str
    html: str
    title: str
    #: Title, id and level of each heading, with those below it.
    toc: tuple[Any, ...]
    anchors: frozenset[str]
    #: The links to anchors of other files, by the names of these.
    links: Mapping[str, Mapping[str, str]]
    #: What MkDocs has warned of.
    said: tuple[str, ...]


def settings_of_pages(config: MkDocsConfig, files: Files) -> str:
    """The settings and the addresses that have a part in the HTML of pages, as a text."""

    def told(value: object) -> object:
        own = {key: each for key, each in vars(value).items() if key != "config"}
        return [without_addresses(repr(value)), own]

    settings = config.markdown_extensions, config.mdx_configs, dict(config.validation.links)
    addresses = [(file.src_uri, file.dest_uri, file.inclusion.name) for file in files]
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
    page.content, page.toc = made.html, TableOfContents(_links(made.toc))
    page._title_from_render = made.title
    page.present_anchor_ids = set(made.anchors)
    page.links_to_anchors = {files.src_uris[name]: dict(each) for name, each in made.links.items()}


def say_again(made: RenderedPage) -> None:
    """Say again what MkDocs has warned of."""
    for warning in made.said:
        logging.getLogger("mkdocs.structure.pages").warning(warning)


def _plain(toc: Iterable[AnchorLink]) -> tuple[Any, ...]:
    return tuple(
        (without_marks(each.title), each.id, each.level, _plain(each.children)) for each in toc
    )


def _links(toc: Iterable[Any]) -> list[AnchorLink]:
    found = []
    for *heading, below in toc:
        found.append(AnchorLink(*heading))
        found[-1].children = _links(below)
    return found


def look_for_anchors(config: MkDocsConfig, files: Files) -> None:
    """Warn of links to anchors that no page has."""
    for file in files.documentation_pages(inclusion=InclusionLevel.is_included):
        if file.page:
            file.page.validate_anchor_links(files=files, log_level=config.validation.links.anchors)


def write_page(
    page: Page, config: MkDocsConfig, files: Files, nav: Navigation, env: Environment
) -> None:
    """Write a page with its theme around it, where it has been written before."""
    shown = files.documentation_pages(inclusion=InclusionLevel.is_in_serve)
    _build_page(page, config, shown, nav, env, excluded=page.file.inclusion.is_excluded())


def write_templates(config: MkDocsConfig, files: Files, nav: Navigation, env: Environment) -> None:
    """Write the pages of the theme itself, such as that for addresses that lead nowhere."""
    for template in config.theme.static_templates:
        _build_theme_template(template, env, files, config, nav)


def load_hooks_again() -> None:
    """Let the hooks of a site be read from their files, which MkDocs remembers."""
    Hooks._load_hook.cache_clear()


def add_to_pages(server: LiveReloadServer, added: Callable[[], str]) -> None:
    """Let a server add something to the end of each page that it sends."""
    with_script: Callable[[bytes, int], bytes] = server._inject_js_into_html

    def with_both(content: bytes, epoch: int) -> bytes:
        head, body, tail = content.rpartition(b"</body>")
        page = head + added().encode() + body + tail if body else content + added().encode()
        return with_script(page, epoch)

    server._inject_js_into_html = with_both  # type: ignore[method-assign]
