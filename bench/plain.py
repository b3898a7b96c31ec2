"""How many questions the audit asks of plain prose: `python bench/plain.py FILE_OR_FOLDER…`.

Each file is read as prose of the book's own nouns, without its macros. With --show, every question
is printed with its line, to be looked at by hand: is it a rule's number, or only English?
"""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from pathlib import Path

from measuring import asked

from sfrules.book import BOOK
from sfrules.press.audit.loose_numbers import audit
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.page.regions import regions
from sfrules.press.site.weave.check import page_of
from sfrules.press.things.counts.number_kinds import Audit

FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
MACRO = re.compile(r"\{##.*?##\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
WORD = re.compile(r"[^\W\d_][\w'\u2019-]*")
ROOT = Path(__file__).resolve().parents[1]
PROSE = replace(BOOK, lock=None)


def audited(path: Path) -> tuple[Audit, int]:
    """What the audit finds in a file's prose, and how many words that has."""
    text = FRONT_MATTER.sub("", path.read_text(encoding="utf-8"))
    text = MACRO.sub("", text).replace("{{", "").replace("{%", "")
    page = ExpandedPage(page_of(str(path), text, text), text)
    return audit(PROSE, page, regions(text)), len(WORD.findall(text))


def main() -> None:
    """Print the questions in 1,000 words, for each file and for all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--show", action="store_true", help="print every question")
    given = asked(parser, paths=[ROOT / "README.md", ROOT / "docs" / "lint"])
    if not given.paths:
        parser.error("name some files or folders")
    files = [
        file
        for path in given.paths
        for file in (sorted(path.rglob("*.md")) if path.is_dir() else [path])
    ]
    questions = words = 0
    print(f"{'file':60} {'words':>7} {'questions':>9} {'in 1,000':>8}")
    for file in files:
        found, length = audited(file)
        count = found.counts["loose"]
        questions, words = questions + count, words + length
        print(f"{str(file)[-60:]:60} {length:7} {count:9} {1000 * count / max(length, 1):8.2f}")
        for problem in found.loose if given.show else ():
            print(f"    {problem.place}: {problem.message}\n        {problem.text.strip()[:160]}")
    print(f"{'all':60} {words:7} {questions:9} {1000 * questions / max(words, 1):8.2f}")


if __name__ == "__main__":
    main()
