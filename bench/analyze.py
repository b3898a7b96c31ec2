"""How many of 300 planted faults `sfrules analyze` reports, each with a case that holds.

    python bench/analyze.py [--small] [--seed N] [--count N]

The faults are planted by a random choice that knows the code's syntax and the tables' columns, and
nothing of what analysis looks for. A case counts if `sfrules calc` takes it for true, and plain
Python does so as well, which calls the changed rules and reads the changed tables. Beside analysis,
the rules are asked at every point of their domains by a loop of this file: a change after which all
answers are the same is no fault, and is counted apart. Where a domain has no end, the loop cannot
show that, and the change is a fault.
Seeds 1 to 3 were looked at while the tool was written.
"""

from __future__ import annotations

import argparse
import ast
import csv
import gc
import hashlib
import inspect
import io
import itertools
import math
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from by_hand import holds_by_hand

import sfrules
from sfrules.analysis import analysis, table_findings
from sfrules.analysis.grid import Axis, Grid
from sfrules.analysis.survey import rule_grid, surveys
from sfrules.binding.statements import executor
from sfrules.facts.domain import all_values, domains
from sfrules.press.doors.answers import Answers

ROOT = Path(__file__).resolve().parents[1]
PER_BOOK = 150  # Lantern has fewer that change an answer: 44
OPPOSITE = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE}
OTHER_SIGN = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult}


@dataclass(frozen=True)
class Planted:
    """A fault: its kind, the file that it changes, the file's text, and where it is."""

    kind: str
    file: str
    text: str
    where: str


@dataclass(frozen=True)
class Ground:
    """A book to plant faults in: its folder, its module, the files of rules, and its tables.

    `better` are the columns of a table where more is better, and where less is.
    """

    name: str
    folder: Path
    module: str
    code: tuple[str, ...]
    tables: tuple[str, ...]
    better: dict[str, tuple[tuple[str, ...], tuple[str, ...]]]
    laws: str = ""


CORE = "sfrules/rules/core"
GROUNDS = (
    Ground(
        "caravan",
        ROOT / "tests/books/caravan",
        "caravan",
        ("caravan.py",),
        ("ranks.csv", "weather.csv", "mounts.csv", "guards.csv"),
        {
            "mounts.csv": (("pace", "load"), ("price",)),
            "guards.csv": (("skill", "armor"), ("wage",)),
        },
    ),
    Ground(
        "lantern",
        ROOT / "tests/books/lantern",
        "lantern",
        ("lantern.py",),
        ("lamps.csv", "terrain.csv"),
        {"lamps.csv": (("Hours", "Reach"), ("Price",))},
        (ROOT / "bench/lantern_laws.py").read_text(encoding="utf-8"),
    ),
    Ground(
        "shipped",
        ROOT,
        "sfrules.book",
        tuple(
            f"{CORE}/{name}.py"
            for name in ("downed", "progression", "defenses", "secondary", "checks")
        ),
        tuple(
            f"tables/authored/{name}.csv"
            for name in (
                "ability-multiplier",
                "basic-attacks",
                "dice-multiplier",
                "escalation-die",
                "tiers",
            )
        ),
        {},
    ),
)


def rules_in(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield the functions of a module that are rules."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(
            "rule" in ast.unparse(d) for d in node.decorator_list
        ):
            yield node


def code_faults(text: str, file: str) -> Iterator[Planted]:
    """Yield every fault that can be planted in a file of rules."""
    tree = ast.parse(text)
    for rule in rules_in(tree):
        for node in (n for s in rule.body[1:] for n in ast.walk(s)):
            if isinstance(node, ast.Compare) and type(node.ops[0]) in OPPOSITE:
                before = node.ops[0]
                node.ops[0] = OPPOSITE[type(before)]()
                yield Planted(
                    "swapped comparison", file, _with(text, rule), f"{rule.name}:{node.lineno}"
                )
                node.ops[0] = before
            if isinstance(node, ast.Constant) and type(node.value) is int:
                number = node.value
                for by in (-2, -1, 1, 2):
                    node.value = number + by
                    where = f"{rule.name}:{node.lineno} {number}{by:+}"
                    yield Planted("broken law", file, _with(text, rule), where)
                node.value = number
            if isinstance(node, ast.BinOp) and type(node.op) in OTHER_SIGN:
                sign = node.op
                node.op = OTHER_SIGN[type(sign)]()
                yield Planted("broken law", file, _with(text, rule), f"{rule.name}:{node.lineno}")
                node.op = sign
        for parameter in rule.args.args:
            if fixed := _fixed(rule, parameter):
                yield Planted(
                    "dead parameter", file, _with(text, fixed), f"{rule.name} {parameter.arg}"
                )


