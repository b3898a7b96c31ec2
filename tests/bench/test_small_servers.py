"""The benches that wait for servers run, and print their tables."""

from __future__ import annotations

import pytest
from small_runs import missing


@pytest.mark.parametrize("script", ["memory", "saves", "serve"])
def test_a_bench_ends_and_prints_its_table(script):
    assert missing(script) == []
