"""Each mistake that a table can hold, with the exact message and the line that it points at."""

import pytest

from sfrules.authored import Tables
from sfrules.ground.problems import ProblemsFound

# What is mistaken: the table, the text to replace, what stands there instead, the messages.
MISTAKES = {
    "a whole number that is none": (
        "dice",
        "d8,8,",
        "d8,eight,",
        ['4:4: faces is "eight"; allowed: a whole number from 2 up'],
    ),
    "a whole number with a fraction": (
        "escalation-die",
        "3,3,1",
        "3,3,1.5",
        ['3:5: bonus is "1.5"; allowed: a whole number from 0 up'],
    ),
    "a number that is none": (
        "durability",
        "high,High,3,2",
        "high,High,3,x2",
        ['4:13: companion_factor is "x2"; allowed: a number such as 4 or 2.5 from 0 up'],
    ),
    "a number in another notation": (
        "dice-multiplier",
        "26,,3",
        "26,,3e0",
        ['5:5: multiplier is "3e0"; allowed: a number such as 4 or 2.5 from 1 up'],
    ),
    "a space beside a number": (
        "tiers",
        "11,20,",
        "11, 20,",
        ['3:4: to_level is " 20"; allowed: a whole number from 1 up'],
    ),
    "neither true nor false": (
        "dice",
        "d20,20,true,",
        "d20,20,yes,",
        ['7:8: checks is "yes"; allowed: true or false'],
    ),
    "below the lowest": (
        "scale-examples",
        "-1,cat,",
        "-2,cat,",
        ['2:1: scale is "-2"; allowed: a whole number from -1 to 10'],
    ),
    "above the highest": (
        "cast",
        "pell,Pell,rogue,1,",
        "pell,Pell,rogue,31,",
        ['4:17: level is "31"; allowed: a whole number from 1 to 30'],
    ),
    "a missing value": (
        "weapons",
        "dagger,Dagger,d4,",
        "dagger,,d4,",
        ["2:8: name is missing"],
    ),
    "a word that is none of a few": (
        "cast",
        "wizard,1,low,",
        "wizard,1,lwo,",
        ['2:29: durability is "lwo"; allowed: "low", "medium" or "high"'],
    ),
    "a text out of its pattern": (
        "monsters",
        "48,4,2d8,",
        "48,4,2x8,",
        ['4:37: dice is "2x8"; allowed: a text that matches ([1-9][0-9]?)?d(4|6|8|10|12|20)'],
    ),
    "a key that stands twice": (
        "weapons",
        "longsword,Longsword,",
        "dagger,Longsword,",
        ['3:1: id is "dagger" a second time; the first is on line 2'],
    ),
    "a key of two columns that stands twice": (
        "ability-feeds",
        "strength,reaction,",
        "strength,fortitude,",
        ['3:1: ability, feeds is "strength", "fortitude" a second time; the first is on line 2'],
    ),
    "a unique value that stands twice": (
        "abilities",
        "Wisdom,Wis,",
        "Wisdom,Dex,",
        ['5:15: abbreviation is "Dex" a second time; the first is on line 4'],
    ),
    "an unknown column": (
        "weapons",
        "id,name,die,source",
        "id,name,dye,source",
        ['1:9: unknown column "dye"', "1:19: column die is missing"],
    ),
    "a missing column": (
        "escalation-die",
        "from_round,to_round,bonus",
        "from_round,to_round",
        ["1:20: column bonus is missing"],
    ),
    "a column too many": (
        "escalation-die",
        "to_round,bonus",
        "to_round,bonus,note",
        ['1:27: unknown column "note"'],
    ),
    "a column twice": (
        "escalation-die",
        "to_round,bonus",
        "to_round,bonus,bonus",
        ["1:27: column bonus stands twice"],
    ),
    "columns in another order": (
        "escalation-die",
        "from_round,to_round,",
        "to_round,from_round,",
        ["1:1: column to_round stands where from_round belongs"],
    ),
    "a cell too few": (
        "weapons",
        "longsword,Longsword,d8,SF-07",
        "longsword,Longsword,d8",
        ["3:23: 3 cells where the header has 4: source is missing"],
    ),
    "a comma outside of quotes": (
        "abilities",
        '"Alertness: what you notice and foresee, and how soon."',
        "Alertness: notice, and soon.",
        ["5:37: 5 cells where the header has 4"],
    ),
    "an empty line": (
        "weapons",
        "longsword,Longsword",
        "\nlongsword,Longsword",
        ["3:1: an empty line"],
    ),
    "a quote that is never closed": (
        "weapons",
        "dagger,Dagger",
        'dagger,"Dagger',
        ["2:8: a quote is opened and never closed"],
    ),
    "a quote in the middle of a cell": (
        "weapons",
        "dagger,Dagger",
        'dagger,Dag"ger',
        ["2:11: a quote inside a cell that does not begin with one"],
    ),
    "text after a closing quote": (
        "weapons",
        "dagger,Dagger",
        'dagger,"Dag"ger',
        ["2:13: text after the closing quote of 'Dag'"],
    ),
    "a gap of one level": (
        "dice-multiplier",
        "6,15,1.5",
        "7,15,1.5",
        ["3:1: level 6 is missing"],
    ),
    "a gap of some levels": (
        "ability-multiplier",
        "17,18,3.5\n",
        "",
        ["7:1: levels 17 to 18 are missing"],
    ),
    "a gap at the start": (
        "tiers",
        "1,10,heroic",
        "3,10,heroic",
        ["2:1: levels 1 to 2 are missing"],
    ),
    "a level that stands twice": (
        "dice-multiplier",
        "6,15,1.5",
        "5,15,1.5",
        ["3:1: level 5 is doubled"],
    ),
    "levels that stand twice": (
        "ability-multiplier",
        "14,16,3",
        "12,16,3",
        ["6:1: levels 12 to 13 are doubled"],
    ),
    "a step that ends before it begins": (
        "escalation-die",
        "1,2,0",
        "1,0,0",
        ['2:3: to_round is "0"; allowed: a whole number from 1 up'],
    ),
    "a step whose end is below its beginning": (
        "escalation-die",
        "4,4,2",
        "4,3,2",
        ["4:3: to_round is 3, below from_round, which is 4"],
    ),
    "a step without an end before the last": (
        "escalation-die",
        "3,3,1",
        "3,,1",
        ["3:3: to_round is empty, and more rows follow"],
    ),
    "a last step with an end": (
        "tiers",
        "21,,epic",
        "21,30,epic",
        ["4:4: to_level is 30 in the last row; allowed: empty"],
    ),
    "several mistakes in a table": (
        "monsters",
        "goblin,Goblin,1,4,13,",
        "goblin,,0,4,x,",
        [
            "2:8: name is missing",
            '2:9: level is "0"; allowed: a whole number from 1 up',
            '2:13: armor_class is "x"; allowed: a whole number from 0 up',
        ],
    ),
}


