"""Numbers whose sentences name another subject than their lines ask about."""

from __future__ import annotations

from dataclasses import replace

import pytest
from proved import problems, proved
from toy_book import BOOK

from sfrules.ground.ledger import Origin
from sfrules.press.things.book import Record


def row(table, id, **cells):
    return Record({"id": id, **cells}, Origin(f"{table}.{id}", f"{table}.csv", 2))


MONSTERS = {
    "goblin": row("monsters", "goblin", name="Goblin", hit_points=22, level=1),
    "orc": row("monsters", "orc", name="Orc", hit_points=32, level=3),
    "wyrm": row("monsters", "wyrm", name="Ash Wyrm", hit_points=168, level=24),
}
CAST = {
    "pell": row("cast", "pell", name="Pell", bonus=5, level=1),
    "orrik": row("cast", "orrik", name="Orrik Stonehand", bonus=13, level=1),
}
GAME = replace(BOOK, namespaces={**BOOK.namespaces, "monsters": MONSTERS, "cast": CAST})
GOBLIN, ORC = "monsters.goblin.hit_points = 22", "monsters.orc.hit_points = 32"
PELL, ORRIK = "cast.pell.bonus = 5", "cast.orrik.bonus = 13"


@pytest.mark.parametrize(
    ("prose", "lines"),
    [
        ("A goblin has 22 hit points, and an orc 32.", (GOBLIN, ORC)),
        ("Goblins have 22 hit points and orcs have 32.", (GOBLIN, ORC)),
        ("It has 22.", (GOBLIN,)),
        ("A goblin has 22.  \nAn orc has 32.", (GOBLIN, ORC)),
        ("A goblin has 22.\\\nAn orc has 32.", (GOBLIN, ORC)),
        ("A goblin has 22. <em>An orc</em> has 32.", (GOBLIN, ORC)),
        ("<em>A goblin has 22.</em> An orc has 32.", (GOBLIN, ORC)),
        ("A goblin has 22.{.x} An orc has 32… A goblin.", (GOBLIN, ORC)),
        ("The goblin and the orc have 22 and 32 hit points.", (GOBLIN, ORC)),
        ("There are 22 for the goblin, and 32 for the orc.", (GOBLIN, ORC)),
        ("It has 22 behind the orc's back.", (GOBLIN,)),
        ("It has 22 against 32 for the orc.", (GOBLIN, ORC)),
        ("Orrik hits the orc with 13.", (ORRIK,)),
        ("Against Pell, Orrik has 13.", (ORRIK,)),
        ("He stands beside Pell. His bonus is 13.", (ORRIK,)),
        ("His bonus is 13, so Pell stands back.", (ORRIK,)),
        ("Pell, whose bonus is 5, waits for Orrik.", (PELL,)),
        ("An ash wyrm has 168 hit points.", ("monsters.wyrm.hit_points = 168",)),
        (
            "A hull of wood makes 7, one of iron 6.",
            ("sea.speed(3) = 7", 'sea.speed(3, "iron") = 6'),
        ),
    ],
)
def test_a_number_of_its_own_subject_is_right(prose, lines):
    assert proved(prose, *lines, book=GAME) == []


@pytest.mark.parametrize(
    ("prose", "lines", "said"),
    [
        (
            "A goblin has 32 hit points, and an orc 22.",
            (ORC, GOBLIN),
            [
                "1:14: the prose says 32 of goblin, its line asks about orc",
                "1:40: the prose says 22 of orc, its line asks about goblin",
            ],
        ),
        ("Orcs have 22.", (GOBLIN,), ["1:11: the prose says 22 of Orcs, its line asks about goblin"]),
        ("There are 22 for the orc.", (GOBLIN,), ["1:11: the prose says 22 of orc, its line asks about goblin"]),
        ("Pell hits the orc with 13.", (ORRIK,), ["1:24: the prose says 13 of Pell, its line asks about orrik"]),
        ("Orrik, whose bonus is 5, waits.", (PELL,), ["1:23: the prose says 5 of Orrik, its line asks about pell"]),
        ("The orc roars; it has 22.", (GOBLIN,), []),
        ("The orc roars, and has 22.", (GOBLIN,), ["1:24: the prose says 22 of orc, its line asks about goblin"]),
        ("A hull of iron makes 7.", ('sea.speed(3, "wood") = 7',), ["1:22: the prose says 7 of iron, its line asks about wood"]),
    ],
)  # fmt: skip
def test_a_number_of_another_subject_is_told(prose, lines, said):
    assert proved(prose, *lines, book=GAME) == said


def test_a_typed_table_with_two_rows_exchanged_is_told():
    table = "| Who | Bonus |\n| --- | --- |\n| Orrik | 5 |\n| Pell | 13 |\n\n```proof\n"
    said = problems(f"{table}{PELL}\n{ORRIK}\n```\n", GAME)
    assert said == [
        "3:11: the prose says 5 of Orrik, its line asks about pell",
        "4:10: the prose says 13 of Pell, its line asks about orrik",
    ]
    right = table.replace("| Orrik | 5 |\n| Pell | 13 |", "| Pell | 5 |\n| Orrik | 13 |")
    assert problems(f"{right}{PELL}\n{ORRIK}\n```\n", GAME) == []


def test_a_subject_goes_along_with_a_name_of_the_proof():
    lines = "many = monsters.orc.hit_points", "many = 32"
    assert proved("An orc has 32.", *lines, book=GAME) == []
    assert proved("A goblin has 32.", *lines, book=GAME) == [
        "1:14: the prose says 32 of goblin, its line asks about orc"
    ]
