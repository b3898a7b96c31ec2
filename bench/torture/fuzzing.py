"""Try texts that grammars make, at the doors that they are for: problems with places, and no more.

The same seed makes the same texts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial

import cases
import hypothesis
from grammars import GRAMMARS, Texts
from hypothesis import HealthCheck, Phase, given, settings
from section import Section, Task
from trying import SECONDS, Batch, Outcome, outcomes

ALL = 100_000
SIZE = 250  # texts that a process makes and tries


def torture(task: Task) -> Section:
    """Try so many texts of each grammar."""
    tried, seconds, slowest = Counter[str](), defaultdict[str, float](float), dict[str, Outcome]()
    most, fell = defaultdict[str, float](float), defaultdict[str, list[cases.Case]](list)
    try:
        for outcome in outcomes(_batches(task), SECONDS):
            name, door = outcome.name, GRAMMARS[outcome.name][0]
            tried[name] += 1
            seconds[name] += outcome.seconds
            most[name] = max(most[name], outcome.megabytes)
            if name not in slowest or slowest[name].seconds < outcome.seconds:
                slowest[name] = outcome
            if outcome.fell:
                fell[name].append(cases.case_of("fuzzing", door, outcome.given, outcome.fell))
        lines = [
            "| grammar | tried | fell | seconds on average | slowest | most memory |",
            "| --- | --- | --- | --- | --- | --- |",
        ]
        for name, count in tried.items():
            lines.append(
                f"| {name} | {count:,} | {len(fell[name])} | {seconds[name] / count:.4f} | "
                f"{slowest[name].seconds:.2f} | {most[name]:.0f} MB |"
            )
        lines += ["", f"{tried.total():,} texts in all."]
        return _section(lines, [case for each in fell.values() for case in each])
    finally:
        cases.clear()


def _section(lines: list[str], fell: list[cases.Case]) -> Section:
    counts = Counter(case.sort for case in fell)
    smallest = cases.smallest(fell)
    told = [
        f"{case.door}, {counts[case.sort]}×: {case.happened} (`{cases.written(case.given)[:100]}`)"
        for case in smallest
    ]
    return Section("Texts by grammars", lines, told, smallest)


def _batches(task: Task) -> Iterator[Batch]:
    for name, (door, strategy, part) in GRAMMARS.items():
        left, seed = task.of(round(ALL * part)), task.seed * 1_000_000
        while left > 0:
            count, seed = min(left, SIZE), seed + 1
            left -= count

            inputs = partial(_made, strategy, count, seed)
            yield Batch(name, inputs, cases.attempt(door))


def _made(strategy: Callable[[], Texts], count: int, seed: int) -> list[str]:
    return examples(strategy(), count, seed)


def examples(strategy: Texts, count: int, seed: int) -> list[str]:
    """So many texts of a strategy; the same for the same seed."""
    found: list[str] = []

    @hypothesis.seed(seed)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(text: str) -> None:
        found.append(text)

    collect()
    return found[:count]
