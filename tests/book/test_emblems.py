"""Everybody whom the book has figures for has an emblem, drawn in squares, on a page."""

import re

import pytest

from sfrules import authored
from sfrules.book import BOOK
from sfrules.book.kinds.emblem import EMBLEM, SIDE, TONES, emblems
from sfrules.press.site.weave import expand, page_of

SHOWN = sorted(row.id for table in ("cast", "monsters", "bestiary") for row in authored.rows(table))
PAGES = authored.root() / "docs"


def test_each_hero_and_each_monster_has_an_emblem_and_nobody_else():
    assert sorted(emblems()) == SHOWN


@pytest.mark.parametrize("who", SHOWN)
def test_an_emblem_is_a_square_of_squares_in_the_colors_of_the_fire(who):
    rows = emblems()[who].rows
    assert [len(row) for row in rows] == [SIDE] * SIDE
    assert set("".join(rows)) <= {".", *TONES}


@pytest.mark.parametrize("who", SHOWN)
def test_each_square_of_an_emblem_is_drawn_once_in_its_color(who):
    html = EMBLEM.html(emblems()[who], None)
    drawn = [["."] * SIDE for _ in range(SIDE)]
    signs = {name: tone for tone, name in TONES.items()}
    for name, lines in re.findall(r'class="emblem__(\w+)" d="([^"]+)"', html):
        for left, down, length in re.findall(r"M(\d+) (\d+)h(\d+)", lines):
            for at in range(int(left), int(left) + int(length)):
                assert drawn[int(down)][at] == "."
                drawn[int(down)][at] = signs[name]
    assert ["".join(row) for row in drawn] == list(emblems()[who].rows)


def test_each_emblem_stands_in_the_book():
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES.rglob("*.md"))
    assert set(re.findall(r'\{\{ emblem\("(\w+)"\) \}\}', text)) == set(SHOWN)


def test_a_name_without_an_emblem_is_told_with_the_nearest():
    text = '{{ emblem("trol") }}\n'
    (problem,) = expand(BOOK, page_of("page.md", text, text)).problems
    assert (problem.message, problem.hint) == ('"trol" has no emblem', "did you mean troll?")
