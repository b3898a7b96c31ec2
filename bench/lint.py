"""Measure how many files a second `sfrules lint` looks through, as a whole process.

Beside it, in turns, a process that does no more than parse the same files with markdown-it-py, the
parser that lint stands on: what lint costs beyond that is its own.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

Taken = tuple[float, float]  # seconds by the clock, and of the processors
LINT = "from sfrules.__main__ import main; main()"
PARSE = """\
import sys
from pathlib import Path
from markdown_it import MarkdownIt
parser = MarkdownIt("commonmark", {"html": True}).enable("table")
for path in sorted(Path(sys.argv[1]).rglob("*.md")):
    parser.parse(path.read_text(encoding="utf-8"))
"""
WORDS = """
    the a sword lantern river under over beyond keeper tower drowned king salt wolf winter ember
    candle hollow grave silver iron oath road ferry bell stone widow crow lake storm
""".split()


def main() -> None:
    """Write the book, let both take turns at it, and print what each took."""
    arguments = _arguments()
    with tempfile.TemporaryDirectory() as folder:
        size = write_book(Path(folder), arguments.files)
        print(f"{arguments.files} files, {size / 1e6:.1f} MB, median of {arguments.rounds} rounds")
        programs = {"sfrules lint": [LINT, "lint", folder], "markdown-it-py alone": [PARSE, folder]}
        taken: dict[str, list[Taken]] = {name: [] for name in programs}
        for _ in range(arguments.rounds):
            for name, program in programs.items():
                taken[name].append(_run(program))
        _tell(taken, arguments.files)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    return parser.parse_args()


def _run(program: list[str]) -> Taken:
    start, busy = time.perf_counter(), _busy()
    ran = subprocess.run([sys.executable, "-c", *program], capture_output=True, check=False)
    taken = time.perf_counter() - start, _busy() - busy
    if ran.returncode or not b"no findings".startswith(ran.stdout.partition(b"\n")[0]):
        sys.exit(ran.stdout.decode()[-2000:] + ran.stderr.decode()[-2000:])
    return taken


def _busy() -> float:
    """The time that processors have given to all that was run."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _tell(taken: dict[str, list[Taken]], files: int) -> None:
    for at, kind in enumerate(("by the clock", "of a processor")):
        middle = {name: median(each[at] for each in times) for name, times in taken.items()}
        for name, seconds in middle.items():
            print(f"{name:<22}{seconds:7.2f} s {kind:<15}{files / seconds:7.0f} files a second")
        lint, alone = middle.values()
        print(f"lint takes {lint / alone:.2f} times as long as parsing alone, {kind}")


def write_book(folder: Path, files: int) -> int:
    """Write chapters that have no faults, and say how many bytes they are."""
    size = 0
    for number in range(files):
        text = chapter(random.Random(number), number, files)
        path = folder / f"part-{number // 100:02}" / f"chapter-{number:05}.md"
        path.parent.mkdir(exist_ok=True)
        size += path.write_bytes(text.encode())
    return size


def chapter(dice: random.Random, number: int, files: int) -> str:
    """A chapter: prose, a dice table, a table by level, monsters, and links to others."""
    other = dice.randrange(number // 100 * 100, min(number // 100 * 100 + 100, files))
    parts = [
        f"# Chapter {number}: {prose(dice, 3)}",
        f"Begin at [the monsters](#monsters-{number}).",
    ]
    for section in range(4):
        parts += [f"## {prose(dice, 3)} {number}-{section}", *(prose(dice, 60) for _ in range(3))]
        parts.append(
            f"See [elsewhere](chapter-{other:05}.md#monsters-{other}) and **{prose(dice, 2)}**."
        )
        parts.append(dice_table(dice, f"{prose(dice, 2)} {number}-{section}"))
    parts += [
        level_table(dice, number),
        f"## Monsters {number}",
        *(monster(dice) for _ in range(6)),
    ]
    return "\n\n".join(parts) + "\n"


def prose(dice: random.Random, words: int) -> str:
    """Words of a rulebook, in no order that means anything."""
    return " ".join(dice.choices(WORDS, k=words)).capitalize()


def dice_table(dice: random.Random, name: str) -> str:
    """A table with a row for each face of a twelve-sided die."""
    rows = [f"| {face} | {prose(dice, 8)} | {prose(dice, 3)} |" for face in range(1, 13)]
    return "\n".join([f"| d12 | {name} | Remark |", "| ---: | --- | --- |", *rows])


def level_table(dice: random.Random, number: int) -> str:
    """A table of what a hero has at each level."""
    rate = dice.randrange(2, 6)
    rows = [f"| {level} | {level * rate} | +{level} |" for level in range(1, 21)]
    return "\n".join([f"| Level | Wounds {number} | Attack |", "|---|---|---|", *rows])


def monster(dice: random.Random) -> str:
    """A monster whose hit points are the average of its dice."""
    count, bonus = dice.randrange(1, 12), dice.randrange(1, 9)
    points = count * 9 // 2 + bonus
    return f"**{prose(dice, 1)}.** *AC* 14, HP {points} ({count}d8+{bonus}). {prose(dice, 30)}."


if __name__ == "__main__":
    main()
