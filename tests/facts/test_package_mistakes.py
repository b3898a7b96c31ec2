"""Each mistake that the description of the tables can hold, with the first that is told of it: package_mistakes.md."""

import re
from pathlib import Path

import pytest

from sfrules.authored import Tables
from sfrules.ground.problems import ProblemsFound

MISTAKES = Path(__file__).with_name("package_mistakes.md")
CASE = re.compile(r"^(▶ .+\n(?:= (?P<whole>.+)|(?P<old>.+) → (?P<new>.+))\n)✗ .+\n", re.MULTILINE)


def first_line(told: object) -> str:
    """The place and the message of a problem, without the line and the hint below them."""
    return str(told).partition("\n")[0]


def spelt(text: str) -> str:
    """A text of a case as it is written: ⏎ ends a line, ␀ is no character, ×9 repeats the one before it."""
    text = re.sub(r"(.)×(\d+)", lambda found: found[1] * int(found[2]), text)
    return text.replace("⏎", "\n").replace("␀", "\0")


def test_a_mistake_in_the_description_of_the_tables_is_told_in_these_words(root, golden):
    file = root / "tables" / "datapackage.json"
    right = file.read_text(encoding="utf-8")
    for table in (root / "tables" / "authored").iterdir():
        table.unlink()  # what is wrong with the description is told first, and sooner

    def told(case: re.Match[str]) -> str:
        if not case["whole"]:
            assert right.count(case["old"]) == 1, case["old"]
        whole = case["whole"] or right.replace(case["old"], case["new"])
        file.write_text(spelt(whole), encoding="utf-8")
        first = Tables(root).check()[0]
        assert first.path == "tables/datapackage.json"
        return f"{case[1]}✗ {first_line(first).removeprefix(f'{first.path}:')}\n"

    text = MISTAKES.read_text(encoding="utf-8")
    assert len(CASE.findall(text)) == text.count("▶") > 30
    golden(MISTAKES, CASE.sub(told, text))
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(ProblemsFound):
        Tables(root).rows("weapons")


def test_a_mistake_in_a_description_is_told_with_the_way_to_the_value(root, edit):
    edit("datapackage.json", '"path": "authored/weapons.csv"', '"path": "/weapons.csv"')
    edit("datapackage.json", '"faces", "type": "integer"', '"faces", "type": "date"')
    assert [bad.message.partition(": ")[0] for bad in Tables(root).check()[:2]] == [
        "resources[dice].schema.fields[faces].type",
        "resources[weapons].path",
    ]


def test_all_columns_that_are_wrong_are_told_in_one_go(root, edit):
    edit("datapackage.json", '"path": "authored/weapons.csv"', '"path": 3')
    edit(
        "datapackage.json",
        '"constraints": {"required": true, "unique": true, "minimum": 2}',
        '"constraints": {"minimum": "x"}',
    )
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
