"""Hero builders: a form for a hero's choices, and the figures of the sheet as one chooses."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from itertools import starmap
from pathlib import Path
from typing import Any

from sfrules import authored
from sfrules.press.things.calculators.calculator_kind import (
    Field,
    FormKind,
    WebForm,
    form_html,
    own_id,
    receipt_html,
)
from sfrules.press.things.calculators.translation import Translator, Tree, plain
from sfrules.press.things.thing import Desk, View, text_of
from sfrules.rules.creation.figures import points_gained
from sfrules.rules.creation.sheet import (
    CHOICES,
    FACTS,
    FEATS,
    POWERS,
    Cell,
    Fact,
    cells,
    chosen_by,
    inputs_of,
    named,
)

LEVELS = range(1, 31)
SHEET = "play/sheet.html"  # where heroes are kept
BEGIN_WITH = "brenna"  # a form that opens on choices at random would open on a refusal
KINDS: Mapping[str, str] = {
    "at_will": "at-will attack",
    "encounter": "encounter attack",
    "daily": "daily attack",
    "utility": "utility",
    "combat_feat": "combat feat",
    "adventure_feat": "adventure feat",
}
LABELS: Mapping[str, str] = {
    "calling": "class",
    "favored": "ability that your origin favors",
    "method": "abilities",
    "second": "second ability",
    "third": "ability besides",
    "better": "better ability",
    "weak": "weak ability",
    **{f"skill_{place}": "trained in" for place in range(1, 6)},
    **{f"point_{place}": "an ability point for" for place in range(1, 7)},
    **{name: label for kind, label in KINDS.items() for name in named(kind)},
}
# What is asked for only if a figure says so: the figure, and what it must be above.
ASKED_IF: Mapping[str, tuple[str, int]] = {
    "third": ("third_worth", 0),
    "better": ("better_worth", 0),
    "weak": ("better_worth", 0),
    "skill_5": ("trained", 4),
    **{f"point_{place}": ("points_gained", place - 1) for place in range(1, 7)},
    **{
        name: (f"{kind}_powers" if kind in POWERS else f"{kind}s", place)
        for kind in KINDS
        for place, name in enumerate(named(kind))
    },
}
# The figures as they stand in the form: the heading, and each with its label.
GROUPS: Mapping[str, Mapping[str, str]] = {
    "Abilities": dict.fromkeys(("strength", "constitution", "dexterity"), "")
    | dict.fromkeys(("wisdom", "charisma", "intelligence"), ""),
    "Defenses": {
        "armor_class": "Armor Class",
        "parry": "more against melee and close attacks",
        "fortitude": "",
        "reflex": "",
        "will": "",
    },
    "Body": {
        "hit_points": "hit points",
        "durability": "",
        "bloodied": "bloodied at",
        "surge_value": "a surge gives",
        "surges": "",
    },
    "Turn": {
        "initiative": "",
        "speed": "",
        "reaction": "opportunity attacks",
        "attack": "to hit, weapon",
        "implement_attack": "to hit, implement",
        "weapon_die": "W",
        "damage_bonus": "ability in damage",
        "dice_multiplier": "dice multiplier",
    },
    "Powers and feats": {
        "at_will_powers": "at-will attacks",
        "encounter_powers": "encounter attacks",
        "daily_powers": "daily attacks",
        "utility_powers": "utilities",
        "combat_feats": "combat feats",
        "adventure_feats": "adventure feats",
    },
    "Skills": {},
}
SIGNED = frozenset(
    "initiative reaction attack implement_attack damage_bonus parry strength constitution "
    "dexterity wisdom charisma intelligence".split()
)


class HeroBuilder(WebForm):
    """The fields of a hero's choices; its data are the cells that a browser works out."""


def hero_builder(desk: Desk, title: str = "A hero", *, folded: bool = False) -> HeroBuilder:
    """A form that makes a hero: choices, each figure of the sheet, and why a choice is refused."""
    translator = Translator(desk.book)
    worked: list[Tree] = [
        [cell.name, translator.rule(cell.rule, cell.fixed), inputs_of(cell)]
        for cell in (Cell("points_gained", points_gained), *cells())
    ]
    worth = (
        Fact(f"{each}_worth", "ability-methods", each, "method") for each in ("third", "better")
    )
    data: dict[str, Tree] = {
        "rules": translator.rules,
        "facts": [
            [each.name, each.key, _column(each.table, each.column)] for each in (*FACTS, *worth)
        ],
        "cells": worked,
        "asked_if": {name: list(when) for name, when in ASKED_IF.items()},
        "signed": sorted(SIGNED | set(_skills())),
        "kinds": [list(named(kind)) for kind in KINDS],
    }
    desk.spend(len(json.dumps(data)))
    fields = (Field("level", "level", LEVELS), *starmap(_choice, CHOICES.items()))
    return HeroBuilder(title=text_of(title, "title"), fields=fields, data=data, folded=folded)


def _choice(name: str, table: str) -> Field:
    """The field of a choice: a list of the names of rows, whose values are their ids."""
    kind = name.rpartition("_")[0]
    rows = [
        row
        for row in authored.rows(table)
        if (kind not in POWERS or row.kind == kind)
        and (kind not in FEATS or row.kind == kind.removesuffix("_feat"))
    ]
    names = {row.id: row.name for row in rows}
    first = chosen_by(BEGIN_WITH, LEVELS[0])[name]
    return Field(name, LABELS.get(name, name), tuple(names), first, names)


def _column(table: str, column: str) -> dict[str, Tree]:
    return {row.id: plain(getattr(row, column)) for row in authored.rows(table)}


def _skills() -> dict[str, str]:
    return {row.id: row.name for row in authored.rows("skills")}


def _html(builder: HeroBuilder, page: View) -> str:
    id = own_id(page, "hero", "builder")
    fields = "".join(field.html for field in builder.fields)
    receipt = receipt_html(page, id, "creation.attack_bonus", "creation.skill_bonus")
    sheet = escape(page.address(SHEET))
    keep = f'<p class="hero__keep"><a href="{sheet}" data-sheet>Keep this hero on a sheet</a></p>'
    inner = f"{fields}{receipt}{figures_html()}{keep}"
    return form_html("hero-builder", id, builder, inner)


def figures_html() -> str:
    """All figures of a sheet, in groups."""
    return f'<div class="hero__sheet">{"".join(starmap(_group, GROUPS.items()))}</div>'


def _group(heading: str, labels: Mapping[str, str]) -> str:
    """Some figures of a sheet below their heading, each with its label."""
    shown: Mapping[str, Any] = labels or _skills()
    figures = "".join(
        f'<div><dt>{escape(label or name)}</dt><dd data-figure="{name}"></dd></div>'
        for name, label in shown.items()
    )
    return f"<section><p>{escape(heading)}</p><dl>{figures}</dl></section>"


HERO_BUILDER = FormKind(
    name="hero_builder",
    makes=HeroBuilder,
    html=_html,
    macros=(hero_builder,),
    styles=(Path(__file__).with_suffix(".css"),),
    form_scripts=(Path(__file__).with_suffix(".js"),),
)
