"""A second process, for a check or a build of many pages: each makes half of them, for both.

What a page came to is data, as in the cache. A process that is lost costs time and nothing else:
what it would have made, the other makes as if it had been alone.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from sfrules.ground.system import SHARE
from sfrules.press.page.expand import Page

if TYPE_CHECKING:
    from sfrules.press.site.store import Store

FEWEST = 8  # pages for which another process is worth its start


@dataclass(frozen=True)
class Half:
    """One of two processes that make a book together: its pages, and the way to the other."""

    own: frozenset[str]
    other: Connection
    helps: bool

    def make(
        self, store: Store, names: Iterable[str], work: Callable[[str], object], *, last: bool
    ) -> None:
        """Do some work on this half's pages, and take up what the other made of its own.

        The one that helps is done after the last work.
        """
        for name in names:
            if name in self.own:
                work(name)
        if self.helps:
            self._tell(store)
            if last:
                raise SystemExit
        self._hear(store)
        if not (self.helps or last):
            self._tell(store)

    def _tell(self, store: Store) -> None:
        # What has used up its time says so in the process that made it: the other makes it, too.
        out = {name for name, page in store.fresh.items() if page.meter.out}
        pages = {name: kept for name, kept in store.pages.items() if name in self.own - out}
        others = store.pages.keys() - self.own
        read = {name: rows for name, rows in store.read.items() if name not in others}
        try:
            self.other.send((pages, store.known, read))
        except (OSError, pickle.PicklingError, TypeError, AttributeError):
            self.other.close()  # the other waits for nothing more, and goes on alone

    def _hear(self, store: Store) -> None:
        try:
            pages, known, read = self.other.recv()
        except (OSError, EOFError):
            if self.helps:
                raise SystemExit from None  # whom it helped is gone
            return
        store.pages |= pages
        store.known |= known
        for name, rows in read.items():
            store.read[name] = store.read.get(name, frozenset()) | rows
        store.elsewhere |= pages.keys()


def _is_alone() -> bool:
    """Whether there is no other processor, or no safe way to copy this process."""
    helps = multiprocessing.current_process().daemon  # and may have no process of its own
    if not SHARE.is_there or threading.active_count() > 1 or helps:
        return True
    return len(os.sched_getaffinity(0)) == 1


def share(store: Store, pages: Mapping[str, Page], work: Callable[[], object]) -> None:
    """Have another process do half of some work on a store, if there is much to do for both."""
    new = [name for name, page in pages.items() if not store.is_known(name, page)]
    if len(new) < FEWEST or _is_alone():
        return
    by_length = sorted(new, key=lambda name: len(pages[name].source.text))
    ours, theirs = multiprocessing.Pipe()

    def help_out() -> None:
        ours.close()
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever interrupts is told by the other
        store.half = Half(frozenset(by_length[::2]), theirs, helps=True)
        with suppress(Exception):  # it comes up once more, in the process that tells of it
            work()

    multiprocessing.get_context("fork").Process(target=help_out, daemon=True).start()
    theirs.close()
    store.half = Half(frozenset(by_length[1::2]), ours, helps=False)
