"""What a check looks through, a site or documents, and what it reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from sfrules.ground.fixes import FixResult, settle
from sfrules.ground.ledger import Check, Entry
from sfrules.ground.problems import Problem
from sfrules.press.things.counts.number_kinds import Audit


@dataclass(frozen=True)
class SiteReport:
    """What was checked of a site, and all that is wrong."""

    #: The pages in the order of reading, as places show them.
    pages: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    problems: tuple[Problem, ...] = ()
    #: What the book has to say of itself, if nothing is wrong.
    account: str = ""
    entries: tuple[Entry, ...] = ()
    audits: Mapping[str, Audit] = field(default_factory=dict)
    #: What all work on each page took.
    seconds: Mapping[str, float] = field(default_factory=dict)


class Checkable(Protocol):
    """A site, or some documents, that can be checked again and again."""

    @property
    def root(self) -> Path:
        """The folder that places are shown from."""

    def check(self, texts: Mapping[str, str] | None = None, *, afresh: bool = False) -> SiteReport:
        """Check the pages; `texts` replace the files of some, `afresh` reads the code again."""

    def folders(self) -> list[Path]:
        """The folders beside the root whose files a fix may change."""


def fixes_of(checker: Checkable) -> FixResult:
    """What would fix the problems of a site; nothing is written."""
    return settle(lambda texts: checker.check(texts).problems, checker.root, checker.folders())
