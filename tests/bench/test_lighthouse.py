"""The bench that asks Lighthouse: what it serves and what it makes of the answers, without npm."""

from __future__ import annotations

import gzip
import sys
import urllib.request
from urllib.error import HTTPError

import pytest
from small_runs import BENCH


@pytest.fixture
def lighthouse(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path, str(BENCH)])
    import lighthouse

    return lighthouse


def report(performance, *failing):
    """An answer of Lighthouse, with what the bench reads of it."""
    scores = dict.fromkeys(("accessibility", "best-practices", "seo"), 1.0)
    audits = {
        "good": {"id": "good", "title": "All is well", "score": 1, "scoreDisplayMode": "binary"},
        "speed": {"id": "speed", "title": "Slow", "score": 0.5, "scoreDisplayMode": "numeric"},
        "idle": {"id": "idle", "title": "Unasked", "score": None, "scoreDisplayMode": "binary"},
    }
    for name, value in (
        ("total-blocking-time", 1800 * (1 - performance)),
        ("cumulative-layout-shift", 0.02345),
        ("total-byte-weight", 512345),
        ("dom-size", 1710),
    ):
        audits[name] = {"numericValue": value, "score": 0.5, "scoreDisplayMode": "numeric"}
    for name in failing:
        audits[name] = {"id": name, "title": "Is wrong", "score": 0, "scoreDisplayMode": "binary"}
    scores["performance"] = performance
    return {
        "categories": {name: {"score": score} for name, score in scores.items()},
        "audits": audits,
    }


def test_a_row_has_the_medians_and_what_failed_in_any_of_the_answers(lighthouse):
    reports = [report(0.91, "label"), report(0.99), report(0.97, "label", "contrast")]
    assert list(lighthouse.lines("core/damage.html", reports)) == [
        "| `core/damage.html` | 97 | 100 | 100 | 100 | 54 | 0.023 | 512345 | 1710 |",
        "    contrast: Is wrong",
        "    label: Is wrong",
    ]


def test_texts_are_served_compressed_and_pictures_as_they_are(lighthouse, tmp_path):
    (tmp_path / "index.html").write_text("<p>A page.</p>", encoding="utf-8")
    (tmp_path / "cover.png").write_bytes(b"\x89PNG")
    with lighthouse.serving(tmp_path) as address:
        with urllib.request.urlopen(address) as page:
            assert page.headers["Content-Encoding"] == "gzip"
            assert gzip.decompress(page.read()) == b"<p>A page.</p>"
        with urllib.request.urlopen(address + "cover.png") as picture:
            assert picture.headers["Content-Encoding"] is None
            assert picture.read() == b"\x89PNG"
        with pytest.raises(HTTPError, match="404") as missing:
            urllib.request.urlopen(address + "away.html")
        missing.value.close()


# By the table in the calculator's own source, and at its lowest bounds.
@pytest.mark.parametrize(
    ("index", "times"), [(2000, 6), (1533, 4), (1300, 3), (800, 2), (150, 1), (100, 1)]
)
def test_a_slower_machine_is_slowed_down_less(lighthouse, index, times):
    assert lighthouse.slowdown_of(index) == pytest.approx(times, abs=0.01)
