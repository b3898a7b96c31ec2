"""The check of a site: MkDocs reads it as for a build, up to the HTML of its pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from mkdocs.commands.build import _populate_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.structure.files import Files, InclusionLevel, get_files, set_exclusions
from mkdocs.structure.nav import get_navigation
from mkdocs.structure.pages import Page

from sfrules.ground.command import CommandError
from sfrules.ground.ledger import Statement
from sfrules.ground.problems import Problem, ProblemsFound, in_order
from sfrules.press.host.plugin import plugin_of
from sfrules.press.host.serve import broken_off
from sfrules.press.host.site import load_site, problems_said, reports_of_mkdocs
from sfrules.press.site.memo import Memo
from sfrules.press.things.book import Rulebook
from sfrules.press.things.counts import Audit


@dataclass(frozen=True)
class SiteReport:
    """What was checked of a site, and all that is wrong."""

    #: The pages in the order of reading, as places show them.
    pages: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    #: What the book has to say of itself, if nothing is wrong.
    account: str = ""
    entries: tuple[Statement, ...] = ()
    audits: Mapping[str, Audit] = field(default_factory=dict)


class SiteCheck:
    """Checks a site again and again, each time only what has changed; with `cached`, over runs.

    With `pages`, or folders of them, it reports what is wrong in these alone.
    """

    def __init__(
        self, config_file: Path, pages: Iterable[Path] = (), *, cached: bool = False
    ) -> None:
        self._file = config_file
        self._pages = [page.resolve() for page in pages]
        self.root = config_file.resolve().parent
        self._cached = cached
        self.memo: Memo | None = None

    def check(self, texts: Mapping[str, str] | None = None, *, afresh: bool = False) -> SiteReport:
        """Check the pages; `texts` replace the files of some, `afresh` reads the code again.

        Raises:
            CommandError: where only some pages are meant, for what is none, and no folder with one.
        """
        docs: Path | None = None
        found, broken = SiteReport(), list[Problem]()
        with TemporaryDirectory(prefix="sfrules_") as folder, reports_of_mkdocs() as said:
            try:
                config = load_site(self._file, str(Path(folder, "site")))
                docs = Path(config.docs_dir)
                found = self._checked(config, texts or {}, afresh=afresh)
            except ProblemsFound as error:
                if docs is None:  # it is what MkDocs has said
                    said.clear()
                broken += error.problems
            except MkDocsException as error:
                broken += [] if said else [broken_off(error)]
        warned = problems_said(said, self._file, docs)
        problems = tuple(in_order([*found.problems, *broken, *warned]))
        account = "" if problems or self._pages else found.account
        if self._pages:
            problems = tuple(self._asked_for(problems, found.pages))
        return SiteReport(found.pages, problems, account, found.entries, found.audits)

    def _checked(
        self, config: MkDocsConfig, texts: Mapping[str, str], *, afresh: bool
    ) -> SiteReport:
        plugin = plugin_of(config)
        config.plugins.on_startup(command="build", dirty=False)
        try:
            plugin.begin(Memo.CHECK if self._cached else "", self.memo, texts, again=afresh)
            read_pages(config)
            build = plugin.build
            woven = build.weave()
            for name in woven.pages:
                build.show(name)
            look_for_anchors(config, build.files)
        finally:
            config.plugins.on_shutdown()
        self.memo = build.memo
        if not texts and build.memo.fresh:
            plugin.keep()
        paths = tuple(page.page.source.path for page in build.pages.values())
        account = build.memo.book.facts.account()
        return SiteReport(paths, build.problems, account, woven.entries, woven.audits)

    def _asked_for(self, problems: Iterable[Problem], paths: Iterable[str]) -> Iterable[Problem]:
        """Those problems that lie in the pages that are meant."""
        known = set[Path]().union(*map(self._places, paths))
        for page in self._pages:
            if page not in known:
                raise CommandError(f"{page} is no page of the site, and no folder with one")
        return (each for each in problems if self._places(each.path).intersection(self._pages))

    def _places(self, path: str) -> set[Path]:
        """A file, and all folders that it lies in."""
        there = (self.root / path).resolve()
        return {there, *there.parents}

    def printing(self, name: str) -> list[Statement]:
        """What the pages print of a rule, a row, a table or an expression, by their places.

        Raises:
            ProblemsFound: for a site or a book that cannot be loaded.
        """
        found = self.check()
        if self.memo is None:
            raise ProblemsFound(found.problems)
        return sorted(printing(self.memo.book, name, found.entries))


def printing(book: Rulebook, name: str, entries: Iterable[Statement]) -> list[Statement]:
    """Those of some entries that print something of a rule, a row or a table.

    Of an expression, these are the places that say it, whether alone or in a longer one.
    """
    spaces = book.namespaces.items()
    full = [f"{space}.{name}" for space, members in spaces if name in members]
    name = full[0] if len(full) == 1 else name  # a page may leave the namespace out
    said = "".join((name.partition(".")[2] or name).split())
    return [
        entry
        for entry in entries
        if any(origin.name == name for origin in entry.origins)
        or (entry.kind == "table" and f'"{name}"' in entry.expression)
        or ("(" in said and said in "".join(entry.expression.split()))
    ]


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
        _populate_page(file.page or Page(None, file, config), config, files)


def look_for_anchors(config: MkDocsConfig, files: Files) -> None:
    """Warn of links to anchors that no page has."""
    for file in files.documentation_pages(inclusion=InclusionLevel.is_included):
        if file.page:
            file.page.validate_anchor_links(files=files, log_level=config.validation.links.anchors)
