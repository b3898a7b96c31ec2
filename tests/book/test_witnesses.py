"""What the book's proofs ask: rules and rows that something else reads, and hardly a typed figure."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROOF = re.compile(r"^ *```proof[^\n]*\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def lines() -> Iterator[str]:
    """The lines of the proofs of the game's chapters."""
    for page in sorted((ROOT / "docs").rglob("*.md")):
        if page.parent.name not in {"authoring", "lint"}:
            for proof in PROOF.findall(page.read_text(encoding="utf-8")):
                yield from proof.splitlines()


@pytest.mark.parametrize(
    ("pattern", "most"),
    [
        # Rows that hold figures for rules to read; a fact of a source is cited instead.
        (r"\b(?:typical|fight)\.[a-z]", 40),
        (r"= (?:true|false)$", 80),
    ],
)
def test_few_lines_ask_what_is_typed_for_them(pattern: str, most: int) -> None:
    every = [*lines()]
    assert len(every) > 2_000
    assert len([line for line in every if re.search(pattern, line)]) <= most
