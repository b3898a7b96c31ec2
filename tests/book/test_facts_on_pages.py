"""Each fact that the book rests on is on a page, and is marked there."""

import re
from itertools import chain

from sfrules import authored

MARK = re.compile(r"\{## .*?##\}", re.DOTALL)
ID = re.compile(r"\b(?:SF|LE|OD|YD|TR|IM|SC)-\d\d\b")
PAGES = sorted((authored.root() / "docs").rglob("*.md"))
MARKED = {
    id: path.name
    for path in PAGES
    for id in chain.from_iterable(map(ID.findall, MARK.findall(path.read_text(encoding="utf-8"))))
}


def test_each_fact_is_marked_on_the_page_that_states_it_and_no_other_is() -> None:
    assert set(MARKED) == {row.id for row in authored.rows("sources")}


def test_each_roll_of_the_fight_stands_in_its_round_and_initiative_before_the_first() -> None:
    text = (authored.root() / "docs" / "play" / "fight.md").read_text(encoding="utf-8")
    before, *rounds = re.split(r"^## Round \d .*$", text, flags=re.MULTILINE)
    for roll in authored.rows("rolls"):
        first = roll.kind == "initiative"
        assert f"rolls.{roll.id}.roll" in (before if first else rounds[roll.round - 1])
        assert not first or roll.round == 1
