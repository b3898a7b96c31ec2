"""The budget of work: a count that is over it stops the bench, and one without a line there, too."""

from __future__ import annotations

import importlib.util
import sys

import pytest
from small_runs import BENCH


@pytest.fixture
def bench(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path, str(BENCH)])
    spec = importlib.util.spec_from_file_location("bench_of_work", BENCH / "budget.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (99, []),
        (100, []),
        (101, ["a page: 101 values formatted, 100 in budget.csv"]),
        (200, ["a page: 200 values formatted, 100 in budget.csv"]),  # each cell twice
    ],
)
def test_a_count_over_the_budget_is_told(bench, count, told):
    most = {("a page", "values formatted"): 100}
    assert list(bench.over_budget({"a page": {"values formatted": count}}, most)) == told


def test_a_count_without_a_line_in_the_budget_is_told(bench):
    assert list(bench.over_budget({"a page": {"files read": 1}}, {})) == [
        "a page: 1 files read, 0 in budget.csv"
    ]


def test_calls_of_python_are_a_hint_and_never_over_it(bench):
    assert list(bench.over_budget({"a page": {bench.HINT: 10**6}}, {})) == []


def test_every_line_of_the_budget_has_a_reason_and_is_of_work_that_is_counted(bench):
    rows = bench.BUDGET.read_text(encoding="utf-8").splitlines()[1:]
    assert {row.split(",")[0] for row in rows} == {*bench.WORK}
    assert [row for row in rows if not row.rsplit(",", 1)[1]] == []


def test_a_lower_count_is_kept_and_a_higher_one_is_not(bench, tmp_path, monkeypatch):
    budget = tmp_path / "budget.csv"
    budget.write_text(
        "work,what,most,reason\na page,files read,5,as measured\na page,files written,5,why\n"
    )
    monkeypatch.setattr(bench, "BUDGET", budget)
    bench.keep({"a page": {"files read": 4, "files written": 6, bench.HINT: 3}})
    assert budget.read_text().splitlines()[1:] == [
        "a page,files read,4,as measured",
        "a page,files written,5,why",
    ]
