"""Each mistake that the description of the tables can hold, with its message."""

import pytest

from sfrules.authored import Tables
from sfrules.ground.problems import ProblemsFound

DESCRIPTIONS = {
    "no JSON": (
        '"name": "sfrules",',
        '"name": "sfrules"',
        "4:3: not JSON: Expecting ',' delimiter",
    ),
    "a type that is not read": (
        '{"name": "faces", "type": "integer"',
        '{"name": "faces", "type": "date"',
        "column faces has the type date; known: string, integer, number, boolean",
    ),
    "a constraint that is not enforced": (
        '"constraints": {"required": true, "unique": true, "minimum": 2}',
        '"constraints": {"required": true, "unique": true, "maxLength": 2}',
        "column faces has the constraint maxLength, which is not enforced",
    ),
    "a column name that is no name": (
        '{"name": "faces", "type"',
        '{"name": "Faces!", "type"',
        "the column name Faces! is not in lower_case",
    ),
    "a path out of the tables": (
        '"path": "authored/dice.csv"',
        '"path": "../authored/dice.csv"',
        "the path ../authored/dice.csv leads out of tables/",
    ),
    "a name that is missing": (
        '"path": "authored/dice.csv"',
        '"pth": "authored/dice.csv"',
        "a table or column without a path",
    ),
    "a table twice": (
        '"name": "weapons"',
        '"name": "dice"',
        "table dice is described twice",
    ),
    "a key to a table that is not there": (
        '{"fields": ["weapon"], "reference": {"resource": "weapons", "fields": ["id"]}}',
        '{"fields": ["weapon"], "reference": {"resource": "weapon", "fields": ["id"]}}',
        "a key of cast points at weapon, which has no such column",
    ),
    "a key of no column": (
        '"primaryKey": ["from_round"]',
        '"primaryKey": ["round"]',
        "a key of escalation-die names round, which is no column of it",
    ),
}


def first_line(told: object) -> str:
    """The place and the message of a problem, without the line and the hint below them."""
    return str(told).partition("\n")[0]


@pytest.mark.parametrize("mistake", DESCRIPTIONS)
def test_a_mistake_in_the_description_of_the_tables(root, edit, mistake):
    old, new, message = DESCRIPTIONS[mistake]
    edit("datapackage.json", old, new)
    first = Tables(root).check()[0]
    assert first.path == "tables/datapackage.json"
    assert first_line(first).endswith(message)
    assert (root / first.path).read_text().split("\n")[first.line - 1] == first.text


def test_a_mistake_in_a_description_points_at_the_table_s_name(root, edit):
    edit("datapackage.json", '"path": "authored/weapons.csv"', '"path": "/weapons.csv"')
    first = Tables(root).check()[0]
    assert first.text.strip() == '"name": "weapons",'


@pytest.mark.parametrize("text", ["[]", "{}", '{"resources": 3}', '"x"'])
def test_a_package_without_tables(root, text):
    (root / "tables/datapackage.json").write_text(text)
    (bad,) = Tables(root).check()
    assert first_line(bad) == "tables/datapackage.json:1:1: no list of resources"
    with pytest.raises(ProblemsFound):
        Tables(root).rows("weapons")


@pytest.mark.parametrize(
    "resource",
    [
        "3",
        "null",
        '"x"',
        '{"name": "x", "path": "x.csv", "schema": 3}',
        '{"name": "x", "path": "x.csv", "schema": {"fields": [3]}}',
        '{"name": "x", "path": "x.csv", "schema": {"foreignKeys": [{}]}}',
    ],
)
def test_a_description_of_another_shape_is_told_and_no_traceback(root, resource):
    (root / "tables/datapackage.json").write_text(f'{{"resources": [{resource}]}}')
    (bad,) = Tables(root).check()
    assert first_line(bad).startswith(
        "tables/datapackage.json:1:1: not laid out as the description of a"
    )
