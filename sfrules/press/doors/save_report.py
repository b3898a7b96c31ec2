"""What a save has done to a site under preview."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sfrules.ground.ledger import Entry
from sfrules.ground.problems import Problem, counted
from sfrules.press.changes.sheets import numbered
from sfrules.press.site.keep.store import FinishedPage

FEW = 3  # numbers that a line about a save names


@dataclass(frozen=True)
class SaveReport:
    """What a save did: the pages that were made again, and what they say now."""

    #: The pages by their addresses.
    pages: tuple[str, ...] = ()
    #: A line for each printed number that has changed.
    numbers: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    seconds: float = 0.0
    #: Whether the whole site was built again.
    whole: bool = False

    def __str__(self) -> str:
        what = "the whole site" if self.whole else ", ".join(self.pages[:FEW]) or "no page"
        more = f" and {len(self.pages) - FEW} more" if len(self.pages) > FEW else ""
        wrong = f"; {counted(len(self.problems), 'problem')}" if self.problems else ""
        first = f"rebuilt {what}{'' if self.whole else more} in {self.seconds:.2f} s{wrong}"
        rest = f" and {len(self.numbers) - FEW} more" if len(self.numbers) > FEW else ""
        return "\n".join(filter(None, (first, "; ".join(self.numbers[:FEW]) + rest)))


def changed_numbers(before: FinishedPage, now: FinishedPage) -> Iterator[str]:
    """A line for each number that a page still prints, and that has changed."""
    old = dict(_named(before.entries))
    for name, entry in _named(now.entries):
        was = old.get(name)
        if was and was.printed != entry.printed:
            yield f"{entry.page}:{entry.line}: {was.printed} is now {entry.printed}"


def _named(entries: Iterable[Entry]) -> Iterator[tuple[object, Entry]]:
    kept = [each for each in entries if each.kind in ("value", "claim", "proof", "session")]
    names = numbered((each.page, each.anchor, each.kind, each.expression) for each in kept)
    return zip(names, kept, strict=True)
