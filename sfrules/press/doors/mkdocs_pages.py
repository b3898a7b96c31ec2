"""The pages of an MkDocs site, for checking them without building it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import markdown
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.structure.files import File, get_files, set_exclusions
from mkdocs.structure.toc import AnchorLink, get_toc
from mkdocs.utils import meta

from sfrules.ground.ledger import Check, relative
from sfrules.ground.mends import Settled, settle
from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.press.page.expand import Expanded, Page
from sfrules.press.site.check import check, page_of
from sfrules.press.site.finish import Converted, SiteHeading
from sfrules.press.site.load import forget, load_book


@dataclass(frozen=True)
class Checked:
    """What was checked of a site, and all that is wrong; `pages` are named as places show them.

    `account` is what the book has to say of itself, if nothing is wrong.
    """

    pages: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    problems: tuple[Problem, ...] = ()
    account: str = ""


def check_site(
    config_file: Path, texts: Mapping[str, str] | None = None, *, afresh: bool = False
) -> Checked:
    """Check the pages below the site's `docs_dir`, and the book's facts.

    `texts` replace the files of some pages; `afresh` reads the book's code again.
    """
    root = config_file.resolve().parent
    shown = relative(config_file.resolve(), root)
    try:
        config = load_config(str(config_file))
    except MkDocsException as error:
        hint = "" if config_file.exists() else "go to the folder that it is in, or name it with -f"
        return Checked(problems=(Problem(shown, 1, 1, f"MkDocs: {error}", hint),))
    if "sfrules" not in config.plugins:
        hint = "plugins: - sfrules: {book: your.module}"
        message = "the site does not use the sfrules plugin"
        return Checked(problems=(Problem(shown, 1, 1, message, hint),))
    name = config.plugins["sfrules"].config.book
    try:
        book = load_book(name, root)
        if afresh:
            forget((name, *book.modules))
            book = load_book(name, root)
        pages = _pages(config, root, texts or {})
    except ProblemsFound as error:
        return Checked(problems=error.problems)
    woven = check(book, pages, _converter(config))
    paths = tuple(page.source.path for page in pages.values())
    account = "" if woven.problems else book.account()
    return Checked(paths, woven.checks, woven.problems, account)


def mend_site(config_file: Path) -> Settled:
    """What would mend a site's problems; nothing is written."""
    root = config_file.resolve().parent
    try:
        folders = [Path(load_config(str(config_file)).docs_dir).resolve()]
    except MkDocsException:
        folders = []  # the check reports what is wrong with the configuration
    return settle(lambda texts: check_site(config_file, texts).problems, root, folders)


def _pages(config: MkDocsConfig, root: Path, texts: Mapping[str, str]) -> dict[str, Page]:
    """The pages that a build would make, in the order of reading, by the names of their files."""
    files = get_files(config)
    set_exclusions(files, config)
    return {file.src_uri: _page(file, root, texts) for file in files.documentation_pages()}


def _page(file: File, root: Path, texts: Mapping[str, str]) -> Page:
    path = Path(file.abs_src_path or file.src_uri)
    shown = relative(path.resolve(), root)
    try:
        text = texts.get(shown, file.content_string)
    except UnicodeDecodeError as error:
        raise ProblemsFound([Problem(shown, 1, 1, f"the file is not UTF-8: {error}")]) from error
    except OSError as error:
        shown = relative(path.parent.resolve() / path.name, root)  # a link that leads nowhere
        message = f"the file cannot be read: {error.strerror}"
        raise ProblemsFound([Problem(shown, 1, 1, message)]) from error
    return page_of(shown, text, meta.get_data(text)[0])


def _converter(config: MkDocsConfig) -> Callable[[str, Expanded], Converted]:
    def convert(_name: str, expanded: Expanded) -> Converted:
        made = markdown.Markdown(
            extensions=config.markdown_extensions, extension_configs=config.mdx_configs
        )
        html = made.convert(expanded.markdown)
        return Converted(html, headings(get_toc(getattr(made, "toc_tokens", []))))

    return convert


def headings(toc: Iterable[AnchorLink]) -> list[SiteHeading]:
    """The headings of a table of contents, in order, with those below each."""
    found = []
    for link in toc:
        found += [SiteHeading(link.id, link.level, link.title), *headings(link.children)]
    return found
