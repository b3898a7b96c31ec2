"""How tools hold the numbers of a README: ten drifts of public projects, and what each costs.

The projects are in `tests/press/drifts`: a README as it was, with the data or the code that had
gone on. For cog, doctest and sybil, their READMEs are written here as these tools want them.
cogapp is tried if it is there, as the project itself has no use for it: `pip install cogapp`.
"""

from __future__ import annotations

import contextlib
import csv
import doctest
import io
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

from sfrules.press.doors.checker import fixes_of
from sfrules.press.doors.documents import DocumentCheck, asked_for

try:
    from cogapp import Cog
except ImportError:
    Cog = None

SMALL = 2  # drifts of a run that is small
ROOT = Path(__file__).resolve().parents[1]
DRIFTS = ROOT / "tests" / "press" / "drifts"
RESULT = ROOT / "bench" / "drift.csv"
COLUMNS = "tool caught mended sentence lines settings numbers".split()


def _report(name: str, file: str) -> str:
    return (
        f'import xml.etree.ElementTree as ET; {name} = ET.parse("{file}").find("testsuite").attrib'
    )


_PASSED = "int({0}['tests']) - sum(int({0}[k]) for k in ('failures', 'errors', 'skipped'))"
_JSON = 'import json; {0} = json.load(open("{0}.json"))'
# What Python says of each number, in the order of the sentence, and what has to be said before.
PYTHON: dict[str, tuple[list[str], list[tuple[str, str]]]] = {
    "atomic-agents": (
        [_report("report", "report.xml")],
        [
            ("1750", "report['tests']"),
            ("34", "report['skipped']"),
            ("2201", _PASSED.format("report")),
        ],
    ),
    "codecarbon": (["import power"], [("85", "power.fallback(16)"), ("5", "power.RAM_SLOT_POWER")]),
    "cucumber": ([_JSON.format("defaults")], [("10000", "defaults['timeout']")]),
    "eds": (
        [_report("unit", "unit.xml"), _report("doip", "doip.xml")],
        [
            ("42", "unit['tests']"),
            ("24", "doip['tests']"),
            ("44", _PASSED.format("unit")),
            ("none", "{'0': 'none'}[unit['failures']]"),
        ],
    ),
    "end-of-line": (
        ["import skills"],
        [("six", "{6: 'six', 7: 'seven'}[len(skills.BUNDLED_SKILLS)]")],
    ),
    "hammerforge": (
        [_report("gut", "gut.xml")],
        [
            ("3,806", f"format({_PASSED.format('gut')}, ',')"),
            ("2,860", "format(int(gut['tests']), ',')"),
        ],
    ),
    "live-coding": ([_JSON.format("tools")], [("26", "len(tools['tools'])")] * 2),
    "objectstack": (
        ["from subprocess import getoutput"],
        [
            ("2", "getoutput('ls src | wc -l').strip()"),
            ("17", "getoutput('cat src/* | wc -l').strip()"),
        ],
    ),
    "reactive-agents": (
        [_JSON.format("workspace")],
        [
            ("35", "len(workspace['packages']) + len(workspace['apps'])"),
            ("30", "len(workspace['packages'])"),
            ("5", "len(workspace['apps'])"),
        ],
    ),
    "xlt": (
        ['import csv; seconds = dict(list(csv.reader(open("properties.csv")))[1:])'],
        [
            ("100", "seconds['com.xceptance.xlt.timeout']"),
            ("3", "seconds['com.xceptance.xlt.think']"),
        ],
    ),
}


_NOTE = re.compile(r"<!-- [^\n]*(?:issue|pull request) \d+[^\n]* -->\n\n")  # where it is from


class Outcome(NamedTuple):
    """What a tool did about a drift: whether it told, mended, and held the sentence; its lines."""

    caught: bool
    mended: bool
    sentence: bool
    lines: int
    numbers: int


