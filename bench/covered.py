"""How much of the code the tests run: its lines and its branches, room by room.

    python bench/covered.py [--small]

The whole suite runs under coverage.py, and so does each program that a test starts.
What comes of it is kept in `bench/coverage.md`, and printed by `make test`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from measuring import asked

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "bench" / "coverage.md"
HEAD = (
    "# What the tests run",
    "",
    "Lines and branches of the code, room by room; `make coverage` writes this file.",
    "",
)
ROOMS = ("press", "binding", "facts", "ground", "lint")
# These look at a process whose imports or files are counted: coverage.py is among them.
ASIDE = {
    "tests/press/test_mkdocs_plugin.py::test_a_full_disk_is_told_in_a_line_and_leaves_the_earlier_site",
    "tests/project/test_startup.py::test_lint_and_questions_load_the_standard_library_and_what_reads_their_text",
}
CONFIGURATION = """\
[run]
branch = true
parallel = true
relative_files = true
data_file = {data}
source = {source}
patch = subprocess
sigterm = true

[report]
exclude_also =
    if TYPE_CHECKING:
    @overload
    ^\\s*\\.\\.\\.$
"""


@dataclass(frozen=True)
class Share:
    """What the tests ran of a file or a room."""

    name: str
    lines: int = 0
    lines_run: int = 0
    branches: int = 0
    branches_run: int = 0

    @classmethod
    def of(cls, name: str, summaries: Iterable[Mapping[str, int]]) -> Share:
        keys = ("num_statements", "covered_lines", "num_branches", "covered_branches")
        return cls(
            name,
            *(
                sum(counts)
                for counts in zip(*([s[key] for key in keys] for s in summaries), strict=True)
            ),
        )

    @property
    def missed(self) -> int:
        """The lines and branches that no test takes."""
        return self.lines - self.lines_run + self.branches - self.branches_run

    def row(self) -> str:
        lines, branches = (
            _percent(self.lines_run, self.lines),
            _percent(self.branches_run, self.branches),
        )
        return f"| {self.name} | {self.lines:,} | {lines} | {self.branches:,} | {branches} |"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def main(tests: list[str], rooms: Sequence[str], kept: Path | None) -> None:
    """Run the tests, and print and keep what they cover."""
    with tempfile.TemporaryDirectory() as folder:
        files = _files_run(Path(folder), tests, rooms)
    text = "\n".join((*HEAD, *_report(files, rooms))) + "\n"
    print(text, end="")
    if kept:
        kept.write_text(text, encoding="utf-8")


def _files_run(folder: Path, tests: list[str], rooms: Sequence[str]) -> Mapping[str, Any]:
    """Each file of the rooms by its path below `sfrules/`, with what coverage.py counts in it."""
    configuration = folder / "coveragerc"
    source = ", ".join(f"sfrules/{room}" for room in rooms)
    configuration.write_text(
        CONFIGURATION.format(data=folder / "data", source=source), encoding="utf-8"
    )
    environment = os.environ | {"CI": "true", "COVERAGE_RCFILE": str(configuration)}
    coverage = [sys.executable, "-m", "coverage"]
    jobs = "0" if tests else "2"  # a file or two are run sooner than workers are started
    command = [*coverage, "run", "-m", "pytest", "-q", "-n", jobs, "--dist", "loadfile", *tests]
    ran = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    failed = re.findall(r"^FAILED (\S+?)(?:\[| - |$)", ran.stdout, re.MULTILINE)
    if ran.returncode not in (0, 1) or set(failed) - ASIDE:
        sys.exit(f"the tests do not pass, so what they cover says little:\n{ran.stdout[-3000:]}")
    for step in (["combine", "-q"], ["json", "-q", "-o", str(folder / "report.json")]):
        subprocess.run([*coverage, *step], cwd=ROOT, env=environment, check=True)
    return json.loads((folder / "report.json").read_text(encoding="utf-8"))["files"]


def _report(files: Mapping[str, Any], rooms: Sequence[str]) -> Iterator[str]:
    by_room = [(room, _below(files, f"sfrules/{room}/")) for room in rooms]
    yield "| room | lines | run | branches | taken |"
    yield "| --- | --: | --: | --: | --: |"
    for room, inside in by_room:
        yield Share.of(room, inside.values()).row()
    yield Share.of("all", (summary for _, inside in by_room for summary in inside.values())).row()
    yield ""
    yield "The files with most that no test takes:"
    yield ""
    yield "| file | lines | run | branches | taken |"
    yield "| --- | --: | --: | --: | --: |"
    shares = (
        Share.of(f"`{name.removeprefix('sfrules/')}`", [summary])
        for _, inside in by_room
        for name, summary in inside.items()
    )
    for share in sorted(shares, key=lambda share: (-share.missed, share.name))[:15]:
        yield share.row()


def _below(files: Mapping[str, Any], folder: str) -> dict[str, Mapping[str, int]]:
    return {name: counts["summary"] for name, counts in files.items() if name.startswith(folder)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--tests", nargs="*", default=[], help="these tests alone, and nothing is kept"
    )
    parser.add_argument("--rooms", nargs="*", default=ROOMS, help="these rooms alone")
    options = asked(parser, tests=["tests/lint/test_slips.py"], rooms=["lint"])
    main(options.tests, options.rooms, None if options.tests else KEPT)
