"""Sentences with their proofs, and what is wrong with each: the cases of tests/corpus/proofs.

A case has its name behind ▶, then its prose, which is line 1, the lines of its proof behind │, of which the first
is line 4, and what is told of it behind ✗.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import test_proof_subjects
import test_sentences
from corpus import CORPUS
from proved import proved
from toy_book import BOOK

from sfrules.press.audit.numbers import naming_of, numbers_in

FILES = sorted((CORPUS / "proofs").glob("*.md"))
BOOKS = {"sentences": test_sentences.GAME, "subjects": test_proof_subjects.GAME}
CASE = re.compile(
    r"^(▶ .*)\n(?P<prose>(?:(?!│ ).*\n)+)(?P<proof>(?:│ .*\n)+)(?:✗ .*\n)*", re.MULTILINE
)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_proof_is_told_what_is_wrong_with_it(
    file: Path, golden: Callable[[Path, str], None]
) -> None:
    book = BOOKS.get(file.stem, BOOK)

    def told(case: re.Match[str]) -> str:
        lines = [line.removeprefix("│ ") for line in case["proof"].splitlines()]
        prose = case["prose"].removesuffix("\n")
        wrong = proved(prose, *lines, book=book)
        if file.stem == "sentences" and not wrong:
            assert len(lines) <= max(len(numbers_in(prose, naming_of(book))), 1)
        return f"{case[1]}\n{case['prose']}{case['proof']}" + "".join(f"✗ {w}\n" for w in wrong)

    text = file.read_text(encoding="utf-8")
    assert len(CASE.findall(text)) == text.count("▶") > 10
    golden(file, CASE.sub(told, text))
