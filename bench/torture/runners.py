"""Which tests run each function of the code: a plugin of pytest notes it, and a map keeps it.

    pytest -p runners

With `RUNNERS` in the environment, each process of the tests writes what it saw into that folder.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import tempfile
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping
from functools import cached_property
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import Any

import coverage
import pytest


class Noting:
    """Notes the lines that each test runs, and the seconds of the processor that it takes.

    What a fixture of a whole file runs is noted for the file, as each test of it may look at that.
    """

    def __init__(self, folder: Path, root: Path) -> None:
        self._folder, self._now = folder, ""
        self._seconds = Counter[str]()
        included = [f"{root}/sfrules/*"]
        self._coverage = coverage.Coverage(
            data_file=str(folder / f"lines.{os.getpid()}"), config_file=False, include=included
        )
        self._coverage.start()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Note what a test runs below its name, whatever its parameters."""
        began = _work()
        self._switch(item.nodeid.partition("[")[0])
        try:
            return (yield)
        finally:
            self._seconds[self._now] += _work() - began

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, Any, Any]:
        """Note what a fixture of many tests runs below the name of the file."""
        test = self._now
        if fixturedef.scope != "function":
            self._switch(test.partition("::")[0])
        try:
            return (yield)
        finally:
            self._switch(test)

    def pytest_sessionfinish(self) -> None:
        """Write what was noted."""
        self._coverage.stop()
        self._coverage.save()
        (self._folder / f"seconds.{os.getpid()}").write_text(json.dumps(self._seconds))

    def _switch(self, context: str) -> None:
        if context != self._now and context:
            self._now = context
            self._coverage.switch_context(context)


def pytest_configure(config: pytest.Config) -> None:
    """Note what the tests of this process run, if it runs any itself."""
    runs_them = hasattr(config, "workerinput") or not config.getoption("numprocesses", None)
    if "RUNNERS" in os.environ and runs_them:
        config.pluginmanager.register(Noting(Path(os.environ["RUNNERS"]), config.rootpath))


def _work() -> float:
    return sum(os.times()[:4])


class Runners:
    """The tests that run each function of the code, and the seconds that each takes.

    A test is named as pytest names it, without parameters; a file of tests stands for all of them.
    What is known is kept by file of tests, with the digest of its text: {file: {"text": digest,
    "tests": {test: [seconds, [function, …]]}}}, a function by its place in a list of names.
    """

    def __init__(self, names: list[str], files: dict[str, Any]) -> None:
        self.names, self.files = names, files

    @classmethod
    def of(cls, root: Path, tests: Iterable[str], kept: Path, processes: int) -> Runners:
        """Of these files of tests, by what is kept; what has changed since is run, and kept."""
        known = cls(**json.loads(kept.read_text())) if kept.exists() else cls([], {})
        texts = {test: sha256((root / test).read_bytes()).hexdigest() for test in tests}
        known.files = {
            test: said for test, said in known.files.items() if texts.get(test) == said["text"]
        }
        if changed := texts.keys() - known.files.keys():
            with tempfile.TemporaryDirectory() as folder:
                _run(root, sorted(changed), folder, processes)
                known.add(Path(folder), root, {test: texts[test] for test in changed})
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps({"names": known.names, "files": known.files}))
        return known

    def add(self, folder: Path, root: Path, texts: Mapping[str, str]) -> None:
        """Add what the processes of the tests wrote into a folder."""
        seconds, runs = Counter[str](), defaultdict[str, set[int]](set)
        for file in folder.glob("seconds.*"):
            seconds.update(json.loads(file.read_text()))
        numbers = {name: number for number, name in enumerate(self.names)}
        for part in folder.glob("lines.*"):
            for test, name in _run_by_tests(part, root):
                runs[test].add(numbers.setdefault(name, len(numbers)))
        self.names = list(numbers)
        for file, text in texts.items():
            own = {test: took for test, took in seconds.items() if test.startswith(f"{file}::")}
            own[file] = sum(own.values())
            noted = {test: [took, sorted(runs[test])] for test, took in own.items()}
            self.files[file] = {"text": text, "tests": noted}

    def tests_of(self, path: str, function: str, budget: float) -> list[str]:
        """The tests to ask of a function, the quickest first; as many as take so many seconds.

        Of what stands in no function, those that run most functions of its file.
        """
        found = Counter(self._by_name.get(f"{path}::{function}", ()))
        if not found:
            of_file = (
                tests for name, tests in self._by_name.items() if name.startswith(f"{path}::")
            )
            found = Counter(test for tests in of_file for test in tests)
        order = sorted(found, key=lambda test: (-found[test], self._seconds[test]))
        spent = list(accumulate(self._seconds[test] for test in order))
        return order[: max(1, bisect_left(spent, budget))]

    @cached_property
    def _seconds(self) -> dict[str, float]:
        return {
            test: took for file in self.files.values() for test, (took, _) in file["tests"].items()
        }

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        found = defaultdict[str, list[str]](list)
        for file in self.files.values():
            for test, (_, runs) in file["tests"].items():
                for number in runs:
                    found[self.names[number]].append(test)
        return found


def _run(root: Path, tests: Iterable[str], folder: str, processes: int) -> None:
    """Run tests with this plugin, those that fail as they are among them."""
    own = {
        "RUNNERS": folder,
        "PYTHONPATH": os.pathsep.join([str(root), str(Path(__file__).parent)]),
    }
    many = ("-p", "xdist", "-n", str(processes), "--dist", "loadfile") if processes > 1 else ()
    plugins = ("-p", "no:cacheprovider", "-p", "runners", *many)
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugins, *tests],
        cwd=root,
        env={**os.environ, **own},
        stdout=sys.stderr,
        check=False,
    )
    if ran.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise SystemExit("the tests cannot be run")


def _run_by_tests(part: Path, root: Path) -> Iterator[tuple[str, str]]:
    """Each test of a process, with each function that it ran."""
    data = coverage.CoverageData(str(part))
    data.read()
    for file in data.measured_files():
        path = Path(file).relative_to(root).as_posix()
        names = names_of_lines(Path(file).read_text(encoding="utf-8"))
        for line, tests in data.contexts_by_lineno(file).items():
            if line in names:
                yield from ((test, f"{path}::{names[line]}") for test in filter(None, tests))


def names_of_lines(text: str) -> dict[int, str]:
    """The name of the innermost function around each line that stands in one."""
    found: dict[int, str] = {}

    def walk(node: ast.AST, name: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = name
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = f"{name}.{child.name}".lstrip(".")
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                first, last = child.body[0].lineno, child.end_lineno or 0
                found.update(dict.fromkeys(range(first, last + 1), inner))
            walk(child, inner)

    walk(ast.parse(text), "")
    return found
