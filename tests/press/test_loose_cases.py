"""Which numbers of a text are loose: the cases of tests/corpus/loose, with ⟦a mark⟧ around each that is.

A case is a line; ⏎ stands for the end of a line of its page, and ⟨NO-BREAK SPACE⟩ for a character by its name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from auditing import audited
from corpus import CORPUS

FILES = sorted((CORPUS / "loose").glob("*.md"))
NAMED = re.compile(r"⟨([A-Z -]+)⟩")


def marked(case: str) -> str:
    """A case with marks around what is loose on its page now."""
    plain = re.sub("[⟦⟧]", "", case)
    names = NAMED.findall(plain)
    lines = NAMED.sub(lambda name: unicodedata.lookup(name[1]), plain).split("⏎")
    for found in reversed(audited("\n".join(lines)).loose):
        line, start = lines[found.line - 1], found.column - 1
        end = start + found.length
        lines[found.line - 1] = f"{line[:start]}⟦{line[start:end]}⟧{line[end:]}"
    text = "⏎".join(lines)
    for name in names:
        text = text.replace(unicodedata.lookup(name), f"⟨{name}⟩")
    return text


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_is_loose_is_marked(file: Path, golden: Callable[[Path, str], None]) -> None:
    head, *groups = re.split(r"(?=^▶ .*\n)", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    texts = [head]
    for group in groups:
        title, *cases = group.split("\n")
        texts.append("\n".join([title, *map(marked, cases)]))
    golden(file, "".join(texts))
