"""The settings of a site: what its mkdocs.yml says, read without the host that it is written for.

For a host, a tag of the configuration may call any function of Python. A book may come from a
stranger, and to check it must not run what its configuration says.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sfrules.ground.file_door import read_source
from sfrules.ground.ledger import relative
from sfrules.ground.plain_yaml import STANDARD, plain_value, read_yaml
from sfrules.ground.problems import Mistake, Problem, ProblemsFound, did_you_mean, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.doors.front_matter import (
    Shape,
    are_texts,
    is_text,
    is_true_or_false,
    misshapen,
)

CONFIG = "mkdocs.yml"
PLUGIN = GUARD = "sfrules"  # the names under which a configuration lists the plugin and the guard
MOST_INHERITED = 10  # configurations, each of which builds on the next
# What comes from the environment, paths, and the functions of the theme and its extensions: these
# are named and not called, but for the one that makes a function.
_TAGS = re.compile(
    rf"!ENV|!relative|{STANDARD}python/name:(material\.extensions|pymdownx)\.[\w.]+"
    rf"|{STANDARD}python/object/apply:pymdownx\.slugs\.slugify"
)
_BUILT_IN = ("toc", "tables", "fenced_code")  # extensions that MkDocs gives to every site
_HOSTERS = {"github.com": "GitHub", "bitbucket.org": "Bitbucket", "gitlab.com": "GitLab"}
# What MkDocs takes where a site says nothing.
_DEFAULTS: Mapping[str, object] = MappingProxyType(
    {
        "docs_dir": "docs",
        "site_dir": "site",
        "theme": "mkdocs",
        "markdown_extensions": [],
        "use_directory_urls": True,
        "strict": False,
        "remote_branch": "gh-pages",
        "remote_name": "origin",
    }
)
_A_MAPPING = "a mapping of names to values"


def _are_named(value: object) -> bool:
    listed = value if isinstance(value, list) else [value]
    return all(isinstance(each, str) or (isinstance(each, dict) and each) for each in listed)


def _have_names(value: object) -> bool:
    return isinstance(value, dict) and all(map(are_texts, value.values()))


# What the press reads of the settings; the host says what is wrong with the others.
SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        **dict.fromkeys(
            "site_name site_description site_author site_url copyright repo_name repo_url".split(),
            Shape(is_text, "a text"),
        ),
        **dict.fromkeys(("docs_dir", "site_dir"), Shape(is_text, "the name of a folder")),
        **dict.fromkeys(
            ("exclude_docs", "draft_docs", "not_in_nav"), Shape(is_text, "a text of patterns")
        ),
        "extra": Shape(lambda value: value is None or isinstance(value, dict), _A_MAPPING),
        "markdown_extensions": Shape(_are_named, "a list of names"),
        "nav": Shape(lambda value: value is None or isinstance(value, list), "a list of pages"),
        "plugins": Shape(_are_named, "a list of names"),
        "theme": Shape(
            lambda value: isinstance(value, str | dict), "the name of a theme, or a mapping with it"
        ),
        "use_directory_urls": Shape(is_true_or_false, "true or false"),
    }
)
_OF_TEXT, _OF_TEXTS = Shape(is_text, "a text"), Shape(are_texts, "a list of texts")
# What a site says of its book, as options of the plugin.
OPTIONS: Mapping[str, Shape] = MappingProxyType(
    {
        "book": _OF_TEXT,  # the module of the book
        "largest_result": Shape(
            lambda value: value is None or type(value) is int, "how long a list or text may be"
        ),
        "appendices": _OF_TEXTS,  # pages to find after the book's own rules
        "last": _OF_TEXTS,  # pages to find after all others
        # pages that a group may play by, with their names: a question that says one finds it first
        "modules": Shape(_have_names, "a mapping of pages, each with a list of its names"),
        "samples": _OF_TEXTS,  # pages whose code is no part of the game
        "screen": _OF_TEXTS,  # pages that no book on paper has
        "whole": _OF_TEXTS,  # those that only the whole book has
        "stylesheets": Shape(is_true_or_false, "true or false"),
    }
)


class NamedFunction(NamedTuple):
    """A function that the configuration of an extension names, or calls to make one."""

    name: str
    arguments: tuple[object, ...] | None = None
    keywords: tuple[tuple[str, object], ...] = ()


class RelativePath(NamedTuple):
    """A path that begins with $docs_dir or $config_dir; without either, the folder of the page."""

    path: str


@dataclass(frozen=True)
class SiteSettings:
    """What a site says of itself, with what its host takes where it says nothing."""

    #: The configuration, by its absolute path.
    file: Path
    #: The settings by their names; folders are absolute, and the theme is a mapping.
    values: Mapping[str, Any]
    #: The options of the press; None if the site does not use its plugin.
    options: Mapping[str, Any] | None

    @property
    def root(self) -> Path:
        """The folder of the site, whatever links lead to it."""
        return self.file.resolve().parent

    @property
    def docs(self) -> Path:
        """The folder of the pages."""
        return Path(self.values["docs_dir"])

    @property
    def custom(self) -> Path | None:
        """The folder of the site's own files of the theme, if it has one."""
        found = self.values["theme"].get("custom_dir")
        return Path(found) if found else None

    @property
    def extensions(self) -> list[str]:
        """The Markdown extensions of the site, by their names."""
        return list(self.values["markdown_extensions"])

    def book_options(self) -> Mapping[str, Any]:
        """What the site says of its book.

        Raises:
            ProblemsFound: if it does not use the plugin.
        """
        if self.options is None:
            hint = "plugins: - sfrules: {book: your.module}"
            message = "the site does not use the sfrules plugin"
            shown = relative(self.file.resolve(), self.root)
            raise ProblemsFound([Problem(shown, 1, 1, message, hint)])
        return self.options

    def problem_at(self, setting: str, wrong: Mistake) -> Problem:
        """A problem at a setting; at the top of the file where it does not stand in it."""
        with suppress(ProblemsFound):
            for source, _ in settings_of(self.file):
                if named := re.search(rf"^{setting}(?=[ \t]*:)", source.text, re.MULTILINE):
                    return problem_at(Span(source, *named.span()), wrong.message, wrong.hint)
        return Problem(self.file.name, 1, 1, wrong.message, wrong.hint)


