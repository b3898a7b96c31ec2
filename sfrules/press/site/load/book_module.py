"""Load the book that a site names, with all that the site supplies; again after an edit of code.

Macros of the site's own are in a module with `define_env(env)`, as for mkdocs-macros.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import sleep, time
from types import ModuleType
from typing import Any

from sfrules.ground.exhausted import Exhausted
from sfrules.ground.file_door import read_source
from sfrules.ground.ledger import is_own, relative
from sfrules.ground.plain_yaml import read_yaml
from sfrules.ground.problems import Mistake, Problem, ProblemsFound, problem_on_line
from sfrules.ground.source import Source, Span
from sfrules.press.audit.typed_outside import loose_in_settings
from sfrules.press.expression.bounds import in_time
from sfrules.press.expression.rule_source import signature_of
from sfrules.press.page.sandbox import counts_of
from sfrules.press.things.book import Binder, Book
from sfrules.press.things.data import Data, Supplies, as_data, supplied
from sfrules.press.things.formulas.formula import reading_of

# What is remembered of functions, and would keep all that their modules hold.
REMEMBERED = (signature_of, counts_of, reading_of)
TICK = 0.01  # seconds that a system's clock for files may be behind
_WAY_OUT = "in this folder, put python -m in front of the command, or once: pip install -e ."


def load_book(name: str, root: Path) -> Book:
    """The book of a module such as "mygame.book"; `root` is where paths are shown from.

    The module calls it `book`, or BOOK.

    Raises:
        ProblemsFound: if there is no such module, it fails on import, or it holds no book.
    """
    find_module(name, root)
    now = _later_than_saves() if name not in sys.modules else time()
    try:
        module = in_time(lambda: importlib.import_module(name), "it", frozenset())
        book = in_time(lambda: _book_in(module, root), "it")
    except ProblemsFound:
        raise
    except Exception as error:
        raise ProblemsFound([fault_of(name, error, root)]) from error
    # A module that is there already was loaded then.
    return _of_site(replace(book, loaded=vars(module).setdefault("__loaded__", now)), root)


def _later_than_saves() -> float:
    """A moment that is later than all saves until now, and earlier than those to come.

    A file's time is that of the system's last tick, so it may be a little before the save.
    """
    now = time()
    sleep(TICK)
    return now


def find_module(name: str, root: Path) -> None:
    """Let Python find a module that stands beside the site's configuration.

    Raises:
        ProblemsFound: if it is part of a package of the folder's that this very program hides.
    """
    if str(root) not in sys.path:
        sys.path.append(str(root))
    _make_way(name.partition(".")[0], root)


def _book_in(module: ModuleType, root: Path) -> Book:
    """The book that a module calls `book` or BOOK."""
    found = [getattr(module, name, None) for name in ("BOOK", "book")]
    for made in found:
        if isinstance(made, Book | Binder):
            return made if isinstance(made, Book) else made.bound()
    path = relative(Path(module.__file__ or module.__name__), root)
    message, hint = f"{module.__name__} has no book", 'book = Book("Lantern", __file__)'
    raise ProblemsFound([Problem(path, 1, 1, message, hint)])


def _make_way(top: str, root: Path) -> None:
    """If this book has a module of this name, drop one of another book that Python has or finds."""
    loaded = getattr(sys.modules.get(top), "__file__", None) or _found(top)
    own = next(filter(Path.is_file, (root / f"{top}.py", root / top / "__init__.py")), None)
    if not (loaded and own) or own.resolve() == Path(loaded).resolve():
        return
    if top == __name__.partition(".")[0]:
        message = f"the folder has its own {top}, and what runs is {Path(loaded).parent}"
        shown = own.relative_to(root).as_posix()
        raise ProblemsFound([Problem(shown, 1, 1, message, _WAY_OUT)])
    forget((top,))
    sys.path.insert(0, str(root))


def _found(top: str) -> str | None:
    """The file that Python would load for a name."""
    importlib.invalidate_caches()
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return None
    return spec.origin if spec else None


def _of_site(book: Book, root: Path) -> Book:
    """The book as a site in some folder uses it: another site than its own has no lock."""
    if book.lock is None or root.resolve() == book.root.resolve():
        return book
    return replace(book, lock=None)


def forget(modules: tuple[str, ...]) -> dict[str, ModuleType]:
    """Drop modules, by prefix, so that the next import reads their files; returns them.

    Their compiled forms go too: Python knows an edit by the file's size and its time in whole
    seconds, and two saves in a second would leave the old numbers in the book.
    """
    dropped = {}
    for name in list(sys.modules):
        if any(name == prefix or name.startswith(f"{prefix}.") for prefix in modules):
            dropped[name] = module = sys.modules.pop(name)
            package, _, own = name.rpartition(".")
            # A package keeps its modules as attributes, and an import would find the old one there.
            if package in sys.modules and getattr(sys.modules[package], own, None) is module:
                delattr(sys.modules[package], own)
            if cached := getattr(module, "__cached__", None):
                Path(cached).unlink(missing_ok=True)
    for known in REMEMBERED:
        known.cache_clear()
    importlib.invalidate_caches()
    return dropped


def restore(dropped: Mapping[str, ModuleType]) -> None:
    """Put modules back that were dropped, so that their own imports find them again."""
    sys.modules.update(dropped)
    for name, module in dropped.items():
        package, _, own = name.rpartition(".")
        if package in sys.modules:
            setattr(sys.modules[package], own, module)


def _syntax_problem(error: SyntaxError, root: Path) -> Problem:
    path = relative(Path(error.filename or ""), root)
    # Of what is wrong with a whole file, Python says that it is in line 0 or column -1.
    line, column = (max(at or 1, 1) for at in (error.lineno, error.offset))
    text = (error.text or "").rstrip("\n")
    return Problem(path, line, column, f"Python: {error.msg}", text=text)


def fault_of(name: str, error: Exception, root: Path, what: str = "the book") -> Problem:
    """A failure on import, placed at the last line of the book's own code that ran."""
    if isinstance(error, SyntaxError) and error.filename:
        return _syntax_problem(error, root)
    late = error.__cause__ if isinstance(error.__cause__, Exhausted) else error
    frames = [f for f in traceback.extract_tb(late.__traceback__) if "importlib" not in f.filename]
    frames = [f for f in frames if f.filename != __file__ and Path(f.filename).is_file()]
    own = [frame for frame in frames if is_own(frame.filename, root)] or frames
    message = str(error) if isinstance(error, Mistake) else f"{type(error).__name__}: {error}"
    if not own:
        return Problem(name, 1, 1, f"{what} cannot be loaded: {message}")
    path, line = Path(own[-1].filename), own[-1].lineno or 1
    source = read_source(path, relative(path, root))
    return problem_on_line(source, line, f"{what} cannot be loaded: {message}")


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
    paths = [_define(environment, module, root)] if module else []
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
        modules=(*book.modules, *filter(None, [module])),
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
        "samples": tuple(f"{_docs(root, conf)}/{each}" for each in options.get("samples") or ()),
        "largest": options.get("largest_result") or None,
    }
    if name := options.get("book"):
        book = load_book(str(name), root)

        def problems() -> Iterator[Problem]:
            yield from book.problems()
            yield from loose_in_settings(book_here, conf)

        book_here = replace(book, problems=problems, **settings)
        return with_supplies(book_here, root, options, conf)
    if not any(options.get(key) for key in ("macros", "include_dir", "include_yaml")):
        message, hint = "the sfrules plugin has no book", "plugins: - sfrules: {book: your_module}"
        raise ProblemsFound([Problem("mkdocs.yml", 1, 1, message, hint)])
    bare = Book(str(conf.get("site_name") or "A site"), root, {}, **settings)
    return with_supplies(bare, root, options, conf)


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
