"""What is saved, as the system reports it."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Self

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

SETTLED = 0.03  # seconds without another change, after which a save is whole
_CHANGES = ("created", "modified", "moved", "deleted")


class Saves:
    """Hears what is saved below some paths, which may become more."""

    def __init__(self, watched: Callable[[], Iterable[Path]]) -> None:
        self._watched = watched
        self._followed: set[Path] = set()
        self._heard: queue.Queue[set[Path]] = queue.Queue()
        self._observer = Observer()

    def __enter__(self) -> Self:
        self._observer.start()
        self.listen()
        return self

    def __exit__(self, *_: object) -> None:
        self._observer.stop()

    def listen(self) -> None:
        """Listen at the paths that are watched now: a setting may have named a folder more."""
        for path in set(self._watched()) - self._followed:
            self._follow(path.resolve())
            self._followed.add(path)

    def __iter__(self) -> Iterator[set[Path]]:
        """What each save changes, until an interruption."""
        while True:
            found = set(self._heard.get())
            with suppress(queue.Empty):
                while True:
                    found |= self._heard.get(timeout=SETTLED)
            yield found

    def _follow(self, path: Path) -> None:
        handler = FileSystemEventHandler()

        def heard(event: FileSystemEvent) -> None:
            if event.is_directory or event.event_type not in _CHANGES:
                return
            paths = {Path(str(each)) for each in (event.src_path, event.dest_path) if each}
            own = {each for each in paths if each.is_relative_to(path)}
            if found := {each for each in own if "__pycache__" not in each.parts}:
                self._heard.put(found)

        handler.on_any_event = heard  # type: ignore[method-assign]
        folder = path if path.is_dir() else path.parent
        self._observer.schedule(handler, str(folder), recursive=path.is_dir())
