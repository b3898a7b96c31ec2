"""What is offered where a line of a proof is wrong: a fix, of it or of the prose, or a hint: the cases of fixes.md."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from corpus import CORPUS
from judging import judged
from proved import page, proof
from toy_book import BOOK

from sfrules.ground.fixes import settle
from sfrules.press.site.weave import page_of

FIXES = CORPUS / "fixes.md"
CASE = re.compile(r"^(▶ .*\n(?P<prose>.+)\n(?P<proof>(?:│ .*\n)+))(?:[→✗] .*\n)*", re.MULTILINE)


def fixed(folder: Path, text: str) -> tuple[str, list[str]]:
    """The page when all fixes are made, and what is left to be told."""
    (folder / "page.md").write_text(text, encoding="utf-8")

    def check(texts):
        page = texts.get("page.md", text)
        return judged(BOOK, page_of("page.md", page, page)).problems

    done = settle(check, folder)
    left = [f"{each.line}:{each.column}: {each.message}; {each.hint}" for each in sorted(done.left)]
    return done.after.get("page.md") or text, left


def test_what_is_certain_is_fixed_and_what_is_not_is_left_and_told(
    tmp_path: Path, golden: Callable[[Path, str], None]
) -> None:
    def told(case: re.Match[str]) -> str:
        lines = [line.removeprefix("│ ") for line in case["proof"].splitlines()]
        text = page(case["prose"], proof(*lines))
        after, left = fixed(tmp_path, text)
        prose, proved = re.fullmatch(r"(.+)\n\n```proof\n(.*)\n```\n", after, re.DOTALL).groups()
        new = [prose, *(f"│ {line}" for line in proved.split("\n"))] if after != text else []
        return case[1] + "".join([*(f"→ {each}\n" for each in new), *(f"✗ {w}\n" for w in left)])

    text = FIXES.read_text(encoding="utf-8")
    assert len(CASE.findall(text)) == text.count("▶") > 20
    golden(FIXES, CASE.sub(told, text))
