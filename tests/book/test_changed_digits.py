"""A changed number of a page is noticed: a few of what `make torture` tries of all."""

from __future__ import annotations

import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parents[2] / "bench" / "torture"


def test_each_changed_number_of_a_page_is_noticed(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path, str(BENCH)])
    from digits import of_page

    tried, noticed, silent = of_page(1, "docs/core/battle-grid.md")
    assert silent == []
    assert noticed.total() == tried.total() > 100
