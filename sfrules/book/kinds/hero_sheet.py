"""Sheets that heroes are made on and played from: choices that the rules allow, and figures."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from itertools import starmap
from pathlib import Path

from sfrules import authored, n
from sfrules.authored import Row
from sfrules.ground.formats import signed
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.things.calculators import (
    Field,
    FormKind,
    Translator,
    Tree,
    WebForm,
    contents_of,
    data_html,
    form_html,
    own_id,
    plain,
)
from sfrules.press.things.thing import Contents, Desk, View, text_of
from sfrules.rules.core import (
    falls_unconscious,
    healed_hit_points,
    hit_points,
    is_bloodied,
    surge_number,
    surge_value,
)
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
    refusals_of_choices,
)

HERE = Path(__file__).parent
LEVELS = range(1, 31)
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
# What the others follow from: a sheet without them is empty.
FIRST = ("calling", "origin")
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
    "Turn": {
        "attack": "to hit, weapon",
        "implement_attack": "to hit, implement",
        "reaction": "opportunity attacks",
        "initiative": "",
        "speed": "",
        "weapon_die": "W",
        "damage_bonus": "ability in damage",
        "dice_multiplier": "dice multiplier",
    },
    "Skills": {row.id: row.name for row in authored.rows("skills")},
    "Defenses": {
        "armor_class": "Armor Class",
        "parry": "more in melee, close",
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
    "Abilities": {row.id: row.name for row in authored.rows("abilities")},
}
# The figures that a die is rolled for, and those that are added to something else.
ROLLED = frozenset(("attack", "implement_attack", "reaction", "initiative", *GROUPS["Skills"]))
SIGNED = ROLLED | {"damage_bonus", "parry", *GROUPS["Abilities"]}
# What a thumb turns in a turn, each with its steps: hit points come and go by the handful.
COUNTS: Mapping[str, tuple[str, tuple[int, ...]]] = {
    "hit_points": ("Hit points now", (-5, -1, 1, 5)),
    "surges": ("Surges left", (-1, 1)),
    "action_points": ("Action points", (-1, 1)),
}
# What forms elsewhere in the book begin with, and tables mark the row of.
KNOWN = (
    *("level", "durability", "class_surges", "armor_penalty"),
    *(row.id for row in authored.rows("abilities")),
)
LONGEST_NAME, LONGEST_NOTE = 60, 2_000  # letters, as many as hero_sheet.js takes back
NOTES = ("Attacks and powers", "Things and notes")
WORDS = (
    *("Hero", "Name", "New hero", "Remove", "Print", "What the hero is made of"),
    *("Conditions", "Spend a surge", "Short rest", "Full rest", *NOTES),
)


class HeroSheet(WebForm):
    """A form in which heroes live; its data are the cells that a browser works out."""


@dataclass(frozen=True)
class HeroNow(WebForm):
    """What changes at the table of a hero that the book prints; its data has the full figures."""

    hero: str


def hero_sheet(desk: Desk, title: str = "A hero") -> HeroSheet:
    """A form in which heroes are made, several and by name, and played from."""
    from sfrules.book.tables.powers import entry  # the book, which tables import, has this kind

    translator = Translator(desk.book)
    worked: list[Tree] = [
        [cell.name, translator.rule(cell.rule, cell.fixed), inputs_of(cell)]
        for cell in (Cell("points_gained", points_gained), *cells())
    ]
    worth = (
        Fact(f"{each}_worth", "ability-methods", each, "method") for each in ("third", "better")
    )
    powers = authored.rows("role-powers")
    entries = {row.id: entry(row) for row in powers}
    data: dict[str, Tree] = {
        "rules": translator.rules,
        "facts": [
            [each.name, each.key, _column(each.table, each.column)] for each in (*FACTS, *worth)
        ],
        "cells": worked,
        "first": FIRST,
        "asked_if": {name: list(when) for name, when in ASKED_IF.items()},
        "refused": refusals_of_choices(),
        "ready": _ready(),
        "signed": sorted(SIGNED),
        "known": KNOWN,
        "kinds": [list(named(kind)) for kind in KINDS],
        "entries": entries | {row.id: row.what for row in authored.rows("feats")},
        "spent": {row.id: row.use for row in powers if row.use != "at_will"},
        "die": desk.book.checks.check_die,
        **_at_the_table(desk),
    }
    desk.spend(len(json.dumps(data)))
    fields = (Field("level", "level", LEVELS), *starmap(_choice, CHOICES.items()))
    return HeroSheet(title=text_of(title, "title"), fields=fields, data=data)


def _choice(name: str, table: str) -> Field:
    """The field of a choice: a list of the names of rows, whose values are their ids."""
    kind = name.rpartition("_")[0]
    rows = [
        row
        for row in authored.rows(table)
        if (kind not in POWERS or row.kind == kind)
        and (kind not in FEATS or row.kind == kind.removesuffix("_feat"))
    ]
    names = {"": "choose", **{row.id: row.name for row in rows}}
    return Field(name, LABELS.get(name, name), tuple(names), "", names)


def _column(table: str, column: str) -> dict[str, Tree]:
    return {row.id: plain(getattr(row, column)) for row in authored.rows(table)}


def _ready() -> dict[str, dict[str, object]]:
    """What a hero of a class who is ready to play has chosen: others begin with it."""
    rows: tuple[Row, ...] = authored.rows("hero-choices")
    return {row.calling: chosen_by(row.id, LEVELS[0]) for row in rows}


def hero_now(desk: Desk, hero: str) -> HeroNow:
    """Hit points, surges, action points and conditions of a hero of the cast, to turn."""
    cast = {row.id: row for row in authored.rows("cast")}
    if hero not in cast:
        raise Mistake(f'there is no hero "{hero}"', did_you_mean(hero, cast), "hero")
    row = cast[hero]
    full: dict[str, Tree] = {
        "hit_points": hit_points(row.level, row.durability),
        "surge_value": surge_value(row.level, row.durability),
        "surges": surge_number(row.class_surges, row.constitution, row.charisma),
    }
    data: dict[str, Tree] = {"hero": hero, "full": full, **_at_the_table(desk)}
    desk.spend(len(json.dumps(data)))
    return HeroNow(hero, title=row.name, data=data)


def _at_the_table(desk: Desk) -> dict[str, Tree]:
    """The rules that a hero is played by between two turns, and what each is called there."""
    translator = Translator(desk.book)
    played: Mapping[str, Callable[..., object]] = {
        "healed": healed_hit_points,
        "falls": falls_unconscious,
        "bloodied": is_bloodied,
    }
    names = {name: translator.rule(rule, {}) for name, rule in played.items()}
    begin: int = authored.row("fight", "action_points").value
    return {**names, "at_the_table": translator.rules, "begin": begin}


def _html(sheet: HeroSheet, page: View) -> str:
    id = own_id(page, "hero", "sheet")
    choices = "".join(field.html for field in sheet.fields)
    kept = (
        '<div class="hero__kept"><label>Hero <select data-kept></select></label>'
        f'<label>Name <input type="text" data-name maxlength="{LONGEST_NAME}" autocomplete="off">'
        "</label>"
        f"{_button('new', 'New hero')}{_button('remove', 'Remove')}"
        f"{_button('print', 'Print')}</div>"
    )
    made = (
        '<details class="hero__made"><summary>What the hero is made of</summary>'
        f"<div>{choices}</div></details>"
    )
    notes = "".join(
        f'<label class="hero__notes">{words} <textarea data-note maxlength="{LONGEST_NOTE}">'
        "</textarea></label>"
        for words in NOTES
    )
    inner = (
        f'{kept}<output></output>{made}<p class="calculator__how" aria-live="polite"></p>'
        f'<p class="hero__gear"></p>{_now_html()}'
        f'<div class="hero__sheet">{"".join(starmap(_group, GROUPS.items()))}</div>'
        f'<ul class="hero__powers" data-powers></ul>{notes}'
        f'<p class="calculator__from"><a class="copy" href="#{id}">Link</a></p>'
        '<p class="hero__rolled" role="status"></p>'
    )
    return form_html("hero-sheet is-empty keeps", id, sheet, inner)


def _group(heading: str, labels: Mapping[str, str]) -> str:
    """Some figures of a sheet below their heading, each with its label."""
    figures = "".join(_figure(name, label or name) for name, label in labels.items())
    return f"<section><p>{escape(heading)}</p><ul>{figures}</ul></section>"


def _figure(name: str, label: str) -> str:
    shown = f'<span>{escape(label)}</span> <b data-figure="{name}"></b>'
    if name in ROLLED:
        shown = f'<button type="button" data-roll="{name}">{shown}</button>'
    return f"<li>{shown}</li>"


def _now(now: HeroNow, page: View) -> str:
    id = own_id(page, "hero", now.hero)
    return (
        f'<form class="calculator hero-now" id="{id}" aria-label="{escape(now.title)} now" '
        f"data-search-exclude hidden>{_now_html()}{data_html(now.data)}</form>"
    )


def _now_html() -> str:
    steppers = "".join(_stepper(name, *said) for name, said in COUNTS.items())
    conditions = "".join(
        f'<button type="button" aria-pressed="false" data-condition="{row.id}" '
        f'title="{escape(row.what)}">{escape(row.name)}</button>'
        for row in authored.rows("conditions")
    )
    return (
        f'<div class="hero__now">{steppers}<p class="hero__state" role="status"></p>'
        f'<div class="hero__deeds">{_button("surge", "Spend a surge")}'
        f"{_button('short', 'Short rest')}{_button('full', 'Full rest')}</div>"
        f'<details class="hero__conditions"><summary>Conditions</summary><div>{conditions}</div>'
        "</details></div>"
    )


def _stepper(name: str, words: str, steps: tuple[int, ...]) -> str:
    less, more = ([_step(name, by) for by in steps if (by > 0) is up] for up in (False, True))
    shown = f'<b data-now="{name}" aria-live="polite"></b><small data-full="{name}"></small>'
    return (
        f'<div class="stepper" role="group" aria-label="{words}"><p>{words}</p>'
        f"{''.join(less)}<span>{shown}</span>{''.join(more)}</div>"
    )


def _step(name: str, by: int) -> str:
    return f'<button type="button" data-step="{name}" value="{by}">{signed(by)}</button>'


def _button(deed: str, words: str) -> str:
    return f'<button type="button" data-do="{deed}">{words}</button>'


def _contents(form: WebForm) -> Contents:
    conditions = (n(row.what) for row in authored.rows("conditions"))
    return contents_of(form, *WORDS, *(words for words, _ in COUNTS.values()), *conditions)


HERO_SHEET = FormKind(
    name="hero_sheet",
    makes=HeroSheet,
    html=_html,
    macros=(hero_sheet,),
    contents=_contents,
    files=(HERE / "hero_sheet.css", HERE / "at_the_table.js"),
    form_scripts=(HERE / "hero_sheet.js",),
)
HERO_NOW = FormKind(
    name="hero_now",
    makes=HeroNow,
    html=_now,
    macros=(hero_now,),
    contents=_contents,
)
