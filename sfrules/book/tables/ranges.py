"""Ranges of levels and rounds, as the stubs of tables name them."""

from functools import partial

from sfrules import authored


def range_text(first: int, last: int | None) -> str:
    """A range as a reader says it: "3", "1–2", and "6 and up" for one without an end."""
    if last is None:
        return f"{first} and up"
    return str(first) if first == last else f"{first}\N{EN DASH}{last}"


def step_starts(table: str) -> tuple[int, ...]:
    """The first level, or round, of each row of a step table."""
    steps = authored.schema(table).steps
    return tuple(getattr(row, steps[0]) for row in authored.rows(table)) if steps else ()


def by_step(table: str) -> partial[str]:
    """What names the rows of a table by the ranges of a step table: a level is of "4–8"."""
    return partial(_step_range, table=table)


def _step_range(at: int, table: str) -> str:
    row, steps = authored.step(table, at), authored.schema(table).steps
    ends = (getattr(row, steps[0]), getattr(row, steps[1])) if steps else (at, at)
    return range_text(*ends)


def hero_levels() -> range:
    """Every level that a hero may have."""
    level = authored.row("typical", "hero_level")
    return range(level.low, level.high + 1)
