"""The movement systems of the book."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import count, takewhile

from sfrules import authored
from sfrules.rules import core, impairment, seconds, terrain
from sfrules.rules.exact import Exact, round_down
from sfrules.rules.systems import prices
from sfrules.rules.systems.shape import MovementSystem

# How much faster by the second a creature is for each square that it moves farther.
METERS_A_SQUARE = Fraction(1, 2)


def _meters_per_action(squares: int) -> Exact:
    """The highest number of the ladder that is no more than the squares."""
    return max(takewhile(lambda rung: rung <= squares, map(impairment.ladder, count())))


def _beyond_typical(squares: int) -> Exact:
    return squares - _typical("core")


def _ids(table: str) -> tuple[str, ...]:
    return tuple(row.id for row in authored.rows(table))


def _typical(system: str) -> Exact:
    return authored.row("typical-turns", system).figure


SYSTEMS: Mapping[str, MovementSystem] = {
    "core": MovementSystem(
        id="core",
        name="Square Fireballs",
        unit="squares",
        step="square",
        price=prices.core_price,
        words_for_forms=lambda: _ids("speeds"),
        words_for_terrains=lambda: (prices.CLEAR,),
        budget=lambda speed: core.movement_speed(round_down(speed)),
        from_squares=lambda squares: squares,
    ),
    "yards": MovementSystem(
        id="yards",
        name="Yards of Speed",
        unit="yards",
        step="yard",
        price=prices.yards_price,
        words_for_forms=lambda: _ids("yards-forms"),
        words_for_terrains=lambda: (prices.CLEAR, prices.CHALLENGING),
        budget=lambda speed: speed,
        from_squares=lambda squares: _typical("yards") + _beyond_typical(squares),
    ),
    "terrain": MovementSystem(
        id="terrain",
        name="Meters and rough terrain",
        unit="meters",
        step="meter",
        price=prices.terrain_price,
        words_for_forms=lambda: _ids("terrain-modes"),
        words_for_terrains=lambda: (prices.CLEAR, *prices.GROUNDS),
        budget=lambda spd: terrain.speed(round_down(spd)),
        from_squares=lambda squares: terrain.speed(
            round_down(_typical("terrain") + _beyond_typical(squares))
        ),
    ),
    "impairment": MovementSystem(
        id="impairment",
        name="Movement sets and impairment",
        unit="movement rate",
        step="space",
        price=prices.impairment_price,
        words_for_forms=lambda: _ids("impairment-forms"),
        words_for_terrains=lambda: tuple(
            dict.fromkeys(row.terrain for row in authored.rows("impairment-grounds"))
        ),
        budget=lambda times: impairment.rate_per_round(impairment.combat_speed(round_down(times))),
        from_squares=_meters_per_action,
    ),
    "seconds": MovementSystem(
        id="seconds",
        name="One-second moves",
        unit="meters",
        step="meter",
        price=prices.seconds_price,
        words_for_forms=lambda: ("walk",),
        words_for_terrains=lambda: _ids("seconds-terrain"),
        budget=seconds.walk_per_round,
        from_squares=lambda squares: (
            _typical("seconds") + METERS_A_SQUARE * _beyond_typical(squares)
        ),
    ),
}
