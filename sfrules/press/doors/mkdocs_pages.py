"""The pages of an MkDocs site, for checking them without building it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import markdown
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.structure.files import File, get_files, set_exclusions
from mkdocs.utils import meta

from sfrules.press.ground.ledger import relative
from sfrules.press.ground.problems import Problem, ProblemsFound
from sfrules.press.weave.anchors import Heading
from sfrules.press.weave.check import check, page_of
from sfrules.press.weave.expand import Expanded, Page
from sfrules.press.weave.finish import Converted
from sfrules.press.weave.load import load_book


def check_site(config_file: Path) -> list[Problem]:
    """All problems of the pages below the site's `docs_dir`, and of the book's facts."""
    try:
        config = load_config(str(config_file))
    except MkDocsException as error:
        return [Problem(str(config_file), 1, 1, f"MkDocs: {error}")]
    root = Path(config.config_file_path or config_file).resolve().parent
    if "sfrules" not in config.plugins:
        hint = "plugins: - sfrules: {book: your.module}"
        return [Problem(str(config_file), 1, 1, "the site does not use the sfrules plugin", hint)]
    try:
        book = load_book(config.plugins["sfrules"].config.book, root)
        return check(book, _pages(config, root), _converter(config))
    except ProblemsFound as error:
        return list(error.problems)


def _pages(config: MkDocsConfig, root: Path) -> dict[str, Page]:
    """The pages that a build would make, by the names of their files."""
    files = get_files(config)
    set_exclusions(files, config)
    return {file.src_uri: _page(file, root) for file in files.documentation_pages()}


def _page(file: File, root: Path) -> Page:
    shown = relative(Path(file.abs_src_path or file.src_uri).resolve(), root)
    try:
        text = file.content_string
    except UnicodeDecodeError as error:
        raise ProblemsFound([Problem(shown, 1, 1, f"the file is not UTF-8: {error}")]) from error
    return page_of(shown, text, meta.get_data(text)[0])


def _converter(config: MkDocsConfig) -> Callable[[str, Expanded], Converted]:
    def convert(_name: str, expanded: Expanded) -> Converted:
        made = markdown.Markdown(
            extensions=config.markdown_extensions, extension_configs=config.mdx_configs
        )
        html = made.convert(expanded.markdown)
        return Converted(html, _headings(getattr(made, "toc_tokens", [])))

    return convert


def _headings(tokens: list[Any]) -> list[Heading]:
    found = []
    for token in tokens:
        found.append(Heading(token["id"], token["level"], token["name"]))
        found.extend(_headings(token["children"]))
    return found
