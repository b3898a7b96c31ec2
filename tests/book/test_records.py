"""Heroes and monsters have figures: a page asks somebody, and a rule answers."""

from fractions import Fraction

import pytest

from sfrules.book import BOOK
from sfrules.ground.source import Source
from sfrules.press.page.answers import evaluate
from sfrules.press.page.expand import Page
from sfrules.press.site.weave import expand

FIGURES = {
    "cast.orrik.armor_class": 16,
    "cast.pell.reflex": 16,
    "cast.orrik.hit_points": 33,
    "cast.pell.attack(monsters.orc)": 3,
    "monsters.ogre.attack(cast.pell)": 7,
    "cast.pell.hit(monsters.orc)": Fraction(11, 20),
    'monsters.orc.hit(cast.orrik, "fortitude", modifier=1)': Fraction(11, 20),
    "monsters.orc.react_hit(cast.tamsin)": Fraction(11, 20),
    "companions.bramble.yards": 13,
    "cast.pell.squares": 7,
}


@pytest.mark.parametrize(("asked", "answer"), FIGURES.items(), ids=FIGURES)
def test_somebody_has_the_figures_that_rules_give(asked: str, answer: object) -> None:
    assert evaluate(BOOK, asked).value == answer


def test_a_figure_that_is_not_called_says_what_it_asks_for() -> None:
    source = Source("docs/one.md", "He hits with {{ cast.pell.hit }}.\n")
    (problem,) = expand(BOOK, Page(source)).problems
    assert problem.message == "figure is a rule; call it"
    assert problem.hint == 'figure(target, defense="armor_class", modifier=0)'
