"""Measure how many files a second `sfrules lint` looks through, as a whole process.

Beside it, in turns, a process that does no more than parse the same files with markdown-it-py, the
parser that lint stands on: what lint costs beyond that is its own.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from measuring import Run, asked, measured, tell

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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    given = asked(parser, files=20, rounds=1)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        size = write_book(root, given.files)
        print(f"{given.files} files, {size / 1e6:.1f} MB")
        programs = {
            name: (sys.executable, "-c", *program)
            for name, program in {
                "sfrules lint": (LINT, "lint", folder),
                "markdown-it-py alone": (PARSE, folder),
            }.items()
        }
        told = subprocess.check_output(programs["sfrules lint"])  # not counted
        if not told.startswith(b"no findings"):
            sys.exit(told.decode()[-2000:])
        taken: dict[str, list[Run]] = {name: [] for name in programs}
        for _ in range(given.rounds):
            for name, program in programs.items():
                taken[name].append(measured(program, root))
        tell(f"lint, {given.files} files", taken, "markdown-it-py alone")


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
