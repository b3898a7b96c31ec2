"""`make bench`: each bench's rows come into one table, in the place of the one before."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest
from small_runs import BENCH

ROWS = ["| build | sfrules | 1.00 | | 2.00 | | 51 |\n"]


def loaded(name, path):
    spec = importlib.util.spec_from_file_location(name, BENCH / path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # its dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def whole():
    return loaded("bench_of_all", "__main__.py")


@pytest.fixture
def measuring():
    return loaded("measuring_alone", "measuring.py")


def test_the_table_is_written_between_its_marks_alone(whole, tmp_path):
    readme = tmp_path / "README.md"
    readme.write_text(f"# Before\n\n{whole.BEGIN}\nold\n\n{whole.END}\n# After\n")
    whole.write(lambda _: whole.table(ROWS, ["serve"], 5), readme)
    text = readme.read_text()
    assert text.startswith(f"# Before\n\n{whole.BEGIN}\nMedians of 5 rounds at commit ")
    assert text.endswith(f"| ---: |\n{ROWS[0]}\n`bench/serve.py` broke off, and has no more rows.\n\n{whole.END}\n# After\n")  # fmt: skip
    assert "old" not in text
    assert "markdown-exec 1" in text
    written = text.partition("# After")[0]
    whole.write(lambda _: whole.table(ROWS, [], 5), readme)
    assert readme.read_text() != written
    assert readme.read_text().count(whole.BEGIN) == 1


def test_rows_of_some_benches_take_the_place_of_those_that_they_had(whole):
    lint, more = "| lint | sfrules | 5.00 | | | | |\n", "| lint | alone | 6.00 | | | | |\n"
    old = whole.table([*ROWS, lint], [], 5)
    new = lint.replace("5.00", "4.00")
    once = whole.renewed(old, [new, more], ["lint"], 3)
    assert once.startswith(old.replace(lint, f"{new}{more}").rstrip("\n"))
    assert "\n\nRows of `lint.py`: medians of 3 rounds at commit " in once
    twice = whole.renewed(whole.renewed(once, ROWS, ["build"], 5), [lint, more], ["lint"], 7)
    notes = [line.partition(" rounds")[0] for line in twice.splitlines() if "Rows of" in line]
    assert notes == ["Rows of `build.py`: medians of 5", "Rows of `lint.py`: medians of 7"]
    assert f"{ROWS[0]}{lint}{more}\nRows of" in twice


def test_a_readme_without_marks_is_left_as_it_is(whole, tmp_path):
    readme = tmp_path / "README.md"
    readme.write_text("# Before\n")
    with pytest.raises(SystemExit, match="has no place for the table"):
        whole.write(lambda _: "new", readme)
    assert readme.read_text() == "# Before\n"


def test_the_readme_has_a_place_for_the_table(whole):
    text = whole.README.read_text()
    assert (text.count(whole.BEGIN), text.count(whole.END)) == (1, 1)
    assert text.index(whole.BEGIN) < text.index(whole.END)


def test_a_small_run_prints_the_table_and_writes_nothing(whole):
    before = whole.README.read_text()
    command = [sys.executable, str(BENCH), "lint", "--small"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    table = ran.stdout.partition("Medians of 1 rounds")[2]
    assert table.count("| lint, 20 files | ") == 2  # lint, and parsing alone
    assert whole.README.read_text() == before


@pytest.mark.parametrize(
    ("taken", "row"),
    [
        ({"a": [(1, 2, 9), (3, 9, 7), (2, 4, 8)]}, ["a", "2.00", "", "4.00", "", "8"]),
        ({"a": [(1, None, None)]}, ["a", "1.00", "", "", "", ""]),
        ({"a": [(float("inf"), None, None)]}, ["a", "never", "", "", "", ""]),
        ({"a": [(3, 1, None)], "base": [(2, 4, None)]}, ["a", "3.00", "1.50", "1.00", "0.25", ""]),
    ],
)
def test_a_row_has_medians_and_what_they_are_of_anothers(measuring, capsys, taken, row):
    runs = {name: [measuring.Run(*each) for each in runs] for name, runs in taken.items()}
    measuring.tell("work", runs, "base")
    told = capsys.readouterr().out.splitlines()[0]
    assert [cell.strip() for cell in told.strip("|").split("|")] == ["work", *row]


def test_a_process_is_measured_by_the_clock_and_the_processor(measuring, tmp_path):
    idle = measuring.measured([sys.executable, "-c", "import time; time.sleep(0.2)"], tmp_path)
    assert idle.wall >= 0.2 > idle.processor
    with pytest.raises(SystemExit, match="what is wrong"):
        measuring.measured([sys.executable, "-c", "raise SystemExit('what is wrong')"], tmp_path)


@pytest.mark.parametrize(("held", "takes", "known"), [(0, 200, True), (200, 0, False)])
def test_memory_is_told_if_it_is_more_than_the_benchs_own(held, takes, known):
    child = f"import sys; held = b'1' * {takes}_000_000"
    code = (
        f"import sys; from pathlib import Path; from measuring import measured; "
        f"held = b'1' * {held}_000_000; "
        f'print(measured([sys.executable, "-c", {child!r}], Path.cwd()).memory)'
    )
    # By a shell, which is small: the process of the tests may have more than any of these.
    small = ("sh", "-c", '"$@"; exit $?', "sh")
    bench = [*small, sys.executable, "-c", code]
    told = subprocess.check_output(bench, cwd=BENCH, text=True).strip()
    assert (told != "None" and float(told) > takes * 0.95) is known


def test_each_save_of_the_shipped_book_has_something_to_replace(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path, str(BENCH)])
    saves = loaded("bench_of_saves", "saves.py")
    for save in saves.SAVES:
        text = (saves.ROOT / save.file).read_text(encoding="utf-8")
        assert (save.kind, text.count(save.old)) == (save.kind, 1)
        texts = {save.new.replace("*", save.of_turn(turn)) for turn in range(1, 10)}
        assert len(texts) == 9  # none is what an earlier save has left