def first_line(told: object) -> str:
    """The place and the message of a problem, without the line and the hint below them."""
    return str(told).partition("\n")[0]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_with_its_place(root, edit, mistake):
    table, old, new, messages = MISTAKES[mistake]
    path = f"tables/authored/{table}.csv"
    edit(f"authored/{table}.csv", old, new)
    found = [bad for bad in Tables(root).check() if bad.path == path]
    assert [first_line(bad) for bad in found] == [f"{path}:{message}" for message in messages]
    lines = (root / path).read_text(encoding="utf-8").split("\n")
    assert [bad.text for bad in found] == [lines[bad.line - 1] for bad in found]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_table_with_a_mistake_is_refused_when_it_is_read(root, edit, mistake):
    table, old, new, messages = MISTAKES[mistake]
    edit(f"authored/{table}.csv", old, new)
    tables = Tables(root)
    with pytest.raises(ProblemsFound) as refusal:
        tables.rows(table)
    assert first_line(refusal.value) == f"tables/authored/{table}.csv:{messages[0]}"


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
    edit("authored/cast.csv", "cleric,1,medium,longsword,", "cleric,1,medium,longsward,")
    (bad,) = Tables(root).check()
    assert first_line(bad) == (
        'tables/authored/cast.csv:5:29: weapon is "longsward"; allowed: id of a row of weapons'
    )
    assert bad.hint == "did you mean longsword?"


@pytest.mark.parametrize(
    ("table", "old", "new", "hint"),
    [
        ("weapons", "id,name,die,", "id,name,dei,", "did you mean die?"),
        ("cast", "wizard,1,low,", "wizard,1,lo,", "did you mean low?"),
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
