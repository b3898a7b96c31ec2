"""What a text says of a number, whether an answer agrees with it, and how another is written."""

from __future__ import annotations

from fractions import Fraction

import pytest
from corpus import read_pairs
from counting import calls
from num2words import num2words

from sfrules.ground.number_words import number_in
from sfrules.press.proving.claims import restated, said

SAME, OTHER = "true of the answer", "another number, and how the answer is written in its manner"
UNWRITTEN = "another number, and no manner of it has the answer"


def answer(text: str) -> object:
    """An answer as a case has it: a number, several, or a text in quotes."""
    if text[0] in "\"'":
        return text[1:-1]
    if text[0] in "[(":
        return [answer(each.strip()) for each in text[1:-1].split(",") if each.strip()]
    if text.startswith("range("):
        return range(*map(int, text[6:-1].split(",")))
    left, times, right = text.partition(" * ")
    return Fraction(left) * Fraction(right) if times else Fraction(text.replace("_", ""))


def test_a_text_says_an_answer() -> None:
    assert [
        case for case in read_pairs("said", SAME) if not said(case[0]).is_of(answer(case[1]))
    ] == []


def test_a_text_says_another_number_and_the_answer_is_written_in_its_manner_or_not_at_all() -> None:
    wrong = []
    for typed, value, *new in [*read_pairs("said", OTHER), *read_pairs("said", UNWRITTEN)]:
        number = answer(value)
        written = restated(typed, number) if isinstance(number, Fraction) else None
        if (
            said(typed).is_of(number)
            or (new and written != new[0])
            or (new and not said(written or "").is_of(number))
        ):
            wrong.append((typed, value, written))
    assert wrong == []


def test_words_without_a_number_say_none() -> None:
    assert [text for (text,) in read_pairs("said", "no number") if said(text).is_number] == []


def test_numbers_have_their_words() -> None:
    for number in (*range(101), 101, 110, 199, 200, 342, 999, 1000, 1001, 2345, 99_999, 123_456):
        assert number_in(num2words(number)) == number
    for number in range(101):
        assert number_in(num2words(number, to="ordinal").removeprefix("one ")) == number


@pytest.mark.parametrize("piece", ["9", "a ", "and ", "between 1 and ", "1–", "-", "1,", "½"])
def test_a_long_text_says_nothing_and_takes_no_more_work_the_longer_it_is(piece: str) -> None:
    for opening in ("", "between ", "about ", "minus "):
        long, longer = (opening + piece * (size // len(piece)) for size in (10_000, 80_000))
        assert calls(said, longer) <= calls(said, long) + 50
        assert not said(long).is_number