def nearest_site(here: Path) -> Path | None:
    """The folder, this one or one around it, that has a configuration."""
    return next((each for each in (here, *here.parents) if (each / CONFIG).is_file()), None)


def read_site(config_file: Path) -> SiteSettings:
    """The settings of a site.

    Raises:
        ProblemsFound: for a configuration that cannot be read, or that would run what a tag names.
    """
    file = config_file.absolute()
    values: dict[str, Any] = {}
    for _, own in settings_of(file):
        values = _merged(own, values)
    values.pop("INHERIT", None)
    values = dict(_DEFAULTS) | {key: value for key, value in values.items() if value is not None}
    options = plugin_options(values.get("plugins"))
    values["config_file_path"] = str(file)
    for key in ("docs_dir", "site_dir"):
        values[key] = str(file.parent / str(values[key]))
    theme = values["theme"]
    theme = dict(theme) if isinstance(theme, Mapping) else {"name": theme}
    if custom := theme.get("custom_dir"):
        theme["custom_dir"] = str(file.parent / str(custom))
    names, configs = _extensions_in(values["markdown_extensions"])
    values |= {"theme": theme, "markdown_extensions": names, "mdx_configs": configs}
    if address := str(values.get("site_url") or ""):
        values["site_url"] = address if address.endswith("/") else f"{address}/"
    if host := urlsplit(str(values.get("repo_url") or "")).netloc.lower():
        values.setdefault("repo_name", _HOSTERS.get(host, host.partition(".")[0].title()))
    return SiteSettings(file, values, options)


def checked_site(config_file: Path) -> SiteSettings:
    """The settings of a site, each of the shape that it has to have.

    Raises:
        ProblemsFound: for a configuration that cannot be read, or has something of another shape.
    """
    if not os.path.lexists(config_file):  # a name that is too long is no file either
        hint = "go to the folder that it is in, or name it with -f"
        raise ProblemsFound([Problem(config_file.name, 1, 1, "there is no such file", hint)])
    found = [
        problem
        for source, own in settings_of(config_file.absolute())
        for problem in misshapen(Span(source, 0, len(source.text)), own, SHAPES)
    ]
    if found:
        raise ProblemsFound(found)
    site = read_site(config_file)
    wrong = [site.problem_at("plugins", each) for _, each in wrong_options(site.options or {})]
    if not site.docs.is_dir():
        message = f'there is no folder "{relative(site.docs, site.root)}" for the pages'
        wrong.append(site.problem_at("docs_dir", Mistake(message, "docs_dir names another")))
    if "site_name" not in site.values:
        wrong.append(site.problem_at("site_name", Mistake("the site has no site_name")))
    if wrong:
        raise ProblemsFound(wrong)
    return site


