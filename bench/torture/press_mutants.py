"""Change signs, numbers and conditions of the press and what it stands on, one at a time.

Does a test notice? Each mutant is tried in a copy of the project, by the tests that run what it
changes.
"""

from __future__ import annotations

import csv
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from changing import Mutant, of_code
from runners import Runners, names_of_lines
from section import ROOT, Section, Task

SHARE = 0.041  # of all mutants, which a whole run tries: all of them would take a day
FOLDERS = ("press", "binding", "facts", "ground")
REASONS = Path(__file__).with_name("survivors.csv")
KEPT = ROOT / ".cache" / "torture" / "runners.json"
COPIED = ("sfrules", "tests", "docs", "tables", "bench")
FILES = ("pyproject.toml", "mkdocs.yml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md")
# Tests that begin browsers, servers or benches of their own, or try to break all at once.
UNASKED = ("browser", "bench", "paper", "torture")
BUDGET = 20.0  # seconds of a processor that the tests take which are asked of a mutant
WORK = 150  # seconds of a processor that they may take with the mutant
PATIENCE = 900.0  # seconds by the clock, for what sleeps
WORKERS = 2
# Plugins of pytest that these tests do not need, and that take long to import.
UNUSED = ("cacheprovider", "sfrules", "xdist", "xdist.looponfail", "anyio", "hypothesispytest")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?)(?: - .*)?$", re.MULTILINE)


def torture(task: Task) -> Section:
    """Try a share of the mutants; a mutant that runs out of time is not caught."""
    every = [mutant for folder in FOLDERS for mutant in of_code(ROOT, f"sfrules/{folder}")]
    chosen = random.Random(task.seed).sample(every, Task(SHARE * task.share).of(len(every)))
    trials = Trials(ROOT, KEPT)
    try:
        return section(list(trials.results(chosen)), len(every))
    finally:
        trials.remove()


def section(results: Sequence[Result], every: int) -> Section:
    """Tell what became of the mutants that were tried, of so many that there are."""
    share = 100 * len(results) / every
    lines = [
        "Each sign, number and condition of the press, the binding, the facts and the ground,",
        f"changed: {len(results):,} of {every:,} mutants are tried, {share:.2f} % by chance.",
        "", "| of | tried | caught | out of time | left |", "| --- | --- | --- | --- | --- |",
    ]  # fmt: skip
    for folder in FOLDERS:
        of_folder = [each for each in results if each.mutant.path.startswith(f"sfrules/{folder}/")]
        counts = Counter(each.end for each in of_folder)
        ends = " | ".join(f"{counts[end]:,}" for end in ("caught", "out of time", "left"))
        lines.append(f"| {folder} | {len(of_folder):,} | {ends} |")
    lines += ["", "Not caught:", ""]
    for each in sorted(results, key=lambda result: str(result.mutant)):
        if each.end != "caught":
            said = "it ran out of time" if each.end == "out of time" else reason_of(each.mutant)
            lines.append(f"- {each.mutant}, in `{each.mutant.row}`: {said}")
    return Section("Mutants of the press", lines)


def reason_of(mutant: Mutant) -> str:
    """Why nobody notices a mutant, by its row as it is; rows move."""
    with REASONS.open(encoding="utf-8", newline="") as file:
        for known in csv.DictReader(file):
            change = f"{mutant.was} -> {mutant.new}"
            if (known["path"], known["row"], known["change"]) == (mutant.path, mutant.row, change):
                return known["reason"]
    return "nobody has said why"


@dataclass(frozen=True)
class Result:
    """A mutant, and its end: "caught", "out of time" or "left"."""

    mutant: Mutant
    end: str


class Trials:
    """Tries mutants, each in a copy of the project that no other trial uses meanwhile.

    Which tests run which functions is kept in a file, and noted anew for those that have changed.
    """

    def __init__(self, root: Path, kept: Path, work: int = WORK) -> None:
        self._root, self._kept, self._work = root, kept, work
        self._folder = Path(tempfile.mkdtemp(prefix="press-mutants-"))
        self._copies = SimpleQueue[Path]()
        self._passing, self._failing = set[str](), set[str]()  # tests in a copy without a mutant

    def results(self, mutants: Iterable[Mutant]) -> Iterator[Result]:
        """Yield what becomes of each mutant."""
        copies = [self._copied(f"{number}") for number in range(WORKERS)]
        tests = [test for test in self._tests() if test.parent.name not in UNASKED]
        runners = Runners.of(copies[0], [test.as_posix() for test in tests], self._kept, WORKERS)
        for copy in copies:
            self._copies.put(copy)
        with ThreadPoolExecutor(WORKERS) as pool:
            yield from pool.map(lambda mutant: self._result(mutant, runners), mutants)

    def remove(self) -> None:
        """Remove the copies."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _tests(self) -> Iterator[Path]:
        return (file.relative_to(self._root) for file in self._root.glob("tests/*/test_*.py"))

    def _copied(self, name: str) -> Path:
        copy = self._folder / name
        for folder in filter(Path.is_dir, (self._root / each for each in COPIED)):
            ignored = shutil.ignore_patterns("__pycache__", ".*")
            shutil.copytree(folder, copy / folder.name, ignore=ignored)
        for file in filter(Path.is_file, (self._root / each for each in FILES)):
            shutil.copy(file, copy)
        # By their hash: a mutant may be as long as the file was, and written in the same second.
        hashed = ("-m", "compileall", "-q", "--invalidation-mode", "checked-hash", ".")
        subprocess.run([sys.executable, *hashed], cwd=copy, check=True)
        return copy

    def _result(self, mutant: Mutant, runners: Runners) -> Result:
        copy = self._copies.get()
        file = copy / mutant.path
        was = file.read_text(encoding="utf-8")
        function = names_of_lines(was).get(mutant.line, "")
        known = runners.tests_of(mutant.path, function, BUDGET)
        try:
            while True:
                tests = [test for test in known if test not in self._failing]
                file.write_text(mutant.changed(was), encoding="utf-8")
                end, failed = self._asked_of(copy, tests) if tests else ("left", [])
                file.write_text(was, encoding="utf-8")
                if end != "caught" or not self._fails_anyway(copy, failed):
                    print(f"{end}: {mutant}", file=sys.stderr, flush=True)  # the whole takes long
                    return Result(mutant, end)
        finally:
            file.write_text(was, encoding="utf-8")
            self._copies.put(copy)

    def _fails_anyway(self, copy: Path, failed: list[str]) -> bool:
        """Whether what failed fails without the mutant, too; then it is not asked again."""
        for test in failed:
            if test not in self._passing | self._failing:
                passes = self._asked_of(copy, [test])[0] == "left"
                (self._passing if passes else self._failing).add(test)
        return bool(failed) and self._failing.issuperset(failed)

    def _asked_of(self, copy: Path, tests: list[str]) -> tuple[str, list[str]]:
        """What tests say of a copy, and which of them failed."""
        without = [f"--deselect={test}" for test in sorted(self._failing - set(tests))]
        command = [
            *("sh", "-c", f'ulimit -t {self._work} && exec "$@"', "sh"),
            *("nice", "-n", "10", sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-rfE"),
            *(f"-pno:{plugin}" for plugin in UNUSED),
            *without,
            *tests,
        ]
        own = {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.Popen(
            command,
            cwd=copy,
            env={**os.environ, **own},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            said, _ = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return "out of time", []
        finally:
            _end(process)
        if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return "out of time", []
        return ("caught" if process.returncode else "left"), _FAILED.findall(said)


def _end(process: subprocess.Popen[str]) -> None:
    """End a process and all that it has begun."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
