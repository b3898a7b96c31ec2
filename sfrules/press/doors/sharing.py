"""A build in two processes: each expands and finishes half of the pages, for both.

The one that helps goes the way of the build, with MkDocs' own steps, until all is made. What MkDocs
does beside it, and all that is said and written, is the other's alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.commands.build import _populate_page
from mkdocs.structure.files import InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.utils import meta

from sfrules.ground.ledger import relative
from sfrules.ground.unforeseen import working_on
from sfrules.press.page.expand import Expanded
from sfrules.press.page.expand import Page as SourcePage
from sfrules.press.site.beside_pages import look_beside_pages
from sfrules.press.site.check import page_of
from sfrules.press.site.halves import share
from sfrules.press.site.store import Store
from sfrules.press.things.book import Book

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import File, Files

# What another plugin or hook may have to say on a page before it is finished.
EARLY = ("pre_page", "page_read_source", "page_markdown", "page_content")


def root_of(config: MkDocsConfig) -> Path:
    """The folder of a site: that of its configuration."""
    return Path(config.config_file_path or "mkdocs.yml").resolve().parent


def source_of(file: File, markdown: str, config: MkDocsConfig) -> SourcePage:
    """A page of MkDocs as the press reads it."""
    path = relative((Path(config.docs_dir) / file.src_uri).resolve(), root_of(config))
    return page_of(path, file.content_string, markdown)


def share_build(
    store: Store,
    config: MkDocsConfig,
    files: Files,
    expand: Callable[[Book, SourcePage], Expanded],
    weave: Callable[[], object],
) -> None:
    """Expand the pages before MkDocs asks for them, and have another process help from here on.

    With other plugins that have a say, pages wait for what they say.
    """
    if sum(len(config.plugins.events[event]) for event in EARLY) > 1:  # the one is our own
        return
    found = files.documentation_pages(inclusion=InclusionLevel.is_included)
    named = {file.src_uri: file for file in found}
    pages = {
        name: source_of(file, meta.get_data(file.content_string)[0], config)
        for name, file in named.items()
    }

    def help_out() -> None:
        logging.disable()  # the other process says it
        look_beside_pages(store)
        _expand_all(store, pages, expand)
        for file in named.values():
            _populate_page(file.page or Page(None, file, config), config, files)
        weave()

    share(store, pages, help_out)
    _expand_all(store, pages, expand)


def _expand_all(
    store: Store,
    pages: Mapping[str, SourcePage],
    expand: Callable[[Book, SourcePage], Expanded],
) -> None:
    def make(name: str) -> None:
        with working_on(pages[name].source.path):
            store.expanded(name, pages[name], expand)

    store.together(pages, make)
