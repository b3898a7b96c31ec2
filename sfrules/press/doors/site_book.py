"""Which book a folder is about: what the nearest mkdocs.yml says, found without loading MkDocs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sfrules.ground.file_door import read_source
from sfrules.ground.ledger import relative
from sfrules.ground.plain_yaml import STANDARD, read_yaml
from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.ground.source import Source, Span

CONFIG = "mkdocs.yml"
MOST_INHERITED = 10  # configurations, each of which builds on the next
# What comes from the environment, paths, and the functions of the theme and its extensions: these
# are named and not called, but for the one that makes a function.
_TAGS = re.compile(
    rf"!ENV|!relative|{STANDARD}python/name:(material\.extensions|pymdownx)\.[\w.]+"
    rf"|{STANDARD}python/object/apply:pymdownx\.slugs\.slugify"
)


class SiteBook(NamedTuple):
    """The folder of a site, what it says of its book, and its settings."""

    folder: Path
    options: Mapping[str, Any]
    settings: Mapping[str, Any]


def nearest_site(here: Path) -> Path | None:
    """The folder, this one or one around it, that has a configuration of MkDocs."""
    return next((each for each in (here, *here.parents) if (each / CONFIG).is_file()), None)


def book_of_folder(here: Path) -> SiteBook | None:
    """The book that the nearest configuration names; None if there is none.

    Raises:
        ProblemsFound: for a configuration that cannot be read.
    """
    folder = nearest_site(here)
    if folder is None:
        return None
    for _, settings in settings_of(folder / CONFIG):
        if (options := _plugin(settings.get("plugins"))) is not None:
            return SiteBook(folder, options, settings)
    return None


def _plugin(plugins: object) -> Mapping[str, Any] | None:
    """The options of the press among the plugins of a site; None if it is not among them."""
    named = plugins if isinstance(plugins, list) else [plugins]
    for each in named:
        if isinstance(each, dict) and "sfrules" in each:
            return each["sfrules"] or {}
    return None


def settings_of(config_file: Path) -> Iterator[tuple[Source, dict[str, Any]]]:
    """A configuration and its settings, and then those that it builds on.

    Raises:
        ProblemsFound: for one that cannot be read, or that would run what a tag names.
    """
    file, root = config_file.absolute(), config_file.resolve().parent
    for _ in range(MOST_INHERITED):
        source = read_source(file, relative(file.resolve(), root))
        settings = read_yaml(Span(source, 0, len(source.text)), _TAGS)
        if not isinstance(settings, dict):
            raise ProblemsFound([Problem(source.path, 1, 1, "there are no settings in it")])
        yield source, settings
        if not isinstance(inherits := settings.get("INHERIT"), str):
            return
        file = file.parent / inherits
    message = f"more than {MOST_INHERITED} configurations build on each other"
    raise ProblemsFound([Problem(source.path, 1, 1, message)])
