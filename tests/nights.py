"""What is tried by day, in `make test`, and what only in a night, in `make nightly`."""

import os
from collections.abc import Sequence
from typing import TypeVar

NIGHTLY = bool(os.environ.get("NIGHTLY"))
Case = TypeVar("Case")


def by_day(cases: Sequence[Case], most: int = 1) -> Sequence[Case]:
    """Return the first of some cases; each night, all of them."""
    return cases if NIGHTLY else cases[:most]
