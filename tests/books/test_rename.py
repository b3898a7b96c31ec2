"""Another name for a rule, a row, a term or a table: in pages and facts, and told in code."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

LANTERN = Path(__file__).parent / "lantern"
MADE = shutil.ignore_patterns("__*")
A_WORD = "code or pages read it as a word of their own"
SFRULES = (sys.executable, "-m", "sfrules")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return shutil.copytree(LANTERN, tmp_path / "lantern", ignore=MADE)


def texts(book: Path) -> dict[str, str]:
    files = (path for path in book.rglob("*") if path.suffix in (".py", ".md", ".csv"))
    return {path.name: path.read_text(encoding="utf-8") for path in files}


def edited(book: Path, old: str, new: str, places: list[str]) -> None:
    """Do what the author's editor does: the new name at these places of the code."""
    for place in reversed(places):
        path, line, column = place.split(":")
        code = (book / path).read_text(encoding="utf-8").splitlines(keepends=True)
        before, behind = (
            code[int(line) - 1][: int(column) - 1],
            code[int(line) - 1][int(column) - 1 :],
        )
        assert behind.removeprefix('"').startswith(old)
        code[int(line) - 1] = before + behind.replace(old, new, 1)
        (book / path).write_text("".join(code), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "changed", "places", "stays"),
    [
        (
            "chance",
            "luck",
            ["+5 in 9 = luck(dice,", "+{{ formula(luck) }}"],
            ["lantern.py:14:5", "lantern.py:35:32", "lantern.py:36:32"],
            "The chance that at least one die",
        ),
        ("Bog", "Mire", ["+Mire,2,6", '+The Bog is a way of {{ days(20, "Mire") }}'], [], "The Bog is"),
        ("league", "mile", ["+A [[mile]] is a league"], ["lantern.py:41:11", "lantern.py:42:23"], "is a league in any"),
        ("odds", "luck", ['+{{ table("luck") }}'], ["lantern.py:37:19"], "odds-chart"),
        ("Old Road", "Causeway", ["+Causeway,10,4", 'over="Causeway") }}'], [], "on a good road"),
    ],
)  # fmt: skip
def test_a_name_is_changed_in_pages_and_facts_and_told_in_code(
    book: Path, run, old: str, new: str, changed: list[str], places: list[str], stays: str
) -> None:
    before = texts(book)
    shown = run(book, *SFRULES, "rename", old, new)
    assert (shown.returncode, texts(book)) == (0, before)
    for line in changed:
        assert line in shown.stdout
    told = [f'code still says "{old}"; your editor renames it there:', *places] if places else []
    assert shown.stderr.splitlines() == told
    written = run(book, *SFRULES, "rename", old, new, "--write")
    assert written.stdout == shown.stdout
    assert texts(book)["lantern.py"] == before["lantern.py"]
    assert any(stays in text for text in texts(book).values()) == any(
        stays in text for text in before.values()
    )
    edited(book, old, new, places)
    assert run(book, *SFRULES, "check").stdout == "no problems\n"


REFUSED = [
    ("chanse", "luck", '"chanse" is not a name of this book (did you mean chance?)'),
    ("chance", "oil", '"oil" is a name of this book already'),
    ("chance", "a-b", '"a-b" is no name of a rule (letters, digits and underscores)'),
    *(
        ("chance", word, f'"{word}" is no name of a rule ({A_WORD})')
        for word in ("class", "None", "True", "lambda", "true", "none")
    ),
]
RENAME_EACH = """
import sys
from sfrules.__main__ import main
for names in sys.argv[1:]:
    sys.argv = ["sfrules", "rename", *names.split(), "--write"]
    try:
        main()
    except SystemExit as end:
        print(end.code)
"""


def test_names_that_cannot_be_changed_are_refused(book: Path, run) -> None:
    before = texts(book)
    names = [f"{old} {new}" for old, new, _ in REFUSED]
    refused = run(book, sys.executable, "-c", RENAME_EACH, *names)
    assert refused.stdout.split() == ["1"] * len(REFUSED)
    assert refused.stderr.splitlines() == [f"error: {said}" for _, _, said in REFUSED]
    assert texts(book) == before


