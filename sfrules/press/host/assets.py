"""What a site of MkDocs loads: one style sheet and one script of each folder, and none unused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from sfrules.press.host.press_assets import MANIFEST, SCRIPT, STYLES, bundled, press_assets
from sfrules.press.things.thing import Kind

# What the theme brings along for its own search, and for whoever develops the theme.
_OF_THE_SEARCH = ("assets/javascripts/lunr/*", "assets/javascripts/workers/*")
_OF_DEVELOPERS = ("*.map",)


def name_assets(config: MkDocsConfig) -> None:
    """Have pages load those of the press ahead of the site's own, which have the say."""
    config.extra_css = [STYLES, *(each for each in config.extra_css if each != STYLES)]
    config.extra_javascript = [_deferred(SCRIPT), *config.extra_javascript]


def add_assets(files: Files, config: MkDocsConfig, kinds: Iterable[Kind[Any]]) -> None:
    """Add the files of the press and of kinds of things; the site's own manifest stays."""
    for address, text in press_assets(config.site_name, kinds, has_search=_has_a_search(config)):
        if address != MANIFEST or not Path(config.docs_dir, MANIFEST).exists():
            files.append(File.generated(config, address, content=text))


def _has_a_search(config: MkDocsConfig) -> bool:
    return any(name.endswith("search") for name in config.plugins)


def _deferred(path: str) -> ExtraScriptValue:
    script = ExtraScriptValue(path)
    script.defer = True
    return script


def slim(files: Files, config: MkDocsConfig) -> Files:
    """The files of a site with its style sheets as one and its scripts as one, for few requests."""
    unused = _OF_DEVELOPERS if _has_a_search(config) else _OF_DEVELOPERS + _OF_THE_SEARCH
    for file in [each for each in files if any(fnmatch(each.src_uri, one) for one in unused)]:
        files.remove(file)
    config.extra_css = _joined(files, config, config.extra_css, ".css")
    deferred = [
        each.path
        for each in config.extra_javascript
        if isinstance(each, ExtraScriptValue) and each.defer and each.type != "module"
    ]
    others = [each for each in config.extra_javascript if str(each) not in deferred]
    config.extra_javascript = [*map(_deferred, _joined(files, config, deferred, ".js")), *others]
    return files


def _joined(files: Files, config: MkDocsConfig, paths: Sequence[str], suffix: str) -> list[str]:
    """The style sheets or scripts of a site, those of each folder as one file."""
    own = {path: file for path in paths if (file := files.get_file_from_path(path))}
    joined = bundled(paths, {path: file.content_string for path, file in own.items()}, suffix)
    for path in own.keys() - joined.keys():
        files.remove(own[path])
    for path in joined.keys() - set(paths):
        files.append(File.generated(config, path, content=joined[path]))
    return list(joined)
