"""What a preview stands on: what is saved, as the system tells it, and a server of files."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from sfrules.press.doors.mkdocs_pages import SiteCheck, SiteReport

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

SETTLED = 0.03  # seconds without another change, after which a save is whole
_CHANGES = ("created", "modified", "moved", "deleted")


def follow(observer: BaseObserver, path: Path, note: Callable[[set[Path]], None]) -> None:
    """Have an observer note what is changed in a folder, or of a file."""
    real = path.resolve()
    handler = FileSystemEventHandler()

    def heard(event: FileSystemEvent) -> None:
        if event.is_directory or event.event_type not in _CHANGES:
            return
        paths = {Path(str(each)) for each in (event.src_path, event.dest_path) if each}
        own = {each for each in paths if each.is_relative_to(real)}
        if found := {each for each in own if "__pycache__" not in each.parts}:
            note(found)

    handler.on_any_event = heard  # type: ignore[method-assign]
    folder = real if real.is_dir() else real.parent
    observer.schedule(handler, str(folder), recursive=real.is_dir())


def saves(paths: Iterable[Path]) -> Iterator[set[Path]]:
    """What each save changes, until the program is interrupted."""
    heard: queue.Queue[set[Path]] = queue.Queue()
    observer = Observer()
    for path in paths:
        follow(observer, path, heard.put)
    observer.start()
    try:
        while True:
            found = set(heard.get())
            with suppress(queue.Empty):
                while True:
                    found |= heard.get(timeout=SETTLED)
            yield found
    finally:
        observer.stop()


def check_on(site: SiteCheck, report: Callable[[SiteReport], object]) -> None:
    """Check a site, and again after each save."""
    report(site.check())
    with suppress(KeyboardInterrupt):
        for found in saves(list(site.watched())):
            report(site.check(afresh=any(path.suffix != ".md" for path in found)))


def without_nul(serve: WSGIApplication) -> WSGIApplication:
    """A server that answers an address with a NUL, which no file has in its name."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if "\0" in environ["PATH_INFO"]:
            start_response("404 Not Found", [("Content-Type", "text/plain")])
            return [b"404 Not Found"]
        return serve(environ, start_response)

    return answer