def _fixed(rule: ast.FunctionDef, parameter: ast.arg) -> ast.FunctionDef | None:
    """The rule with a parameter put aside for a value of its kind."""
    said = ast.unparse(parameter.annotation) if parameter.annotation else ""
    texts = [
        n.value for n in ast.walk(parameter.annotation or parameter) if isinstance(n, ast.Constant)
    ]
    if said == "bool":
        value: Any = False
    elif texts and isinstance(texts[0], str):
        value = texts[0]
    elif said.startswith(("range", "Literal")) or said in (
        "int",
        "Whole",
        "Count",
        "Level",
        "HeroLevel",
    ):
        value = 5
    else:
        return None
    copy = ast.parse(ast.unparse(rule)).body[0]
    assert isinstance(copy, ast.FunctionDef)  # noqa: S101 - it was one
    at = 1 if ast.get_docstring(copy) else 0
    copy.body.insert(at, ast.parse(f"{parameter.arg} = {value!r}").body[0])
    copy.lineno, copy.end_lineno = rule.lineno, rule.end_lineno
    copy.decorator_list[0].lineno = rule.decorator_list[0].lineno
    return copy


def _with(text: str, rule: ast.FunctionDef) -> str:
    """The text with a rule written anew."""
    lines = text.splitlines(keepends=True)
    first = min(rule.lineno, rule.decorator_list[0].lineno) - 1
    lines[first : rule.end_lineno] = [ast.unparse(rule) + "\n"]
    return "".join(lines)


def table_faults(ground: Ground, text: str, file: str) -> Iterator[Planted]:
    """Yield every fault that can be planted in a table of facts."""
    head, *rows = list(csv.reader(io.StringIO(text)))
    last = next((at for at, name in enumerate(head) if name.startswith("to_")), None)
    if last is not None:
        for number, row in enumerate(rows[:-1]):  # the last one may have no end
            for by, kind in ((-1, "gap in levels"), (1, "overlapping levels")):
                if int(row[last]) + by >= int(row[last - 1]):
                    changed = [*row[:last], str(int(row[last]) + by), *row[last + 1 :]]
                    told = _table(head, [*rows[:number], changed, *rows[number + 1 :]])
                    yield Planted(kind, file, told, f"{file}:{number + 2}")
    more, less = ground.better.get(file, ((), ()))
    for number, row in enumerate(rows if more else ()):
        for column in (*more, *less):
            at = head.index(column)
            for by in (1, 2, 3):
                worse = int(row[at]) + (by if column in less else -by)
                if worse >= 1:
                    added = ["planted", *row[1:at], str(worse), *row[at + 1 :]]
                    told = _table(head, [*rows, added])
                    yield Planted("dominated row", file, told, f"{file}:{number + 2} {column} {by}")


