"""The units of the numbers that cells of rulebooks write."""

from sfrules.lint.structure.pipe_tables import is_blank, unit_in

MINUS = "\N{MINUS SIGN}"
BARE = (
    *("7", " 1,024 ", "12,345,678", "1\N{NARROW NO-BREAK SPACE}024", "+3", f"{MINUS}2", "-2", "–2"),
    *("1/2", "½", "1½", "1 1/2", "⅔", "2.5", ".5", "0.125", "0"),
)
WITH_UNITS = {
    "60%": "%", "60 %": "%", "3rd": "th", "11th": "th", "1st level": "th level",
    "2nd-level": "th-level", "Level 3": "level", "×1.5": "×", "x1.5": "×", "1.5×": "×",
    "12 gp": "gp", "12gp": "gp", "$5": "$", "5 lb.": "lb", "30 feet": "feet", "3/day": "/day",
}  # fmt: skip
NO_NUMBERS = (
    *("1d6", "d6", "2d6+3", "d66", "1-4", "1–4", "20+", "+6/+1", "007", "01", "1.024", "1,5"),
    *("1,02", "1/0", "5*", "many", "3 or 4", "1 gp 3 sp", "—", "", "٣", "²", "9" * 41),
)


def test_a_number_has_its_unit() -> None:
    assert {text: unit_in(text) for text in (*BARE, *WITH_UNITS)} == {
        **dict.fromkeys(BARE, ""),
        **WITH_UNITS,
    }


def test_what_is_no_number_has_none() -> None:
    assert [text for text in NO_NUMBERS if unit_in(text) is not None] == []


def test_a_cell_that_says_nothing_is_blank() -> None:
    assert all(map(is_blank, ["", "  ", "-", "–", "—", MINUS, "n/a", "N/A", "--"]))
    assert not any(map(is_blank, ["0", "none", "?", "x"]))
