"""What is heard of the files that are saved, while a site is watched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sfrules.press.doors.watch import Saves

if TYPE_CHECKING:
    from pathlib import Path


def test_a_save_is_heard_and_what_python_keeps_for_itself_is_none(tmp_path: Path) -> None:
    page, kept = tmp_path / "page.md", tmp_path / "__pycache__" / "rules.pyc"
    kept.parent.mkdir()
    with Saves(lambda: [tmp_path]) as saves:
        kept.write_text("code", encoding="utf-8")
        page.write_text("# A page\n", encoding="utf-8")
        assert next(iter(saves)) == {page.resolve()}
