"""Macros of a book's own: a module with `define_env(env)`, as for mkdocs-macros."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from sfrules.ground.file_door import read_source
from sfrules.ground.languages import language_of, unknown_language
from sfrules.ground.ledger import relative
from sfrules.ground.plain_yaml import read_yaml
from sfrules.ground.problems import Problem, ProblemsFound, problem_at, problem_on_line
from sfrules.ground.source import Source, Span
from sfrules.press.audit.typed_in_settings import loose_in_settings, place_in_settings
from sfrules.press.site.load.book_module import fault_of, find_module, load_book
from sfrules.press.site.load.loose_baseline import read_baseline
from sfrules.press.things.book import Book
from sfrules.press.things.data import Data, Supplies, as_data, supplied

HOOKS = ("on_pre_page_macros", "on_post_page_macros", "on_post_build")


class Variables(dict[str, Any]):
    """The variables of an environment, which also go by attributes: `env.variables.title`."""

    def __getattr__(self, name: str) -> Any:
        if name not in self:
            raise AttributeError(name)
        return self[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


@dataclass
class Environment:
    """What `define_env` is called with: it offers macros, filters and variables to the pages."""

    conf: Mapping[str, Any]
    project_dir: str
    variables: Variables = field(default_factory=Variables)
    macros: dict[str, Callable[..., Any]] = field(default_factory=dict)
    filters: dict[str, Callable[..., Any]] = field(default_factory=dict)

    @property
    def config(self) -> Mapping[str, Any]:
        """The settings of the site, under their other name."""
        return self.conf

    def macro(self, function: Callable[..., Any], name: str = "") -> Callable[..., Any]:
        """Offer a function as a macro; also as a decorator."""
        self.macros[name or function.__name__] = function
        return function

    def filter(self, function: Callable[..., Any], name: str = "") -> Callable[..., Any]:
        """Offer a function as a filter; also as a decorator."""
        self.filters[name or function.__name__] = function
        return function

    def start_chatting(self, _prefix: str, _color: str = "") -> Callable[..., None]:
        """Return a function that prints nothing: a build reports problems only."""
        return lambda *_args, **_kwargs: None


def with_supplies(
    book: Book, root: Path, options: Mapping[str, Any], conf: Mapping[str, Any]
) -> Book:
    """A book with the macros, filters and data that a site supplies.

    The `options` are those of the plugin: `macros` names the module, `include_dir` a folder, and
    `include_yaml` files; `conf` are the settings of the site.

    Raises:
        ProblemsFound: for a module without `define_env`, one that fails, or data that is no YAML.
    """
    module, folder = _module(options.get("macros")), options.get("include_dir") or ""
    include_yaml = options.get("include_yaml") or ()
    if not (module or folder or include_yaml):
        return book
    environment = Environment(conf, str(root), Variables(conf.get("extra") or {}))
    environment.variables.update(_data(root, include_yaml))
    plain = {k: v for k, v in conf.items() if isinstance(v, str | int | float)}
    environment.variables.setdefault("config", plain)
    paths: tuple[Path, ...] = ()
    modules: tuple[str, ...] = ()
    if module:
        paths, modules = (_define(environment, module, root),), (module,)
    supplies = Supplies(
        {name: supplied(macro) for name, macro in environment.macros.items()},
        {name: supplied(each) for name, each in environment.filters.items()},
        {name: as_data(value) for name, value in environment.variables.items()},
        root / folder if folder else None,
    )
    return replace(
        book,
        supplies=supplies,
        answers=(*book.answers, Data),
        modules=(*book.modules, *modules),
        watch=(*book.watch, *paths, *_files(root, folder, include_yaml)),
    )


def _module(named: object) -> str:
    """The module that the setting names, as mkdocs-macros does: by its name, or by its path."""
    return str(named or "").removesuffix(".py").strip("/").replace("/", ".")


def book_of_site(root: Path, options: Mapping[str, Any], conf: Mapping[str, Any]) -> Book:
    """The book that a site names, with what it supplies; without a name, one without rules.

    Raises:
        ProblemsFound: for a book or for macros that cannot be loaded.
    """
    settings: dict[str, Any] = {
        "baseline": read_baseline(root),
        "loose_links": options.get("links") == "ignore",
        "samples": tuple(f"{_docs(root, conf)}/{each}" for each in options.get("samples") or ()),
        "largest": options.get("largest_result") or None,
    }
    if name := options.get("book"):
        book = load_book(str(name), root)

        def problems() -> Iterator[Problem]:
            yield from book.problems()
            yield from () if book.language else _unread_language(conf)
            yield from loose_in_settings(book_here, conf)

        own = book.language or _language(conf)
        book_here = replace(book, problems=problems, language=own, **settings)
        return with_supplies(book_here, root, options, conf)
    if not any(options.get(key) for key in ("macros", "include_dir", "include_yaml")):
        message, hint = "the sfrules plugin has no book", "plugins: - sfrules: {book: your_module}"
        raise ProblemsFound([Problem("mkdocs.yml", 1, 1, message, hint)])
    settings |= {"language": _language(conf), "problems": lambda: _unread_language(conf)}
    bare = Book(str(conf.get("site_name") or "A site"), root, {}, **settings)
    return with_supplies(bare, root, options, conf)


def _language(conf: Mapping[str, Any]) -> str:
    """The language of the site's pages, as its theme has it."""
    theme = conf.get("theme") or {}
    return str(theme.get("language") or theme.get("locale") or "")


