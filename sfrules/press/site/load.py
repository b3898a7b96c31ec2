"""Loads the book that a site names, again after an edit of code, and notes which files it reads."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import cache
from pathlib import Path
from stat import S_ISDIR
from time import sleep, time
from types import ModuleType
from typing import Any, Protocol, TypeAlias, runtime_checkable

from sfrules.ground.faults import OUR_FOLDERS, LimitReached, is_authors
from sfrules.ground.file_door import read_source
from sfrules.ground.ledger import PACKAGES, relative
from sfrules.ground.problems import Mistake, Problem, ProblemsFound, problem_on_line
from sfrules.press.expression.bounds import in_time
from sfrules.press.expression.values import signature_of
from sfrules.press.things.book import Rulebook
from sfrules.press.things.formulas import read_formula

# The size of a file with its times, or the names in a folder; None for what is not there.
Look: TypeAlias = tuple[int, int, int] | tuple[str, ...] | None
STALE: Look = (-1, -1, -1)  # of what has changed since it was read: no file looks like it
_EVENTS = frozenset({"open", "os.listdir", "os.scandir", "sqlite3.connect", "subprocess.Popen"})
_WRITES = os.O_WRONLY | os.O_RDWR
_NO_FACTS = ("/proc/", "/dev/")
_PROGRAM = ""  # stands for what a program answers: nobody knows what that depends on

_noting: ContextVar[bool] = ContextVar("noting", default=False)
_read: dict[str, Look] = {}  # how each file looked when it was opened


@contextmanager
def noting_files() -> Iterator[None]:
    """Note the files and folders that are read inside the block, in this thread."""
    _listen()
    before = _noting.set(True)
    try:
        yield
    finally:
        _noting.reset(before)


def files_read() -> dict[str, Look]:
    """Every file and folder that was read, as it looked then."""
    return dict(_read)


def _forget_changed_files() -> None:
    """Forget how files looked that have changed since: how they look at the next reading counts."""
    for path, look in _read.items():
        if look_at(path) != look:
            _read[path] = STALE


def look_at(path: str) -> Look:
    """The size and times of a file, or the names in a folder: what changes when it does."""
    try:
        found = Path(path).stat()
        if S_ISDIR(found.st_mode):
            names = (each.name for each in Path(path).iterdir())
            return tuple(sorted(name for name in names if name[0] not in "._"))
    except (OSError, ValueError):
        return None
    # Environments share the files of packages by links, and each new link is a change of the file.
    changed = 0 if PACKAGES in path else found.st_ctime_ns
    return found.st_size, found.st_mtime_ns, changed


@cache
def _listen() -> None:
    sys.addaudithook(_hear)


def _hear(event: str, given: tuple[Any, ...]) -> None:
    """Note an event of Python's audit, if a file or a folder is read."""
    if event in _EVENTS and _noting.get():
        noting = _noting.set(False)  # to look is to read, too
        try:
            _note(event, given, sys._getframe(1).f_globals.get("__name__", ""))  # noqa: SLF001 the caller
        finally:
            _noting.reset(noting)


def _note(event: str, given: tuple[Any, ...], caller: str) -> None:
    if event == "subprocess.Popen":
        _read[_PROGRAM] = STALE
        return
    # What looks for modules looks into folders; modules are known by themselves.
    is_read = not given[2] & _WRITES if event == "open" else not caller.startswith("importlib.")
    named = "." if given[0] is None else given[0]
    if is_read and isinstance(named, str | bytes | os.PathLike):
        path = str(Path(os.fsdecode(named)).absolute())
        if not path.endswith(".pyc") and not path.startswith(_NO_FACTS):
            _read[path] = look_at(path) if _read.get(path, STALE) == STALE else _read[path]


# What is remembered of functions, and would keep all that their modules hold.
REMEMBERED = (signature_of, read_formula)
TICK = 0.01  # seconds that a system's clock for files may be behind
_WAY_OUT = "in this folder, put python -m in front of the command, or once: pip install -e ."


def load_book(name: str, root: Path) -> Rulebook:
    """The book of a module such as "mygame.book"; `root` is where paths are shown from.

    The module calls it `book`, or BOOK.

    Raises:
        ProblemsFound: if there is no such module, it fails on import, or it holds no book.
    """
    if str(root) not in sys.path:
        sys.path.append(str(root))
    _drop_namesake(name.partition(".")[0], root)
    now = _later_than_saves() if name not in sys.modules else time()
    try:
        with noting_files():
            module = in_time(lambda: importlib.import_module(name), "it", frozenset())
            book = in_time(lambda: _book_in(module, root), "it")
    except ProblemsFound:
        raise
    except Exception as error:
        raise ProblemsFound([_fault_of(name, error, root)]) from error
    # A module that is there already was loaded then. Another site than its own has no lock.
    loaded = vars(module).setdefault("__loaded__", now)
    lock = book.lock if root.resolve() == book.root.resolve() else None
    return replace(book, loaded=loaded, lock=lock)


