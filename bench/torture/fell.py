"""Try again all that ever fell: the cases of fell.csv, each at its door."""

from __future__ import annotations

import random
from itertools import groupby

import cases
from doors import DOORS
from section import Section, Task
from trying import Batch, outcomes

SECONDS = 70.0  # of the clock: a page has ten of the processor, and six times as many to wait


def torture(task: Task) -> Section:
    """Try a share of the cases."""
    kept = [case for case in cases.kept() if case.door in DOORS]
    chosen = random.Random(task.seed).sample(kept, task.of(len(kept)) if kept else 0)
    chosen.sort(key=lambda case: case.door)
    batches = [
        Batch(door, lambda texts=[case.given for case in of_door]: texts, cases.attempt(door))  # type: ignore[misc]
        for door, of_door in groupby(chosen, key=lambda case: case.door)
    ]
    try:
        fallen = [
            f"{each.name}: {each.fell} (`{cases.written(each.given)[:80]}`)"
            for each in outcomes(batches, SECONDS)
            if each.fell
        ]
    finally:
        cases.clear()
    line = f"{len(chosen)} cases that once fell: {len(fallen)} of them fall still."
    return Section("What ever fell", [line], fallen)