@pytest.mark.parametrize("word", ["match", "type"])
def test_a_word_that_python_reads_as_its_own_only_in_places_may_be_a_name(
    book: Path, run, word: str
) -> None:
    told = run(book, *SFRULES, "rename", "chance", word, "--write").stderr
    edited(book, "chance", word, [line for line in told.splitlines() if line.startswith("lantern")])
    assert run(book, *SFRULES, "check").stdout == "no problems\n"


# What a page says, and what it says once the rule `days` is called `journey`.
SHADOWS = {
    "a session's variable": (
        '```pycon\n>>> days = 3\n>>> oil(days, "lantern")\n1\n```\n\n{{ days(20, "Bog") }}\n',
        '```pycon\n>>> days = 3\n>>> oil(days, "lantern")\n1\n```\n\n{{ journey(20, "Bog") }}\n',
    ),
    "a variable of another session of the page": (
        '```pycon\n>>> more, days = 1, 3\n```\n\n```pycon\n>>> oil(days, "lantern")\n1\n```\n',
        '```pycon\n>>> more, days = 1, 3\n```\n\n```pycon\n>>> oil(days, "lantern")\n1\n```\n',
    ),
    "beside the rule by its full name": (
        '```pycon\n>>> days = 3\n>>> lantern.days(days, "Bog")\n1.5\n```\n',
        '```pycon\n>>> days = 3\n>>> lantern.journey(days, "Bog")\n1.5\n```\n',
    ),
    "a function and its parameter": (
        "```pycon\n>>> def half(days):\n...     return half(days)\n```\n",
        "```pycon\n>>> def half(days):\n...     return half(days)\n```\n",
    ),
    "a loop in a session": (
        '```pycon\n>>> [oil(days, "lantern") for days in (1, 2)]\n[1, 1]\n```\n',
        '```pycon\n>>> [oil(days, "lantern") for days in (1, 2)]\n[1, 1]\n```\n',
    ),
    "a loop over what the rule gives": (
        '```pycon\n>>> [each for each in (days(1, "Bog"), days(2, "Bog"))]\n[0.5, 1]\n```\n',
        '```pycon\n>>> [each for each in (journey(1, "Bog"), journey(2, "Bog"))]\n[0.5, 1]\n```\n',
    ),
    "a name that the page sets": (
        '{% set days = 3 %}{{ oil(days, "lantern") }}\n',
        '{% set days = 3 %}{{ oil(days, "lantern") }}\n',
    ),
    "a parameter of the same name": (
        '{{ worked(oil, days=3) }} {{ [days(1, "Bog"), 2] }}\n',
        '{{ worked(oil, days=3) }} {{ [journey(1, "Bog"), 2] }}\n',
    ),
    "a name of a proof, which is none of its neighbor's": (
        '```proof\ndays = 3\n1 = oil(days, "lantern")\n```\n\n```proof\n1/2 = days(1, "Bog")\n```\n',
        '```proof\ndays = 3\n1 = oil(days, "lantern")\n```\n\n```proof\n1/2 = journey(1, "Bog")\n```\n',
    ),
    "a proof and a session that no reader sees": (
        '<!-- proof\n1/2 = days(1, "Bog")\n-->\n\n<!-- pycon\n>>> days(1, "Bog")\n0.5\n-->\n',
        '<!-- proof\n1/2 = journey(1, "Bog")\n-->\n\n<!-- pycon\n>>> journey(1, "Bog")\n0.5\n-->\n',
    ),
    "code of another language": (
        "```js\ndays(1);\n```\n\n`days(1)`\n",
        "```js\ndays(1);\n```\n\n`days(1)`\n",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def renamed(tmp_path_factory: pytest.TempPathFactory, run) -> dict[str, str]:
    """What all these pages say once the rule has its other name."""
    book = shutil.copytree(LANTERN, tmp_path_factory.mktemp("shadows") / "lantern", ignore=MADE)
    files = {kind: book / "docs" / f"{kind}.md" for kind in SHADOWS}
    for kind, (page, _) in SHADOWS.items():
        files[kind].write_text(page, encoding="utf-8")
    assert run(book, *SFRULES, "rename", "days", "journey", "--write").returncode == 0
    return {kind: file.read_text(encoding="utf-8") for kind, file in files.items()}


@pytest.mark.parametrize(("kind", "then"), [(kind, then) for kind, (_, then) in SHADOWS.items()])
def test_what_a_page_gives_a_rules_name_to_keeps_it(renamed, kind: str, then: str) -> None:
    assert renamed[kind] == then
