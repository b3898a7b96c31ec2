"""Each mistake that a table can hold, with the exact message and the line that it points at."""

import re
from pathlib import Path

import pytest
from nights import NIGHTLY

from sfrules.authored import Tables
from sfrules.ground.problems import ProblemsFound

CASES = Path(__file__).with_name("table_mistakes.md").read_text(encoding="utf-8")
CASE = re.compile(r"^▶ .+\n([\w-]+): (.*) → (.*)\n((?:✗ .+\n)+)", re.MULTILINE)


def first_line(told: object) -> str:
    """The place and the message of a problem, without the line and the hint below them."""
    return str(told).partition("\n")[0]


def test_each_mistake_is_told_with_its_place_and_its_table_is_refused_when_it_is_read(root):
    cases = CASE.findall(CASES)
    assert len(cases) == CASES.count("▶") > 30
    wrong = []
    for table, old, new, said in cases if NIGHTLY else cases[::3]:
        shown = f"tables/authored/{table}.csv"
        before = (root / shown).read_text(encoding="utf-8")
        assert before.count(old.replace("⏎", "\n")) == 1, old
        after = before.replace(old.replace("⏎", "\n"), new.replace("⏎", "\n"))
        (root / shown).write_text(after, encoding="utf-8")
        with pytest.raises(ProblemsFound) as refusal:
            Tables(root).rows(table)
        found = refusal.value.problems
        told = [first_line(bad).removeprefix(f"{shown}:") for bad in found]
        lines = after.split("\n")
        is_placed = all(bad.text == lines[bad.line - 1] for bad in found)
        is_refused = first_line(refusal.value) == f"{shown}:{told[0]}"
        if not (is_placed and is_refused and "".join(f"✗ {each}\n" for each in told) == said):
            wrong.append((table, new, told))
        (root / shown).write_text(before, encoding="utf-8")
    assert wrong == []


def test_other_tables_can_still_be_read(root, edit):
    edit("authored/weapons.csv", "dagger,Dagger,", "dagger,,")
    assert len(Tables(root).rows("tiers")) == 3


def test_all_mistakes_of_all_tables_are_told_in_one_go(root, edit):
    edit("authored/weapons.csv", "dagger,Dagger,", "dagger,,")
    edit("authored/tiers.csv", "11,20,paragon", "12,20,paragon")
    edit("authored/monsters.csv", "ogre,Ogre,6,", "ogre,Ogre,six,")
    assert [first_line(bad) for bad in Tables(root).check()] == [
        "tables/authored/tiers.csv:3:1: level 11 is missing",
        "tables/authored/weapons.csv:2:8: name is missing",
        'tables/authored/monsters.csv:4:11: level is "six"; allowed: a whole number from 1 up',
    ]


def test_a_key_to_no_row_of_another_table_is_told_with_the_nearest(root, edit):
    edit("authored/cast.csv", "ranger,1,low,longsword,", "ranger,1,low,longsward,")
    (bad,) = Tables(root).check()
    assert first_line(bad) == (
        'tables/authored/cast.csv:6:24: weapon is "longsward"; allowed: id of a row of weapons'
    )
    assert bad.hint == "did you mean longsword?"


@pytest.mark.parametrize(
    ("table", "old", "new", "hint"),
    [
        ("weapons", "id,name,die,", "id,name,dei,", "did you mean die?"),
        ("cast", "ranger,1,low,", "ranger,1,lo,", "did you mean low?"),
        (
            "abilities",
            '"Alertness: what you notice and foresee, and how soon."',
            "Notice, and soon.",
            "a text with a comma in it stands in quotes",
        ),
        ("weapons", "Dagger,d4,SF-07\n", "Dagger,d4,SF-07\n\n", "delete it"),
        ("weapons", "dagger,Dagger,", "dagger,,", "allowed: a text"),
        (
            "tiers",
            "11,20,",
            "12,20,",
            "rows run from 1 up without gap or overlap; the last has no end",
        ),
    ],
)
def test_a_hint_says_what_would_fix_it(root, edit, table, old, new, hint):
    edit(f"authored/{table}.csv", old, new)
    path = f"tables/authored/{table}.csv"
    hints = [bad.hint for bad in Tables(root).check() if bad.path == path]
    assert hints[0] == hint
