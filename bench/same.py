"""Compare what two commits publish: `python bench/same.py REV` lists what differs from REV.

The book and the books of the tests are built at both commits, each with its own pages. Compared are
articles (their text and their bytes), captions, the files of tables, and problems. The interpreter
that runs this runs both; `--python` names another one for REV.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

ROOT = Path(__file__).resolve().parents[1]
SHOWN = 6  # lines of a difference that are printed
WIDEST = 200


@dataclass(frozen=True)
class Published:
    """What a book comes to: each part by its name, such as an article, as text and as bytes."""

    texts: dict[str, str]
    files: dict[str, bytes]


def main() -> None:
    """Build at both commits, and print what differs; the exit code is 1 if anything does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rev", help="the commit to compare with")
    parser.add_argument("--python", default=sys.executable, help="what runs the commit")
    parser.add_argument("--lines", type=int, default=SHOWN, help="lines shown of each difference")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        checkout = Path(folder, "rev")
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "-qf", checkout, given.rev], check=True)
        try:
            before = published(checkout, given.python, Path(folder, "before"))
            after = published(ROOT, sys.executable, Path(folder, "after"))
        finally:
            subprocess.run([*git, "remove", "-f", checkout], check=True)
    found = list(differences(before, after, given.lines))
    print(*found or ["nothing differs"], sep="\n")
    sys.exit(bool(found))


def published(checkout: Path, python: str, folder: Path) -> dict[str, Published]:
    """Copy, check and build each book of a checkout."""
    names = ["", *(path.parent.name for path in sorted(checkout.glob("tests/books/*/mkdocs.yml")))]
    found = {}
    for name in names:
        book = folder / (name or "book")
        source = checkout / "tests" / "books" / name if name else checkout
        shutil.copytree(source, book, ignore=_left_out)
        # The shipped book is the package that runs; the others have theirs beside their pages.
        path = book if not name else checkout
        given = {**os.environ, "PYTHONPATH": str(path), "NO_MKDOCS_2_WARNING": "1"}
        given.setdefault("SOURCE_DATE_EPOCH", "0")
        run = [python, "-m"]
        told = subprocess.run(
            [*run, "sfrules", "check", "--format", "json"],
            cwd=book, env=given, capture_output=True, text=True, check=False,
        )  # fmt: skip
        subprocess.run(
            [*run, "mkdocs", "build", "--quiet"],
            cwd=book,
            env=given,
            capture_output=True,
            check=False,
        )
        found[name or "book"] = read(book / "site", told.stdout)
    return found


def _left_out(_folder: str, names: list[str]) -> list[str]:
    """What is made, and no part of a book."""
    is_top = "mkdocs.yml" in names
    return [each for each in names if each[0] == "." or (is_top and each in {"site", "dist"})]


def read(site: Path, told: str) -> Published:
    """Read the articles, captions and tables of a built site, with the problems of its check."""
    texts: dict[str, str] = {"problems": _problems(told)}
    files: dict[str, bytes] = {}
    for page in sorted(site.rglob("*.html")):
        name = page.relative_to(site).as_posix()
        tree = LexborHTMLParser(page.read_text(encoding="utf-8"))
        article = tree.css_first("article") or tree.css_first("[role=main]") or tree.body
        if article is None:
            continue
        files[f"article of {name}"] = (article.html or "").encode()
        captions = [each.text().strip() for each in article.css("caption, figcaption")]
        texts[f"captions of {name}"] = "\n".join(captions)
        texts[f"article of {name}"] = _lines(article.text(separator="\n"))
    for file in sorted((site / "tables").glob("*.*")):
        files[f"file {file.relative_to(site).as_posix()}"] = file.read_bytes()
    return Published(texts, files)


def _problems(told: str) -> str:
    try:
        problems = json.loads(told)
    except ValueError:
        return told
    parts = ("path", "line", "column", "message", "hint")
    return "\n".join(" ".join(str(each.get(part, "")) for part in parts) for each in problems)


def _lines(text: str) -> str:
    return "\n".join(line for each in text.splitlines() if (line := " ".join(each.split())))


def differences(
    before: dict[str, Published], after: dict[str, Published], most: int
) -> Iterator[str]:
    """Yield a line for each part that differs, with the first lines of how."""
    for book in sorted(before.keys() | after.keys()):
        if book not in before or book not in after:
            yield f"{book}: only {'after' if book in after else 'before'}"
            continue
        old, new = before[book], after[book]
        for name in sorted(old.texts.keys() | new.texts.keys()):
            one, other = old.texts.get(name), new.texts.get(name)
            if one is None or other is None:
                yield f"{book}: {name}: only {'before' if other is None else 'after'}"
            elif one != other:
                lines = difflib.unified_diff(one.split("\n"), other.split("\n"), lineterm="", n=0)
                told = [line[:WIDEST] for line in lines if line[:3] not in ("---", "+++", "@@ ")]
                yield f"{book}: {name}: {len(told)} lines of text"
                yield from (f"    {line}" for line in told[:most])
        for name in sorted(old.files.keys() & new.files.keys()):
            same_text = old.texts.get(name) == new.texts.get(name)
            if old.files[name] != new.files[name] and same_text:
                yield f"{book}: {name}: other bytes"
        for name in sorted(old.files.keys() ^ new.files.keys()):
            if name.startswith("file "):
                yield f"{book}: {name}: only {'before' if name in old.files else 'after'}"


if __name__ == "__main__":
    main()
