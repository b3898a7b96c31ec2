"""Change each number of the facts, and each whole constant of the rules, by one.

Wherever a number that a page proves is then no longer what its rule answers, the check of the book
has to tell it at its line. What a page prints from a rule, a table or a formula changes by itself,
and what is said with a bound or about a number may still be so: neither is counted.
"""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

from mutants import RULES, SECONDS, Mutant, changed, load_what_takes_long, mutants
from section import ROOT, Section, Task, tried

Answers = dict[str, str]  # of the lines of proofs, by their places


def torture(task: Task) -> Section:
    """Try a share of all changes, in a process that has nothing of the book loaded."""
    words = [sys.executable, __file__, str(task.share), str(task.seed)]
    ran = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT)
    if ran.returncode:
        return Section("Drift", ["The run failed:", "", ran.stderr], ["not all were tried"])
    found = [json.loads(line) for line in ran.stdout.splitlines()]
    lost = [each for each in found if each["lost"]]
    moved, silent = sum(e["moved"] for e in found), [e for e in found if e["silent"]]
    lines = [
        "Each number of the facts and each whole constant of the rules, one more.",
        "",
        "| changed | numbers that are no longer the answer | not told | lost |",
        "| --- | --- | --- | --- |",
        f"| {len(found)} | {moved} | {sum(len(e['silent']) for e in silent)} | {len(lost)} |",
        "",
        *(f"- {each['said']}: {', '.join(each['silent'])}" for each in silent),
    ]
    return Section("Drift", lines, ["a number that is no longer so is not told"] if silent else [])


def attempt(mutant: Mutant) -> tuple[Answers, list[str]]:
    """What the lines of all proofs answer, those that say exactly one number; and what is told."""
    changed(mutant)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        from sfrules.press.host.check import SiteCheck
        from sfrules.press.proving.lines import Prover

        answers, prove = Answers(), Prover.prove

        def noted(prover: Any, lines: Any) -> Any:
            found = prove(prover, lines)
            for line in found:
                if line.kind == "asked" and line.says and not line.says.bound:
                    place, _ = prover.source.position(line.whole.start)
                    value = line.answer if line.loop else line.value  # a loop has several
                    answers[f"{prover.source.path}:{place}"] = str(value)
            return found

        Prover.prove = noted  # type: ignore[method-assign] # to see what it answers
        told = SiteCheck(ROOT / "mkdocs.yml").check().problems
    return answers, [f"{each.path}:{each.line}" for each in told]


def main() -> None:
    """Try a share of the changes; write what became of each as a line of JSON."""
    os.chdir(ROOT)
    load_what_takes_long()
    share, seed = sys.argv[1:]
    every = [each for each in mutants() if each.was.isdecimal()]
    chosen = random.Random(seed).sample(every, Task(float(share)).of(len(every)))
    [(before, wrong)] = tried(attempt, [Mutant(f"{RULES}/exact.py", 1, 0, 0, "", "", "")], SECONDS)
    if wrong:
        raise SystemExit(f"the check of the book fails as it is: {wrong[0]}")
    for mutant, came in zip(chosen, tried(attempt, chosen, SECONDS), strict=True):
        after, told = came or ({}, [])
        moved = [place for place, answer in after.items() if before.get(place) != answer]
        silent = [place for place in moved if place not in told]
        row = {"said": str(mutant), "moved": len(moved), "silent": silent, "lost": came is None}
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
