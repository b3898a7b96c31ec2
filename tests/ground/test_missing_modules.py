"""A module that is missing is told with the extra that brings it, or with who wants it."""

import sys
from importlib import import_module

import pytest

from sfrules.ground.internal_errors import guarded


@pytest.mark.parametrize(
    ("missing", "told"),
    [
        ("jinja2", 'jinja2 is missing: pip install "sfrules[book]"'),
        ("mkdocs.config", 'mkdocs.config is missing: pip install "sfrules[book]"'),
        ("yaml", 'yaml is missing: pip install "sfrules[book]"'),
        ("pikepdf", 'pikepdf is missing: pip install "sfrules[paper]"'),
        ("fcntl", "the module fcntl is missing; it is imported at {path}:1"),
        ("markupsafe", "the module markupsafe is missing; it is imported at {path}:1"),
    ],
)
def test_a_module_that_is_missing_is_told_with_what_brings_it_or_who_wants_it(
    monkeypatch, tmp_path, missing, told
):
    path = tmp_path / "asks_for_it.py"
    path.write_text(f"import {missing}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, "asks_for_it", raising=False)
    with pytest.raises(SystemExit) as ended:
        guarded(lambda: import_module("asks_for_it"))
    assert ended.value.code == f"error: {told.format(path=path)}"


def test_a_package_of_another_version_is_told_by_its_own_words(monkeypatch, tmp_path):
    path = tmp_path / "asks_for_a_name.py"
    path.write_text("import os\nfrom jinja2 import no_such_name\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(SystemExit) as ended:
        guarded(lambda: import_module("asks_for_a_name"))
    said = str(ended.value.code)
    assert said.startswith("error: cannot import name 'no_such_name' from 'jinja2' (")
    assert said.endswith(f"; it is imported at {path}:2")


def test_a_file_with_the_name_of_a_module_of_python_is_told(monkeypatch, tmp_path):
    (tmp_path / "statistics.py").write_text("MEANS = 3\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "statistics", raising=False)
    with pytest.raises(SystemExit) as ended:
        guarded(lambda: import_module("statistics") and exec("from statistics import fmean"))  # noqa: S102
    told = "statistics.py hides the module statistics of Python: give it another name"
    assert ended.value.code == f"error: {told}"
