"""The passages of the book: stretches of its pages, each with the proof that vouches for it.

A change of a passage is judged by its own proof alone, which takes a hundredth of the time of its
page. What has no part in proofs, macros and the audit of loose numbers, is not looked at.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from mkdocs.utils import meta
from section import ROOT, Task, chapters

from sfrules.book import BOOK
from sfrules.ground.problems import Problem
from sfrules.press.audit.loose_numbers import TypedNumbers, typed_numbers
from sfrules.press.expression.bounds import Meter
from sfrules.press.page.expand import Page, short_names_of
from sfrules.press.page.regions import regions
from sfrules.press.proving.proof_checks import Proofs, check_proofs
from sfrules.press.proving.proof_fences import Fence, fences
from sfrules.press.site.weave.check import page_of


@dataclass(frozen=True)
class Chapter:
    """A page of the book with its proofs, and the numbers that it types."""

    page: Page
    proofs: list[Fence]
    typed: TypedNumbers

    @property
    def text(self) -> str:
        """The text of the page."""
        return self.page.source.text

    def changed(self, start: int, end: int, new: str) -> Chapter:
        """The page with a stretch of it in other words."""
        return read(self.page.source.path, self.text[:start] + new + self.text[end:])

    def at(self, place: int) -> int:
        """The index of the proof that a place belongs to."""
        reach = ((fence.scope, fence.region.end) for fence in self.proofs)
        return next(at for at, (low, high) in enumerate(reach) if low <= place < high)

    def checked(self, *at: int) -> Proofs:
        """Some proofs of the page, or all of them, compared with the rules and the prose."""
        meter = Meter()
        short = short_names_of(BOOK, self.page, meter)
        chosen = [self.proofs[each] for each in at] or self.proofs
        return check_proofs(BOOK, self.page, chosen, self.typed, meter, short)

    def problems(self, *at: int) -> tuple[Problem, ...]:
        """What is wrong with some proofs of the page, or with all of them."""
        return self.checked(*at).problems


def read(name: str, text: str) -> Chapter:
    """A page of the book with a text of its own."""
    page = page_of(name, text, meta.get_data(text)[0])
    found = regions(text, page.start)
    proofs = fences(text, found, page.start)
    taken = {fence.region for fence in proofs}
    return Chapter(page, proofs, typed_numbers(BOOK, page, found, taken))


@cache
def chapter(name: str) -> Chapter:
    """A page of the book as it is."""
    return read(name, (ROOT / name).read_text(encoding="utf-8"))


def some_chapters(task: Task, chance: random.Random) -> list[str]:
    """The pages that have a proof, or as many of them by chance as a task is a share of all."""
    pages = [page for page in chapters() if "```proof" in (ROOT / page).read_text(encoding="utf-8")]
    return pages if task.share >= 1 else chance.sample(pages, task.of(len(pages)))
