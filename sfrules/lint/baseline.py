"""A baseline: the findings that a book has lived with, which lint then keeps quiet about."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.lint.files import read_file
from sfrules.lint.finding import Finding

VERSION = "sfrules/v1"  # of how fingerprints are made
_FORM = 'a baseline is written by "sfrules lint --baseline FILE --write-baseline"'


def fingerprints(findings: Sequence[Finding], root: Path = Path()) -> list[str]:
    """What tells each finding from all others, whatever lines are written above it.

    It is made of the rule, the file, and the words of the line; of equal ones, of their order.
    """
    seen: Counter[str] = Counter()
    made = []
    for finding in findings:
        problem = finding.problem
        path = Path(os.path.relpath(problem.path, root)).as_posix()
        text = " ".join(problem.text.split()) or problem.message
        told = f"{finding.rule}\0{path}\0{text}".encode("utf-8", "surrogatepass")
        mark = sha256(told).hexdigest()[:32]
        seen[mark] += 1
        made.append(mark if seen[mark] == 1 else f"{mark}:{seen[mark]}")
    return made


@dataclass(frozen=True)
class Baseline:
    """The findings that are known, by their fingerprints, each with its rule and file."""

    known: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Baseline:
        """The baseline of a file.

        Raises:
            ProblemsFound: for a file that is none.
        """
        source = read_file(path)
        if isinstance(source, Problem):
            raise ProblemsFound([source])
        try:
            known = json.loads(source.text)["findings"]
        except (ValueError, TypeError, KeyError, RecursionError):
            known = None
        if not isinstance(known, dict):
            raise ProblemsFound([Problem(path.as_posix(), 1, 1, "this is no baseline", _FORM)])
        return cls(known)

    @classmethod
    def of(cls, findings: Sequence[Finding], root: Path) -> Baseline:
        """A baseline of all that was found."""
        marks = fingerprints(findings, root)
        told = (f"{each.rule} {_relative(each.problem.path, root)}" for each in findings)
        return cls(dict(zip(marks, told, strict=True)))

    def without(self, other: Baseline) -> Baseline:
        """What this baseline has and another does not."""
        return Baseline({k: v for k, v in self.known.items() if k not in other.known})

    def shared(self, other: Baseline) -> Baseline:
        """What both have: a baseline never grows."""
        return Baseline({k: v for k, v in self.known.items() if k in other.known})

    def write(self, path: Path) -> None:
        """Write it, one finding a line, in a stable order."""
        known = dict(sorted(self.known.items(), key=lambda each: (each[1], each[0])))
        text = json.dumps({"version": VERSION, "findings": known}, indent=2, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8", errors="surrogateescape", newline="\n")


def _relative(path: str, root: Path) -> str:
    return Path(os.path.relpath(path, root)).as_posix()
