"""Ranges of levels and rounds, as the stubs of tables name them."""

from sfrules import authored


def range_text(first: int, last: int | None) -> str:
    """A range as a reader says it: "3", "1–2", and "6 and up" for one without an end."""
    if last is None:
        return f"{first} and up"
    return str(first) if first == last else f"{first}\N{EN DASH}{last}"


def step_starts(table: str, counted: str = "level") -> tuple[int, ...]:
    """The first level, or round, of each row of a step table."""
    return tuple(getattr(row, f"from_{counted}") for row in authored.steps(table))


def step_range(at: int, table: str, counted: str = "level") -> str:
    """The range of the row of a step table that holds at a level or a round."""
    row = authored.step(table, at)
    return range_text(getattr(row, f"from_{counted}"), getattr(row, f"to_{counted}"))


def hero_levels() -> tuple[int, ...]:
    """Every level that a hero may have."""
    level = authored.row("typical", "hero_level")
    return tuple(range(level.low, level.high + 1))
