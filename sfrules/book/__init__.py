"""Square Fireballs, the book: what its pages may use, and from which rules it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

from sfrules import authored
from sfrules.binding.domains import values_of
from sfrules.binding.stale import stale_names
from sfrules.book.charts import CHARTS
from sfrules.book.errata import wrong_errata
from sfrules.book.facts import (
    check_facts,
    exemptions,
    faces_of_dice,
    files_read,
    gone,
    maps,
    named,
    origin_of_table,
    records,
    subjects,
    terms,
    unread_rows,
    words,
)
from sfrules.book.figures import FIGURES
from sfrules.book.tables import TABLES
from sfrules.book.tables.reference import account_in_words
from sfrules.ground.problems import Problem
from sfrules.press.changes.history import git_history
from sfrules.press.things.book import Book
from sfrules.press.things.tables.table import Table
from sfrules.rules import core, impairment, play, scale, seconds, systems, terrain, yards
from sfrules.rules.distribution import Distribution
from sfrules.rules.systems.costs import StepPrice
from sfrules.rules.systems.reaching import Reach, Way
from sfrules.rules.systems.registry import SYSTEMS
from sfrules.rules.systems.tasks import TaskLine, TaskPrice
from sfrules.rules.yards.plans import Plan


def _rules(system: ModuleType) -> dict[str, Callable[..., object]]:
    """The rules of a module by the names that it offers."""
    return {name: getattr(system, name) for name in system.__all__}


def _problems() -> Iterator[Problem]:
    """What is wrong with the book beside its pages."""
    yield from wrong_errata()
    yield from stale_names(BOOK, named())
    yield from gone(frozenset(BOOK.rule_names.values()))


def table(id: str) -> Table:
    """A table of the book by its id: `table("hit-points").to_frame()` is it as a DataFrame.

    Raises:
        KeyError: for an id that the book has no table of.
    """
    return TABLES[id]()


ROOT = authored.root()
# An installed wheel has the rules and no pages: nothing there is locked, and no edition is kept.
LOCK = Path("tables", "printed") if (ROOT / "mkdocs.yml").is_file() else None

check_facts()
BOOK = Book(
    title="Square Fireballs",
    root=ROOT,
    namespaces={
        "core": _rules(core),
        "scale": _rules(scale),
        "yards": _rules(yards),
        "terrain": _rules(terrain),
        "impairment": _rules(impairment),
        "seconds": _rules(seconds),
        "systems": _rules(systems),
        "play": _rules(play),
        "typical": records("typical"),
        "cast": records("cast"),
        "maps": maps(),
        "monsters": records("monsters"),
        "weapons": records("weapons"),
        "actions": records("actions"),
        "maneuvers": records("maneuvers"),
        "monster_kinds": records("monster-kinds"),
        "monster_roles": records("monster-roles"),
        "minion_roles": records("minion-roles"),
        "powers": records("powers"),
        "blows": records("blows"),
        "difficulties": records("difficulties"),
        "fight": records("fight"),
        "rolls": records("rolls"),
        "impairment_figures": records("impairment-figures"),
        "impairment_limits": records("impairment-limits"),
        "terrain_conditions": records("terrain-conditions"),
        "yards_complications": records("yards-complications"),
    },
    tables=TABLES,
    figures=FIGURES,
    charts=CHARTS,
    terms=terms(),
    subjects=subjects(),
    words=words(),
    domain=values_of,
    dice=faces_of_dice(),
    proper_names=frozenset({"Tier II", "Tier III", *(system.name for system in SYSTEMS.values())}),
    no_loose_numbers=True,
    answers=(Distribution, Plan, Reach, StepPrice, TaskLine, TaskPrice, Way),
    modules=("sfrules.authored", "sfrules.rules", "sfrules.book"),
    watch=(
        ROOT / "tables",
        ROOT / "sfrules" / "rules",
        ROOT / "sfrules" / "book",
    ),
    read=files_read,
    origins=origin_of_table,
    unread=unread_rows,
    problems=_problems,
    exemptions=exemptions(),
    no_gaps=True,
    account=account_in_words,
    sources="sources",
    lock=LOCK,
    history=git_history(ROOT, LOCK) if LOCK else None,
)
