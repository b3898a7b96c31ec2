"""Each mistake that the description of the tables can hold, with its message."""

import os

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
    "a path that is no path": (
        '"path": "authored/dice.csv"',
        f'"path": "{"- " * 9_999}"',
        "the path has more than 1000 bytes",
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


def test_a_mistake_in_a_description_points_at_the_very_value(root, edit):
    edit("datapackage.json", '"path": "authored/weapons.csv"', '"path": "/weapons.csv"')
    first = Tables(root).check()[0]
    assert first.text[first.column - 1 :] == '"/weapons.csv",'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[]", "1:1: a list stands where an object belongs"),
        ("{}", "1:1: no list of resources"),
        ('{"resources": 3}', "1:15: resources is 3; allowed: a list"),
        ('"x"', '1:1: "x" stands where an object belongs'),
        ('{"a": 1,\n "a": 2}', '2:7: "a" stands here a second time'),
        ("[" * 100_000, "1:1: the description is nested too deep"),
        ('{"resources": \0}', "1:15: no text may contain U+0000, a control character"),
    ],
)
def test_a_package_without_tables(root, text, told):
    (root / "tables/datapackage.json").write_text(text)
    (bad,) = Tables(root).check()
    assert first_line(bad) == f"tables/datapackage.json:{told}"
    with pytest.raises(ProblemsFound):
        Tables(root).rows("weapons")


@pytest.mark.parametrize(
    ("resource", "column", "message"),
    [
        ("3", 16, "3 stands where an object belongs"),
        ("null", 16, "null stands where an object belongs"),
        ('"x"', 16, '"x" stands where an object belongs'),
        ('{"name": "x", "path": 1e300}', 38, "path is 1e300; allowed: a text"),
        ('{"name": "x", "path": "x.csv", "schema": 3}', 57, "3 stands where an object belongs"),
        (
            '{"name": "x", "path": "x.csv", "schema": {"fields": [3]}}',
            69,
            "3 stands where an object belongs",
        ),
        (
            '{"name": "x", "path": "x.csv", "schema": {"foreignKeys": [{}]}}',
            74,
            "a foreign key has fields, and a reference to those of a table",
        ),
        (
            '{"name": "x", "path": "x.csv", "schema": {"missingValues": ["-"]}}',
            75,
            "a schema has missingValues, which is not read",
        ),
    ],
)
def test_a_description_of_another_shape_is_told_and_no_traceback(root, resource, column, message):
    (root / "tables/datapackage.json").write_text(f'{{"resources": [{resource}]}}')
    (bad,) = Tables(root).check()
    assert first_line(bad) == f"tables/datapackage.json:1:{column}: {message}"


FACES = '"constraints": {"required": true, "unique": true, "minimum": 2}'
CONSTRAINTS = {
    '{"minimum": "x"}': (13, 'minimum is "x"; allowed: a whole number'),
    '{"minimum": true}': (13, "minimum is true; allowed: a whole number"),
    '{"minimum": 1e300}': (13, "minimum is 1e300; allowed: a whole number"),
    '{"maximum": 1e10000000000}': (13, "maximum is 1e10000000000; allowed: a whole number"),
    '{"maximum": NaN}': (13, "maximum is NaN; allowed: a whole number"),
    '{"maximum": 2.5}': (13, "maximum is 2.5; allowed: a whole number"),
    '{"minimum": 3, "maximum": 2}': (27, "maximum is 2, below the minimum, 3"),
    '{"required": "yes"}': (14, 'required is "yes"; allowed: true or false'),
    '{"unique": 1}': (12, "unique is 1; allowed: true or false"),
    '{"enum": []}': (10, "enum allows no value at all"),
    '{"enum": 4}': (10, "enum is 4; allowed: a list"),
    '{"enum": [4, "6"]}': (14, 'enum has "6"; allowed: a whole number'),
    '{"enum": [4, true]}': (14, "enum has true; allowed: a whole number"),
    '{"enum": [4, null]}': (14, "enum has null; allowed: a whole number"),
    '{"pattern": "[0-9]"}': (13, "a pattern is of texts, and the column is of type integer"),
}


@pytest.mark.parametrize("constraints", CONSTRAINTS)
def test_a_constraint_is_held_or_refused_at_its_place_and_never_dropped(root, edit, constraints):
    column, message = CONSTRAINTS[constraints]
    edit("datapackage.json", FACES, f'"constraints": {constraints}')
    first = Tables(root).check()[0]
    assert first.message == message
    assert first.text[first.column - column :].startswith(constraints)


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("(a", "missing ), unterminated subpattern"),
        ("a)", "unbalanced parenthesis"),
        ("a{3,2}", "min repeat greater than max repeat"),
        ("a**", "multiple repeat"),
        ("a*?", "? is not known here"),
        ("(a)\\\\1", "\\1 is not known here"),
        ("(?=a)", "?= is not known here"),
        ("^a$", "^a is not known here"),
        ("[b-a]", "bad character range b-a"),
        ("(" * 9_999 + ")" * 9_999, "its groups are nested too deep"),
    ],
)
def test_a_pattern_that_cannot_be_read_is_refused(root, edit, pattern, why):
    first = told_of_pattern(root, edit, pattern)
    assert (first.message, first.hint) == (f"the pattern cannot be read: {why}", "")


@pytest.mark.parametrize("pattern", ["(a+)+b", "([a-z]+( |;))*", "(a|b)*", "a*b*c*", "(a?){200}b"])
def test_a_pattern_that_could_go_on_for_ever_is_refused_with_what_to_write(root, edit, pattern):
    first = told_of_pattern(root, edit, pattern)
    assert first.message == "the pattern cannot be read: there are too many ways to go about it"
    assert first.hint == "count no group that holds | or a count, and say * and + once or twice"
    assert first.text[first.column - 2 :].startswith('{"pattern') or pattern in first.text


def told_of_pattern(root, edit, pattern):
    edit(
        "datapackage.json",
        '"pattern": "([1-9][0-9]?)?d(4|6|8|10|12|20)"',
        f'"pattern": "{pattern}"',
    )
    return Tables(root).check()[0]


def test_all_columns_that_are_wrong_are_told_in_one_go(root, edit):
    edit("datapackage.json", '"path": "authored/weapons.csv"', '"path": 3')
    edit("datapackage.json", FACES, '"constraints": {"minimum": "x"}')
    assert [bad.message for bad in Tables(root).check()[:2]] == [
        'minimum is "x"; allowed: a whole number',
        "path is 3; allowed: a text",
    ]


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("authored", "it is a folder, and no file"),
        ("n" * 300, "the file cannot be read: File name too long"),
        ("authored/pipe.csv", "it is no regular file, but a pipe, a device or the like"),
        ("authored/out.csv", "the file is a link that leads out of the project"),
        ("authored/nowhere.csv", "the link leads nowhere"),
    ],
)
def test_a_table_is_a_regular_file_of_the_project(root, edit, path, told):
    os.mkfifo(root / "tables/authored/pipe.csv")
    (root / "tables/authored/out.csv").symlink_to("/etc/hostname")
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
    assert first.message == f'path is "{path}"; no text may contain {told}'
