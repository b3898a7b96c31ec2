"""How long a save of this book takes until it is shown, by what is saved.

    python bench/saves.py [--rounds N]

A copy of the book is built once, as a preview. Then each kind of save is made in turns, and taken
back: what is measured is the preview's own work, from the save to the last page that is written.
`--small` does so with the small book Lantern.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from measuring import asked

ROOT = Path(__file__).resolve().parents[1]
LANTERN = ROOT / "tests/books/lantern"
Save = tuple[str, str, str, str]  # its kind, the file, a text in it, and what is written instead
SAVES: tuple[Save, ...] = (
    ("a page", "docs/core/damage.md", "\n## ", "\nOne more line.\n\n## "),
    (
        "a rule of 17 pages",
        "sfrules/rules/core/defenses.py",
        "return 10 + armor",
        "return armor + 10",
    ),
    (
        "a rule of 2 pages",
        "sfrules/rules/core/battles.py",
        "return hard_band(heroes, level) - 1",
        "return -1 + hard_band(heroes, level)",
    ),
    (
        "a remark",
        "sfrules/rules/core/defenses.py",
        "    return 10 + armor",
        "    # so\n    return 10 + armor",
    ),
    ("a row", "tables/authored/scale-examples.csv", ",cat,", ",kitten,"),
    ("a table's code", "sfrules/book/tables/scale.py", "book.table(", "book.table( "),
    ("the book's own module", "sfrules/book/__init__.py", "from sfrules", "# so\nfrom sfrules"),
)
SMALL: tuple[Save, ...] = (
    ("a page", "docs/index.md", "\n", "\n\n"),
    ("a rule", "lantern.py", "return 1 - ", "return +1 - "),
    ("a row", "lamps.csv", "candle,1,", "candle,2,"),
)


def copy_of(small: bool, home: Path) -> Path:
    """A copy of a book, of what is in the repository alone."""
    root = home / "book"
    if small:
        return Path(shutil.copytree(LANTERN, root))
    names = subprocess.run(
        ["git", "ls-files", "docs", "sfrules", "tables", "mkdocs.yml", "README.md"],  # noqa: S607 — git is where the machine has it
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split("\n")  # fmt: skip
    for name in filter(None, names):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    return root


def measure(root: Path, saves: tuple[Save, ...], rounds: int) -> None:
    """Save each thing in turns, and print the medians."""
    from sfrules.press.doors.mkdocs.preview import Preview

    preview = Preview(root / "mkdocs.yml")
    taken: dict[str, list[tuple[float, float, int]]] = {save[0]: [] for save in saves}
    try:
        start = time.perf_counter()
        preview.build()
        print(f"the first build: {time.perf_counter() - start:.2f} s")
        for _ in range(rounds):
            for kind, name, old, new in saves:
                file = root / name
                text = file.read_text(encoding="utf-8")
                if old not in text:
                    raise SystemExit(f"{name} has no {old!r}")
                file.write_text(text.replace(old, new, 1), encoding="utf-8")
                wall, processor = time.perf_counter(), time.process_time()
                done = preview.update({file})
                pages = len(done.pages) if done else 0
                wall, processor = time.perf_counter() - wall, time.process_time() - processor
                taken[kind].append((wall, processor, pages))
                file.write_text(text, encoding="utf-8")
                preview.update({file})
    finally:
        preview.close()
    for kind, runs in taken.items():
        wall, processor, pages = (median(each) for each in zip(*runs, strict=True))
        print(
            f"{kind:24} {wall:5.2f} s  {processor:5.2f} s of the processor  {pages:.0f} shown again"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    options = asked(parser, rounds=1)
    if options.inside:
        measure(options.inside, SMALL if options.small else SAVES, options.rounds)
        return
    with tempfile.TemporaryDirectory() as home:
        root = copy_of(options.small, Path(home))
        command = [sys.executable, __file__, "--rounds", str(options.rounds), "--inside", str(root)]
        command += ["--small"] if options.small else []
        # The copy has its own package, which is the one that is edited.
        around = {**os.environ, "PYTHONPATH": str(root)}
        raise SystemExit(subprocess.run(command, cwd=root, env=around, check=False).returncode)


if __name__ == "__main__":
    main()
