"""A fact or a constant that changes by one is told wherever the page's number is no longer its answer.

The whole of a small book is tried here; bench/torture/drift.py tries the shipped one.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

from corpus import FERRY

from sfrules.press.host.check import SiteCheck
from sfrules.press.site.load import forget

#: Each line of the proof asks for one number of the sentence.
PAGE = """\
# Crossing

A coracle has 2 seats, takes a penny of toll at 1 for each, and rams for d4.
A barge has 12, at 3, and rams for 2d6+3.
At skill 5, a river is crossed in three out of four tries (75%), and the rapids in half; a boat drifts for −5 yards.
Thirty passengers take 3 trips in a barge and pay 96 pence.

```proof
boats.coracle.seats = 2
boats.coracle.toll = 1
ram("coracle") = d4
boats.barge.seats = 12
boats.barge.toll = 3
ram("barge") = 2d6+3
skill = 5
chance(skill, "river") = three out of four
chance(skill, "river") = 75%
chance(skill, "rapids") = half
drift(skill) = −5
many = Thirty
trips(many, "barge") = 3
fare(many, "barge") = 96
```
"""
# A whole number of the rules' own code, and not of what they may be given.
_IN_CODE = re.compile(r"(?<=return )[^\n]*")
_WHOLE = re.compile(r"(?<![\w.])\d+(?!\w)")
_IN_CELLS = re.compile(r"\d+")


def changes() -> Iterator[tuple[str, str, str]]:
    """Each number of the facts, and each whole constant of the rules, one more."""
    for name in ("boats.csv", "waters.csv", "game.py"):
        text = (FERRY / name).read_text(encoding="utf-8")
        places = _IN_CELLS.finditer(text)
        if name == "game.py":
            code = (each.span() for each in _IN_CODE.finditer(text))
            places = (number for span in code for number in _WHOLE.finditer(text, *span))
        for each in places:
            new = f"{text[: each.start()]}{int(each[0]) + 1}{text[each.end() :]}"
            yield f"{name}: {each[0]} at {each.start()}", name, new


def told(home: Path, name: str = "", text: str = "") -> list[str]:
    """What is told of the page while a file of its book is another."""
    shutil.copytree(FERRY, home, ignore=shutil.ignore_patterns("__*"))
    (home / "docs" / "crossing.md").write_text(PAGE, encoding="utf-8")
    if name:
        (home / name).write_text(text, encoding="utf-8")
    try:
        with chdir(home):
            found = SiteCheck(Path("mkdocs.yml")).check().problems
        return [each.message for each in found if each.path == "docs/crossing.md"]
    finally:
        forget(("game",))


def test_each_number_of_a_book_that_changes_is_told(tmp_path: Path) -> None:
    assert told(tmp_path / "as it is") == []
    tried = [*changes()]
    silent = [
        said for at, (said, *change) in enumerate(tried) if not told(tmp_path / str(at), *change)
    ]
    assert len(tried) > 10
    assert silent == []
