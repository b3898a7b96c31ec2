"""The authors' reference says what the code says, of all that a book is made with."""

from pathlib import Path

import sfrules
from sfrules.book.reference import reference

ROOT = Path(__file__).parents[2]


def test_each_name_that_can_be_imported_has_its_signature_and_its_docstring():
    text = reference()
    for name in sfrules.__all__:
        assert f"## `{name}` {{#{name.lower()}}}\n\n```python\n{name}(" in text
        assert getattr(sfrules, name).__doc__.splitlines()[0] in text
    assert "\n```python\nbook.csv(name: str, path: str = '', **columns: object)\n```\n" in text
    assert "self" not in text


def test_a_field_is_described_by_the_comment_above_it():
    assert "\n- `makes`: The class of its things.\n- `html`: Draws it on a page.\n" in reference()


def test_a_function_that_stands_for_a_value_has_no_address_of_memory():
    assert " at 0x" not in reference()


def test_a_macro_s_block_of_text_is_no_value_of_the_lock():
    assert "reference()" not in (ROOT / "tables/printed/values.csv").read_text(encoding="utf-8")
    assert "reference()" in (ROOT / "docs/authoring/python.md").read_text(encoding="utf-8")
