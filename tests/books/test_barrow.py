"""A chapter on delving, proved from the chapters for authors alone: what its proofs cost."""

import re
from pathlib import Path

from sfrules.press.host.check import SiteCheck

BARROW = Path(__file__).parent / "barrow"
MOST = 1.15  # lines for each number
FENCE = re.compile(r"^```proof\n.*?^```\n", re.MULTILINE | re.DOTALL)


def test_the_chapter_is_proved_in_a_line_for_each_number():
    found = SiteCheck(BARROW / "mkdocs.yml").check()
    (audit,) = found.audits.values()
    fences = FENCE.findall((BARROW / "docs" / "index.md").read_text(encoding="utf-8"))
    lines = sum(bool(line.strip()) for fence in fences for line in fence.split("\n")[1:-2])
    numbers = audit.counts["proved"] + audit.counts["read"]
    assert found.problems == ()
    assert numbers >= 40
    assert lines <= MOST * numbers, f"{lines} lines for {numbers} numbers"
