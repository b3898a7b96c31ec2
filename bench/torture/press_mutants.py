"""Change signs, numbers and conditions of the press and what it stands on, one at a time.

Does a test notice? Each mutant is tried in a copy of the project, by the tests that know its file:
those that import it, directly or by a module in between, and those of whole pages.
"""

from __future__ import annotations

import ast
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
from functools import cached_property
from pathlib import Path
from queue import SimpleQueue

from changing import Mutant, of_code
from section import ROOT, Section, Task

SHARE = 0.006  # of all mutants, which a whole run tries: all of them would take days
FOLDERS = ("press", "binding", "facts", "ground")
REASONS = Path(__file__).with_name("survivors.csv")
COPIED = ("sfrules", "tests", "docs", "tables", "bench")
FILES = ("pyproject.toml", "mkdocs.yml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md")
# Tests that begin browsers, servers or benches of their own, or try to break all at once.
UNASKED = ("browser", "bench", "paper", "torture")
OF_PAGES = ("page_checks", "page_cases", "mistakes")
NEAREST = 9  # files of tests that are asked besides those of pages
HOMES = {"facts": "authored", "binding": "books"}  # the folders of tests by folders of code
WORK = 150  # seconds of a processor that the tests of one mutant may take
PATIENCE = 900.0  # seconds by the clock, for what sleeps
WORKERS = 2
_DOTTED = re.compile(r"\bsfrules(?:\.\w+)+")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?)(?: - .*)?$", re.MULTILINE)


def torture(task: Task) -> Section:
    """Try a share of the mutants; a mutant that runs out of time is not caught."""
    every = [mutant for folder in FOLDERS for mutant in of_code(ROOT, f"sfrules/{folder}")]
    chosen = random.Random(task.seed).sample(every, Task(SHARE * task.share).of(len(every)))
    trials = Trials(ROOT)
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


class Imports:
    """Which modules of a project the files of its tests import, and how far away they are."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def tests_of(self, module: str) -> list[str]:
        """The files of tests that know a module, the nearest first, and then those of pages."""
        _, folder, *names = module.split(".")
        words = {word for name in names[-2:] for word in name.split("_")}
        above = [name for name, imported in self._modules.items() if module in imported]
        others = {word for name in above for word in name.rpartition(".")[2].split("_")}

        def order(test: str) -> tuple[bool, int, bool, int, int]:
            said = Path(test).stem.split("_")
            named = 2 * len(words.intersection(said)) + len(others.intersection(said))
            stranger = Path(test).parent.name != HOMES.get(folder, "press")
            steps = self._distances[test][module]
            return steps > 1, -named, stranger, steps, len(self._tests[test])

        near = [test for test in self._tests if module in self._distances[test]]
        near = sorted(near, key=order)[:NEAREST]
        pages = [f"tests/press/test_{name}.py" for name in OF_PAGES]
        return [*near, *(name for name in pages if name in self._tests and name not in near)]

    @cached_property
    def _tests(self) -> dict[str, str]:
        files = sorted(self.root.glob("tests/*/test_*.py"))
        return {
            file.relative_to(self.root).as_posix(): file.read_text(encoding="utf-8")
            for file in files
            if file.parent.name not in UNASKED
        }

    @cached_property
    def _distances(self) -> dict[str, dict[str, int]]:
        return {name: self._distances_from(name, text) for name, text in self._tests.items()}

    def _distances_from(self, test: str, text: str) -> dict[str, int]:
        """How many imports away each module is; what helps a test beside it is part of it."""
        found: dict[str, int] = {}
        texts, helpers = [text], set[str]()
        while texts:
            text = texts.pop()  # which may hold code for a process of its own, too
            for name in (*_imported(text), *_DOTTED.findall(text)):
                helper = self.root / Path(test).parent / f"{name}.py"
                if name not in helpers and "." not in name and helper.is_file():
                    helpers.add(name)
                    texts.append(helper.read_text(encoding="utf-8"))
                elif name in self._modules:
                    found[name] = 1
        ahead = list(found)
        for name in ahead:  # grows as it goes
            for other in self._modules[name]:
                if other not in found:
                    found[other] = found[name] + 1
                    ahead.append(other)
        return found

    @cached_property
    def _modules(self) -> dict[str, set[str]]:
        """The modules of the package, with those that each imports."""
        files = {module_of(path.relative_to(self.root)): path for path in self._package}
        texts = {name: path.read_text(encoding="utf-8") for name, path in files.items()}
        return {name: set(_imported(text)) & files.keys() for name, text in texts.items()}

    @property
    def _package(self) -> Iterable[Path]:
        return self.root.glob("sfrules/**/*.py")


def _imported(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)


def module_of(path: Path) -> str:
    """The name of a module, by its file below the project's folder."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


class Trials:
    """Tries mutants, each in a copy of the project that no other trial uses meanwhile."""

    def __init__(self, root: Path, work: int = WORK) -> None:
        self._root, self._work = root, work
        self._imports = Imports(root)
        self._folder = Path(tempfile.mkdtemp(prefix="press-mutants-"))
        self._copies = SimpleQueue[Path]()
        self._fail_anyway: set[str] = set()  # tests that fail in a copy without a mutant

    def results(self, mutants: Iterable[Mutant]) -> Iterator[Result]:
        """Yield what becomes of each mutant."""
        copies = [self._copied(f"{number}") for number in range(WORKERS)]
        if self._asked_of(copies[0], self._imports.tests_of("sfrules.press"))[0] != "left":
            raise SystemExit("the tests of pages fail as they are")
        for copy in copies:
            self._copies.put(copy)
        with ThreadPoolExecutor(WORKERS) as pool:
            yield from pool.map(self._result, mutants)

    def remove(self) -> None:
        """Remove the copies."""
        shutil.rmtree(self._folder, ignore_errors=True)

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

    def _result(self, mutant: Mutant) -> Result:
        copy = self._copies.get()
        file = copy / mutant.path
        was = file.read_text(encoding="utf-8")
        try:
            files = self._imports.tests_of(module_of(Path(mutant.path)))
            while True:
                file.write_text(mutant.changed(was), encoding="utf-8")
                end, failed = self._asked_of(copy, files)
                file.write_text(was, encoding="utf-8")
                if end != "caught" or not self._fails_anyway(copy, failed):
                    print(f"{end}: {mutant}", file=sys.stderr, flush=True)  # the whole takes long
                    return Result(mutant, end)
        finally:
            file.write_text(was, encoding="utf-8")
            self._copies.put(copy)

    def _fails_anyway(self, copy: Path, failed: list[str]) -> bool:
        """Whether what failed fails without the mutant, too; then it is not asked again."""
        known = [test for test in failed if self._asked_of(copy, [test])[0] != "left"]
        self._fail_anyway.update(known)
        return bool(failed) and len(known) == len(failed)

    def _asked_of(self, copy: Path, tests: list[str]) -> tuple[str, list[str]]:
        """What tests say of a copy, and which of them failed."""
        without = [f"--deselect={test}" for test in sorted(self._fail_anyway - set(tests))]
        command = [
            *("sh", "-c", f'ulimit -t {self._work} && exec "$@"', "sh"),
            *("nice", "-n", "10", sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-rfE"),
            *("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:sfrules", *without, *tests),
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
