"""The style sheets and scripts that a site loads: those of the press, of kinds, and of the book."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import Any

from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from sfrules.press.things.book import Rulebook
from sfrules.press.things.kinds import kinds_of
from sfrules.press.things.thing import Kind

HERE = Path(__file__).parent
# What belongs to no kind of things. Style sheets are read in this order: base, the kinds of the
# press, these, and the book's own kinds; what comes later has the say.
_BASE = HERE / "stylesheets" / "base.css"
STYLED = ("cards", "search")
SCRIPTED = ("each_page", "card", "offline", "search", "load_forms")
STYLES, SCRIPT = "assets/sfrules/press.css", "assets/sfrules/press.js"
MANIFEST = "manifest.webmanifest"


def press_assets(title: str, book: Rulebook, *, has_search: bool) -> Iterator[tuple[str, str]]:
    """The files of the press and a book's own kinds, by their addresses; one search is enough."""
    unused = {"search"} if has_search else set()
    styles = [HERE / "stylesheets" / f"{name}.css" for name in STYLED if name not in unused]
    scripts = [HERE / "scripts" / f"{name}.js" for name in SCRIPTED if name not in unused]
    every, own = kinds_of(book).values(), book.kinds
    ours = [kind for kind in every if kind not in own]
    forms = _text(path for kind in every for path in kind.assets if path not in kind.files)
    name = f"forms.{digest(forms)}.js"
    script = _text([*scripts, *_files_of(every, ".js")])
    yield STYLES, _text([_BASE, *_files_of(ours, ".css"), *styles, *_files_of(own, ".css")])
    yield SCRIPT, script.replace("forms.js", name)
    yield f"assets/sfrules/{name}", forms
    yield MANIFEST, manifest(title)


def _files_of(kinds: Iterable[Kind[Any]], suffix: str) -> Iterator[Path]:
    return (path for kind in kinds for path in kind.files if path.suffix == suffix)


def _text(paths: Iterable[Path]) -> str:
    """Some files as one, each once, in the order in which they are first named."""
    return "\n".join(path.read_text(encoding="utf-8") for path in dict.fromkeys(paths))


# What the theme brings along for its own search, and for whoever develops the theme.
_OF_THE_SEARCH = ("assets/javascripts/lunr/*", "assets/javascripts/workers/*")
_OF_DEVELOPERS = ("*.map",)


def name_assets(config: MkDocsConfig, *, own: bool) -> None:
    """Have pages load those of the press, unless the site does without these, ahead of its own."""
    if own:
        config.extra_css = [STYLES, *(each for each in config.extra_css if each != STYLES)]
        config.extra_javascript = [_deferred(SCRIPT), *config.extra_javascript]


def add_assets(files: Files, config: MkDocsConfig, book: Rulebook, *, own: bool) -> Files:
    """The files of a site with those of the press and of kinds; its own manifest stays."""
    made = press_assets(config.site_name, book, has_search=_has_a_search(config))
    for address, text in made if own else ():
        if address != MANIFEST or not Path(config.docs_dir, MANIFEST).exists():
            files.append(File.generated(config, address, content=text))
    return slim(files, config)


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
    config.extra_css = [*_joined(files, config, config.extra_css, ".css")]
    deferred = [
        each.path
        for each in config.extra_javascript
        if isinstance(each, ExtraScriptValue) and each.defer and each.type != "module"
    ]
    others = [each for each in config.extra_javascript if str(each) not in deferred]
    config.extra_javascript = [*map(_deferred, _joined(files, config, deferred, ".js")), *others]
    return files


def _joined(files: Files, config: MkDocsConfig, paths: Iterable[str], suffix: str) -> Iterator[str]:
    """The style sheets or scripts of a site, in order, those of each folder as one file.

    What is no file of the site keeps its folder as it is. A style sheet names its pictures from
    where it is.
    """
    for folder, group in groupby(dict.fromkeys(paths), lambda path: PurePosixPath(path).parent):
        names = list(group)
        own = [file for name in names if (file := files.get_file_from_path(name))]
        if len(own) == len(names):
            text = "\n".join(file.content_string for file in own)
            names = [(folder / f"rulebook.{digest(text)}{suffix}").as_posix()]
            for file in own:
                files.remove(file)
            files.append(File.generated(config, names[0], content=text))
        yield from names


def manifest(title: str) -> str:
    """What a device shows for a book that is kept on it, where the book says nothing of its own."""
    said = {"name": title, "start_url": "index.html", "scope": "./", "display": "standalone"}
    return json.dumps(said, ensure_ascii=False, indent=2) + "\n"


def digest(text: str) -> str:
    """A short name for a text, which another text does not have: a cache may keep it for ever."""
    return hashlib.sha256(text.encode()).hexdigest()[:10]
