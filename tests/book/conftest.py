"""The book with other tables: what a changed cell of a file makes of it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from sfrules import authored
from sfrules.facts.tables import Tables


@pytest.fixture
def with_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, str, str], Tables]:
    """Return a function that replaces a text of a table once, for the book of this test."""

    def change(table: str, before: str, after: str) -> Tables:
        shutil.copytree(authored.root() / "tables", tmp_path / "tables", dirs_exist_ok=True)
        path = tmp_path / "tables" / "authored" / f"{table}.csv"
        text = path.read_text(encoding="utf-8")
        assert before in text
        path.write_text(text.replace(before, after, 1), encoding="utf-8")
        tables = Tables(tmp_path)
        monkeypatch.setattr(authored.TABLES, "__dict__", vars(tables))
        return tables

    return change
