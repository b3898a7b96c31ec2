"""Each mistake that an author can make is a folder: the page, and the exact message."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from printing import print_page

from sfrules.ground.problems import report

MISTAKES = sorted(p for p in (Path(__file__).parent / "mistakes").iterdir() if p.is_dir())


@pytest.mark.parametrize("folder", MISTAKES, ids=lambda folder: folder.name)
def test_a_mistake_is_reported_in_these_words(
    folder: Path, golden: Callable[[Path, str], None]
) -> None:
    said = report(print_page((folder / "page.md").read_text(encoding="utf-8")).problems) + "\n"
    golden(folder / "error.txt", said)


def test_there_are_at_least_twenty_mistakes() -> None:
    assert len(MISTAKES) >= 20
