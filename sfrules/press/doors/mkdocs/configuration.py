"""The configuration of a site as MkDocs loads it, once it is known to run nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException

from sfrules.ground.ledger import relative
from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.press.doors.site_settings import CONFIG, SiteSettings, checked_site


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
