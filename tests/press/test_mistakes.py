"""Each mistake that an author can make is a folder: the page, and the exact message."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from printing import print_page

from sfrules.ground.problems import report

MISTAKES = sorted(p for p in (Path(__file__).parent / "mistakes").iterdir() if p.is_dir())
REWRITE = "SFRULES_REWRITE_GOLDEN"  # set it to write what the press says now, and read the diff


@pytest.mark.parametrize("folder", MISTAKES, ids=lambda folder: folder.name)
def test_a_mistake_is_told_in_these_words(folder: Path) -> None:
    said = report(print_page((folder / "page.md").read_text(encoding="utf-8")).problems) + "\n"
    golden = folder / "error.txt"
    if os.environ.get(REWRITE):
        golden.write_text(said, encoding="utf-8")
    assert said == golden.read_text(encoding="utf-8")


def test_there_are_at_least_twenty_mistakes() -> None:
    assert len(MISTAKES) >= 20
