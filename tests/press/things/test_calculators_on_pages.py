"""What a calculator may be of: rules that a browser can work out, dice that fit them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from printing import print_page

from sfrules.press.things.book import Rulebook
from sfrules.press.things.calculators import Field

FACES = (4, 6)


def rolled(dice: str) -> tuple[int, int]:
    number, faces = dice.split("d")
    if int(number or 1) > 3:
        raise ValueError("at most three dice")
    return int(number or 1), int(faces)


def spread(counts: Counter[int]) -> tuple[tuple[int, Fraction], ...]:
    return tuple((each, Fraction(n, counts.total())) for each, n in sorted(counts.items()))


def total(dice: str) -> tuple[tuple[int, Fraction], ...]:
    number, faces = rolled(dice)
    return spread(Counter(map(sum, product(range(1, faces + 1), repeat=number))))


def doubled(shown: int) -> int:
    return 2 * shown


def twice(dice: str) -> tuple[tuple[int, Fraction], ...]:
    return tuple((2 * each, chance) for each, chance in total(dice))


def thrice(dice: str) -> tuple[tuple[int, Fraction], ...]:
    return tuple((3 * each, chance) for each, chance in total(dice))


def plus(shown: int, m: int) -> int:
    return shown + m


def slow(dice: str, m: int) -> tuple[tuple[int, Fraction], ...]:
    return tuple((each + max(m, 2), chance) for each, chance in total(dice))


def tired(dice: str, m: int) -> tuple[tuple[int, Fraction], ...]:
    return tuple((each + min(m, 198), chance) for each, chance in total(dice))


def paired(dice: str) -> tuple[tuple[int, Fraction], ...]:
    number, _ = rolled(dice)
    return tuple((each + (number == 2), chance) for each, chance in total(dice))


def third(n: int) -> Fraction:
    return Fraction(n, 3)


def digits(n: int, m: int) -> int:
    made = 0
    for _ in range(n):
        made += m
    return made


RULES = {
    rule.__name__: rule
    for rule in (total, doubled, twice, thrice, slow, tired, paired, plus, third, digits)
}
BOOK = Rulebook(
    title="Dice",
    root=Path(__file__).parent,
    namespaces={"dice": RULES},
    domain=lambda _rule, name: {"dice": None}.get(name, range(1, 200)),
    dice=frozenset(FACES),
)


def problems_of(call: str) -> list[str]:
    woven = print_page(f"# Page\n\n{{{{ {call} }}}}\n", BOOK)
    return [problem.message for problem in woven.problems]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            "distribution(dice.thrice, of=dice.doubled)",
            "the rule's answer at d4 is not that of its dice",
        ),
        *(
            (f"distribution(dice.{wrong_at_an_end}, of=dice.plus)", "at d4 is not that of its dice")
            for wrong_at_an_end in ("slow", "tired")
        ),
        ("distribution(dice.paired)", "the rule's answer at 2d4 is not that of its dice"),
        ("calculator(dice.third, n=1, percent=true, die='d4')", "is no chance on a d4"),
        ("calculator(dice.digits)", "more than 5000 answers"),
        ("calculator(dice.third, m=2)", "the rule has no parameter m"),
    ],
)
def test_what_no_form_can_answer_is_refused_at_the_line(call: str, message: str) -> None:
    (problem,) = problems_of(call)
    assert message in problem


@pytest.mark.parametrize(
    "call",
    [
        "distribution(dice.twice, of=dice.doubled)",
        "distribution(dice.slow, of=dice.plus, m=2)",
        "distribution(dice.total)",
        "calculator(dice.third, n=1, percent=true, die='d6')",
        "calculator(dice.digits, m=3)",
    ],
)
def test_what_a_form_can_answer_is_printed(call: str) -> None:
    assert problems_of(call) == []


def test_a_form_takes_no_more_dice_than_its_rule() -> None:
    html = print_page("# Page\n\n{{ distribution(dice.total) }}\n", BOOK).pages["page.md"].html
    assert '"most":3' in html


@pytest.mark.parametrize("percent", [True, False])
def test_an_answer_is_a_chance_only_where_the_page_says_so(percent: bool) -> None:
    call = "calculator(dice.third, n=1" + ", percent=true)" * percent + ")" * (not percent)
    html = print_page(f"# Page\n\n{{{{ {call} }}}}\n", BOOK).pages["page.md"].html
    assert ('"percent"' in html) is percent


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ((1, 2, 3), ['min="1" max="3" step="1" value="1"', 'data-allowed="a whole number from 1 to 3"']),
        ((-2, -1, 4), ['min="-2" max="4" step="1" value="-1"', "a whole number from −2 to 4"]),
        ((Fraction(1, 2), 2), ['min="0.5" max="2" step="any"', "a number from 0.5 to 2"]),
        ((Fraction(1, 3), 2), ['min="0.334" max="2" step="any" value="2"']),
    ],
)  # fmt: skip
def test_a_control_takes_the_numbers_between_its_ends_in_whole_steps_if_all_are_whole(values, said):
    html = Field("n", "Boats", values).html
    assert [each for each in said if each not in html] == []
