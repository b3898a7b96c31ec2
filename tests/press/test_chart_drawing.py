"""A chart is drawn once, and again when what it shows has changed; no trouble with that is fatal."""

import subprocess
import sys
from dataclasses import replace

import pytest
from toy_charts import line, step

from sfrules.press.things.charts import chart_drawing as charts_drawing
from sfrules.press.things.charts.chart_drawing import drawn
from sfrules.press.things.charts.chart_spec import specification

DRAWN = '<svg xmlns="http://www.w3.org/2000/svg"><!-- a drawing --></svg>'


@pytest.fixture
def calls(monkeypatch):
    """What is drawn, instead of drawing it."""
    made = []

    def draw(spec):
        made.append(spec)
        return DRAWN

    monkeypatch.setattr(charts_drawing, "draw", draw)
    return made


@pytest.fixture
def folder(tmp_path):
    return tmp_path / ".cache" / "charts"


def test_a_drawing_is_kept_and_not_made_again(calls, folder):
    assert drawn(specification(line()), folder) == drawn(specification(line()), folder) == DRAWN
    assert len(calls) == 1
    assert [path.suffix for path in folder.iterdir()] == [".svg"]


def test_other_numbers_are_drawn_anew(calls, folder):
    faster = replace(line().table, rows=tuple(range(14)))
    for chart in (line(), replace(line(), table=faster), step(), line()):
        drawn(specification(chart), folder)
    assert len(calls) == 3


def test_words_below_the_plot_are_not_drawn(calls, folder):
    for caption in ("One.", "Another."):
        drawn(specification(replace(line(), caption=caption)), folder)
    assert len(calls) == 1


def test_another_version_of_what_draws_draws_anew(calls, folder, monkeypatch):
    drawn(specification(line()), folder)
    monkeypatch.setattr(charts_drawing, "_versions", lambda: ("altair 99",))
    drawn(specification(line()), folder)
    assert len(calls) == 2


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda kept: kept[:-40],
        lambda _: b"\xff\xfe",
        lambda kept: kept.replace(b"a drawing", b"a drowning"),
    ],
)
def test_a_damaged_drawing_is_made_again_and_mended(calls, folder, damage):
    drawn(specification(line()), folder)
    (kept,) = folder.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(damage(whole))
    assert drawn(specification(line()), folder) == DRAWN
    assert kept.read_bytes() == whole
    assert len(calls) == 2


def test_a_folder_that_cannot_be_written_is_done_without(calls, folder):
    folder.parent.parent.joinpath(".cache").write_text("a file where the folder should be")
    assert drawn(specification(line()), folder) == DRAWN
    assert drawn(specification(line()), folder) == DRAWN
    assert len(calls) == 2


@pytest.mark.usefixtures("calls")
def test_a_drawing_that_cannot_be_moved_into_place_leaves_nothing_behind(folder):
    drawn(specification(line()), folder)
    (kept,) = folder.iterdir()
    kept.unlink()
    kept.mkdir()
    kept.joinpath("in the way").touch()
    assert drawn(specification(line()), folder) == DRAWN
    assert [path.name for path in folder.iterdir()] == [kept.name]


def test_what_draws_is_loaded_only_to_draw():
    program = (
        "import sys, sfrules.book; from sfrules.press.site import setting;"
        "sys.exit(bool({'altair', 'vl_convert'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
