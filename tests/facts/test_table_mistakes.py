"""Each mistake that a table can hold, with the exact message and the line that it points at."""

import re
from pathlib import Path

import pytest

from sfrules.authored import Tables
from sfrules.ground.problems import ProblemsFound

CASES = Path(__file__).with_name("table_mistakes.md").read_text(encoding="utf-8")
CASE = re.compile(r"^▶ .+\n([\w-]+): (.*) → (.*)\n((?:✗ .+\n)+)", re.MULTILINE)


def first_line(told: object) -> str:
    """The place and the message of a problem, without the line and the hint below them."""
    return str(told).partition("\n")[0]


def rounds() -> list[dict[str, tuple[str, str, str]]]:
    """The cases, so few at a time that no table has two: what stands in it, what is put there, what is told."""
    found: list[dict[str, tuple[str, str, str]]] = []
    for table, old, new, said in CASE.findall(CASES):
        case = old.replace("⏎", "\n"), new.replace("⏎", "\n"), said
        free = next((each for each in found if table not in each), None)
        if free is None:
            found.append(free := {})
        free[table] = case
    return found


def test_each_mistake_is_told_with_its_place_and_its_table_is_refused_when_it_is_read(root):
    tried = rounds()
    assert sum(map(len, tried)) == CASES.count("▶") > 30
    wrong = []
    for cases in tried:
        files = {f"tables/authored/{table}.csv": case for table, case in cases.items()}
        before = {shown: (root / shown).read_text(encoding="utf-8") for shown in files}
        for shown, (old, new, _) in files.items():
            assert before[shown].count(old) == 1, old
            (root / shown).write_text(before[shown].replace(old, new), encoding="utf-8")
        tables = Tables(root)
        problems = tables.check()
        for shown, (_, new, said) in files.items():
            with pytest.raises(ProblemsFound, match=re.escape(said[2:].partition("\n")[0])):
                tables.rows(Path(shown).stem)
            found = [bad for bad in problems if bad.path == shown]
            told = [first_line(bad).removeprefix(f"{shown}:") for bad in found]
            lines = (root / shown).read_text(encoding="utf-8").split("\n")
            is_placed = all(bad.text == lines[bad.line - 1] for bad in found)
            if not (is_placed and "".join(f"✗ {each}\n" for each in told) == said):
                wrong.append((shown, new, told))
            (root / shown).write_text(before[shown], encoding="utf-8")
    assert wrong == []


def test_other_tables_can_still_be_read(root, edit):
    edit("authored/weapons.csv", "dagger,Dagger,", "dagger,,")
    assert len(Tables(root).rows("tiers")) == 3


def test_all_mistakes_of_all_tables_are_told_in_one_go(root, edit):
    edit("authored/weapons.csv", "dagger,Dagger,", "dagger,,")
    edit("authored/tiers.csv", "11,20,paragon", "12,20,paragon")
    edit("authored/monsters.csv", "ogre,Ogre,6,", "ogre,Ogre,six,")
    assert [first_line(bad) for bad in Tables(root).check()] == [
        "tables/authored/tiers.csv:3:1: from_level is 12; allowed: 11",
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
