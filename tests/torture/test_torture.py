"""A small share of each torture: nothing may fall. `make torture` tries the whole."""

from __future__ import annotations

import importlib

import pytest
from section import ROOT, Task

# The share of each that a test has time for.
SHARES = {
    "digits": 0.02,
    "meaning": 0.07,
    "exchanged_units": 0.25,
    "seen": 0.03,
    "books": 0.02,
    "failures": 0.01,
    "fell": 0.03,
    "odd_git": 0.01,
    "fuzzing": 0.005,
    "hostile": 0.002,
    "escaping": 0.01,
    "live": 0.06,
}


@pytest.mark.parametrize(("torture", "share"), SHARES.items(), ids=SHARES)
def test_nothing_falls(torture: str, share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)  # and back: the doors are tried in folders that are gone afterwards
    section = importlib.import_module(torture).torture(Task(share, seed=3))
    assert not section.fallen, section
