"""MkDocs as a host of the press, for one build of a site."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException, PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.toc import get_toc
from mkdocs.utils import get_relative_url

from sfrules.ground.ledger import relative
from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.ground.unforeseen import working_on
from sfrules.press.doors.site_files import SiteFile, site_files
from sfrules.press.doors.site_settings import CONFIG, SiteSettings, checked_site
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.page.expand import Page as SourcePage
from sfrules.press.site.memo import ConvertedPage, SiteHeading
from sfrules.press.site.weave.check import page_of

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.structure.files import File
    from mkdocs.structure.pages import Page
    from mkdocs.structure.toc import AnchorLink


@dataclass
class MkDocsHost:
    """A build by MkDocs, which hands over its parts one after the other."""

    config: MkDocsConfig
    options: Mapping[str, Any]
    files: Files = field(default_factory=lambda: Files([]))
    nav: Navigation = field(default_factory=lambda: Navigation([], []))
    env: Environment = field(init=False)
    #: The Markdown of each page, and what MkDocs has made of it.
    _rendered: dict[str, tuple[str, ConvertedPage]] = field(default_factory=dict)

    @property
    def site(self) -> SiteSettings:
        return settings_of(self.config, self.options)

    def own_files(self, files: Iterable[File]) -> list[SiteFile]:
        """The site's own among some files of MkDocs.

        It has dropped a README beside an index, which the author is to hear of.
        """
        own = {each.src_uri for each in files if each.src_dir == self.config.docs_dir}
        found = site_files(self.site)
        known = {file.name for file in found}
        indexes = {name for name in own & known if Path(name).name == "index.md"}
        dropped = {Path(name).with_name("README.md").as_posix() for name in indexes}
        return [file for file in found if file.name in own | dropped]

    def reading_order(self) -> list[str]:
        return [page.file.src_uri for page in self.nav.pages]

    def page(self, name: str) -> Page:
        """A page as MkDocs knows it."""
        file = self.files.src_uris[name]
        if file.page is None:
            raise PluginError(f"{name} is no page")
        return file.page

    def source(self, file: File, markdown: str) -> SourcePage:
        """A page as the press reads it; plugins may have changed its Markdown."""
        path = (Path(self.config.docs_dir) / file.src_uri).resolve()
        return page_of(relative(path, self.site.root), file.content_string, markdown)

    def render(self, name: str, expanded: ExpandedPage) -> None:
        """Let MkDocs convert a page, within the page's bounds; of one beyond them, nothing."""
        page = self.page(name)
        page.content, page.toc = "", get_toc([])
        with working_on(expanded.page.source.path):
            expanded.meter.within(lambda: type(page).render(page, self.config, self.files))
        made = ConvertedPage(page.content, _headings(page.toc))
        self._rendered[name] = expanded.markdown, made

    def convert(self, name: str, expanded: ExpandedPage) -> ConvertedPage:
        """The HTML of a page; MkDocs has made it already, but of a page expanded again since."""
        if self._rendered[name][0] != expanded.markdown:
            self.page(name).markdown = expanded.markdown
            self.render(name, expanded)
        return self._rendered[name][1]

    def address(self, name: str) -> str:
        file = self.files.src_uris.get(name)
        return file.url if file else name

    def link(self, page: str, path: str) -> str:
        return get_relative_url(self.address(path), self.address(page))

    def file(self, page: str) -> str:
        return self.files.src_uris[page].dest_uri

    def part(self, page: str) -> str:
        titles = [str(section.title) for section in self.page(page).ancestors]
        return titles[-1] if titles else ""

    def front_matter(self, page: str) -> MutableMapping[str, Any]:
        return self.page(page).meta


def _headings(toc: Iterable[AnchorLink]) -> list[SiteHeading]:
    """The headings of a table of contents, in order, with those below each."""
    found = []
    for link in toc:
        found += [SiteHeading(link.id, link.level, link.title), *_headings(link.children)]
    return found


def load_site(config_file: Path, **settings: str) -> MkDocsConfig:
    """The configuration of a site, with some other settings than it has itself.

    Raises:
        ProblemsFound: for one that cannot be read, or that would run what a tag names.
    """
    site = checked_site(config_file)
    try:
        return load_config(str(config_file), config_file_path=str(site.file), **settings)
    except MkDocsException as error:
        problem = Problem(relative(site.file.resolve(), site.root), 1, 1, f"MkDocs: {error}")
        raise ProblemsFound([problem]) from None


def settings_of(config: MkDocsConfig, options: Mapping[str, Any]) -> SiteSettings:
    """The settings of a site as MkDocs and its plugins have them."""
    theme = {**config.theme, "custom_dir": config.theme.custom_dir}
    file = Path(config.config_file_path or CONFIG).absolute()
    return SiteSettings(file, {**config, "theme": theme}, options)
