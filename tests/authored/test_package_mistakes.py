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


def test_a_mistake_in_a_description_is_told_with_the_way_to_the_value(root, edit):
    edit("datapackage.json", '"path": "authored/weapons.csv"', '"path": "/weapons.csv"')
    edit("datapackage.json", '"faces", "type": "integer"', '"faces", "type": "date"')
    assert [bad.message.partition(": ")[0] for bad in Tables(root).check()[:2]] == [
        "resources[dice].schema.fields[faces].type",
        "resources[weapons].path",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[]", "1:1: a list stands where an object belongs"),
        ("{}", "1:1: no list of resources"),
        ('{"resources": 3}', "1:1: resources: resources is 3; allowed: a list"),
        ('"x"', '1:1: "x" stands where an object belongs'),
        ('{"a": 1,\n "a": 2}', '1:1: an object has "a" twice: 1'),
        ("[" * 100_000, "1:1: not JSON that can be read: maximum recursion depth exceeded"),
        ('{"resources": \0}', "1:15: no text may contain U+0000, a control character"),
    ],
)
def test_a_package_without_tables(root, text, told):
    (root / "tables/datapackage.json").write_text(text)
    (bad,) = Tables(root).check()
    assert first_line(bad).startswith(f"tables/datapackage.json:{told}")
    with pytest.raises(ProblemsFound):
        Tables(root).rows("weapons")


@pytest.mark.parametrize(
    ("resource", "message"),
    [
        ("3", "resources[0]: 3 stands where an object belongs"),
        ("null", "resources[0]: null stands where an object belongs"),
        ('"x"', 'resources[0]: "x" stands where an object belongs'),
        ('{"name": "x", "path": 1e300}', "resources[x].path: path is 1e+300; allowed: a text"),
        (
            '{"name": "x", "path": "x.csv", "schema": 3}',
            "resources[x].schema: 3 stands where an object belongs",
        ),
        (
            '{"name": "x", "path": "x.csv", "schema": {"fields": [3]}}',
            "resources[x].schema.fields[0]: 3 stands where an object belongs",
        ),
        (
            '{"name": "x", "path": "x.csv", "schema": {"foreignKeys": [{}]}}',
            "resources[x].schema.foreignKeys[0]: a foreign key has fields, and a reference",
        ),
        (
            '{"name": "x", "path": "x.csv", "schema": {"missingValues": ["-"]}}',
            "resources[x].schema.missingValues: a schema has missingValues, which is not read",
        ),
        (f'{{"name": {"9" * 9_999}}}', "not JSON that can be read: Exceeds the limit"),
    ],
)
def test_a_description_of_another_shape_is_told_and_no_traceback(root, resource, message):
    (root / "tables/datapackage.json").write_text(f'{{"resources": [{resource}]}}')
    (bad,) = Tables(root).check()
    assert bad.message.startswith(message)


FACES = '"constraints": {"required": true, "unique": true, "minimum": 2}'
CONSTRAINTS = {
    '{"minimum": "x"}': 'minimum: minimum is "x"; allowed: a whole number',
    '{"minimum": true}': "minimum: minimum is true; allowed: a whole number",
    '{"minimum": 1e300}': "minimum: minimum is 1e+300; allowed: a whole number",
    '{"maximum": 1e10000000000}': "maximum: maximum is Infinity; allowed: a whole number",
    '{"maximum": NaN}': "maximum: maximum is NaN; allowed: a whole number",
    '{"maximum": 2.5}': "maximum: maximum is 2.5; allowed: a whole number",
    '{"minimum": 3, "maximum": 2}': "maximum: maximum is 2, below the minimum, 3",
    '{"required": "yes"}': 'required: required is "yes"; allowed: true or false',
    '{"unique": 1}': "unique: unique is 1; allowed: true or false",
    '{"enum": []}': "enum: enum allows no value at all",
    '{"enum": 4}': "enum: enum is 4; allowed: a list",
    '{"enum": [4, "6"]}': 'enum[1]: enum has "6"; allowed: a whole number',
    '{"enum": [4, true]}': "enum[1]: enum has true; allowed: a whole number",
    '{"enum": [4, null]}': "enum[1]: enum has null; allowed: a whole number",
    '{"pattern": "[0-9]"}': "pattern: a pattern is of texts, and the column is of type integer",
}


@pytest.mark.parametrize("constraints", CONSTRAINTS)
def test_a_constraint_is_held_or_refused_and_never_dropped(root, edit, constraints):
    edit("datapackage.json", FACES, f'"constraints": {constraints}')
    way = "resources[dice].schema.fields[faces].constraints."
    assert Tables(root).check()[0].message == way + CONSTRAINTS[constraints]


def test_a_pattern_that_cannot_be_read_is_refused(root, edit):
    edit("datapackage.json", '"pattern": "([1-9][0-9]?)?d(4|6|8|10|12|20)"', '"pattern": "(a"')
    told = "the pattern cannot be read: missing ), unterminated subpattern at position 0"
    assert Tables(root).check()[0].message.endswith(told)


def test_the_columns_of_steps_are_whole_numbers_of_the_table(root, edit):
    pair = '"contiguous": {"from": "from_round", "to": "to_round"}'
    for said, told in {
        '"contiguous": {"from": "from_round"}': "contiguous names two columns, from and to",
        '"contiguous": {"from": "round", "to": "to_round"}': (
            "a key of escalation-die names round, which is no column of it"
        ),
        '"contiguous": {"from": "to_round", "to": "from_round"}': (
            "steps are whole numbers, and the first is required"
        ),
    }.items():
        edit("datapackage.json", pair, said)
        assert Tables(root).check()[0].message.endswith(told)
        edit("datapackage.json", said, pair)


def test_all_columns_that_are_wrong_are_told_in_one_go(root, edit):
    edit("datapackage.json", '"path": "authored/weapons.csv"', '"path": 3')
    edit("datapackage.json", FACES, '"constraints": {"minimum": "x"}')
    assert [bad.message.partition(": ")[0] for bad in Tables(root).check()[:2]] == [
        "resources[dice].schema.fields[faces].constraints.minimum",
        "resources[weapons].path",
    ]


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("authored", "it is a folder, and no file"),
        ("n" * 300, "the file cannot be read: File name too long"),
        ("authored/nowhere.csv", "the link leads nowhere"),
    ],
)
def test_a_table_is_a_file(root, edit, path, told):
    (root / "tables/authored/nowhere.csv").symlink_to("gone")
    edit("datapackage.json", '"path": "authored/weapons.csv"', f'"path": "{path}"')
    first = next(bad for bad in Tables(root).check() if bad.path == f"tables/{path}")
    assert first_line(first) == f"tables/{path}:1:1: {told}"


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("x\\u0000.csv", "U+0000, a control character"),
        ("x\\ud800.csv", "U+D800, half of a character"),
        ("x\\ufdd2.csv", "U+FDD2, a noncharacter"),
    ],
)
def test_a_path_has_no_character_that_no_text_may_contain(root, edit, path, told):
    edit("datapackage.json", '"path": "authored/weapons.csv"', f'"path": "{path}"')
    first = Tables(root).check()[0]
    assert first.message.endswith(f'path is "{path}"; no text may contain {told}')
