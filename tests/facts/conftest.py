"""A copy of the shipped tables, to break."""

import shutil

import pytest

from sfrules import authored


@pytest.fixture
def root(tmp_path):
    """Return a folder whose tables/ are a copy of the shipped ones."""
    shipped = authored.root() / "tables"
    (tmp_path / "tables").mkdir()
    shutil.copy(shipped / "datapackage.json", tmp_path / "tables")
    shutil.copytree(shipped / "authored", tmp_path / "tables" / "authored")
    return tmp_path


@pytest.fixture
def edit(root):
    """Return a function that replaces the one place where some text stands in a table."""

    def edit(file: str, old: str, new: str) -> None:
        path = root / "tables" / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    return edit
