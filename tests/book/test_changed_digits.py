"""A changed number of a page is told at its line: one page of what `make torture` tries of all."""

import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).resolve().parents[2] / "bench" / "torture"


@pytest.mark.nightly
def test_each_changed_number_of_a_page_is_told_at_its_line(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path, str(BENCH)])
    from exchanges import NEIGHBORS, NUMBER, SAID, changes, unnoticed

    every = changes(1, "docs/core/battle-grid.md")
    tried = [change for change in every if change.sort in (NUMBER, NEIGHBORS, SAID)]
    assert len(tried) > 80
    assert unnoticed(tried) == []
