"""Rows that lead to other rows of their table: never in a circle, and never to no row."""

import pytest

from sfrules.authored import Tables
from sfrules.ground.problems import ProblemsFound

UPGRADES = "tables/authored/upgrades.csv"
# What is mistaken: the text to replace, what stands there instead, the messages.
CIRCLES = {
    "the source's own row, in which Cling requires Cling": (
        "cling,Cling,overland,Scale,",
        "cling,Cling,overland,Cling,",
        [
            '20:22: requirement is "Cling", which makes a circle: "Cling" (line 20) → "Cling"',
        ],
    ),
    "two rows that require each other": (
        "climb,Climb,overland,Clamber,",
        "climb,Climb,overland,Scale,",
        [
            (
                '18:22: requirement is "Scale", which makes a circle: '
                '"Climb" (line 18) → "Scale" (line 19) → "Climb"'
            ),
        ],
    ),
    "a circle of four rows, with others that lead into it": (
        "clamber,Clamber,overland,Rough Terrain,",
        "clamber,Clamber,overland,Cling,",
        [
            (
                '17:26: requirement is "Cling", which makes a circle: "Clamber" (line 17) → '
                '"Cling" (line 20) → "Scale" (line 19) → "Climb" (line 18) → "Clamber"'
            ),
        ],
    ),
    "a name that no row has": (
        "cling,Cling,overland,Scale,",
        "cling,Cling,overland,Scales,",
        ['20:22: requirement is "Scales"; allowed: name of a row of upgrades'],
    ),
    "an id where a name belongs": (
        "driller,Driller,overland,Breaker,",
        "driller,Driller,overland,breaker,",
        ['28:26: requirement is "breaker"; allowed: name of a row of upgrades'],
    ),
}


def first_line(told: object) -> str:
    """The place and the message of a problem, without the line and the hint below them."""
    return str(told).partition("\n")[0]


def upgrade_problems(root):
    return [bad for bad in Tables(root).check() if bad.path == UPGRADES]


@pytest.mark.parametrize("mistake", CIRCLES)
def test_a_circle_or_an_unknown_name_is_told_at_its_row(root, edit, mistake):
    old, new, messages = CIRCLES[mistake]
    edit("authored/upgrades.csv", old, new)
    found = upgrade_problems(root)
    assert [first_line(bad) for bad in found] == [f"{UPGRADES}:{message}" for message in messages]
    assert all(bad.text.startswith(new) for bad in found)


@pytest.mark.parametrize("mistake", CIRCLES)
def test_a_table_with_a_circle_is_refused_when_it_is_read(root, edit, mistake):
    old, new, messages = CIRCLES[mistake]
    edit("authored/upgrades.csv", old, new)
    with pytest.raises(ProblemsFound) as refusal:
        Tables(root).rows("upgrades")
    assert first_line(refusal.value) == f"{UPGRADES}:{messages[0]}"


def test_circles_and_unknown_names_are_told_in_one_go(root, edit):
    edit("authored/upgrades.csv", "cling,Cling,overland,Scale,", "cling,Cling,overland,Cling,")
    edit("authored/upgrades.csv", "hover,Hover,fly,Steady,", "hover,Hover,fly,Steadfast,")
    edit("authored/upgrades.csv", "powered,Powered,fly,,", "powered,Powered,fly,Ascent,")
    assert [
        (bad.line, bad.message.split(";")[0].split(",")[0]) for bad in upgrade_problems(root)
    ] == [
        (52, 'requirement is "Steadfast"'),
        (20, 'requirement is "Cling"'),
        (56, 'requirement is "Ascent"'),
    ]


def test_hints_say_what_would_fix_it(root, edit):
    edit("authored/upgrades.csv", "cling,Cling,overland,Scale,", "cling,Cling,overland,Cling,")
    edit("authored/upgrades.csv", "hover,Hover,fly,Steady,", "hover,Hover,fly,Stedy,")
    assert [bad.hint for bad in upgrade_problems(root)] == [
        "did you mean Steady?",
        "requirement of one of these rows has to change, or to be empty",
    ]


def test_a_bad_row_is_told_before_any_circle(root, edit):
    edit("authored/upgrades.csv", "cling,Cling,overland,Scale,1", "cling,Cling,overland,Cling,0")
    (bad,) = upgrade_problems(root)
    assert bad.message == 'times is "0"; allowed: a whole number from 1 up'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            '"acyclic": {"from": "requirement", "to": "name"}',
            '"acyclic": {"from": "requires", "to": "name"}',
            "a key of upgrades names requires, which is no column of it",
        ),
        (
            '"acyclic": {"from": "requirement", "to": "name"}',
            '"acyclic": {"from": "requirement", "to": "movement_set"}',
            "rows lead to movement_set, which is not required and unique",
        ),
        (
            '"acyclic": {"from": "requirement", "to": "name"}',
            '"acyclic": {"from": "requirement"}',
            "acyclic names two columns, from and to",
        ),
    ],
)
def test_a_mistake_in_the_description_of_the_rows_led_to(root, edit, old, new, message):
    edit("datapackage.json", old, new)
    first = Tables(root).check()[0]
    assert first.path == "tables/datapackage.json"
    assert first_line(first).endswith(f": {message}")
