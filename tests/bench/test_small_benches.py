"""Every bench runs: with `--small` it does all that it does, and prints its table."""

from __future__ import annotations

import importlib.util
import sys

import pytest
from small_runs import BENCH, LINES, missing

# They wait for servers: in a file of their own, so that another process does it meanwhile.
SERVING = {"memory", "saves", "serve"}
# Lighthouse comes from npm, what is askable is a whole book, and the whole table has its own tests.
APART = {"lighthouse", "askable", "__main__"}


@pytest.fixture
def build(monkeypatch):
    """The bench of builds; PyPI has a package of its name."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(BENCH)])
    spec = importlib.util.spec_from_file_location("bench_of_builds", BENCH / "build.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)  # its dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module


def test_every_script_is_run_small():
    scripts = {
        path.stem for path in BENCH.glob("*.py") if '__name__ == "__main__"' in path.read_text()
    }
    assert scripts == LINES.keys() | APART


@pytest.mark.parametrize("script", sorted(LINES.keys() - SERVING))
def test_a_bench_ends_and_prints_its_table(script):
    assert missing(script) == []


def page(cells, sentences):
    """A built page, with the markup that a variant may have around what a reader reads."""
    table = "".join(f'<td class="num"><span data-receipt="0">{cell}</span></td>' for cell in cells)
    prose = "".join(
        f"<p>{text.replace('is ', 'is <b>').replace(',', '</b>,', 1)}</p>" for text in sentences
    )
    return f"<body><p>It is prose.</p><table><tr>{table}</tr></table>{prose}</body>"


@pytest.mark.parametrize(
    ("was", "becomes", "same"),
    [
        ("", "", True),
        (">10<", ">11<", False),  # a cell: level 1 of the first table has attack 10
        ("<b>4<", "<b>5<", False),  # a value: page 1 has renown 4 at its first place
        ("</table>", "</table><table><tr><td>7</td></tr></table>", False),
    ],
)
def test_books_are_compared_by_what_a_reader_reads(build, tmp_path, was, becomes, same):
    built = tmp_path / "site" / "company-001" / "index.html"
    built.parent.mkdir(parents=True)
    text = page(*build.wanted(1))
    assert was in text
    built.write_text(text.replace(was, becomes, 1) if was else text, encoding="utf-8")
    if same:
        build.check_same({"ours": tmp_path}, 1)
    else:
        with pytest.raises(
            SystemExit, match="page 1 of ours does not print the numbers of the others"
        ):
            build.check_same({"ours": tmp_path}, 1)