def _later_than_saves() -> float:
    """A moment that is later than all saves until now, and earlier than those to come.

    A file's time is that of the system's last tick, so it may be a little before the save.
    """
    now = time()
    sleep(TICK)
    return now


def _book_in(module: ModuleType, root: Path) -> Rulebook:
    """The book that a module calls `book` or BOOK."""
    found = [getattr(module, name, None) for name in ("BOOK", "book")]
    for made in found:
        if isinstance(made, Rulebook | Binder):
            return made if isinstance(made, Rulebook) else made.bound()
    path = relative(Path(module.__file__ or module.__name__), root)
    message, hint = f"{module.__name__} has no book", 'book = Book("Lantern", __file__)'
    raise ProblemsFound([Problem(path, 1, 1, message, hint)])


def _drop_namesake(top: str, root: Path) -> None:
    """If Python has or finds another module by this name than the book's own, drop the other.

    Raises:
        ProblemsFound: if it is part of a package of the folder's that this very program hides.
    """
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
    _forget_changed_files()
    return dropped


def _syntax_problem(error: SyntaxError, root: Path) -> Problem:
    path = relative(Path(error.filename or ""), root)
    if "utf-8" in error.msg.lower():
        read_source(Path(error.filename or ""), path)  # says where it is not
    # Of what is wrong with a whole file, Python says that it is in line 0 or column -1.
    line, column = (max(at or 1, 1) for at in (error.lineno, error.offset))
    text = (error.text or "").rstrip("\n")
    return Problem(path, line, column, f"Python: {error.msg}", text=text)


def _fault_of(name: str, error: Exception, root: Path) -> Problem:
    """What ends the loading of a book, at the innermost line of its own code that ran.

    What the binding refuses, it says in words for the author.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return _syntax_problem(error, root)
    late = error.__cause__ if isinstance(error.__cause__, LimitReached) else error
    frames = [f for f in traceback.extract_tb(late.__traceback__) if Path(f.filename).is_file()]
    is_refused = isinstance(error, ValueError) and frames[-1].filename.startswith(OUR_FOLDERS)
    frames = [f for f in frames if not f.filename.startswith(OUR_FOLDERS)]
    frames = [f for f in frames if "importlib" not in f.filename]
    own = [frame for frame in frames if is_authors(frame.filename, root)] or frames
    message = f"the book cannot be loaded: {type(error).__name__}: {error}"
    hint = ""
    if isinstance(error, Mistake):
        message, hint = error.message, error.hint
    elif is_refused:
        message = str(error)
    elif "partially initialized module" in message:
        message = f"{message.partition(' from partially')[0]}: two modules import each other"
        hint = "make the book in a module of its own, which imports none of those that import it"
    if isinstance(error, ModuleNotFoundError) and f"{name}.".startswith(f"{error.name}."):
        file, hint = name.replace(".", "/"), "book: names a file beside mkdocs.yml"
        message = f"there is no book {file}.py"
        if name.endswith(".py"):
            message, hint = f"there is no book {name}", f"write book: {name.removesuffix('.py')}"
        return Problem("mkdocs.yml", 1, 1, message, hint)
    if not own:
        return Problem(name, 1, 1, message, hint)
    path, line = Path(own[-1].filename), own[-1].lineno or 1
    return problem_on_line(read_source(path, relative(path, root)), line, message, hint)


def book_to_ask(
    root: Path, options: Mapping[str, Any], docs: Path, language: object = None
) -> Rulebook:
    """The same book, for a single question: of its facts, only those that it needs are read.

    Raises:
        ProblemsFound: for a book that cannot be loaded, and for a site that names none.
    """
    if not (name := options.get("book")):
        message, hint = "the sfrules plugin has no book", "plugins: - sfrules: {book: your_module}"
        raise ProblemsFound([Problem("mkdocs.yml", 1, 1, message, hint)])
    shown = relative(docs.resolve(), root.resolve())
    return load_book(str(name), root).checking(
        docs=shown,
        samples=tuple(f"{shown}/{each}" for each in options.get("samples") or ()),
        is_english=str(language or "en").startswith("en"),
    )


@runtime_checkable
class Binder(Protocol):
    """What an author's code says of a book, from which the book is bound."""

    def bound(self) -> Rulebook:
        """The book; raises ProblemsFound for what the code says wrong."""
