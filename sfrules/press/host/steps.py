"""MkDocs' own steps, one by one: all that is used of its private parts is named here.

A check takes those of a build up to the HTML of pages, and a preview those of a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs.commands.build import _build_page, _build_theme_template, _populate_page
from mkdocs.config.config_options import Hooks
from mkdocs.structure.files import InclusionLevel, get_files, set_exclusions
from mkdocs.structure.nav import get_navigation
from mkdocs.structure.pages import Page

if TYPE_CHECKING:
    from collections.abc import Callable

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
