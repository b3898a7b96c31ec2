"""A page by somebody who knew the introduction for authors and nothing else: what its proof costs.

It was written sentences first, by an author who had read `docs/authoring/index.md` alone.
"""

from pathlib import Path

from judging import judged
from mkdocs.utils import meta

from sfrules.book import BOOK
from sfrules.press.page.regions import regions
from sfrules.press.proving.proofs import fences
from sfrules.press.site.weave import page_of

PATH = Path(__file__).parent / "pages" / "first-evening.md"
TEXT = PATH.read_text(encoding="utf-8")
PAGE = page_of("docs/core/first-evening.md", TEXT, meta.get_data(TEXT)[0])
FOUND = regions(TEXT, PAGE.start)
PROOFS = fences(TEXT, FOUND)


def test_the_page_checks():
    assert judged(BOOK, PAGE).problems == ()


def test_the_page_is_prose():
    prose = TEXT[PAGE.start :]
    for proof in PROOFS:
        prose = prose.replace(TEXT[proof.opening : proof.region.end], "")
    assert len(prose.split()) >= 400
    assert "{{" not in prose


def test_its_proofs_have_about_a_line_for_each_number():
    numbers = judged(BOOK, PAGE).audit.counts.total()
    lines = sum(1 for proof in PROOFS for _, line in proof.lines(TEXT) if line.strip())
    assert numbers >= 50
    assert lines <= 1.15 * numbers, f"{lines} lines for {numbers} numbers"
