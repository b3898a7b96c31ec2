"""An erratum's row says what its own rule makes of it, or there is no book."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from sfrules import authored
from sfrules.authored.tables import Tables
from sfrules.book.errata import right, wrong_errata
from sfrules.book.facts import check_facts
from sfrules.press.ground.problems import ProblemsFound

RIGHT = {
    "hit-point-growth": "80/11",
    "reaction-range": "1",
    "size-multiplier-6": "4096",
    "side-7": "128",
    "side-8": "256",
    "side-9": "512",
    "side-10": "1024",
    "cling": "Scale",
}


def changed(root: Path, table: str, before: str, after: str) -> Tables:
    shutil.copytree(authored.root() / "tables", root / "tables")
    path = root / "tables" / "authored" / f"{table}.csv"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    return Tables(root)


def test_every_erratum_has_the_right_figure() -> None:
    assert {row.id: str(right(row)) for row in authored.rows("errata")} == RIGHT
    assert wrong_errata() == []


def test_the_wrong_figure_in_the_right_column_is_refused_at_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = changed(tmp_path, "errata", "4069,4096,", "4069,4069,")
    monkeypatch.setattr(authored, "_tables", lambda: tables)
    monkeypatch.setattr(authored, "root", lambda: tmp_path)
    with pytest.raises(ProblemsFound) as found:
        check_facts()
    problem = found.value.problems[0]
    assert problem.place == "tables/authored/errata.csv:4:57"
    assert problem.message == "right is 4069, scale.size_multiplier(6) is 4096"


def test_the_first_printed_row_of_cling_is_refused_at_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = changed(
        tmp_path, "upgrades", "cling,Cling,overland,Scale", "cling,Cling,overland,Cling"
    )
    monkeypatch.setattr(authored, "_tables", lambda: tables)
    with pytest.raises(ProblemsFound) as found:
        check_facts()
    assert found.value.problems[0].path == "tables/authored/upgrades.csv"
    assert "makes a circle" in found.value.problems[0].message
