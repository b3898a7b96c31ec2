"""Report errors of the program itself, and missing modules, in one line each."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path

from sfrules.ground.terminal import escaped

INTERNAL = 70  # the exit code of programs that are at fault themselves, by the custom of Unix
INTERRUPTED = 130  # by the same custom
VARIABLE = "SFRULES_TRACEBACK"
LONGEST = 200  # characters of an error's own words
_AT = "at "
_EVENTS = str(Path("mkdocs", "plugins.py"))  # from where MkDocs calls its plugins
# The modules that each extra of the package brings.
EXTRAS = {
    "book": "icepool jinja2 markdown material mkdocs pandas pymdownx selectolax watchdog yaml",
    "paper": "pikepdf",
    "test": "pytest",
}


@contextmanager
def working_on(place: str) -> Iterator[None]:
    """Name the page or file that is worked on to whatever comes up meanwhile."""
    try:
        yield
    except Exception as error:
        error.add_note(f"{_AT}{place}")
        raise


def place_of(error: Exception) -> str | None:
    """The innermost page or file that was worked on when an error came up, if one was."""
    notes = getattr(error, "__notes__", ())
    return next((note.removeprefix(_AT) for note in notes if note.startswith(_AT)), None)


def internal_error(error: Exception) -> str:
    """One line for an error of the program's own; with the variable set, the whole traceback."""
    if os.environ.get(VARIABLE):
        return escaped("".join(traceback.format_exception(error)).rstrip())
    place = place_of(error)
    words = " ".join(str(error).split())[:LONGEST]
    said = ": ".join(filter(None, (type(error).__name__, words)))
    whose = _plugin_of(error) or f"internal error{f', {_AT}{place}' if place else ''}"
    return escaped(f"{whose}: {said} ({VARIABLE}=1 shows where)")


def _plugin_of(error: Exception) -> str:
    """The line of another plugin or a hook that an error comes from; empty if it is of neither."""
    frames = traceback.extract_tb(error.__traceback__)
    asked = [at for at, each in enumerate(frames, 1) if each.filename.endswith(_EVENTS)]
    below = frames[asked[-1] :] if asked else []
    if not below or any(__package__.partition(".")[0] in Path(e.filename).parts for e in below):
        return ""
    return f"error in {'/'.join(Path(below[0].filename).parts[-2:])}:{below[0].lineno}"


def extra_of(error: ImportError) -> str:
    """The extra that brings a module that is missing; empty if no extra does."""
    top = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    return next((extra for extra, brought in EXTRAS.items() if top in brought.split()), "")


def not_imported(error: ImportError) -> str:
    """One line for an import that failed: what is missing, and what to install or who wants it."""
    if extra := extra_of(error):
        return f'{error.name} is missing: pip install "sfrules[{extra}]"'
    own = Path(error.path or "")
    if error.name in sys.stdlib_module_names and own.parent == Path.cwd():
        return f"{own.name} hides the module {error.name} of Python: give it another name"
    frames = traceback.extract_tb(error.__traceback__)
    asking = [frame for frame in frames if "importlib" not in frame.filename][-1]
    missing = isinstance(error, ModuleNotFoundError) and error.name
    words = f"the module {error.name} is missing" if missing else str(error)
    return escaped(f"{words}; it is imported at {asking.filename}:{asking.lineno}")


def guarded(run: Callable[[], None]) -> None:
    """Run a command; what nobody foresaw is one line, and an exit code of its own."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # not every terminal has every character
            stream.reconfigure(errors="backslashreplace")
    try:
        Path.cwd()
    except OSError as error:
        sys.exit(f"error: the working folder cannot be read: {error.strerror}")
    try:
        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except ImportError as error:
        sys.exit(f"error: {not_imported(error)}")
    except OSError as error:  # what is written to is full, or gone
        where = f"{error.filename}: " if error.filename else ""
        # What could not be written is no longer waited for when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(f"error: {where}{error.strerror or error}")
    except Exception as error:  # noqa: BLE001 — whatever it is, it has not been foreseen
        sys.stderr.write(f"{internal_error(error)}\n")
        sys.exit(INTERNAL)
