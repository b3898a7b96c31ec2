"""Two editions of a book, line by line: which numbers differ, and which only look as if they did."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from sfrules.ground.source import Source
from sfrules.lint.door import run
from sfrules.lint.repeats.parallels import differences

SAME = [
    ("half a mile: 0.5", "eine halbe Meile: ½", ()),
    ("1½ hours", "1,5 Stunden", ()),
    ("Roll 2d6 and d8.", "Бросьте 2к6 и 1к8.", ()),
    ("two d10s", "zwei W10", ()),
    ("d100 and 3/4", "W% und ¾", ()),
    ("1,250 gp", "1.250 GM", ()),
    ("12,000", "12 000", ()),
    ("12,000", "12\u00a0000", ()),
    ("one in 6", "1 von 6", ()),
    ("two of the six", "2 из 6", ()),
    ("30 feet, 60 feet", "9 Meter, 18 Meter", ("0.3",)),
    ("_D20_ Tests", "_d20_-Proben", ()),
    ("4 gallons, 16 gallons", "15 Liter, 60 Liter", ("3.785",)),
    ("7.5 pounds", "3,4 Kilo", ("0.4536",)),
    ("3 inches for 10 feet", "7 cm für 3 Meter", ("0.3", "2.5")),
]
OTHER = [
    ("50 gp", "5 GM", (), 1, "50", "5"),
    ("potion 5 | 0 gp", "зелье | 50 зм", (), 8, "5 and 0", "50"),
    ("Roll 2d6.", "Бросьте 3к6.", (), 6, "2d6", "3к6"),
    ("2.5 kg", "2,6 kg", (), 1, "2.5", "2,6"),
    ("1,250 gp", "1.260 GM", (), 1, "1,250", "1.260"),
    ("30 feet, 60 feet", "9 Meter, 21 Meter", ("0.3",), 10, "60", "21"),
    ("30 feet", "9 Meter", (), 1, "30", "9"),
    ("30 feet", "10 Meter", ("0.25",), 1, "30", "10"),
    ("0 feet, 5 feet", "50 Meter", ("0.3",), 1, "0 and 5", "50"),
    ("240 pounds", "108,8 Kilo", ("0.4536",), 1, "240", "108,8"),
]


def found(one: str, two: str, factors=()) -> list[tuple[int, str]]:
    pair = Source("en.md", one), Source("de.md", two)
    problems = differences(*pair, [Fraction(each) for each in factors])
    return [(problem.column, problem.message) for problem in problems]


@pytest.mark.parametrize(("one", "two", "factors"), SAME)
def test_the_same_number_may_be_written_otherwise(one, two, factors):
    assert found(one, two, factors) == []
    assert found(two, one, factors) == []


@pytest.mark.parametrize(("one", "two", "factors", "column", "says", "said"), OTHER)
def test_another_number_is_told_at_its_place(one, two, factors, column, says, said):
    message = f"this line says {says}, the same line of the other edition {said}"
    assert found(one, two, factors) == [(column, message)]


BOOK = "# Arms\n\n" + "".join(f"Blade {n} costs {n * 7} gp.\n\n" for n in range(2, 14))


def test_lines_are_aligned_where_a_translation_has_more_of_them():
    longer = BOOK.replace("# Arms\n", "# Waffen\n\nEin Wort vorab.\n").replace("49 gp", "48 gp")
    assert [message for _, message in found(BOOK, longer)] == [
        "this line says 49, the same line of the other edition 48"
    ]


def test_lines_in_another_order_are_not_compared():
    lines = BOOK.split("\n\n")
    assert found(BOOK, "\n\n".join(["# Waffen", "Mehr.", *reversed(lines[1:])])) == []


@pytest.mark.parametrize("more", [-7, 1, 90])
def test_a_number_changed_in_any_line_is_told(more):
    for line in range(2, 14):
        changed = BOOK.replace(f" {line * 7} gp", f" {line * 7 + more} gp")
        assert len(found(BOOK, changed)) == 1


def test_the_command_compares_folders(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (("en/arms.md", BOOK), ("de/arms.md", BOOK.replace("49", "94"))):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert run(["en", "--against", "de"]) == 1
    assert "en/arms.md:13:15: this line says 49, the same line" in capsys.readouterr().out
    (tmp_path / "de" / "arms.md").unlink()
    assert run(["en", "--against", "de"]) == 2
    assert f"there is no {Path('de/arms.md')}" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        run(["en", "--factor", "2"])
    assert run(["en", "--against", "de", "--factor", "x"]) == 2
