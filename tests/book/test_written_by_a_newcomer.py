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

TEXT = (Path(__file__).parent / "pages" / "first-evening.md").read_text(encoding="utf-8")
PAGE = page_of("docs/core/first-evening.md", TEXT, meta.get_data(TEXT)[0])


def test_the_page_is_proved_in_about_a_line_for_each_number():
    found, proofs = judged(BOOK, PAGE), fences(TEXT, regions(TEXT, PAGE.start))
    lines = sum(1 for proof in proofs for at in proof.lines(TEXT) if TEXT[slice(*at)].strip())
    assert found.problems == ()
    assert 50 <= found.audit.counts.total() >= lines / 1.15
