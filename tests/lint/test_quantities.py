"""The numbers that cells of rulebooks write."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sfrules.lint.quantities import Quantity, is_blank, quantities_in, quantity_in, written_like

MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("7", 7, ""),
        (" 1,024 ", 1024, ""),
        ("12,345,678", 12345678, ""),
        ("1\N{NARROW NO-BREAK SPACE}024", 1024, ""),
        ("+3", 3, ""),
        (f"{MINUS}2", -2, ""),
        ("-2", -2, ""),
        ("–2", -2, ""),
        ("60%", 60, "%"),
        ("60 %", 60, "%"),
        ("3rd", 3, "th"),
        ("11th", 11, "th"),
        ("1st level", 1, "th level"),
        ("2nd-level", 2, "th-level"),
        ("Level 3", 3, "level"),
        ("×1.5", Fraction(3, 2), "×"),
        ("x1.5", Fraction(3, 2), "×"),
        ("1.5×", Fraction(3, 2), "×"),
        ("1/2", Fraction(1, 2), ""),
        ("½", Fraction(1, 2), ""),
        ("1½", Fraction(3, 2), ""),
        ("1 1/2", Fraction(3, 2), ""),
        ("⅔", Fraction(2, 3), ""),
        ("2.5", Fraction(5, 2), ""),
        (".5", Fraction(1, 2), ""),
        ("0.125", Fraction(1, 8), ""),
        ("12 gp", 12, "gp"),
        ("12gp", 12, "gp"),
        ("$5", 5, "$"),
        ("5 lb.", 5, "lb"),
        ("30 feet", 30, "feet"),
        ("3/day", 3, "/day"),
        ("0", 0, ""),
    ],
)
def test_a_cell_holds_a_number(text: str, value: Fraction, unit: str) -> None:
    number = quantity_in(text)
    assert number is not None
    assert (number.value, number.unit) == (value, unit)


@pytest.mark.parametrize(
    "text",
    [
        "1d6",
        "d6",
        "2d6+3",
        "d66",
        "1-4",
        "1–4",
        "20+",
        "+6/+1",
        "007",
        "01",
        "1.024",  # a thousand, where points part thousands
        "1,5",  # one and a half, where commas part decimals
        "1,02",
        "1/0",
        "5*",
        "many",
        "3 or 4",
        "1 gp 3 sp",
        "—",
        "",
        "٣",
        "²",
        "9" * 41,
    ],
)
def test_a_cell_holds_no_number(text: str) -> None:
    assert quantity_in(text) is None


@pytest.mark.parametrize("text", ["", "  ", "-", "–", "—", MINUS, "n/a", "N/A", "--"])
def test_a_cell_is_blank(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize("text", ["0", "none", "?", "x"])
def test_a_cell_says_something(text: str) -> None:
    assert not is_blank(text)


@pytest.mark.parametrize(
    ("texts", "values"),
    [
        (["1", "—", "3"], [1, None, 3]),
        (["+1", "0", f"{MINUS}1"], [1, 0, -1]),
        (["5 gp", "12 gp", "0"], [5, 12, 0]),
        (["1st", "2nd", "3rd"], [1, 2, 3]),
        (["1", "2.5", "3"], [1, Fraction(5, 2), 3]),
        (["1.50", "2.25", "3.00"], [Fraction(3, 2), Fraction(9, 4), 3]),
    ],
)
def test_a_column_of_one_kind_has_its_numbers(texts: list[str], values: list[object]) -> None:
    numbers = quantities_in(texts)
    assert numbers is not None
    assert [number and number.value for number in numbers] == values


@pytest.mark.parametrize(
    "texts",
    [
        ["5 gp", "8 sp"],
        ["5", "8 gp"],
        ["10", "+5"],
        ["5%", "8"],
        ["1.8", "1.9", "1.10"],
        ["3", "special", "5"],
        ["4", "1d6"],
    ],
)
def test_a_column_of_several_kinds_is_not_numeric(texts: list[str]) -> None:
    assert quantities_in(texts) is None


@pytest.mark.parametrize(
    ("value", "others", "written"),
    [
        (Fraction(4096), [Quantity(Fraction(1024), digits="1,024")], "4,096"),
        (Fraction(4096), [Quantity(Fraction(1024), digits="1024")], "4096"),
        (Fraction(3), [Quantity(Fraction(2), signed=True, digits="2")], "+3"),
        (Fraction(-3), [Quantity(Fraction(2), signed=True, digits="2")], f"{MINUS}3"),
        (Fraction(5, 2), [], "2.5"),
        (Fraction(1, 3), [], "1/3"),
    ],
)
def test_a_number_is_written_as_its_column_writes(
    value: Fraction, others: list[Quantity], written: str
) -> None:
    assert written_like(value, others) == written