def _unread_language(conf: Mapping[str, Any]) -> Iterator[Problem]:
    """The problem of a site in a language whose numbers cannot be read."""
    if language_of(language := _language(conf)) is None:
        yield problem_at(place_in_settings(conf, language), *unknown_language(language))


def _docs(root: Path, conf: Mapping[str, Any]) -> str:
    """The folder of the pages, as their paths are shown."""
    return relative(Path(str(conf.get("docs_dir") or "docs")).resolve(), root.resolve())


def _define(environment: Environment, name: str, root: Path) -> Path:
    """Have a module define its macros; returns its file."""
    find_module(name, root)
    try:
        module = importlib.import_module(name)
        path = Path(inspect.getfile(module))
        source = read_source(path, relative(path, root))
        _refuse(module, source)
        module.define_env(environment)
    except ProblemsFound:
        raise
    except Exception as error:
        raise ProblemsFound([fault_of(name, error, root, "the macros")]) from error
    return path


def _refuse(module: ModuleType, source: Source) -> None:
    """Refuse a module without `define_env`, and hooks that are not called."""
    if not hasattr(module, "define_env"):
        hint = "def define_env(env): env.macro(…)"
        problem = problem_on_line(source, 1, f"{module.__name__} has no define_env", hint)
        raise ProblemsFound([problem])
    for hook in filter(vars(module).__contains__, HOOKS):
        line = next((n for n, text in enumerate(source.text.split("\n"), 1) if hook in text), 1)
        problem = problem_on_line(source, line, f"{hook} is not called", "let a macro do it")
        raise ProblemsFound([problem])


def _files(root: Path, folder: str, include_yaml: Iterable[object]) -> Iterator[Path]:
    """What pages include, and the files of data."""
    if folder and (root / folder).is_dir():
        yield root / folder
    yield from (root / path for _, path in _named(include_yaml))


def _named(files: Iterable[object]) -> Iterator[tuple[str, str]]:
    """Yield each file of data with its name: `{ships: ships.yml}`, or `ships.yml` without one."""
    for each in files:
        named = each.items() if isinstance(each, Mapping) else [("", each)]
        yield from ((str(name), str(path)) for name, path in named)


def _data(root: Path, files: Iterable[object]) -> dict[str, Any]:
    """The variables of data files: the values of each mapping, or a whole file by its name."""
    found: dict[str, Any] = {}
    for name, path in _named(files):
        source = read_source(root / path, path, [root])
        value = read_yaml(Span(source, 0, len(source.text)))
        if name:
            found[name] = value
        elif isinstance(value, Mapping):
            found.update({str(key): each for key, each in value.items()})
        else:
            hint = f"give it a name: ships: {path}"
            raise ProblemsFound([Problem(path, 1, 1, "it is no mapping", hint)])
    return found
