"""Each noun of the glossary in CONTRIBUTING.md is a class of that name, where it is said to be."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Glossary")[2]
NOUNS = re.findall(r"^- \*\*`(\w+)`\*\*, `([\w/]+)\.py`: (.+)$", GLOSSARY, re.MULTILINE)
MOST = 20


def test_the_glossary_is_short():
    assert 0 < len(NOUNS) <= MOST
    assert len(NOUNS) == GLOSSARY.count("\n- ")


@pytest.mark.parametrize(("noun", "path"), [each[:2] for each in NOUNS])
def test_each_noun_is_a_class_of_its_file(noun, path):
    module = path.replace("/", ".")
    found = getattr(importlib.import_module(module), noun)
    assert isinstance(found, type)
    assert found.__module__ == module


@pytest.mark.parametrize(("noun", "said"), [each[::2] for each in NOUNS])
def test_each_noun_is_said_to_be_made_by_something_for_something(noun, said):
    assert said.startswith("This ")
    assert " is made " in said
    assert re.search(r" handed | written | listed ", said), noun
