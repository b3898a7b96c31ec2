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


def _squares_of_speed(speed: Exact) -> Exact:
    return core.movement_speed(round_down(speed))


def _yards_of_speed(speed: Exact) -> Exact:
    return speed


def _meters_of_speed(spd: Exact) -> Exact:
    return terrain.speed(round_down(spd))


def _rate_of_upgrades(times: Exact) -> Exact:
    return impairment.rate_per_round(impairment.combat_speed(round_down(times)))


# How much faster by the second a creature is for each square that it moves farther.
METERS_A_SQUARE = Fraction(1, 2)


def _squares(squares: int) -> Exact:
    return squares


def _yards(squares: int) -> Exact:
    return _typical("yards") + _beyond_typical(squares)


def _meters(squares: int) -> Exact:
    return terrain.speed(round_down(_typical("terrain") + _beyond_typical(squares)))


def _meters_per_action(squares: int) -> Exact:
    """The highest number of the ladder that is no more than the squares."""
    return max(takewhile(lambda rung: rung <= squares, map(impairment.ladder, count())))


def _meters_per_move(squares: int) -> Exact:
    return _typical("seconds") + METERS_A_SQUARE * _beyond_typical(squares)


def _beyond_typical(squares: int) -> Exact:
    return squares - _typical("core")


def _typical(system: str) -> Exact:
    return authored.row("typical-turns", system).figure


SYSTEMS: Mapping[str, MovementSystem] = {
    "core": MovementSystem(
        id="core",
        name="Square Fireballs",
        unit="squares",
        step="square",
        price=prices.core_price,
        words_for_forms=prices.core_forms,
        words_for_terrains=prices.core_terrains,
        budget=_squares_of_speed,
        from_squares=_squares,
    ),
    "yards": MovementSystem(
        id="yards",
        name="Yards of Speed",
        unit="yards",
        step="yard",
        price=prices.yards_price,
        words_for_forms=prices.yards_forms,
        words_for_terrains=prices.yards_terrains,
        budget=_yards_of_speed,
        from_squares=_yards,
    ),
    "terrain": MovementSystem(
        id="terrain",
        name="Meters and rough terrain",
        unit="meters",
        step="meter",
        price=prices.terrain_price,
        words_for_forms=prices.terrain_forms,
        words_for_terrains=prices.terrain_terrains,
        budget=_meters_of_speed,
        from_squares=_meters,
    ),
    "impairment": MovementSystem(
        id="impairment",
        name="Movement sets and impairment",
        unit="movement rate",
        step="space",
        price=prices.impairment_price,
        words_for_forms=prices.impairment_forms,
        words_for_terrains=prices.impairment_terrains,
        budget=_rate_of_upgrades,
        from_squares=_meters_per_action,
    ),
    "seconds": MovementSystem(
        id="seconds",
        name="One-second moves",
        unit="meters",
        step="meter",
        price=prices.seconds_price,
        words_for_forms=prices.seconds_forms,
        words_for_terrains=prices.seconds_terrains,
        budget=seconds.walk_per_round,
        from_squares=_meters_per_move,
    ),
}
