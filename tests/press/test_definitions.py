"""Which definitions of a book's code stand on which, by each way that code comes to a name."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sfrules.press.site.keep.definitions import Definitions
from sfrules.press.site.load.book_module import forget

FORT = {
    "fort/__init__.py": "from fort.walls import height as tall\n",
    "fort/walls.py": '''\
"""Walls."""
THICK = 2
NAMES = {}
def _note(name):
    NAMES[name] = THICK
_note("keep")
def height(floors):
    """How high."""
    # floors of three
    return floors * 3
def named(name):
    return NAMES[name]
class Gate:
    def width(self):
        return THICK
''',
    "fort/moats.py": """\
import fort
import fort.walls
from fort import tall, walls
from fort.walls import height as high
from fort.deep import *
def by_name():
    return high(1)
def by_package():
    return fort.tall(1)
def by_module():
    return walls.height(1)
def by_path():
    return fort.walls.height(1)
def by_reexport():
    return tall(1)
def by_star():
    return depth()
def inside():
    from fort.walls import height
    return height(1)
def by_default(of=walls.THICK):
    return of
def of_class():
    return walls.Gate().width()
def handed_on():
    return list(map(high, [1]))
def by_hand():
    return globals()["high"](1)
def alone():
    return 4
""",
    "fort/deep.py": "def depth():\n    return 5\n",
}
HEIGHT = "fort.walls:height"


@pytest.fixture
def fort(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Definitions]]:
    """Writes the modules, with some texts that are others, and loads them."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def load(*swaps: tuple[str, str, str]) -> Definitions:
        forget(("fort",))
        for name, text in FORT.items():
            for file, old, new in swaps:
                assert file != name or old in text
                text = text.replace(old, new) if file == name else text  # noqa: PLW2901
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
        importlib.import_module("fort.moats")
        return Definitions(("fort",))

    yield load
    forget(("fort",))


@pytest.mark.parametrize(
    ("function", "reached"),
    [
        ("by_name", HEIGHT),
        ("by_package", HEIGHT),
        ("by_module", HEIGHT),
        ("by_path", HEIGHT),
        ("by_reexport", HEIGHT),
        ("inside", HEIGHT),
        ("handed_on", HEIGHT),
        ("by_hand", HEIGHT),
        ("by_star", "fort.deep:depth"),
        ("by_default", "fort.walls:THICK"),
        ("of_class", "fort.walls:THICK"),
    ],
)
def test_a_definition_stands_on_what_it_names_in_whatever_way(fort, function, reached):
    assert reached in fort().behind([f"fort.moats:{function}"])


def test_a_definition_stands_on_nothing_else(fort):
    code = fort()
    assert code.behind(["fort.moats:by_name"]) == {"fort.moats:by_name", HEIGHT}
    assert code.behind(["fort.walls:height"]) == {HEIGHT}


def test_a_value_stands_on_what_fills_it_while_the_module_is_loaded(fort):
    assert {"fort.walls:_note", "fort.walls:THICK"} <= fort().behind(["fort.walls:named"])


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("# floors of three", "# floors of 3", True),
        ("How high.", "How tall.", True),
        ("THICK = 2", "THICK = 2\n\n", True),
        ("floors * 3", "floors * 4", False),
        ("# floors of three\n    return", "return", True),
        ("height(floors)", "height(floors, /)", False),
    ],
)
def test_remarks_docstrings_and_places_are_no_code(fort, old, new, same):
    before = list(fort().meaning(HEIGHT))
    after = list(fort(("fort/walls.py", old, new)).meaning(HEIGHT))
    assert (before == after) is same


def test_code_that_shares_a_line_with_a_docstring_is_code(fort):
    old = "def depth():\n    return 5\n"
    one, other = ('def depth(): "Deep."; return 5\n', 'def depth(): "Deep."; return 6\n')
    before, after = (
        fort(("fort/deep.py", old, new)).part("fort.deep:depth") for new in (one, other)
    )
    assert before
    assert after
    assert before.code != after.code


def test_the_same_name_from_another_module_is_another_meaning(fort):
    by_name = "fort.moats:by_name"
    before = list(fort().meaning(by_name))
    swap = (
        "fort/moats.py",
        "from fort.walls import height as high",
        "from fort.deep import depth as high",
    )
    assert list(fort(swap).meaning(by_name)) != before


def test_where_a_definition_stands_is_printed_with_it(fort):
    before = list(fort().printed(HEIGHT))
    after = list(fort(("fort/walls.py", "THICK = 2", "THICK = 2\n")).printed(HEIGHT))
    assert before == [
        "7",
        'def height(floors):\n    """How high."""\n    # floors of three\n    return floors * 3',
    ]
    assert after == ["8", before[1]]


def test_a_statement_is_known_by_its_lines(fort):
    code = fort()
    assert code.named("fort.walls", "<lambda>", "6") == "fort.walls:4"
    assert code.named("fort.walls", "height.<locals>.inner", "9") == HEIGHT
    assert code.named("json", "dumps", "1") == "json:*"


def test_a_method_that_python_has_written_is_part_of_its_class(fort):
    assert fort().named("fort.walls", "Gate.__init__", "1") == "fort.walls:Gate"


@pytest.mark.parametrize(
    ("statement", "is_fixed"),
    [
        ("x: int = f()", True),
        ("x: dict = f()", False),
        ("x: Final[int] = f()", False),
        ("x = f()", False),
        ("x = {}", False),
        ("x = 3", True),
        ("x = (3, 4)", True),
        ("x = (3, f())", False),
        ("def x(): return f()", True),
    ],
)
def test_what_no_later_statement_can_change_is_fixed(fort, statement, is_fixed):
    old = "def depth"
    code = fort(("fort/deep.py", old, f"from typing import Final\nf = int\n{statement}\n{old}"))
    assert code.part("fort.deep:x").is_fixed is is_fixed
