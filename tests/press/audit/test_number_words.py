"""The list of number words in the guide is the one by which pages are read."""

from __future__ import annotations

import re
from pathlib import Path

from sfrules.press.audit.numbers import ALWAYS, IDIOMS, SMALL, Naming, numbers_in

GUIDE = Path(__file__).parents[3] / "docs" / "authoring" / "reference.md"
LIST = GUIDE.read_text(encoding="utf-8").partition("{#number-words}")[2].partition("\n## ")[0]
ALWAYS_LISTED, _, REST = LIST.partition("| --- | --- |")[2].partition(
    "These are numbers only where"
)
SMALL_LISTED, _, IDIOMS_LISTED = REST.partition("These are none:")


def words(text: str) -> list[str]:
    return re.findall(r"`([a-z -]+)`", text)


def test_each_word_of_the_list_is_read_as_a_number() -> None:
    for word in words(ALWAYS_LISTED):
        found = numbers_in(f"Boats: {word}.", Naming())
        assert [(each.text, each.is_small) for each in found] == [(word, False)], word
    assert set(words(ALWAYS_LISTED)) - {"twenty-one"} <= set(ALWAYS)


def test_small_words_and_idioms_are_those_of_the_list() -> None:
    assert words(SMALL_LISTED) == SMALL
    listed = set(words(IDIOMS_LISTED)) - {"two-handed", "two-in-six", "sixth-level"}
    assert listed <= set(IDIOMS)
    for idiom in IDIOMS:
        assert numbers_in(f"They are {idiom} here.", Naming()) == (), idiom
