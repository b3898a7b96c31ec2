"""Change each number, operator and comparison of the rules, and each number of the tables.

One at a time: do the tests notice, and does the book, whose pages and docstrings are proofs? Each
is tried in a process of its own, which has loaded none of the rules before.
"""

from __future__ import annotations

import argparse
import csv
import importlib.abc
import importlib.machinery
import io
import json
import linecache
import math
import operator
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import Any

from changing import RULES, TABLES, Mutant, mutants
from section import ROOT, Section, Task, chapters
from trying import Batch, outcomes

ENOUGH = 0.98  # of the mutants have to be caught by tests
SECONDS = 240.0  # that one may take: rules may loop for ever, and tests ask for much
OF_BOOK = ("tables", "tables_of_systems", "errata", "facts_on_pages", "figures")
WAYS = ("lock", "proofs", "tests")  # to catch a mutant
FIRST = 3  # test files that are asked before all others
QUIETLY = ("-x", "-q", "--tb=no", "--assert=plain", "--rootdir", str(ROOT), "-c",
           str(ROOT / "pyproject.toml"), "-p", "no:cacheprovider", "-p", "no:xdist",
           "-p", "no:sfrules")  # fmt: skip
FOLDER = Path(tempfile.gettempdir(), f"mutants-{os.getpid()}")  # of this run alone
REASONS = Path(__file__).with_name("survivors.csv")
KNOWN = FOLDER / "known.json"  # of the book unchanged: what it prints, and what that depends on