def wrong_options(options: Mapping[str, Any]) -> Iterator[tuple[str, Mistake]]:
    """What is wrong with the options of the plugin, each with its name."""
    for name, value in options.items():
        if name not in OPTIONS:
            message = f"the sfrules plugin has no option {name}"
            yield name, Mistake(message, did_you_mean(name, OPTIONS))
        elif not OPTIONS[name].fits(value):
            yield name, Mistake(f"{name} is {value!r}; allowed: {OPTIONS[name].words}")


def plugin_options(plugins: object) -> Mapping[str, Any] | None:
    """The options of the press among the plugins of a site; None if it is not among them."""
    for each in plugins if isinstance(plugins, list) else [plugins]:
        if each == PLUGIN:
            return {}
        if isinstance(each, dict) and PLUGIN in each:
            options = dict(each[PLUGIN] or {})
            return options if options.pop("enabled", True) else None
    return None


def settings_of(config_file: Path) -> Iterator[tuple[Source, dict[str, Any]]]:
    """A configuration and its settings, and then those that it builds on.

    Raises:
        ProblemsFound: for one that cannot be read, or that would run what a tag names.
    """
    file, root = config_file.absolute(), config_file.resolve().parent
    for _ in range(MOST_INHERITED):
        source = read_source(file, relative(file.resolve(), root))
        settings = read_yaml(Span(source, 0, len(source.text)), _TAGS, _made)
        if not isinstance(settings, dict):
            raise ProblemsFound([Problem(source.path, 1, 1, "there are no settings in it")])
        yield source, settings
        if not isinstance(inherits := settings.get("INHERIT"), str):
            return
        file = file.parent / inherits
    message = f"more than {MOST_INHERITED} configurations build on each other"
    raise ProblemsFound([Problem(source.path, 1, 1, message)])


def _made(tag: str, value: Any) -> object:
    """What a tag of a configuration stands for; nothing of it is called here."""
    kind, _, name = tag.removeprefix(STANDARD).partition(":")
    if kind == "!ENV":
        names = value if isinstance(value, list) else [value]
        default = names.pop() if len(names) > 1 else None
        found = next((os.environ[str(each)] for each in names if str(each) in os.environ), None)
        return default if found is None else plain_value(found)
    if kind == "!relative":
        return RelativePath(str(value or ""))
    if kind == "python/name":
        return NamedFunction(name)
    if isinstance(value, Mapping):
        given = value.get("args") or (), (value.get("kwds") or {}).items()
        return NamedFunction(name, tuple(given[0]), tuple(given[1]))
    return NamedFunction(name, tuple(value or ()))


def _merged(base: Mapping[str, Any], heir: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with those that they build on: mappings are joined, lists are not."""
    both = (key for key in heir if isinstance(base.get(key), Mapping))
    joined = {k: _merged(base[k], heir[k]) for k in both if isinstance(heir[k], Mapping)}
    return {**base, **heir, **joined}


def _extensions_in(said: Any) -> tuple[list[str], dict[str, Any]]:
    """The names of Markdown extensions, each once, and the settings of those that have any."""
    listed = said if isinstance(said, list) else [said]
    configs: dict[str, Any] = {}
    names = list(_BUILT_IN)
    for each in listed:
        own: Mapping[str, Any] = each if isinstance(each, Mapping) else {str(each): None}
        names += own
        configs |= {name: config for name, config in own.items() if config}
    return list(dict.fromkeys(names)), configs


_UNGUARDED = "a host that does not run the sfrules plugin would publish the pages as they stand"
_LINE = f"name the extension {GUARD} in markdown_extensions: then such a host refuses them"


def unguarded(site: SiteSettings) -> list[Problem]:
    """The problem of a site that does not name the guard, if it does not."""
    wrong = Mistake(_UNGUARDED, _LINE)
    return [] if GUARD in site.extensions else [site.problem_at("markdown_extensions", wrong)]
