"""The units of the book: what its numbers count, as the words beside them say."""

import re

import pytest
from judging import judged
from mkdocs.utils import meta

from sfrules.book import BOOK
from sfrules.press.site.weave import page_of


def problems(text: str) -> list[str]:
    """What is wrong with a page of the book, each with its line."""
    page = page_of("example.md", text, meta.get_data(text)[0])
    return [f"{each.line}: {each.message}" for each in judged(BOOK, page).problems]


EITHER = re.compile(r"\[(.*?)\|(.*?)\]")
# What the prose says, with a unit that is wrong and the right one, and its proof.
EXCHANGED = {
    "a row's rate": (
        "At 5 [squares|meters] per action.",
        "impairment_figures.human_limit.figure = 5",
    ),
    "a row's own unit": (
        "It ends after 12 [turns|rounds].",
        "typical.fight_rounds.usual = after 12",
    ),
    "after an article": ("In a [turn|round] 12, it ends.", "typical.fight_rounds.usual = 12"),
    "dice": ("It takes d4 [surges|damage].", "core.collision_dice(1) = d4"),
    "an answer": ("It has 51 [squares|hit points].", 'core.hit_points(7, "high") = 51'),
    "a name of an answer": (
        "It has 51 [squares|hit points], or half of 102.",
        'much = core.hit_points(7, "high")\nmuch = 51\nmuch / 102 = half\n102',
    ),
    "a number said again": (
        "It has 51 hit points, and with 51 [squares|hit points] it stands.",
        'core.hit_points(7, "high") = 51\n51',
    ),
    "what a rule is given": (
        "At [round|level] 7, it has 51.",
        'late = 7\ncore.hit_points(late, "high") = 51',
    ),
}


@pytest.mark.parametrize(("prose", "lines"), EXCHANGED.values(), ids=EXCHANGED)
def test_a_unit_is_known_where_a_rule_or_a_column_says_it(prose: str, lines: str) -> None:
    texts = (f"{EITHER.sub(side, prose)}\n\n```proof\n{lines}\n```\n" for side in (r"\1", r"\2"))
    wrong, right = map(problems, texts)
    assert [each for each in wrong if "its line in the proof counts" in each], wrong
    assert not right
