"""What a page asked of the rest of its book as it was finished, and whether the answers hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sfrules.press.site.numbering import Printing
from sfrules.press.site.reach import WHOLE, Noting

# The mappings of a Printing that a page looks something up in; `tables` are those of its own.
MAPPINGS = ("numbers", "homes", "captions", "headings", "titles", "audits", "formulas")
Question = tuple[str, object]


def asking(printing: Printing, page: str, answers: dict[Question, object]) -> Printing:
    """The same, but all that is asked of it on behalf of a page is kept in `answers`."""

    def noting(name: str) -> Callable[[object, object], None]:
        return lambda key, answer: answers.update({(name, key): answer})

    def address(page: str, path: str) -> str:
        answers["address", path] = found = printing.address(page, path)
        return found

    answers["tables", page] = printing.standing
    noted: dict[str, Any] = {
        name: Noting(getattr(printing, name), noting(name)) for name in MAPPINGS
    }
    return replace(printing, address=address, **noted)


def hold(answers: Mapping[Question, object], printing: Printing, page: str) -> bool:
    """Whether a book would still answer a page's questions in the same way."""
    return all(_answer(printing, page, *each) == known for each, known in answers.items())


def _answer(printing: Printing, page: str, name: str, key: Any) -> object:
    if name == "address":
        return printing.address(page, key)
    if name == "tables":
        return printing.standing
    found: Mapping[object, object] = getattr(printing, name)
    return dict(found) if key == WHOLE else found.get(key)
