"""What nobody foresaw: one line that says where it came up, and where to read more."""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from sfrules.ground.terminal import escaped

INTERNAL = 70  # the exit code of programs that are at fault themselves, by the custom of Unix
VARIABLE = "SFRULES_TRACEBACK"
LONGEST = 200  # characters of an error's own words
_AT = "at "


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
    return escaped(
        f"internal error{f', {_AT}{place}' if place else ''}: {said} ({VARIABLE}=1 shows where)"
    )
