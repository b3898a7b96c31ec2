"""Numbers whose sentences name another subject than their lines ask about."""

from __future__ import annotations

from dataclasses import replace

from proved import problems, proved
from toy_book import BOOK

from sfrules.ground.ledger import Origin
from sfrules.press.things.book import Record


def row(table, id, **cells):
    return Record({"id": id, **cells}, Origin(f"{table}.{id}", f"{table}.csv", 2))


MONSTERS = {
    "goblin": row("monsters", "goblin", name="Goblin", hit_points=22, level=1),
    "orc": row("monsters", "orc", name="Orc", hit_points=32, level=3),
    "fire_newt": row("monsters", "fire-newt", name="Fire newt", hit_points=7, level=1),
    "wyrm": row("monsters", "wyrm", name="Ash Wyrm", hit_points=168, level=24),
}
CAST = {
    "pell": row("cast", "pell", name="Pell", bonus=5, level=1),
    "orrik": row("cast", "orrik", name="Orrik Stonehand", bonus=13, level=1),
}
GAME = replace(BOOK, namespaces={**BOOK.namespaces, "monsters": MONSTERS, "cast": CAST})


def test_a_row_without_its_namespace_is_the_same_subject():
    page = "---\nrules: [cast]\n---\n\n{} is at 5.\n\n```proof\npell.bonus = 5\n```\n"
    assert problems(page.format("Pell"), GAME) == []
    assert problems(page.format("Orrik"), GAME) == [
        "5:13: the prose says 5 of Orrik, its line asks about pell"
    ]


def test_keys_of_several_tables_that_a_rule_takes_are_subjects_of_a_whole_sentence():
    paces = {"goblin": 6, "fire_newt": 4, "pell": 7, "orrik": 5}

    def pace(creature):
        return paces[creature]

    land = {**GAME.namespaces, "land": {"pace": pace}}
    game = replace(GAME, namespaces=land, domain=lambda *_: [*paces])
    line = 'land.pace("pell") = 7'
    assert proved("Pell, with a speed of 7, runs.", line, book=game) == []
    assert proved("Orrik, with a speed of 7, runs.", line, book=game) == [
        "1:24: the prose says 7 of Orrik, its line asks about pell"
    ]


def test_a_row_that_stands_for_its_value_is_no_subject():
    limits = {
        id: replace(row("limits", id, value=value), stands_for="value")
        for id, value in {"faces": 6, "find": 5}.items()
    }
    game = replace(GAME, namespaces={**GAME.namespaces, "limits": limits})
    assert proved("A roll of six is a find.", "limits.faces = six", book=game) == []


def test_a_heading_leads_every_passage_below_it():
    passage = "\nIt has {} hit points.\n\n```proof\nmonsters.{}.hit_points = {}\n```\n"
    page = "## Goblin\n" + passage.format(22, "goblin", 22)
    assert problems(page + passage.format(22, "goblin", 22), GAME) == []
    assert problems(page + passage.format(32, "orc", 32), GAME) == [
        "9:8: the prose says 32 of Goblin, its line asks about orc"
    ]


def test_a_computed_number_of_another_row_than_its_sentence_names_is_told():
    strict = GAME.checking(no_loose_numbers=True)
    foe = "{% set foe = monsters.goblin %}\nAn orc has {{ foe.hit_points }} of them.\n"
    assert problems(foe, strict) == ["2:15: the prose says 22 of orc, this asks about goblin"]
    assert problems("A goblin has level {{ monsters.goblin.hit_points }}.\n", strict) == [
        "1:23: the prose says level here, this asks about hit points"
    ]
    assert problems("A goblin has {{ monsters.goblin.hit_points }} of them.\n", strict) == []
    assert problems("An orc has {{ monsters.goblin.hit_points }} of them.\n", strict) == [
        "1:15: the prose says 22 of orc, this asks about goblin"
    ]


def test_all_rows_of_another_table_than_a_line_goes_through_are_told():
    game = replace(GAME, namespaces={**GAME.namespaces, "heroes": CAST})
    line = "for each in heroes: each.level >= 1"
    assert proved("Every hero has level 1 at least.", line, book=game) == []
    assert proved("Every monster has level 1 at least.", line, book=game) == [
        "1:25: the prose says 1 of every monster, its line asks about orrik and pell"
    ]
