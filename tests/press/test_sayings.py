"""What a typed text says of a number, and when that holds."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from num2words import num2words

from sfrules.ground.number_words import number_in
from sfrules.press.things.claims.claim import Claim, Unfit, fit
from sfrules.press.things.claims.saying import saying

HOLDS = [
    ("half", Fraction(1, 2)),
    ("a half", Fraction(1, 2)),
    ("one-half", Fraction(1, 2)),
    ("Half", Fraction(1, 2)),
    ("  a   third ", Fraction(1, 3)),
    ("one third", Fraction(1, 3)),
    ("two thirds", Fraction(2, 3)),
    ("two-thirds", Fraction(2, 3)),
    ("TWO THIRDS", Fraction(2, 3)),
    ("a quarter", Fraction(1, 4)),
    ("quarter", Fraction(1, 4)),
    ("three quarters", Fraction(3, 4)),
    ("three fourths", Fraction(3, 4)),
    ("a fifth", Fraction(1, 5)),
    ("four fifths", Fraction(4, 5)),
    ("an eighth", Fraction(1, 8)),
    ("a twentieth", Fraction(1, 20)),
    ("one twenty-fifth", Fraction(1, 25)),
    ("three hundredths", Fraction(3, 100)),
    ("once", 1),
    ("twice", 2),
    ("double", 2),
    ("two times", 2),
    ("2 times", 2),
    ("×2", 2),
    ("thrice", 3),
    ("triple", 3),
    ("three times", 3),
    ("one and a half times", Fraction(3, 2)),
    ("third", 3),
    ("3rd", 3),
    ("first", 1),
    ("1st", 1),
    ("22nd", 22),
    ("113th", 113),
    ("1,000th", 1000),
    ("twelfth", 12),
    ("twentieth", 20),
    ("thirty-first", 31),
    ("fortieth", 40),
    ("hundredth", 100),
    ("zero", 0),
    ("no", 0),
    ("None", 0),
    ("thirty", 30),
    ("forty-two", 42),
    ("forty two", 42),
    ("ninety-nine", 99),
    ("a hundred", 100),
    ("one hundred", 100),
    ("minus two", -2),
    ("plus three", 3),
    ("two and a half", Fraction(5, 2)),
    ("Two and three quarters", Fraction(11, 4)),
    ("2 and a half", Fraction(5, 2)),
    ("½", Fraction(1, 2)),
    ("1½", Fraction(3, 2)),
    ("2 ⅔", Fraction(8, 3)),
    ("−1½", Fraction(-3, 2)),
    ("2 1/2", Fraction(5, 2)),
    ("60 percent", Fraction(3, 5)),
    ("60 per cent", Fraction(3, 5)),
    ("60 %", Fraction(3, 5)),
    ("sixty percent", Fraction(3, 5)),
    ("twelve and a half percent", Fraction(1, 8)),
    ("at least 11", 11),
    ("at least 11", 12),
    ("At Least Eleven", 11),
    ("at most 11", 11),
    ("at most half", Fraction(1, 3)),
    ("no more than 11", 11),
    ("no fewer than 11", 11),
    ("up to 11", 11),
    ("more than 11", 12),
    ("over 11", Fraction(23, 2)),
    ("above 11", 12),
    ("more than twice", Fraction(21, 10)),
    ("less than 11", 10),
    ("fewer than 11", 10),
    ("under 11", 10),
    ("below 60%", Fraction(1, 2)),
    ("11 or more", 11),
    ("11 or less", 11),
    ("11 or fewer", 3),
    ("11 or lower", 10),
    ("11+", 11),
    ("11 +", 12),
    ("60%+", Fraction(3, 5)),
    ("between 11 and 17", 11),
    ("between 11 and 17", 17),
    ("between eleven and seventeen", 14),
    ("between one and two and a half", Fraction(5, 2)),
    ("between two and a half and four", Fraction(5, 2)),
    ("from 11 to 17", 12),
    ("11 to 17", 12),
    ("11–17", 17),
    ("11 – 17", 17),
    ("11-17", 11),
    ("−2 to 5", -2),
    ("60–70%", Fraction(13, 20)),
    ("between 60 and 70 percent", Fraction(3, 5)),
    ("between a third and a half", Fraction(2, 5)),
    ("11–17", (17, 12, 11)),
    ("between 11 and 17", range(11, 18)),
    ("one to three", [Fraction(2), 1, 3]),
]

FAILS = [
    ("half", Fraction(1, 3)),
    ("third", Fraction(1, 3)),
    ("a third", 3),
    ("two third", Fraction(2, 3)),
    ("3th", 3),
    ("21th", 21),
    ("11st", 11),
    ("twenty-eleven", 31),
    ("two and a", 2),
    ("two and three halves", Fraction(7, 2)),
    ("1 3/2", Fraction(5, 2)),
    ("2d12", 24),
    ("d6", 6),
    ("a lot", 1),
    ("", 0),
    ("percent", 0),
    ("some", 1),
    ("minus -2", -2),
    ("at least", 0),
    ("at least 12", 11),
    ("at most 10", 11),
    ("up to 10", 11),
    ("more than 11", 11),
    ("over 11", 11),
    ("less than 11", 11),
    ("under 11", 11),
    ("11 or more", 10),
    ("11 or fewer", 12),
    ("11+", 10),
    ("between 11 and 17", 10),
    ("between 11 and 17", 18),
    ("17–11", 14),
    ("17 to 11", 14),
    ("11–17", (11, 16)),
    ("11–17", (12, 17)),
    ("11–17", (10, 17)),
    ("11–17", ()),
    ("11–17", ("11", "17")),
    ("at least 11", (11, 12)),
    ("11", (11,)),
    ("one", True),
    ("at least 1", True),
    ("٣", 3),
]

WITHIN = [
    ("about half", "0.05", Fraction(11, 20), True),
    ("about half", "0.05", Fraction(9, 20), True),
    ("about half", "0.05", Fraction(551, 1000), False),
    ("about half", "0.05", Fraction(449, 1000), False),
    ("roughly 60", 2, 62, True),
    ("around 60", 2, 63, False),
    ("approximately 60%", Fraction(1, 100), Fraction(61, 100), True),
    ("some 60", "5%", 63, True),
    ("some 60", "5%", 64, False),
    ("some −60", "5 percent", -63, True),
    ("nearly half", "0.05", Fraction(9, 20), True),
    ("nearly half", "0.05", Fraction(1, 2), False),
    ("almost half", "0.05", Fraction(51, 100), False),
    ("almost half", "0.05", Fraction(44, 100), False),
    ("just under 10", 1, 9, True),
    ("just over 10", 1, 11, True),
    ("just over 10", 1, 10, False),
    ("just over 10", 1, 12, False),
    ("a little more than half", 0.05, Fraction(11, 20), True),
    ("at least 10", 2, 12, True),
    ("at least 10", 2, 13, False),
    ("over 10", 2, 10, False),
    ("10", 1, 11, True),
    ("10", 1, 9, True),
    ("10", 1, 12, False),
    (10, 1, 11, True),
    (10, 0, 10, True),
    (10, 0, 11, False),
    ("about 10", 1, "ten", False),
    ("about 10", 1, (10, 11), False),
]


@pytest.mark.parametrize(("text", "computed"), HOLDS)
def test_a_saying_holds(text: str, computed: object) -> None:
    assert fit(Claim(text, computed)).holds


@pytest.mark.parametrize(("text", "computed"), FAILS)
def test_a_saying_fails(text: str, computed: object) -> None:
    assert not Claim(text, computed).holds


@pytest.mark.parametrize(("text", "within", "computed", "holds"), WITHIN)
def test_a_number_may_be_off_by_what_is_said(text, within, computed, holds) -> None:
    assert fit(Claim(text, computed, within=within)).holds is holds


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        (Claim("about half", Fraction(1, 2)), '"about half" says too little'),
        (Claim("nearly 10", 9), '"nearly 10" says too little'),
        (Claim("half", Fraction(1, 2), within=-1), "within is a number from 0 on"),
        (Claim("half", Fraction(1, 2), within="a bit"), "within is a number from 0 on"),
        (Claim("half", Fraction(1, 2), within=True), "within is a number from 0 on"),
        (Claim("half", Fraction(1, 2), within=(1,)), "within is a number from 0 on"),
        (Claim("1–2", 1, within=1), "within= goes with one number"),
        (Claim("2d6", "2d6", within=1), "within= goes with one number"),
        (Claim("about 60%", Fraction(3, 5), within="5%"), "5% may be points"),
    ],
)
def test_a_claim_that_cannot_be_held_against_a_number_is_refused(claim: Claim, message) -> None:
    with pytest.raises(Unfit, match=message):
        fit(claim)


@pytest.mark.parametrize("number", range(101))
def test_every_number_up_to_a_hundred_has_its_words(number: int) -> None:
    assert number_in(num2words(number)) == number
    place = num2words(number, to="ordinal")
    assert number_in(place.removeprefix("one ")) == number


@pytest.mark.parametrize("piece", ["9", "a ", " ", "and ", "between 1 and ", "1–", "-", "1,", "½"])
def test_a_long_text_says_nothing_and_takes_no_time(piece: str) -> None:
    started = time.process_time()
    for opening in ("", "between ", "about ", "minus "):
        assert saying(opening + piece * (10_000 // len(piece))) is None
        saying(opening + piece * ((200 - len(opening)) // len(piece)))
    assert time.process_time() - started < 0.1
