"""Names that cross the border of a file, per 100 lines: `python bench/borders.py [FOLDER]`."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main(folder: str = "sfrules/press") -> None:
    """Print how many distinct names the files of a folder import from each other."""
    files = sorted((ROOT / folder).rglob("*.py"))
    package = folder.replace("/", ".")
    names, imports, lines = set[tuple[str, str]](), 0, 0
    for file in files:
        text = file.read_text(encoding="utf-8")
        lines += text.count("\n")
        found = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.ImportFrom)]
        own = [node for node in found if (node.module or "").startswith(package)]
        imports += len({node.module for node in own})
        names |= {(node.module or "", alias.name) for node in own for alias in node.names}
    whole = [file for file in files if file.stat().st_size]
    print(f"{len(names)} names, {100 * len(names) / lines:.2f} per 100 of {lines} lines")
    print(f"{len(whole)} files, {imports / len(whole):.1f} imports from own files in each")


if __name__ == "__main__":
    main(*sys.argv[1:])
