"""Collect the pages of a built site, in the order of reading, for the PDF."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory

from mkdocs.commands.build import build
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.structure.pages import Page
from selectolax.lexbor import LexborHTMLParser

from sfrules.ground.command import CommandError
from sfrules.ground.problems import ProblemsFound
from sfrules.press.host.plugin import RulebookPlugin, plugin_of
from sfrules.press.host.site import load_site, reports_of_mkdocs
from sfrules.press.paper import Chapter, Volume


@contextmanager
def volume_of(config_file: Path) -> Iterator[Volume]:
    """The book of a site, which is built for it and is gone afterwards.

    Raises:
        ProblemsFound: for a site that is not published, since something is wrong.
        CommandError: for one that MkDocs does not build, or that has no pages.
    """
    with TemporaryDirectory(prefix="sfrules_") as folder:
        config = load_site(config_file, str(Path(folder, "site")))
        plugin = plugin_of(config)
        _build(config)
        yield _volume(config, plugin, Path(folder, "site"))


def _build(config: MkDocsConfig) -> None:
    config.plugins.on_startup(command="build", dirty=False)
    with reports_of_mkdocs() as said:
        try:
            build(config)
        except MkDocsException as error:
            if problems := getattr(error.__context__, "problems", ()):
                raise ProblemsFound(problems) from None
            raise CommandError("\n".join(map(str.strip, said)) or str(error)) from None
        finally:
            config.plugins.on_shutdown()


def _volume(config: MkDocsConfig, plugin: RulebookPlugin, site: Path) -> Volume:
    pages = [
        page
        for page in plugin.build.nav.pages
        if not any(fnmatch(page.file.src_uri, one) for one in plugin.config.screen)
    ]
    if not pages:
        raise CommandError("the navigation has no pages for a book")
    head, body = _looks(site / pages[0].file.dest_uri)
    return Volume(
        title=config.site_name,
        about=config.site_description or config.site_name,
        language=str(config.theme.get("language") or "en"),
        rights=config.copyright or "",
        home=config.site_url or "",
        date=int(os.environ["SOURCE_DATE_EPOCH"]),
        site=site,
        head=head,
        body=body,
        chapters=tuple(map(_chapter, pages)),
        cover=pages[0].is_homepage,
    )


def _chapter(page: Page) -> Chapter:
    within = [str(section.title) for section in page.ancestors]
    return Chapter(page.file.dest_uri, str(page.title), tuple(within[::-1]), page.content or "")


def _looks(file: Path) -> tuple[str, Mapping[str, str]]:
    """The style sheets that a page of the site loads, and how its body is marked for them."""
    tree = LexborHTMLParser(file.read_text(encoding="utf-8"))
    sheets = tree.css('head > style, head > link[rel="stylesheet"]')
    body = tree.body.attributes if tree.body else {}
    head = "".join(each.html or "" for each in sheets)
    return head, {name: value or "" for name, value in body.items()}
