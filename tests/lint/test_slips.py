"""What one wrong keystroke makes of a number."""

from __future__ import annotations

import pytest

from sfrules.lint.columns.progressions import is_slip, is_transposed


@pytest.mark.parametrize(
    ("written", "meant"),
    [(4069, 4096), (69, 96), (850, 800), (1650, 16500), (16500, 1650), (1124, 124), (-4069, -4096)],
)
def test_a_number_is_a_slip_of_another(written: int, meant: int) -> None:
    assert is_slip(written, meant)


@pytest.mark.parametrize(
    ("written", "meant"),
    [(21, 20), (5, 4), (4096, 4096), (11500, 12000), (-96, 69), (99, 100), (12, 1)],
)
def test_a_number_is_no_slip_of_another(written: int, meant: int) -> None:
    assert not is_slip(written, meant)


def test_only_swapped_digits_are_transposed() -> None:
    assert is_transposed(69, 96)
    assert not is_transposed(115, 110)
    assert not is_transposed(6, 9)
