"""A term or a source that names what is there no more is a problem at its place."""

import shutil
from pathlib import Path

import pytest

from sfrules import authored
from sfrules.book import BOOK
from sfrules.facts.tables import Tables


@pytest.mark.parametrize(
    ("table", "before", "after", "message", "hint"),
    [
        (
            "sources",
            ",rule,core.check_chance",
            ",rule,core.chek_chance",
            "there is no rule core.chek_chance",
            "did you mean core.check_chance?",
        ),
        (
            "sources",
            ",table,tables/authored/dice.csv",
            ",table,tables/authored/dies.csv",
            "there is no table tables/authored/dies.csv",
            "",
        ),
        (
            "terms",
            ",ability_damage_modifier,",
            ",ability_damge_modifier,",
            'nothing of the book is called "ability_damge_modifier"',
            "did you mean ability_damage_modifier?",
        ),
    ],
)
def test_a_name_that_is_gone_is_told_where_it_stands(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    table: str,
    before: str,
    after: str,
    message: str,
    hint: str,
) -> None:
    shutil.copytree(authored.root() / "tables", tmp_path / "tables")
    path = tmp_path / "tables" / "authored" / f"{table}.csv"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    tables = Tables(tmp_path)
    monkeypatch.setattr(authored.TABLES, "__dict__", vars(tables))
    problem = next(iter(BOOK.problems()))
    assert (problem.path, problem.message) == (f"tables/authored/{table}.csv", message)
    assert problem.hint == hint
