"""What a finished page shows, read once, in the order of reading.

The article that Markdown has made is parsed as a browser parses it, and becomes one text, blocks
parted by blank lines, with its numbers, its headings and boxes, and the placeholders of its proofs.
Whoever asks what a page says asks this: proofs, the audit, the marks of receipts, the search.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sfrules.press.audit.numbers import Number

#: What vouches for a number before any proof is read: a rule or a row had a part in what was
#: printed; it was printed, and none had; the author says that it is no rule; code; nothing yet.
Origin = Literal["computed", "printed", "flavor", "code", "typed"]


@dataclass(frozen=True)
class ShownNumber:
    """A number that a page shows; `number` has its place in the text of the page."""

    number: Number
    origin: Origin
    #: Which of the page's printed values it stands in, as the marks around these count them.
    printed: int = -1
    #: Where it is typed in the page's file; None where no place was found.
    place: tuple[int, int] | None = None


@dataclass(frozen=True)
class Landmark:
    """A heading, a box that begins or ends, or a proof, at an offset of the text.

    A heading has its level; a proof has its index on the page. A box is an admonition, a fold, a
    tab, a footnote: what is said in it belongs to the proofs in it first.
    """

    kind: Literal["heading", "box", "end of box", "proof"]
    at: int
    which: int = 0


@dataclass(frozen=True)
class Shown:
    """What a page shows."""

    text: str
    numbers: tuple[ShownNumber, ...] = ()
    landmarks: tuple[Landmark, ...] = ()

    def sentence(self, number: ShownNumber) -> tuple[str, str]:
        """What stands before and behind a number in its block of the text."""
        start, end = number.number.start, number.number.end
        low, high = self.text.rfind("\n\n", 0, start), self.text.find("\n\n", end)
        behind = self.text[end : high if high >= 0 else len(self.text)]
        return self.text[low + 2 if low >= 0 else 0 : start], behind

    def passages(self) -> dict[int, list[ShownNumber]]:
        """The numbers that each proof of the page is about, in the order of reading.

        They are those behind the heading, the start of the box or the proof before it there, and
        of no other proof: a box that has none of its own belongs to the proof below it.
        """
        passages: dict[int, list[ShownNumber]] = {}
        boxes, taken = [0], set[int]()  # where the next passage begins, of each box that is open
        for mark in self.landmarks:
            if mark.kind == "box":
                boxes.append(mark.at)
            elif mark.kind == "end of box":
                boxes.pop()
            elif mark.kind == "heading":
                boxes[-1] = mark.at
            else:
                own = [
                    each
                    for each in self.numbers
                    if boxes[-1] <= each.number.start < mark.at and each.number.start not in taken
                ]
                taken.update(each.number.start for each in own)
                passages[mark.which] = own
                boxes[-1] = mark.at
        return passages
