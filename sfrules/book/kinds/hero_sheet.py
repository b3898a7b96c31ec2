"""Sheets that heroes live on: figures by the builder, and what changes at the table, kept there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from sfrules import authored
from sfrules.book.kinds.hero_builder import HeroBuilder, figures_html
from sfrules.book.kinds.hero_builder import hero_builder as builder_of
from sfrules.ground.formats import signed
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.things.calculators.calculator_kind import (
    FormKind,
    WebForm,
    data_html,
    form_html,
    own_id,
    receipt_html,
    words_of,
)
from sfrules.press.things.calculators.translation import Translator, Tree
from sfrules.press.things.thing import Desk, View
from sfrules.rules.core import (
    falls_unconscious,
    healed_hit_points,
    hit_points,
    is_bloodied,
    surge_number,
    surge_value,
)

HERE = Path(__file__).parent
# What a thumb turns in a turn, each with its steps: hit points come and go by the handful.
COUNTS: Mapping[str, tuple[str, tuple[int, ...]]] = {
    "hit_points": ("Hit points now", (-5, -1, 1, 5)),
    "surges": ("Surges left", (-1, 1)),
    "action_points": ("Action points", (-1, 1)),
}
LONGEST_NAME, LONGEST_NOTE = 60, 2_000  # letters, as many as hero_sheet.js takes back
WORDS = (
    *("Hero", "Name", "New hero", "Remove", "Print", "What the hero is made of"),
    *("Attacks and powers", "Things and notes", "Conditions", "Spend a surge"),
    *("Short rest", "Full rest", "Kept on this device alone."),
)


class HeroSheet(HeroBuilder):
    """A builder whose heroes have names, are kept, and are played from."""


@dataclass(frozen=True)
class HeroNow(WebForm):
    """What changes at the table of a hero that the book prints; its data has the full figures."""

    hero: str


def hero_sheet(desk: Desk, title: str = "A hero") -> HeroSheet:
    """A form in which heroes live: several, named, with what changes at the table."""
    from sfrules.book.tables.powers import entry  # the book, which tables import, has this kind

    builder = builder_of(desk, title)
    entries: dict[str, Tree] = {row.id: entry(row) for row in authored.rows("role-powers")}
    entries |= {row.id: row.what for row in authored.rows("feats")}
    desk.spend(len(json.dumps(entries)))
    data = {**builder.data, **_at_the_table(desk), "entries": entries}
    return HeroSheet(title=builder.title, fields=builder.fields, data=data)


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
    inner = (
        f'{kept}<p class="hero__gear"></p>{_now_html()}{figures_html()}'
        f'<ul class="hero__powers" data-powers></ul>{_notes_html()}'
        '<details class="hero__made"><summary>What the hero is made of</summary>'
        f"<div>{choices}</div></details>"
        f"{receipt_html(page, id, 'creation.attack_bonus', 'creation.skill_bonus')}"
    )
    return form_html("hero-builder hero-sheet keeps", id, sheet, inner)


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


def _notes_html() -> str:
    return "".join(
        f'<label class="hero__notes">{words} <textarea data-note maxlength="{LONGEST_NOTE}">'
        "</textarea></label>"
        for words in ("Attacks and powers", "Things and notes")
    )


def _words(thing: WebForm) -> Iterator[str]:
    yield from words_of(thing)
    yield from WORDS
    yield from (words for words, _ in COUNTS.values())
    yield from (row.what for row in authored.rows("conditions"))


HERO_SHEET = FormKind(
    name="hero_sheet",
    makes=HeroSheet,
    html=_html,
    macros=(hero_sheet,),
    words=_words,
    styles=(HERE / "hero_sheet.css",),
    scripts=(HERE / "at_the_table.js",),
    form_scripts=(HERE / "hero_sheet.js",),
)
HERO_NOW = FormKind(
    name="hero_now",
    makes=HeroNow,
    html=_now,
    macros=(hero_now,),
    words=_words,
)
