"""What is heard of the files that are saved, and told to who looks at their pages."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from sfrules.press.doors import serve
from sfrules.press.doors.site_build import SaveReport
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


def test_two_saves_of_one_moment_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "_now", lambda: 5)
    preview: Any = SimpleNamespace(site=tmp_path)
    with serve.PreviewServer(preview, "127.0.0.1", 0, "/") as server:
        made = [server.last("/boats/")]
        for _ in range(2):
            server.report(SaveReport(pages=("boats/",)))
            made.append(server.last("/boats/"))
    assert made == sorted(set(made))


@pytest.mark.parametrize(
    ("report", "told"),
    [
        (SaveReport(), "rebuilt no page in 0.00 s"),
        (SaveReport(whole=True), "rebuilt the whole site in 0.00 s"),
        (SaveReport(pages=("a/", "b/")), "rebuilt a/, b/ in 0.00 s"),
        (SaveReport(pages=("a/", "b/", "c/", "d/")), "rebuilt a/, b/, c/ and 1 more in 0.00 s"),
        (SaveReport(pages=("a/",), numbers=("1 is 2",)), "rebuilt a/ in 0.00 s\n1 is 2"),
    ],
    ids=["nothing", "all", "two", "many", "a number"],
)
def test_a_save_is_told_by_its_pages(report: SaveReport, told: str) -> None:
    assert str(report) == told
