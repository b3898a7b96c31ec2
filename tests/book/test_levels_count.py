"""No proof and no macro of the book pits two of the cast against each other and forgets levels.

A hero's bonus against a monster of another level is not the bonus on the sheet. So whoever puts
the bonus of one beside the defense of another has to ask a rule that counts their levels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from jinja2 import Environment, nodes
from jinja2.exceptions import TemplateSyntaxError
from mkdocs.utils import meta

from sfrules import authored
from sfrules.book import BOOK
from sfrules.press.page.regions import regions
from sfrules.press.page.short_names import NONE, ShortNames
from sfrules.press.proving.proof_fences import fences
from sfrules.press.site.weave.check import expand, page_of
from sfrules.press.things.proofs.line_reader import LineReader

DOCS = BOOK.root / "docs"
PAGES = sorted(
    page for page in DOCS.rglob("*.md") if page.parent.name != "lint" and page.stem != "reference"
)
LEVELS = {row.id: row.level for table in ("cast", "monsters") for row in authored.rows(table)}
COUNTING = {
    "core.attack_chance",
    "core.level_attack_modifier",
    *(f"play.{name}" for name in ("attack_bonus", "reaction_bonus", "hit_chance", "hit_bonus")),
    *(f"play.{name}" for name in ("power_hit_chance", "reaction_hit_chance", "hit_total")),
}
DEFENSES = {"armor_class", "fortitude", "reflex", "will"}
BONUSES = {"attack_bonus", "reaction"}
# The figures of a hero that a rule works out of others.
WORKED_OUT = {**{f"core.{name}": "defense" for name in DEFENSES}, "core.reaction_modifier": "bonus"}


class Mark(NamedTuple):
    """What an expression is made of: a "bonus", a "defense" or any "figure" of somebody."""

    kind: str
    who: str


COUNTED = Mark("levels", "")
Marks = frozenset[Mark]


class Reader:
    """Reads the expressions of one proof, and remembers what its names are made of."""

    def __init__(self, short: ShortNames = NONE) -> None:
        self.short = short
        self.names: dict[str, Marks] = {}
        self.found: list[Marks] = []
        self.seen: Marks = frozenset()

    def read(self, written: str, name: str = "") -> None:
        node = Environment(autoescape=True).parse(f"{{{{ {written.replace('−', '-')} }}}}")
        made_of = self.marks(node)
        self.seen |= made_of
        if name:
            self.names[name] = made_of

    def marks(self, node: nodes.Node) -> Marks:
        dotted = self.dotted(node)
        if dotted:
            return self.of_name(dotted)
        called = self.dotted(node.node) if isinstance(node, nodes.Call) else ""
        below = frozenset[Mark]().union(*map(self.marks, node.iter_child_nodes()))
        if called in COUNTING:
            return frozenset({COUNTED})
        if called == "play.defense" and isinstance(node.args[0], nodes.Const):
            return frozenset({Mark("defense", node.args[0].value)})
        if called in WORKED_OUT:
            return frozenset(Mark(WORKED_OUT[called], mark.who) for mark in below if mark.who)
        if forgets(below):
            self.found.append(below)
        return below

    def of_name(self, dotted: str) -> Marks:
        if dotted.partition(".")[0] in self.names:
            return self.names[dotted.partition(".")[0]]
        table, _, rest = self.short.in_full(dotted).partition(".")
        who, _, figure = rest.partition(".")
        if table not in {"cast", "monsters"} or who not in LEVELS:
            return frozenset()
        kind = "bonus" if figure in BONUSES else "defense" if figure in DEFENSES else "figure"
        return frozenset({Mark(kind, who)})

    def dotted(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.Name):
            return node.name if node.name in self.names else self.short.in_full(node.name)
        if isinstance(node, nodes.Getattr) and (before := self.dotted(node.node)):
            return f"{before}.{node.attr}"
        return ""


def forgets(marks: Marks) -> bool:
    """Whether a bonus meets a defense of another level, and no levels are counted."""
    bonuses = [mark.who for mark in marks if mark.kind == "bonus"]
    defenses = [mark.who for mark in marks if mark.kind == "defense"]
    apart = any(abs(LEVELS[a] - LEVELS[b]) >= 2 for a, b in product(bonuses, defenses))
    return apart and COUNTED not in marks


def faults(text: str, short: ShortNames = NONE) -> list[str]:
    """The proofs and macros of a page that forget levels, each by the line that it begins in."""
    return [f"line {line}" for line, reader in readers(text, short) if fails(reader)]


def fails(reader: Reader) -> bool:
    return bool(reader.found) or forgets(reader.seen)


def readers(text: str, short: ShortNames) -> Iterator[tuple[int, Reader]]:
    found = regions(text)
    for fence in fences(text, found, 0):
        reader, lines = Reader(short), LineReader({*BOOK.namespaces, *short.full})
        for start, written in fence.lines(text):
            if line := lines.read(written, start):
                for part in line.parts:
                    reader.read(part.text, line.name)
        yield text.count("\n", 0, fence.opening) + 1, reader
    for at, macro in macros(text):
        reader = Reader(short)
        reader.read(macro)
        yield text.count("\n", 0, at) + 1, reader


def macros(text: str) -> Iterator[tuple[int, str]]:
    """What stands between the braces of a page, as far as it is an expression."""
    parsing = Environment(autoescape=True)
    for at, before in enumerate(text.split("{{")[1:]):
        macro, closed, _ = before.partition("}}")
        try:
            parsing.parse(f"{{{{ {macro} }}}}")
        except TemplateSyntaxError:
            continue
        if closed:
            yield len("{{".join(text.split("{{")[: at + 1])), macro


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(DOCS)))
def test_no_proof_and_no_macro_forgets_the_difference_in_level(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    page = page_of(path.name, text, meta.get_data(text)[0])
    assert faults(text, expand(BOOK, page).short) == []


def proof(*lines: str) -> str:
    return "\n".join(["Said.", "", "```proof", *lines, "```", ""])


CAST: Mapping[str, str] = {who: f"cast.{who}" for who in ("tamsin", "pell", "orrik")}
FORGETFUL = {
    "a chance by name": proof(
        "bonus = cast.orrik.attack_bonus = +5",
        "ac = monsters.orc.armor_class = 13",
        "core.check_chance(core.escalated_hit_bonus(bonus, 5), ac) = 80%",
    ),
    "a sum beside a defense": proof(
        "bonus = cast.pell.attack_bonus = +5",
        "roll = 7",
        "roll + bonus + 1 = 13",
        "monsters.orc.armor_class = 13",
    ),
    "a monster's bonus": proof(
        "bonus = monsters.ogre.attack_bonus = +5",
        "soft = armor_class(tamsin.armor, tamsin.shield, tamsin.armor_bonus, tamsin.wearing) = 12",
        "check_chance(bonus, soft) = 70%",
    ),
    "a defense of a hero by the new rule": proof(
        'core.check_chance(monsters.orc.reaction, play.defense("tamsin", "armor_class")) = 45%'
    ),
    "a hero's reaction": proof(
        "his = core.reaction_modifier(cast.orrik.strength, cast.orrik.wisdom)",
        "core.check_chance(his, monsters.orc.armor_class) = 40%",
    ),
    "a face": proof("core.needed_roll(cast.tamsin.attack_bonus, monsters.ogre.reflex) = 7"),
    "one of two": proof(
        "core.check_chance(cast.pell.attack_bonus, monsters.orc.armor_class) = 65%",
        'play.hit_chance("pell", "orc") = 60%',
    ),
    "a worked example": (
        "{{ worked(core.check_chance, bonus=cast.tamsin.attack_bonus,"
        " target=monsters.ogre.reflex, result=0.7) }}\n"
    ),
    "in a loop": proof(
        "for more in [0, 1]: core.check_chance(cast.pell.attack_bonus + more,"
        " monsters.troll.reflex) = at least 40%"
    ),
}
SHORT = ShortNames({**CAST, "armor_class": "core.armor_class", "check_chance": "core.check_chance"})


@pytest.mark.parametrize("text", FORGETFUL.values(), ids=FORGETFUL)
def test_a_planted_attack_that_forgets_levels_is_found(text: str) -> None:
    assert len(faults(text, SHORT)) == 1


MINDFUL = {
    "an equal": proof(
        "core.check_chance(cast.pell.attack_bonus, monsters.goblin.armor_class) = 65%"
    ),
    "the rule": proof('play.hit_chance("pell", "orc") = 60%'),
    "levels by hand": proof(
        "cast.pell.attack_bonus = +5",
        "less = core.level_attack_modifier(cast.pell.level, monsters.orc.level)",
        "core.check_chance(cast.pell.attack_bonus + less, monsters.orc.armor_class) = 60%",
    ),
    "one's own defense": proof("monsters.orc.attack_bonus = +4", "monsters.orc.will = 11"),
}


@pytest.mark.parametrize("text", MINDFUL.values(), ids=MINDFUL)
def test_an_attack_that_counts_levels_is_none(text: str) -> None:
    assert faults(text, SHORT) == []
