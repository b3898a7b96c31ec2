"""`sfrules prove` proposes the lines of a proof, and leaves it to a person to say that they are."""

import re
from pathlib import Path

import pytest
from command import Ran, sfrules

PROOF = re.compile(r"\n```proof\n.*?^```\n", re.MULTILINE | re.DOTALL)
LINES = ["skill = 4", 'chance(skill, "river") = 70%']


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The first page of a new book, without its first proof."""
    assert sfrules("new", str(tmp_path / "ferry")).exit_code == 0
    monkeypatch.chdir(tmp_path / "ferry")
    page = Path("docs/index.md")
    text, proofs = PROOF.subn("", page.read_text(encoding="utf-8"), count=1)
    assert proofs == 1
    page.write_text(text, encoding="utf-8")
    return page


def proved(*words: str) -> Ran:
    return sfrules("prove", *words)


def test_each_loose_number_has_its_candidates_the_likeliest_first(page: Path) -> None:
    ran = proved(str(page))
    assert ran.exit_code == 0
    head, *lines = ran.stdout.splitlines()
    assert head == "docs/index.md:8:12: 2 loose: 4, 70%"
    assert [line.strip() for line in lines if " or " not in line] == LINES


def test_what_is_written_proves_nothing_until_a_person_takes_the_sign_away(page: Path) -> None:
    item = "\n## More\n\n- Boats:\n\n    A barge has 12 seats.\n"
    page.write_text(page.read_text(encoding="utf-8") + item, encoding="utf-8")
    assert proved(str(page), "--write").exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert text.endswith(f"{item}\n    ```proof\n    # boats.barge.seats = 12\n    ```\n")
    text = text.replace("# boats", "boats")
    assert "```proof\n" + "".join(f"# {line}\n" for line in LINES) + "```\n" in text
    assert sfrules("check").exit_code == 1
    page.write_text(text.replace("\n# skill", "\nskill").replace("\n# chance", "\nchance"))
    assert sfrules("check").exit_code == 0
    assert proved(str(page)).stdout == "docs/index.md: no number is loose\n"


def test_what_is_no_page_of_the_site_is_refused(page: Path) -> None:
    ran = proved(str(page.parent.parent / "README.md"))
    assert ran.exit_code != 0
    assert "README.md is no page of the site" in ran.stderr


@pytest.mark.parametrize(
    ("sentence", "is_offered"),
    [
        ("Two ferries may cross the lake at a time.", True),
        ("Two brothers quarrelled over it.", False),
    ],
)
def test_a_fact_is_offered_where_its_words_stand(
    page: Path, sentence: str, is_offered: bool
) -> None:
    game = page.parent.parent / "game.py"
    game.write_text(game.read_text(encoding="utf-8") + '\nbook.written("cited")\n', "utf-8")
    Path("cited.csv").write_text("source,about,number\nF-1,ferries on the lake,two\n", "utf-8")
    page.write_text(f"{page.read_text(encoding='utf-8')}\n## More\n\n{sentence}\n", "utf-8")
    assert ("F-1 ferries on the lake: Two" in proved(str(page)).stdout) == is_offered


def test_a_number_that_a_later_one_is_worked_out_from_is_given_a_name(page: Path) -> None:
    passage = "\n## More\n\nForty passengers of a barge pay 128 pence.\n"
    page.write_text(page.read_text(encoding="utf-8") + passage, encoding="utf-8")
    lines = [line.strip() for line in proved(str(page)).stdout.splitlines()]
    assert "passengers = Forty" in lines
    assert 'fare(passengers, "barge") = 128' in lines


def test_a_rule_of_a_list_is_passed_by(page: Path) -> None:
    rule = "\n\n@book.rule\ndef hits(faces: list[range(1, 7)]) -> int:\n    return len(faces)\n"
    game = page.parent.parent / "game.py"
    game.write_text(game.read_text(encoding="utf-8") + rule, encoding="utf-8")
    assert proved(str(page)).stdout.startswith("docs/index.md:8:12: 2 loose: 4, 70%\n")


@pytest.mark.parametrize(
    ("rule", "body", "sentence", "lines"),
    [
        (
            "mooring(boat: boats.ids, at_night: bool = False)",
            "boats[boat].toll * (9 if at_night else 5)",
            "The mooring of a barge costs 15 pence, and 27 pence at night.",
            {'mooring("barge") = 15', 'mooring("barge", at_night=true) = 27'},
        ),
        ("anchor(*, of: range(2, 3))", "7 * of", "The anchor is 14.", {"anchor(of=2) = 14"}),
        ("tide(hours: range(-6, -5))", "20 + hours", "The tide is 14.", {"tide(-6) = 14"}),
    ],
)
def test_a_rule_is_asked_with_what_its_parameters_take(
    page: Path, rule: str, body: str, sentence: str, lines: set[str]
) -> None:
    game = page.parent.parent / "game.py"
    code = f'\n\n@book.rule\ndef {rule} -> int:\n    """It."""\n    return {body}\n'
    game.write_text(game.read_text(encoding="utf-8") + code, encoding="utf-8")
    page.write_text(f"{page.read_text(encoding='utf-8')}\n## More\n\n{sentence}\n", "utf-8")
    assert lines <= {line.strip() for line in proved(str(page)).stdout.splitlines()}