def prose_of(text: str) -> str:
    """A README as it is without any tool."""
    text = re.sub(r"[ ]?<!-- proof.*?-->|```proof\n.*?```", "", text, flags=re.DOTALL)
    return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"


def with_cog(folder: Path, prose: str) -> str:
    """The README with each line that has a number, and each table, made by a block of cog."""
    setup, numbers = PYTHON[folder.name]
    waiting, made, setup = list(numbers), list[str](), [*setup]
    for block in re.split(r"\n\n", prose.rstrip()):
        lines, said = block.split("\n"), list[str]()
        for line in lines:
            at, parts = 0, list[str]()
            while waiting and (found := re.search(rf"\b{re.escape(waiting[0][0])}\b", line[at:])):
                parts += [line[at : at + found.start()], "{ ", waiting.pop(0)[1], " }"]
                at += found.end()
            said.append("".join([*parts, line[at:]]))
        if said == lines:
            made.append(block)
            continue
        code = ["import cog", *setup, *(f'cog.outl(f"""{line}""")' for line in said)]
        setup = []
        made.append("\n".join(["<!-- [[[cog", *code, "]]] -->", *lines, "<!-- [[[end]]] -->"]))
    return "\n\n".join(made) + "\n"


def with_examples(folder: Path, prose: str) -> str:
    """The README with an example of Python for each number."""
    setup, numbers = PYTHON[folder.name]
    lines = [f">>> {line}" for line in setup]
    for number, code in dict(numbers).items():
        lines += [f">>> print({code})", number]
    return prose + "\n```python\n" + "\n".join(lines) + "\n```\n"


def documents(folder: Path) -> DocumentCheck:
    """The README of a project, as sfrules checks it."""
    said, commands = asked_for(folder, [], []), folder / "outputs.json"
    if commands.exists():
        said = replace(said, outputs=json.loads(commands.read_text(encoding="utf-8")))
    return DocumentCheck(said)


def of_sfrules(folder: Path, file: Path, other: str) -> Outcome:
    """What sfrules does about a drift."""
    text, fixed = file.read_text("utf-8"), (folder / "fixed.md").read_text("utf-8")
    problems = documents(folder).check().problems
    mended = fixes_of(documents(folder)).after.get(file.name) == fixed
    file.write_text(fixed.replace(*other.split("|"), 1), "utf-8")
    alone = documents(folder).check().problems
    file.write_text(text, "utf-8")
    lines = len(text.splitlines()) - len(prose_of(text).splitlines())
    proofs = re.findall(
        r"^(?![ \t]*$)", "".join(re.findall(r"<!-- proof(.*?)-->", text)), re.MULTILINE
    )
    return Outcome(
        bool(problems), mended, bool(alone), lines + len(proofs), len(PYTHON[folder.name][1])
    )


def of_cog(folder: Path, file: Path, other: str) -> Outcome:
    """What cog does about a drift."""
    prose = prose_of(file.read_text("utf-8"))
    right = prose_of((folder / "fixed.md").read_text("utf-8"))
    text = with_cog(folder, prose)
    caught = run_cog(file, text, "--check") != 0
    run_cog(file, text, "-r")
    mended = file.read_text("utf-8")
    shown = re.sub(
        r"<!-- \[\[\[cog.*?\]\]\] -->\n|<!-- \[\[\[end\]\]\] -->\n?", "", mended, flags=re.DOTALL
    )
    alone = run_cog(file, mended.replace(*other.split("|"), 1), "--check") != 0
    lines = len(text.splitlines()) - len(prose.splitlines())
    return Outcome(
        caught, shown.strip() == right.strip(), alone, lines, len(PYTHON[folder.name][1])
    )


def run_cog(file: Path, text: str, option: str) -> int:
    """Run cog over a text in place of a file."""
    file.write_text(text, "utf-8")
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return int(Cog().main(["cog", option, "-I", str(file.parent), str(file)]) or 0)