def _table(head: list[str], rows: list[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([head, *rows])
    return out.getvalue()


def faults(ground: Ground) -> list[Planted]:
    """Return every fault that the planter knows for a book."""
    found: list[Planted] = []
    for file in ground.code:
        found += code_faults((ground.folder / file).read_text(encoding="utf-8"), file)
    for file in ground.tables:
        found += table_faults(ground, (ground.folder / file).read_text(encoding="utf-8"), file)
    return found


def mixed(found: list[Planted], seed: int) -> list[Planted]:
    """The faults in a random order in which the kinds take turns."""
    random.Random(seed).shuffle(found)
    turns: Counter[str] = Counter()
    order = []
    for fault in found:
        order.append((turns[fault.kind], fault))
        turns[fault.kind] += 1
    return [fault for _, fault in sorted(order, key=lambda each: each[0])]


def look(
    folder: Path, ground: Ground, only: str, changed: str
) -> tuple[list[list[Any]], str] | str:
    """Analyze the book in a folder; returns its findings and a digest of a rule's answers.

    It runs in a process of its own, forked from one that has the press loaded and no book. Of a
    book that fails as it is loaded, it returns the place that `sfrules analyze` reports.
    """
    os.chdir(folder)
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(folder))
    sfrules.__path__.insert(0, str(folder / "sfrules"))
    try:
        return _looked(import_module(ground.module), only.split(",") if only else [], changed)
    except Exception:  # noqa: BLE001 - what is wrong is for the command to say
        run = [sys.executable, "-m", "sfrules", "analyze", "--jobs", "1", "--book", ground.module]
        where = {"PYTHONPATH": f"{folder}:{ROOT}", "PATH": "/usr/bin:/bin"}
        done = subprocess.run(run, env=where, capture_output=True, text=True)  # noqa: PLW1510 - its code is not asked
        return f"{done.stdout}{done.stderr}".partition("\n")[0]


def _looked(module: Any, only: list[str], changed: str) -> tuple[list[list[Any]], str]:
    """Return the findings that are left, each with what its case comes to, and the digest."""
    made = getattr(module, "book", None)
    made = made if hasattr(made, "model") else import_module("sfrules.book.shipped").book
    model = made.model()
    known = {(each.kind, each.subject) for each in model.accepted}
    with ThreadPoolExecutor(1) as one:
        found = [*analysis.analyze(one, lambda: model, only).findings]
    if only == ["core.tier"]:  # the tables of the shipped book alone
        found += table_findings.level_findings(model)
    answers = Answers(made.bound())
    left = [each for each in found if (each.kind, each.subject) not in known]
    told = [
        [e.kind, e.subject, e.case, answers.answer(e.case), holds_by_hand(model, e)] for e in left
    ]
    return told, _digest(model.rules, changed.split(",") if changed else sorted(model.rules))


def _digest(rules: Mapping[str, Any], names: list[str]) -> str:
    """Return a digest of all answers of some rules; "" if their domains have no end."""
    digest = hashlib.sha256()
    for name in names:
        values = [all_values(domain) for domain in domains(rules[name]).values()]
        if None in values:
            return ""
        for point in itertools.product(*filter(None, values)):
            digest.update(_answer(rules[name], point).encode())
    return digest.hexdigest()


def _answer(rule: Any, point: tuple[Any, ...]) -> str:
    try:
        told = rule(*point)
        return repr(list(told) if inspect.isgenerator(told) else told)
    except ValueError:
        return "refused"
    except Exception as error:  # noqa: BLE001 - the rule's answer, whatever it is
        return type(error).__name__


def prepared(ground: Ground, folder: Path) -> Path:
    """A copy of a book to plant in."""
    target = folder / ground.name
    if ground.name == "shipped":
        for part in ("sfrules", "tables"):
            shutil.copytree(
                ground.folder / part, target / part, ignore=shutil.ignore_patterns("__pycache__")
            )
        shutil.copy(ground.folder / "mkdocs.yml", target)
    else:
        shutil.copytree(ground.folder, target)
    if ground.laws:
        book = target / ground.code[0]
        book.write_text(book.read_text(encoding="utf-8") + ground.laws, encoding="utf-8")
    return target


@dataclass
class Count:
    """How many faults of each kind were planted and told, which were not, and how many are none."""

    planted: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    none: int = 0


def plant(ground: Ground, seed: int, count: int, jobs: int = 1) -> Count:
    """Plant faults one at a time, so many at once, until as many of them are faults as asked."""
    done, waiting = Count(), iter(mixed(faults(ground), seed))
    fork = multiprocessing.get_context("fork")
    with TemporaryDirectory() as folder, fork.Pool(jobs, maxtasksperchild=1) as workers:
        targets = [prepared(ground, Path(folder) / str(job)) for job in range(jobs)]
        sound: dict[tuple[str, str], Any] = {}
        while (missing := count - done.planted.total()) > 0:
            batch = list(islice(waiting, min(jobs, missing)))
            if not batch:
                break
            for asked in {_asked(ground, fault) for fault in batch} - sound.keys():
                sound[asked] = workers.apply(look, (targets[0], ground, *asked))
            planted = [(ground, *each) for each in zip(batch, targets, strict=False)]
            looked = workers.starmap(_planted, planted, chunksize=1)
            for fault, found in zip(batch, looked, strict=True):
                _add(done, ground, fault, found, sound[_asked(ground, fault)])
            counts = f"{done.told.total()} of {done.planted.total()} told, {done.none} are none"
            print(f"{ground.name}: {counts} so far", file=sys.stderr, flush=True)
    return done


def _planted(ground: Ground, fault: Planted, target: Path) -> Any:
    """What is found while a fault stands in a book."""
    file = target / fault.file
    before = file.read_text(encoding="utf-8")
    laws = ground.laws if fault.file == ground.code[0] else ""
    file.write_text(fault.text + laws, encoding="utf-8")
    found = look(target, ground, *_asked(ground, fault))
    file.write_text(before, encoding="utf-8")
    return found


def _add(done: Count, ground: Ground, fault: Planted, found: Any, sound: Any) -> None:
    """Count a fault."""
    is_none = not isinstance(found, str) and found[1] and found[1] == sound[1]
    if is_none and fault.kind != "dominated row":
        done.none += 1
        return
    done.planted[fault.kind] += 1
    if _is_told(found, sound, fault):
        done.told[fault.kind] += 1
    else:
        why = found if isinstance(found, str) else ""
        done.missed.append(f"{ground.name}: {fault.kind} {fault.where} {why}")
        print(done.missed[-1], file=sys.stderr, flush=True)


def _asked(ground: Ground, fault: Planted) -> tuple[str, str]:
    """The rules to analyze, and the rule that is changed; "" is all of them.

    Of the shipped book, the rules of the changed file are analyzed, or the tables alone, which is
    quicker.
    """
    if fault.file.endswith(".csv"):
        return "core.tier" if ground.name == "shipped" else "", ""
    if ground.name != "shipped":
        return "", f"{ground.name}.{fault.where.partition(':')[0].split()[0]}"
    tree = ast.parse((ground.folder / fault.file).read_text(encoding="utf-8"))
    only = ",".join(f"core.{rule.name}" for rule in rules_in(tree))
    return only, f"core.{fault.where.partition(':')[0].split()[0]}"


def _is_told(found: Any, sound: Any, fault: Planted) -> bool:
    """Whether there is a new finding whose case holds when it is run.

    Where the fault keeps the book from being loaded, its file must be named with the reason.
    """
    if isinstance(found, str):
        return found.startswith(f"{fault.file}:")
    known = {tuple(each[:2]) for each in sound[0]}
    new = [each for each in found[0] if tuple(each[:2]) not in known]
    return any(
        each[4] and (each[3] == "true" or (each[0] == "gap" and each[3].startswith("error")))
        for each in new
    )


def speed(points: int) -> None:
    """Ask the shipped rules at all their points here, and a law at so many by two executors."""
    from distributed import Client, LocalCluster

    def asked(who: str, workers: Executor, load: Any, grids: dict[Any, Grid]) -> Any:
        started, before = time.perf_counter(), time.process_time()
        found = surveys(workers, load, grids)
        spent, own = time.perf_counter() - started, time.process_time() - before
        size = sum(grid.size for grid in grids.values())
        print(f"{size:,} points by {who}: {spent:.1f} s, {own:.1f} s of this processor", flush=True)
        return found

    gc.set_threshold(1_000_000, 20, 20)  # as the command does
    model = import_module("sfrules.book.shipped").book.model()
    each = {name: rule_grid(model, name) for name in model.rules}
    known = {name: grid for name, grid in each.items() if isinstance(grid, Grid)}
    with executor(1) as one:
        asked("one core", one, lambda: model, known)
    sys.path.insert(0, str(GROUNDS[0].folder))
    book = import_module("caravan").book
    laws, side = book.model().laws, math.isqrt(points)
    law = next(at for at, each in enumerate(laws) if each.text == "more beasts drink no less")
    days = Axis("days", tuple(1 + at % 60 for at in range(side)))
    every = {law: Grid((days, Axis("beasts", tuple(at % 30 for at in range(side)))))}
    with executor(2) as pool:
        pooled = asked("a pool", pool, book.loader(), every)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        found = asked("a cluster", Client(cluster).get_executor(), book.loader(), every)
    print(f"the same result: {found == pooled}")


def main() -> None:
    """Plant, look, and write what was told."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="six faults of one book")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=PER_BOOK, help="most faults of each book")
    parser.add_argument("--books", default="caravan,lantern,shipped")
    parser.add_argument("--jobs", type=int, default=1, help="how many faults at once")
    parser.add_argument("--speed", type=int, default=0, help="points to ask, and no faults")
    given = parser.parse_args()
    if given.speed:
        speed(given.speed)
        return
    names = ["caravan"] if given.small else given.books.split(",")
    every = Count()
    for ground in (each for each in GROUNDS if each.name in names):
        started = time.perf_counter()
        done = plant(ground, given.seed, 6 if given.small else given.count, given.jobs)
        every.planted += done.planted
        every.told += done.told
        every.none += done.none
        spent = time.perf_counter() - started
        counts = f"{done.told.total()} of {done.planted.total()} told, {done.none} change no answer"
        print(f"{ground.name}: {counts}, {spent:.0f} s")
        for each in done.missed:
            print(f"  missed: {each}")
    for kind, count in every.planted.items():
        print(f"{kind}: {every.told[kind]} of {count}")
    total = every.planted.total()
    print(f"{every.told.total()} of {total} planted faults told, seed {given.seed}")


if __name__ == "__main__":
    main()
