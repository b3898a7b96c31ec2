"""A small book, made of the code that a test gives."""

import importlib
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from sfrules.analysis.analysis import analyze
from sfrules.press.doors.answers import Answers

HEAD = """\
from fractions import Fraction
from typing import Annotated, Literal
from sfrules import Book
book = Book("Planted", __file__)
"""


class PlantedBook:
    def __init__(self, folder, code, tables):
        for name, text in tables.items():
            (folder / f"{name}.csv").write_text(text, encoding="utf-8")
        (folder / "planted.py").write_text(HEAD + code, encoding="utf-8")
        sys.modules.pop("planted", None)
        importlib.invalidate_caches()
        self.book = importlib.import_module("planted").book

    def findings(self, *rules):
        with ThreadPoolExecutor(1) as one:
            return analyze(one, self.book.model, rules).findings

    def told(self, kind):
        return [each for each in self.findings() if each.kind == kind]

    def run(self, expression):
        return Answers(self.book.bound()).answer(expression)


@pytest.fixture
def planted(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield lambda code, **tables: PlantedBook(tmp_path, code, tables)
    sys.modules.pop("planted", None)