def failed_in_doctest(file: Path) -> bool:
    """Whether an example of a file fails in doctest."""
    with contextlib.redirect_stdout(io.StringIO()):
        return doctest.testfile(str(file), module_relative=False).failed > 0


def failed_in_sybil(file: Path) -> bool:
    """Whether an example of a file fails in sybil."""
    try:
        for example in Sybil([PythonCodeBlockParser()]).parse(file):
            example.evaluate()
    except Exception:  # noqa: BLE001 it has an exception of its own for each kind of failure
        return True
    return False


def of_examples(folder: Path, file: Path, other: str, failed: Callable[[Path], bool]) -> Outcome:
    """What a tool that runs examples does about a drift."""
    prose = prose_of(file.read_text("utf-8"))
    text = with_examples(folder, prose)
    text = (
        text
        if failed is failed_in_sybil
        else text.replace("```python\n", "").replace("\n```\n", "\n")
    )
    file.write_text(text, "utf-8")
    caught = failed(file)
    lines = len(text.splitlines()) - len(prose.splitlines())
    wrong, right = other.split("|")[::-1]
    right_text = text
    for (number, _), now in zip(PYTHON[folder.name][1], NOW[folder.name], strict=True):
        right_text = re.sub(rf"\b{re.escape(number)}\b", now, right_text)
    file.write_text(right_text.replace(right, wrong, 1), "utf-8")
    return Outcome(
        caught=caught,
        mended=False,
        sentence=failed(file),
        lines=lines,
        numbers=len(PYTHON[folder.name][1]),
    )


# What the numbers are now, as the sentence says them.
NOW = {
    "atomic-agents": ["2381", "34", "2347"],
    "codecarbon": ["64", "5"],
    "cucumber": ["30000"],
    "eds": ["45", "30", "45", "none"],
    "end-of-line": ["seven"],
    "hammerforge": ["3,806", "3,813"],
    "live-coding": ["27", "27"],
    "objectstack": ["2", "19"],
    "reactive-agents": ["41", "35", "6"],
    "xlt": ["10", "3"],
}
TOOLS = {
    "sfrules": of_sfrules,
    **({"cog": of_cog} if Cog else {}),
    "doctest": lambda *given: of_examples(*given, failed_in_doctest),
    "sybil": lambda *given: of_examples(*given, failed_in_sybil),
}


def outcomes(tool: str, folders: Sequence[Path]) -> Iterator[Outcome]:
    """What a tool does about some of the drifts."""
    for folder in folders:
        with TemporaryDirectory() as place:
            here = Path(shutil.copytree(folder, Path(place, folder.name)))
            for name in ("README.md", "fixed.md"):
                text = (here / name).read_text("utf-8")
                (here / name).write_text(_NOTE.sub("", text), "utf-8")
            os.chdir(here)
            sys.path.insert(0, str(here))
            last = NOW[folder.name][-1] if NOW[folder.name][-1] != "none" else "45"
            yield TOOLS[tool](
                here, here / "README.md", f"{last}|{'nine' if last.isalpha() else '77'}"
            )
            sys.path.remove(str(here))
            os.chdir(ROOT)
            for name in ("power", "skills"):
                sys.modules.pop(name, None)


def main() -> None:
    """Measure the tools and print the table; a whole run with all of them keeps it."""
    is_small = "--small" in sys.argv
    folders = sorted(DRIFTS.iterdir())[: SMALL if is_small else None]
    rows = [COLUMNS]
    for tool in TOOLS:
        sums = [sum(each) for each in zip(*outcomes(tool, folders), strict=True)]
        files = [each / "pyproject.toml" for each in folders] if tool == "sfrules" else []
        settings = sum(len(each.read_text("utf-8").splitlines()) for each in files)
        rows.append([tool, *map(str, sums[:4]), str(settings), str(sums[4])])
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    print(out.getvalue(), end="")
    if Cog and not is_small:
        RESULT.write_text(out.getvalue(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
