"""A book that is loaded again and again leaves nothing of the old ones behind."""

from __future__ import annotations

import gc
import weakref
from typing import TYPE_CHECKING

from sfrules.press.host.check import SiteCheck

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

BOOK = '''
from pathlib import Path
from sfrules.press.things.book import Rulebook

def speed(sails):
    """Speed."""
    return sails * 2

BOOK = Rulebook(
    title="Boats", root=Path(__file__).parent, namespaces={"sea": {"speed": speed}},
)
'''
PAGE = "# Boats\n\nA sloop makes {{ sea.speed(sails=3) }} knots.\n\n{{ formula(sea.speed) }}\n"
EDITS = 2


def test_old_rules_are_forgotten_with_all_that_was_known_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text(PAGE)
    code = tmp_path / "reloaded_book.py"
    code.write_text(BOOK)
    config = tmp_path / "mkdocs.yml"
    config.write_text(
        "site_name: Boats\nmarkdown_extensions: [sfrules]\n"
        "plugins: [{sfrules: {book: reloaded_book}}]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    site = SiteCheck(config)
    assert site.check().problems == ()
    assert site.memo
    rules = [weakref.ref(site.memo.book.namespaces["sea"]["speed"])]
    for more in range(EDITS):
        code.write_text(BOOK.replace("sails * 2", f"sails * {3 + more}"))
        assert site.check(afresh=True).problems == ()
        rules.append(weakref.ref(site.memo.book.namespaces["sea"]["speed"]))
    while gc.collect():  # what goes lets more go
        pass
    assert rules[0]() is None
    assert rules[-1]() is not None