def torture(task: Task) -> Section:
    """Try a share of all mutants, in a process that has nothing of the book loaded."""
    given = {"--share": task.share, "--seed": task.seed, "--seconds": task.seconds}
    asked = [sys.executable, __file__, *(str(e) for pair in given.items() for e in pair)]
    ran = subprocess.run(asked, capture_output=True, text=True, check=False, cwd=ROOT)
    if ran.returncode:
        return Section("Mutants", ["The run failed:", "", ran.stderr], ["not all were tried"])
    tried = [json.loads(line) for line in ran.stdout.splitlines()]
    every = len(mutants())
    all_ = Counter[str](each["sort"] for each in tried)
    caught = {way: Counter(each["sort"] for each in tried if each[way]) for way in WAYS}
    lines = [
        "Each number, operator and comparison of the rules, each number of the tables, changed.",
        "Those that neither the lock nor the proofs catch are left to the other tests.",
        "What runs out of time or memory is lost, and not caught.",
        "", "| of | tried | caught | by the lock | by the book's proofs | by other tests | lost |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]  # fmt: skip
    for sort, count in sorted(all_.items()):
        any_ = sum(each["sort"] == sort and _is_caught(each) for each in tried)
        shares = (
            f"{100 * each / count:.1f} %" for each in (any_, *(c[sort] for c in caught.values()))
        )
        lost = sum(each["sort"] == sort and "lost" in each for each in tried)
        lines.append(f"| {sort} | {count:,} | {' | '.join(shares)} | {lost} |")
    found = (each for each in tried if not (_is_caught(each) or "lost" in each))
    left = sorted(found, key=operator.itemgetter("said"))
    lines += ["", f"Not caught, {len(left)} of {len(tried):,}:", ""]
    lines += [f"- {each['said']}, in `{each['row']}`: {_reason(each)}" for each in left]
    fallen = _fallen(len(left), len(tried))
    return Section("Mutants", lines, fallen, tried=max(len(tried), 1) / every)


def _reason(left: dict[str, str]) -> str:
    """Why nobody notices a mutant; the file has the rows as they are, as lines move."""
    path, _, change = left["said"].split(":", 2)
    with REASONS.open(encoding="utf-8", newline="") as file:
        for known in csv.DictReader(file):
            if (path, left["row"], change.strip()) == (
                known["path"],
                known["row"],
                known["change"],
            ):
                return known["reason"]
    return "nobody has said why"


def _fallen(left: int, tried: int) -> list[str]:
    return ["too many mutants are not caught"] if left > (1 - ENOUGH) * tried else []


def _is_caught(told: dict[str, bool]) -> bool:
    return any(told[way] for way in WAYS)


def attempt(mutant: Mutant) -> str:
    """Whether the lock, the proofs, or else the tests catch a mutant, as JSON."""
    sys.path[:] = [str(ROOT), *(each for each in sys.path if each != str(ROOT))]
    if mutant.path.startswith(RULES):
        sys.meta_path.insert(0, _Changed(mutant))
        lines = mutant.text.splitlines(keepends=True)
        place = str(ROOT / mutant.path)
        linecache.cache[place] = (len(mutant.text), None, lines, place)
    else:
        _with_table(mutant)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        if mutant.was == mutant.new:
            KNOWN.write_text(json.dumps(_known()), encoding="utf-8")
        known = json.loads(KNOWN.read_text(encoding="utf-8"))
        lock = _is_locked_out(mutant, known["tables"])
        proofs = bool(_beside_pages()) or _proved(mutant, known["pages"])
        tests = not (lock or proofs) and _tested(mutant)
    return json.dumps({"lock": lock, "proofs": proofs, "tests": tests})


def _module_of(mutant: Mutant) -> str:
    return mutant.path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module of the rules with the text of a mutant."""

    def __init__(self, mutant: Mutant) -> None:
        self.name = _module_of(mutant)
        self.mutant = mutant

    def find_spec(
        self, name: str, *_: Sequence[str] | ModuleType | None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        place = str(ROOT / self.mutant.path)
        spec = importlib.machinery.ModuleSpec(
            name, self, origin=place, is_package=place.endswith("__init__.py")
        )
        spec.has_location = True
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(str(Path(place).parent))
        return spec

    def exec_module(self, module: ModuleType) -> None:
        code = compile(self.mutant.text, str(ROOT / self.mutant.path), "exec", dont_inherit=True)
        exec(code, vars(module))  # noqa: S102 it is the book's own code, but for a sign


def _with_table(mutant: Mutant) -> None:
    """Have the mutant's table read as it is changed, and all others as they are."""
    from sfrules.facts import sheet
    from sfrules.ground.source import Source

    read = sheet.read_source

    def changed(path: Path, shown: str, *given: Any) -> Source:
        return Source(shown, mutant.text) if shown == mutant.path else read(path, shown, *given)

    sheet.read_source = changed  # type: ignore[assignment] # a function in the place of another


def _beside_pages() -> list[str]:
    """What is wrong with the book's terms, errata and docstrings."""
    try:
        from sfrules.book import BOOK
        from sfrules.press.proving.typed_texts import loose_in_typed_texts, unproved_terms
        from sfrules.press.sessions.examples import check_docstrings

        found = [*BOOK.problems(), *unproved_terms(BOOK), *loose_in_typed_texts(BOOK)]
        found += [problem for check in check_docstrings(BOOK) for problem in check.problems]
        return [str(problem) for problem in found]
    except Exception as error:  # noqa: BLE001 rules that fail where they are loaded are noticed
        return [str(error)]


def _known() -> dict[str, Any]:
    """What each table prints, and what the press says that it and each page depend on."""
    from sfrules.book import BOOK
    from sfrules.press.site.keep.dependencies import Dependencies
    from sfrules.press.site.keep.store import Store
    from sfrules.press.site.weave.check import expand
    from sfrules.press.things.tables.table import printed_csv

    store = Store(Dependencies(BOOK))
    tables = {}
    for id, build in BOOK.tables.items():
        text = store.written(printed_csv, id, build)
        tables[id] = text, sorted(store.known[f"printed_csv {id}"][0].units)
    for path, page in _pages().items():
        store.expanded(path, page, expand)
    pages = {path: sorted(kept.basis.units) for path, kept in store.pages.items()}
    return {"tables": tables, "pages": pages}


def _may_notice(mutant: Mutant, units: Sequence[str]) -> bool:
    """Whether what depends on these may come to something else."""
    if "everything" in units:
        return True
    if mutant.path.startswith(RULES):
        return f"code {_module_of(mutant)}" in units
    rows = f"row {Path(mutant.path).stem.replace('-', '_')}."
    found = any(unit.startswith((rows, "term ", "all terms")) for unit in units)
    return found or f"facts {ROOT / mutant.path}" in units


def _pages() -> dict[str, Any]:
    """The book's chapters by their paths."""
    from mkdocs.utils import meta

    from sfrules.press.site.weave.check import page_of

    texts = {ROOT / page: (ROOT / page).read_text(encoding="utf-8") for page in chapters()}
    return {
        str(path): page_of(path.name, text, meta.get_data(text)[0]) for path, text in texts.items()
    }


def _proved(mutant: Mutant, depend: Mapping[str, Sequence[str]]) -> bool:
    """Whether the book's own pages notice."""
    try:
        from sfrules.book import BOOK
        from sfrules.press.site.weave.check import expand

        pages = [page for path, page in _pages().items() if _may_notice(mutant, depend[path])]
        pages.sort(key=lambda page: -page.source.text.count(mutant.near))
        return any(expand(BOOK, page).problems for page in pages)
    except Exception:  # noqa: BLE001 rules that fail where they are loaded are noticed
        return True


def _is_locked_out(mutant: Mutant, known: Mapping[str, tuple[str, Sequence[str]]]) -> bool:
    """Whether a table prints what it did not, which the lock keeps and a test holds it to."""
    try:
        from sfrules.book import BOOK
        from sfrules.press.things.tables.table import printed_csv

        return any(
            printed_csv(BOOK.tables[id]()) != text
            for id, (text, units) in known.items()
            if _may_notice(mutant, units)
        )
    except Exception:  # noqa: BLE001 tables that cannot be built are noticed
        return True


def _tested(mutant: Mutant) -> bool:
    """Whether a test fails; those that are likely to are asked first."""
    import pytest

    files = _ordered(mutant)
    for part in (files[:FIRST], files[FIRST:]):
        ran = pytest.main([*QUIETLY, *part])
        if ran not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return True
    return False


def _ordered(mutant: Mutant) -> list[str]:
    files = [*ROOT.glob("tests/rules/test_*.py"), ROOT / "tests/authored/test_shipped_tables.py"]
    files += [ROOT / "tests/book" / f"test_{name}.py" for name in OF_BOOK]
    stem = Path(mutant.path).stem
    near = mutant.near.replace("-", "_").removeprefix("_")

    def score(file: Path) -> tuple[int, int, str]:
        text = file.read_text(encoding="utf-8")
        named = stem.replace("-", "_") in file.stem
        return -named, -len(re.findall(rf"\b{re.escape(near)}\b", text)), file.name

    return [str(file) for file in sorted(files, key=score)]


def main() -> None:
    """Try a share of the mutants; write what became of each as a line of JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=math.inf)
    asked = parser.parse_args()
    _load_what_takes_long()
    FOLDER.mkdir()
    every = mutants()
    count = Task(asked.share, asked.seed).of(len(every))
    chosen = random.Random(asked.seed).sample(every, count)
    _expect_nothing_of_no_change()
    end = time.monotonic() + asked.seconds
    in_time = takewhile(lambda _: time.monotonic() < end, chosen)
    batches = (Batch(str(m), lambda m=m: [m], attempt) for m in in_time)  # type: ignore[misc]
    for outcome in outcomes(batches, SECONDS):
        came = json.loads(outcome.answer) if outcome.answer else {**UNCAUGHT, "lost": True}
        mutant: Mutant = outcome.given
        sort = "the rules" if mutant.path.startswith(RULES) else "the tables"
        told = {**came, "sort": sort, "said": str(mutant), "row": mutant.row}
        print(json.dumps(told), flush=True)
    shutil.rmtree(FOLDER)


def _expect_nothing_of_no_change() -> None:
    """Stop unless the book passes as it is, in both the ways in which it will be changed."""
    for path in (f"{RULES}/exact.py", f"{TABLES}/dice.csv"):
        for outcome in outcomes([Batch(path, partial(_unchanged, path), attempt)], SECONDS):
            if outcome.fell or json.loads(outcome.answer) != UNCAUGHT:
                raise SystemExit(f"{path}, as it is: {outcome.fell or outcome.answer}")


def _unchanged(path: str) -> list[Mutant]:
    return [Mutant(path, 1, 0, 0, "", "", "")]


UNCAUGHT = dict.fromkeys(WAYS, False)


def _load_what_takes_long() -> None:
    import doctest  # noqa: F401

    import _pytest.pytester  # noqa: F401
    import frictionless  # noqa: F401
    import hypothesis.strategies
    import icepool  # noqa: F401
    import jinja2  # noqa: F401
    import pandas as pd  # noqa: F401

    from sfrules.press.site.weave import check  # noqa: F401

    hypothesis.settings.register_profile(
        "mutants",
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
        derandomize=True,
        database=None,
        deadline=None,
    )
    hypothesis.settings.load_profile("mutants")


if __name__ == "__main__":
    main()
