"""The laws that the book states of its rules hold, as its page *What the rules cannot do* says."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from sfrules.analysis.law_findings import judge
from sfrules.book.shipped import book

MODEL = book.model()
STATED = {law.text: at for at, law in enumerate(MODEL.laws) if law.kind == "broken law"}


@pytest.mark.parametrize("at", STATED.values(), ids=STATED.keys())
def test_a_law_of_the_book_holds_at_every_point_that_is_tried(at):
    with ThreadPoolExecutor(1) as executor:
        (found,) = judge(executor, lambda: MODEL, MODEL, [at])
    assert found.finding is None
    assert found.asked > 0
